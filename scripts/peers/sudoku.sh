#!/usr/bin/env bash
# The crate sudoku (AGPL), built as a program of its own.
. "$(dirname "$0")/backend.sh"
version=0.8.0
mkdir -p "$built/sudoku/src"
cp "$here/sudoku.rs" "$built/sudoku/src/main.rs"
cat > "$built/sudoku/Cargo.toml" << END
[package]
name = "peer-sudoku"
version = "0.0.0"
edition = "2024"

[dependencies]
sudoku = "=$version"

[profile.release]
lto = "fat"
codegen-units = 1

[workspace]
END
SUDOKU_VERSION=$version RUSTFLAGS="-C target-cpu=native" cargo build --quiet --release \
    --manifest-path "$built/sudoku/Cargo.toml" --target-dir "$built/sudoku/target" >&2 || skip "cargo cannot build it"
define "$(relative "$built/sudoku/target/release/peer-sudoku")" "the crate sudoku (Rust): bands of 27 bits"
