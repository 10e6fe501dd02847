//! Runs backends over puzzle corpora.

fn main() {}
