#!/usr/bin/env bash
# kudoku, as a program that speaks sudoku-backend/1 and that KUDOKU names (protocol.h helps to make one).
. "$(dirname "$0")/backend.sh"
program=$(named_program KUDOKU)
define "$program" "kudoku (C): exact cover on arrays of counts"
