#!/usr/bin/env bash
# Races simd/bitslice and simd/single against the fastest solvers of others.
#
#   TDOKU=DIR scripts/race_peers.sh FILE...
#
# FILEs have a puzzle of 81 characters a line. For each file and task a line for each program: its median
# CPU time for a puzzle, the fastest and the slowest of five rounds, and how many times as fast as tdoku
# (as the first of ours where there is none) it is. Ends with 1 where counts differ. What is missing is
# named and left out:
#
#   TDOKU=DIR        a checkout of t-dillon/tdoku; built here by CXX, or by the newest clang++
#   SUDOKU_CRATE=1   fetches and builds the crate sudoku (AGPL) as a program of its own
#   PEERS="N=CMD…"   others: CMD is called with LIMIT FILE COUNTS, as scripts/race/race.py says
#   SEED=1           of the permutations
#   LEAST=8192       puzzles that a file is filled up to, with isomorphs
#   BUILT=DIR        where programs are built; by default a folder that is removed at the end
set -euo pipefail
if [ $# -eq 0 ]; then
    sed -n '2,/^set/{/^#/s/^# \{0,1\}//p}' "$0" >&2
    exit 2
fi
for file in "$@"; do
    [ -r "$file" ] || { echo "error: $file cannot be read" >&2; exit 2; }
done
here=$(cd "$(dirname "$0")/.." && pwd)
if [ -z "${BUILT:-}" ]; then
    BUILT=$(mktemp -d)
    trap 'rm -rf "$BUILT"' EXIT
fi
mkdir -p "$BUILT"

cargo build --quiet --release --manifest-path "$here/Cargo.toml" --package solvers --example lines
lines=${CARGO_TARGET_DIR:-$here/target}/release/examples/lines
# shellcheck disable=SC2206 # a list of words is meant
programs=("bitslice=$lines bitslice" "single=$lines single" ${PEERS:-})
reference=bitslice

if [ -n "${TDOKU:-}" ]; then
    newest=$(compgen -c clang++- | grep -E '^clang\+\+-[0-9]+$' | sort -t- -k2 -n | tail -1 || true)
    compiler=${CXX:-${newest:-c++}}
    echo "tdoku: $("$compiler" --version | head -1), -O3 -march=native" >&2
    "$compiler" -std=c++17 -O3 -march=native -DNDEBUG -I"$TDOKU/include" -I"$TDOKU/src" \
        -o "$BUILT/tdoku" "$here/scripts/race/tdoku.cc" \
        "$TDOKU/src/solver_dpll_triad_simd.cc" "$TDOKU/src/util.cc"
    programs+=("tdoku=$BUILT/tdoku")
    reference=tdoku
else
    echo "tdoku is left out: TDOKU names no checkout" >&2
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
