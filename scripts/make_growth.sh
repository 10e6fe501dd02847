#!/usr/bin/env bash
# Makes datasets/growth: classic puzzles of four orders, up to twenty of each of four levels.
#
#   scripts/make_growth.sh [FOLDER]     by default datasets/growth; the same bytes each time
#
# For each order a pool of puzzles is generated and rated, and the first of each level are taken. Rating
# the large ones takes minutes, so that no check makes them again.
set -euo pipefail
cd "$(dirname "$0")/.."

folder=${1:-datasets/growth}
most=20
if [ -z "${BUILT:-}" ]; then
    BUILT=${CARGO_TARGET_DIR:-target}/debug
    cargo build --quiet --package harness
fi
mkdir -p "$folder"

# Order, clues, size of the pool, seed.
while read -r order clues pool seed; do
    file=$folder/${order}x$order.txt
    "$BUILT/harness" generate --geometry "classic$order" --clues "$clues" --count "$pool" --seed "$seed" \
        | "$BUILT/harness" rate - --to line \
        | awk -v most=$most -v order="$order" -v clues="$clues" '
            /^# level:/ { level = $3 }
            /^[^#]/ && ++count[level] <= most { puzzles[level] = puzzles[level] $1 "\n" }
            END {
                print "# Order " order " with " clues " clues, by level; made by scripts/make_growth.sh."
                print "# geometry: classic" order "\n# expect: unique"
                n = split("easy medium hard fiendish", levels, " ")
                for (i = 1; i <= n; i++)
                    if (levels[i] in puzzles) printf "# level: %s\n%s", levels[i], puzzles[levels[i]]
            }' > "$file"
    printf '%s: ' "$file" && grep -c '^[^#]' "$file"
done << 'END'
4 5 20 201
9 25 1400 202
16 108 300 203
25 315 40 204
END
