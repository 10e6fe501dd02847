#!/usr/bin/env bash
# CP-SAT of OR-Tools, from PyPI.
. "$(dirname "$0")/backend.sh"
python=$(python_with ortools)
define "$python $(relative "$here/cpsat_protocol.py")" "CP-SAT (OR-Tools): 27 constraints AllDifferent, one worker"
