#!/usr/bin/env bash
# An outside solver for the harness, mode `dimacs`: minisat, whose output is older than the format
# of the SAT competitions, translated into it.
#
#     apt-get install minisat
#     ./minisat.sh FORMULA.cnf
#     ./talk.py --mode dimacs ./minisat.sh
#
# A solver that prints `s …` and `v …` lines by itself needs no script: see backends.toml.
set -u

if [ $# -ne 1 ]; then
    echo "usage: $0 FORMULA.cnf" >&2
    exit 2
fi
model=$(mktemp)
trap 'rm -f "$model"' EXIT
minisat -verb=0 "$1" "$model" > /dev/null 2>&1
code=$?
case $code in
    10) echo 's SATISFIABLE' && sed -n '2s/^/v /p' "$model" ;;
    20) echo 's UNSATISFIABLE' ;;
    *) echo 's UNKNOWN' ;;
esac
exit $code
