#!/usr/bin/env bash
# fsss2, as a program that speaks sudoku-backend/1 and that FSSS2 names (protocol.h helps to make one).
. "$(dirname "$0")/backend.sh"
program=$(named_program FSSS2)
define "$program" "fsss2 (C++): bit planes of digits, singles"
