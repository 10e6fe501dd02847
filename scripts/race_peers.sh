#!/usr/bin/env bash
# Races simd/bitslice and simd/single against the fastest solvers of others.
#
#   TDOKU=DIR FSSS2=DIR SUDOKU_CRATE=1 scripts/race_peers.sh FILE...
#
# FILEs have a puzzle of 81 characters a line. For each file and task a line for each program: its median
# CPU time for a puzzle, the fastest and the slowest round, and how many times as fast as tdoku (as the first
# of ours where there is none) it is, by medians and by least times; then how many times as fast as the
# fastest of the others simd/single is. Ends with 1 where counts differ. What is missing is named and left
# out:
#
#   TDOKU=DIR        a checkout of t-dillon/tdoku; built here by CXX, or by the newest clang++
#   FSSS2=DIR        a checkout of dobrichev/fsss2; built in the same way
#   SUDOKU_CRATE=1   fetches and builds the crate sudoku (AGPL) as a program of its own
#   PEERS="N=CMD…"   others: CMD is called with LIMIT FILE COUNTS, as scripts/race/race.py says
#   PROFILE=dev      of ours. The everyday build is optimised, and there already as a rule; release links
#                    all of it once more as one
#   SEED=1           of the permutations
#   ROUNDS=5         in each of which the programs run in turn
#   TASKS="first unique"
#                    or count, up to 100,000 solutions, which fsss2 cannot do
#   LEAST=8192       puzzles that a file is filled up to, with isomorphs
#   BUILT=DIR        where programs are built; by default a folder that is removed at the end
set -euo pipefail
if [ $# -eq 0 ]; then
    sed -n '2,/^set/{/^#/s/^# \{0,1\}//p}' "$0" >&2
    exit 2
fi
for file in "$@"; do
    [ -f "$file" ] && [ -r "$file" ] || { echo "error: $file is no file that can be read" >&2; exit 2; }
done
here=$(cd "$(dirname "$0")/.." && pwd)
if [ -z "${BUILT:-}" ]; then
    BUILT=$(mktemp -d)
    trap 'rm -rf "$BUILT"' EXIT
fi
mkdir -p "$BUILT"

profile=${PROFILE:-dev}
cargo build --quiet --profile "$profile" --manifest-path "$here/Cargo.toml" \
    --package solvers --example lines
[ "$profile" = dev ] && folder=debug || folder=$profile
lines=${CARGO_TARGET_DIR:-$here/target}/$folder/examples/lines
# shellcheck disable=SC2206 # a list of words is meant
programs=("bitslice=$lines bitslice" "single=$lines single" ${PEERS:-})
reference=bitslice

newest=$(compgen -c clang++- | grep -E '^clang\+\+-[0-9]+$' | sort -t- -k2 -n | tail -1 || true)
compiler=${CXX:-${newest:-c++}}
compile() {
    echo "$1: $("$compiler" --version | head -1), -O3 -march=native" >&2
    "$compiler" -O3 -march=native -DNDEBUG -w -o "$BUILT/$1" "$here/scripts/race/$1.cc" "${@:2}"
    programs+=("$1=$BUILT/$1")
}

if [ -n "${TDOKU:-}" ]; then
    compile tdoku -std=c++17 -I"$TDOKU/include" -I"$TDOKU/src" \
        "$TDOKU/src/solver_dpll_triad_simd.cc" "$TDOKU/src/util.cc"
    reference=tdoku
else
    echo "tdoku is left out: TDOKU names no checkout" >&2
fi

if [ -n "${FSSS2:-}" ]; then
    compile fsss2 -std=gnu++14 -I"$FSSS2" "$FSSS2/fsss2.cpp" "$FSSS2/t_128.cpp"
else
    echo "fsss2 is left out: FSSS2 names no checkout" >&2
fi

if [ -n "${SUDOKU_CRATE:-}" ]; then
    mkdir -p "$BUILT/sudoku/src"
    cp "$here/scripts/race/sudoku.rs" "$BUILT/sudoku/src/main.rs"
    cat > "$BUILT/sudoku/Cargo.toml" << 'END'
[package]
name = "race-sudoku"
version = "0.0.0"
edition = "2024"

[dependencies]
sudoku = "0.8"

[profile.release]
lto = "fat"
codegen-units = 1

[workspace]
END
    RUSTFLAGS="-C target-cpu=native" cargo build --quiet --release \
        --manifest-path "$BUILT/sudoku/Cargo.toml" --target-dir "$BUILT/sudoku/target"
    programs+=("sudoku=$BUILT/sudoku/target/release/race-sudoku")
else
    echo "the crate sudoku is left out: SUDOKU_CRATE is not set" >&2
fi

python3 "$here/scripts/race/race.py" \
    "$reference" "${SEED:-1}" "${LEAST:-8192}" "$@" -- "${programs[@]}"
