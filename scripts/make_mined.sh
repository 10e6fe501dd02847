#!/usr/bin/env bash
# Makes the corpora of datasets/ that are found by climbing: mined.txt and fewest.txt.
#
#   scripts/make_mined.sh [FOLDER]     by default datasets; the same bytes each time
#
# Climbing takes half an hour on one core, so that no check makes them again. The table in
# datasets/README.md is that of scripts/make_datasets.sh. With JOURNALS=FOLDER an interrupted search goes on.
set -euo pipefail
cd "$(dirname "$0")/.."

folder=${1:-datasets}
if [ -z "${BUILT:-}" ]; then
    BUILT=${CARGO_TARGET_DIR:-target}/debug
    cargo build --quiet --package harness
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$folder" "${JOURNALS:=$work}"

"$BUILT/harness" generate --fewest-clues --climbs 40 --patience 10000 --count 20 --seed 144 \
    --journal "$JOURNALS/fewest" > "$folder/fewest.txt"

# The costliest for each of three searches: BACKEND COUNT. A name says for which, since the climbs of all
# have the same numbers.
while read -r backend count; do
    "$BUILT/harness" generate --hardest-for "$backend" --cost bets --from datasets/hardest.txt \
        --climbs 260 --patience 120 --drawings 16 --count 60 --seed 1 --journal "$JOURNALS/${backend//\//-}" \
        | sed "s| climb-| ${backend##*[/.]}-|" > "$work/found"
    # Climbs for two searches may end in drawings of the same puzzle; it stays with the first.
    grep '^#' "$work/found"
    grep -v '^#' "$work/found" > "$work/puzzles"
    "$BUILT/harness" run "$work/puzzles" -b candidates/mrv --jobs 1 --no-probe --csv \
        | awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "iso_class") column = i }
                   NR > 1 { print $column }' \
        | paste -d ' ' - "$work/puzzles" \
        | awk -v count="$count" -v seen="$work/classes" '
            BEGIN { while ((getline class < seen) > 0) known[class] = 1 }
            !($1 in known) && count-- > 0 { print $1 >> seen; sub(/^[^ ]* /, ""); print }'
done > "$folder/mined.txt" << 'END'
candidates/mrv 34
cover/dlx 33
cover/bitmatrix.weighted 33
END
