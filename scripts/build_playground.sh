#!/usr/bin/env bash
# Builds the module of the playground (playground/, docs/playground.md), the same bytes in every folder:
#   scripts/build_playground.sh           builds it, and keeps it in playground/kept
#   scripts/build_playground.sh --check   builds it, and compares it with what is kept
#   scripts/build_playground.sh --output FILE
#
# The bytes depend on the compiler, so its version is fixed. The target is a component of rustup:
#   rustup +1.95.0 target add wasm32-unknown-unknown
# The module is kept as zstd, by the program of that name.
# Exit code: 3 if one of them is missing.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD

version=1.95.0
target=wasm32-unknown-unknown
kept=playground/kept
built=${CARGO_TARGET_DIR:-$root/target}/playground

if command -v rustup > /dev/null && rustup toolchain list | grep "^$version-" > /dev/null; then
    export RUSTUP_TOOLCHAIN=$version
fi
if [[ $(rustc --version) != "rustc $version "* ]]; then
    echo "expected rustc $version: rustup toolchain install $version --profile minimal" >&2
    exit 3
fi
if ! ls "$(rustc --print sysroot)/lib/rustlib/$target/lib/"libstd-*.rlib > /dev/null 2>&1; then
    echo "expected the target: rustup +$version target add $target" >&2
    exit 3
fi
if ! command -v zstd > /dev/null; then
    echo "expected the program zstd" >&2
    exit 3
fi

# Paths of this machine stand in the messages of panics, unless they are replaced.
home=${CARGO_HOME:-$HOME/.cargo}
export CARGO_ENCODED_RUSTFLAGS="--remap-path-prefix=$home/registry/src=registry"$'\x1f'"--remap-path-prefix=$root="
unset RUSTFLAGS CARGO_INCREMENTAL
# A browser has to load it, and traps where a program unwinds.
export CARGO_PROFILE_RELEASE_OPT_LEVEL=s CARGO_PROFILE_RELEASE_PANIC=abort CARGO_PROFILE_RELEASE_STRIP=true \
    CARGO_PROFILE_RELEASE_DEBUG=0
cargo build --quiet --release --locked -p playground --target "$target" --target-dir "$built"
module=$built/$target/release/playground.wasm

# What the bytes may depend on, besides the compiler.
sources() {
    find Cargo.lock Cargo.toml board datasets/geometries generate harness/lesson playground/Cargo.toml \
        playground/src solvers -type f -not -path '*/tests/*' -not -path '*/benches/*' \
        | LC_ALL=C sort | xargs sha256sum | sha256sum | cut -d ' ' -f 1
}
described() {
    echo "$(rustc --version), $target"
    echo "sources ${1}"
    echo "sha256 $(sha256sum < "$module" | cut -d ' ' -f 1)"
}

case ${1:-} in
    --output)
        cp "$module" "$2"
        ;;
    --check)
        if zstd -qdc "$kept/playground.wasm.zst" | cmp -s - "$module"; then
            echo "$kept has the module of these sources"
        elif [ "$(sed -n 's/^sources //p' "$kept/built.txt")" = "$(sources)" ]; then
            echo "$kept has another module than these sources make" >&2
            exit 1
        else
            echo "STALE: $kept has the module of earlier sources; $0 builds it anew" >&2
        fi
        ;;
    '')
        mkdir -p "$kept"
        zstd -qc --ultra -22 "$module" > "$kept/playground.wasm.zst"
        described "$(sources)" > "$kept/built.txt"
        cat "$kept/built.txt"
        ;;
    *)
        echo "usage: $0 [--check | --output FILE]" >&2
        exit 2
        ;;
esac
