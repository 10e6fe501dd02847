#!/usr/bin/env bash
# tdoku, as a program that speaks sudoku-backend/1 and that TDOKU names (protocol.h helps to make one).
. "$(dirname "$0")/backend.sh"
program=$(named_program TDOKU)
define "$program" "tdoku (C++): triads, SIMD within a puzzle"
