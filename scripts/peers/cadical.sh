#!/usr/bin/env bash
# CaDiCaL, as Debian packages it, on the formula of a puzzle.
. "$(dirname "$0")/backend.sh"
installed cadical
define "cadical -q" "CaDiCaL on the formula, a process for each question" 'mode = "dimacs"' 'version_command = "cadical --version"'
