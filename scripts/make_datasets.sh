#!/usr/bin/env bash
# Makes the corpora and jigsaws of datasets/ that a program makes: the same bytes each time.
#
#   scripts/make_datasets.sh               makes them, and the table of files in datasets/README.md
#   scripts/make_datasets.sh --check       makes them elsewhere, and says which files differ; of files
#                                          that take long, the first puzzles only
#   scripts/make_datasets.sh --check-all   the same with every puzzle: some minutes
#
# hardest.txt is not made: people made its puzzles. fewest.txt, mined.txt and growth/ have scripts of
# their own.
set -euo pipefail
cd "$(dirname "$0")/.."

# Where the programs are: in BUILT, if that is said.
if [ -z "${BUILT:-}" ]; then
    BUILT=${CARGO_TARGET_DIR:-target}/debug
    cargo build --quiet --package generate --example builtin --example jigsaw
    cargo build --quiet --package harness
fi

target=datasets
check=false
whole=true
case "${1:-}" in
    '') ;;
    --check) check=true whole=false ;;
    --check-all) check=true ;;
    *) echo "usage: scripts/make_datasets.sh [--check | --check-all]" >&2; exit 2 ;;
esac
if $check; then
    target=$(mktemp -d)
    trap 'rm -rf "$target"' EXIT
    cp datasets/README.md datasets/hardest.txt "$target"
    mkdir "$target/geometries"
    cp datasets/geometries/*.* "$target/geometries"
    # Made by scripts/make_growth.sh and scripts/make_mined.sh.
    cp -r datasets/growth datasets/fewest.txt datasets/mined.txt "$target"
fi
mkdir -p "$target/conformance" "$target/geometries"

# The jigsaws: NAME, ORDER, SEED. The program that makes puzzles has them compiled in.
while read -r name order seed; do
    "$BUILT/examples/jigsaw" "$name" "$order" "$seed" \
        > "$target/geometries/$name.txt"
done << 'END'
jigsaw5 5 1
jigsaw6 6 1
jigsaw7 7 1
jigsaw9-1 9 1
jigsaw9-2 9 2
jigsaw9-3 9 3
END

# The grids of `harness solve --builtin`, which has them compiled in.
"$BUILT/examples/builtin" 140 > "$target/builtin.txt"

generate() { "$BUILT/harness" generate "$@"; }

# corpus FILE SEED COUNT ARGUMENTS…: a corpus; lines on standard input stand in front.
corpus() {
    local file=$target/$1 seed=$2 count=$3
    shift 3
    cat > "$file"
    generate --seed "$seed" --count "$count" "$@" >> "$file"
}

# slow FIRST FILE SEED COUNT ARGUMENTS…: a corpus whose first puzzles alone are made again by --check.
# A number of a seed is a puzzle or none, so that they do not depend on how many follow. The lines of $head stand in
# front.
head=
slow() {
    local first=$1 file=$2 seed=$3 count=$4
    shift 4
    if $whole; then
        printf '%s' "$head" | corpus "$file" "$seed" "$count" "$@"
        return
    fi
    generate --seed "$seed" --count "$first" "$@" | grep -v '^#' > "$target/first"
    if awk -v n="$first" '!/^#/ && n-- > 0' "datasets/$file" | cmp --quiet - "$target/first"; then
        cp "datasets/$file" "$target/$file"
    else
        cp "$target/first" "$target/$file"
    fi
    rm "$target/first"
}

# By what a player needs (`harness rate`); easy ones have clues to spare, the others none.
slow 200 easy.txt 101 1000 --clues 36 --level easy
slow 10 medium.txt 141 1000 --level medium
slow 30 hard.txt 142 1000 --level hard
slow 100 fiendish.txt 143 1000 --level fiendish

# By the number of clues, which is not the same thing.
slow 200 clues28.txt 102 1000 --clues 28
slow 300 minimal.txt 103 10000

corpus 4x4.txt 104 36 --geometry classic4 << 'END'
# The 36 minimal puzzles of order 4, one of each class, and others with more clues.
# geometry: classic4
# expect: unique
....1.3.431.2... Malherbe
END
generate --geometry classic4 --seed 105 --count 63 --clues 7 >> "$target/4x4.txt"

corpus symmetric.txt 145 100 --symmetry central < /dev/null
corpus hurtebis.txt 146 100 --method hurtebis < /dev/null

corpus 6x6.txt 106 100 --geometry classic6 < /dev/null
corpus 16x16.txt 107 100 --geometry classic16 --clues 110 < /dev/null

corpus x.txt 108 99 --geometry x << 'END'
# geometry: x
# expect: unique
9.......4..7...8...4..6..5....2.6.....8...9.....8.4....5..2..3...1...5..3.......7 Falissard two diagonals
END
corpus windoku.txt 109 99 --geometry windoku << 'END'
# geometry: windoku
# expect: unique
...........9...1...124.567...6...2......6......4...7...685.149...1...8........... Falissard 13 blocks
END

# The other geometries, a seed each.
seed=112
boards() {
    for geometry in "$@"; do
        slow "$first" "$geometry.txt" "$seed" 100 --geometry "$geometry" "${clues[@]}"
        seed=$((seed + 1))
    done
}
first=50 clues=()
boards classic8 classic10 classic12 latin9 jigsaw5 jigsaw6 jigsaw7 jigsaw9-1 jigsaw9-2 jigsaw9-3
boards anti-king anti-knight asterisk centre-dot colour
first=5
boards twin triple butterfly samurai
first=10 clues=(--clues 110)
boards classic15
first=5 clues=(--clues 330)
boards classic25
first=2 clues=(--clues 800)
boards classic36

# Rules beside regions: VARIANT, NOTATION, SEED, COUNT. These notations have no header for the command.
while read -r variant notation seed count; do
    arguments="--variant $variant --to $notation"
    head="# source: harness generate $arguments --count $count --seed $seed"$'\n# expect: unique\n'
    # shellcheck disable=SC2086 # these are words
    slow 2 "$variant.txt" "$seed" "$count" $arguments < /dev/null
done << 'END'
killer killer 151 100
consecutive f-puzzles 152 50
greater-than f-puzzles 153 50
kropki f-puzzles 154 50
sandwich f-puzzles 155 50
thermometer f-puzzles 156 50
END
head=

corpus several.txt 110 98 --clues 26 --expect multiple << 'END'
# geometry: classic9
# expect: 61
........584...56..1..4..3....9...1...62.71..3....5.....5..8..9.......4...2..17... Hurtebis h1
# expect: multiple
...........9...1...124.567...6...2......6......4...7...685.149...1...8........... Falissard 13 blocks without them
END
corpus impossible.txt 111 97 --clues 26 --expect impossible << 'END'
# geometry: classic9
# expect: impossible
5..5............................................................................. clash in a row
5..........................5..................................................... clash in a column
5.........5...................................................................... clash in a block
END

cat > "$target/conformance/counts.txt" << 'END'
# Puzzles and how many solutions they have: for --task count.
# geometry: classic4
# expect: 288
................ all grids of order 4
# expect: 1
....1.3.431.2... Malherbe
# expect: 0
11.............. clash
# geometry: latin4
# expect: 576
................ all Latin squares of order 4
# geometry: x4
# expect: 48
................ all grids of order 4 with diagonals
# geometry: classic9
# expect: 61
........584...56..1..4..3....9...1...62.71..3....5.....5..8..9.......4...2..17... Hurtebis h1
# expect: 1
....9...584...56..1..4..3....9...1...62.71..3....5.....5..8..9.......4...2..17... Hurtebis h1 with 9 in r1c5
53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79 SAE
2....4.691....6.4..4....7......3.85.81..2....9..........71....2.....23.45.2...... Hurtebis toto
..1....34.7..1965.5..487.......74..9..759.2..3..126.7...26..9.7.....842.6.8...5.3 Hurtebis created
# geometry: x
9.......4..7...8...4..6..5....2.6.....8...9.....8.4....5..2..3...1...5..3.......7 Falissard two diagonals
# geometry: windoku
...........9...1...124.567...6...2......6......4...7...685.149...1...8........... Falissard 13 blocks
END

# The table of files: description here, count and hash from the files.
table() {
    printf '| file | puzzles | what | blake2 (b2sum -l 128) |\n|---|--:|---|---|\n'
    while IFS='|' read -r file what; do
        count=$(grep -cvE '^(#|$)' "$target/$file")
        hash=$(b2sum -l 128 < "$target/$file" | cut -d' ' -f1)
        printf '| `%s` | %s | %s | `%s` |\n' "$file" "$count" "$what" "$hash"
    done << 'END'
hardest.txt|famous hard 9×9 puzzles, made by people: see below
easy.txt|9×9 that `harness rate` calls easy, with 36 clues
medium.txt|9×9 that it calls medium, minimal
hard.txt|9×9 that it calls hard, minimal
fiendish.txt|9×9 that it calls fiendish, minimal
clues28.txt|9×9 with 28 clues
minimal.txt|9×9 from which no clue can be taken away
fewest.txt|9×9 with 18 or 19 clues, found by climbing
mined.txt|9×9 that take three searches many bets, found by climbing from `hardest.txt`
symmetric.txt|9×9 whose clues are those of a half turn; none can be taken away with its image
hurtebis.txt|9×9 made in the way of Hurtebis: no hypothesis, and no clue too many for that
builtin.txt|9×9, five of each of five levels: those of `harness solve --builtin`
4x4.txt|order 4: all 36 classes of minimal puzzles, and 64 with more clues
6x6.txt|order 6 with blocks of 2×3, minimal
16x16.txt|order 16 with 110 clues
x.txt|9×9 with both diagonals, minimal, Falissard's in front
windoku.txt|9×9 with 13 blocks, minimal, Falissard's in front
classic8.txt|order 8 with blocks of 2×4, minimal
classic10.txt|order 10 with blocks of 2×5, minimal
classic12.txt|order 12 with blocks of 3×4, minimal
classic15.txt|order 15 with blocks of 3×5 and 110 clues
classic25.txt|order 25 with 330 clues
classic36.txt|order 36 with 800 clues
latin9.txt|Latin squares of order 9, minimal
jigsaw5.txt|the jigsaw of order 5, minimal
jigsaw6.txt|the jigsaw of order 6, minimal
jigsaw7.txt|the jigsaw of order 7, minimal
jigsaw9-1.txt|the first jigsaw of order 9, minimal
jigsaw9-2.txt|the second jigsaw of order 9, minimal
jigsaw9-3.txt|the third jigsaw of order 9, minimal
anti-king.txt|9×9 in which cells that touch differ, minimal
anti-knight.txt|9×9 in which cells a knight's move apart differ, minimal
asterisk.txt|9×9 with a star of nine cells that differ, minimal
centre-dot.txt|9×9 in which the middle cells of the blocks differ, minimal
colour.txt|9×9 in which cells at the same place of their blocks differ, minimal
twin.txt|two 9×9 grids that share a block, minimal
triple.txt|three 9×9 grids in a chain, minimal
butterfly.txt|four 9×9 grids on 12×12 cells, minimal
samurai.txt|five 9×9 grids, minimal
killer.txt|9×9 with cages of at most five cells, of which no two can be joined
consecutive.txt|9×9 in which all neighbours that differ by one are marked, minimal
greater-than.txt|9×9 in which the greater one of neighbours in a block is marked, minimal
kropki.txt|9×9 with a dot between all neighbours that differ by one or are a number and its double, minimal
sandwich.txt|9×9 with the sums between 1 and 9 in all rows and columns, minimal
thermometer.txt|9×9 with rising lines of three to six cells, minimal
several.txt|9×9 with more than one solution
impossible.txt|9×9 without a solution; in most of them no two givens clash
conformance/counts.txt|puzzles with the number of their solutions
END
}
awk -v table="$(table)" '
    /<!-- begin: files -->/ { print; print table; skip = 1 }
    /<!-- end: files -->/ { skip = 0 }
    !skip { print }
' "$target/README.md" > "$target/README.new"
mv "$target/README.new" "$target/README.md"

if $check; then
    diff --recursive --brief "$target" datasets && echo 'datasets/ is as it is made'
fi
