#!/usr/bin/env bash
# Tests the module for Python, and the wheels of the program and of the module.
#
#   scripts/check_python.sh                    the module as `cargo test --workspace` builds it, without wheels
#   scripts/check_python.sh --profile PROFILE  builds both wheels with this profile of Cargo, and tests them
#   scripts/check_python.sh --wheels FOLDER    tests these wheels
#
# The profile `wheel` makes what is published. Wheels are installed in an environment of their own. This needs python3
# with venv, and a network for pip; without wheels, a python3 with pytest, pandas and polars is enough.
set -euo pipefail
cd "$(dirname "$0")/.."

# The largest size of a wheel in bytes.
largest=$((8 * 1000 * 1000))

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# A fresh environment with some packages.
environment() {
    python3 -m venv "$work/$1"
    "$work/$1/bin/pip" install --quiet --disable-pip-version-check "${@:2}"
}

# The tests of the module, and the example of its documentation, by this python3.
module() {
    "$1" -m pytest -q -p no:cacheprovider python/tests
    (cd "$work" && "$1" -c 'import doctest, sudoku_harness; raise SystemExit(doctest.testmod(sudoku_harness).failed)')
}

built() {
    # With these targets, Cargo finds all but the module itself where the tests have left it.
    cargo build --workspace --lib --bins --examples --tests --profile test
    mkdir "$work/sudoku_harness"
    cp python/sudoku_harness/* "$work/sudoku_harness"
    cp "${CARGO_TARGET_DIR:-target}/debug/lib_native.so" "$work/sudoku_harness/_native.abi3.so"
    export PYTHONPATH=$work
    if python3 -c 'import pandas, polars, pytest' 2> /dev/null; then
        module "$(command -v python3)"
    else
        environment tools pandas polars pytest
        module "$work/tools/bin/python"
    fi
}

build() {
    environment tools maturin
    for crate in harness python; do
        "$work/tools/bin/maturin" build --quiet --profile "$1" --compression-level 9 -m "$crate/Cargo.toml" \
            -o "$work/wheels"
    done
}

wheels() {
    for wheel in "$1"/*.whl; do
        size=$(wc -c < "$wheel")
        echo "$size $(basename "$wheel")"
        [ "$size" -le "$largest" ] || { echo "error: $wheel has more than $largest bytes" >&2; exit 1; }
    done
    environment fresh "$1"/*.whl pytest pandas polars
    "$work/fresh/bin/harness" --version
    "$work/fresh/bin/harness" datasets/hardest.txt -f Inkala -b mrv --jobs 1 --format csv > "$work/rows.csv"
    module "$work/fresh/bin/python"
}

case $# in
    0) built ;;
    2)
        case $1 in
            --profile) build "$2" && wheels "$work/wheels" ;;
            --wheels) wheels "$2" ;;
            *) echo "error: an option $1, expected --profile or --wheels" >&2; exit 2 ;;
        esac
        ;;
    *) echo 'error: expected no arguments, --profile PROFILE or --wheels FOLDER' >&2; exit 2 ;;
esac
