#!/usr/bin/env bash
# Knuth's DLX1, a program that DLX1 names; it is used as it is.
. "$(dirname "$0")/backend.sh"
program=$(named_program DLX1)
define "python3 $(relative "$here/dlx1_protocol.py") $program" "DLX1 (C): Knuth's Dancing Links, a process for each puzzle"
