#!/usr/bin/env bash
# Mines datasets/mined.txt: puzzles that cost three backends more bets than any of hardest.txt does.
#
#   scripts/mine.sh FOLDER    keeps its journals in FOLDER, and goes on with those that are there
#
# An hour on one core. The same puzzles each time, however often it is interrupted.
set -euo pipefail
cd "$(dirname "$0")/.."
[ $# = 1 ] || { sed -n 's/^# \{0,1\}//; 2,6p' "$0" >&2; exit 2; }
folder=$1
BUILT=${BUILT:-${CARGO_TARGET_DIR:-target}/debug}
[ -x "$BUILT/harness" ] || cargo build --quiet --package harness
mkdir -p "$folder"

echo '# What each puzzle costs stands behind it; datasets/README.md has what those of hardest.txt cost.' \
    > "$folder/mined.txt"
while read -r backend seed climbs count; do
    journal=$folder/${backend//\//-}.jsonl
    "$BUILT/harness" generate --hardest-for "$backend" --by bets --seed "$seed" --climbs "$climbs" \
        --patience 1000 --journal "$journal" --count "$count" >> "$folder/mined.txt"
done << 'END'
BACKENDS
END
mv "$folder/mined.txt" datasets/mined.txt
