#!/usr/bin/env bash
# Builds the image of the Dockerfile, and runs it on a few puzzles as the head of that file says.
#
#   scripts/check_image.sh
#
# This needs docker, or podman in its place, and a registry for the images that it begins with. Where one of them is
# missing, it says so and ends with 0.
set -euo pipefail
cd "$(dirname "$0")/.."

skip() {
    echo "SKIPPED: the Dockerfile was not tried, because $1" >&2
    exit 0
}

for program in docker podman; do
    if "$program" info > /dev/null 2>&1; then
        docker=$program
        break
    fi
done
[ -n "${docker:-}" ] || skip 'neither docker nor podman works here'
for base in $(sed -n 's/^FROM \([^ ]*\).*/\1/p' Dockerfile); do
    "$docker" image inspect "$base" > /dev/null 2>&1 || "$docker" pull --quiet "$base" > /dev/null \
        || skip "$base cannot be had"
done

work=$(mktemp -d)
trap 'rm -rf "$work"; "$docker" image rm --force sudoku-harness-check > /dev/null 2>&1' EXIT
"$docker" build --tag sudoku-harness-check .
grep -v '^#' datasets/hardest.txt | head -8 > "$work/puzzles.txt"
run() { "$docker" run --rm --volume "$work:/work" sudoku-harness-check "$@"; }
run puzzles.txt --output run
run verify run
run rank run --format csv > "$work/ranking.csv"
rows=$(($(wc -l < "$work/run/rows.csv") - 1))
[ "$rows" -ge 40 ] || { echo "error: $rows rows, expected five backends on eight puzzles" >&2; exit 1; }
echo "the image ran $rows trials"
