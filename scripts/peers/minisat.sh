#!/usr/bin/env bash
# MiniSat, as Debian packages it, on the formula of a puzzle.
. "$(dirname "$0")/backend.sh"
installed minisat
define "$(relative "$here/../backends/minisat.sh")" "MiniSat on the formula, a process for each question" 'mode = "dimacs"' \
    "version_command = \"dpkg-query -W minisat\""
