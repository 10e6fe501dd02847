//! Exact cover problems of known families by their names: `queens:8`, `langford:7`,
//! `pentominoes:6x10`.

use anyhow::{Context, bail};
use board::instance::ExactCover;
use solvers::generate::families::{langford, pentominoes, queens};

/// No family is made of a larger size: its options would not fit into memory.
const LARGEST: usize = 400;

/// The problem of that name; none if it is no family that is named.
///
/// # Errors
/// When the size is none.
pub(super) fn named(text: &str) -> Option<anyhow::Result<ExactCover>> {
    let (family, size) = text.split_once(':')?;
    Some(match family {
        "langford" => one(size, LARGEST).map(langford),
        "pentominoes" => two(size).map(|(height, width)| pentominoes(height, width)),
        "queens" => one(size, LARGEST).map(queens),
        _ => return None,
    })
}

/// A size from 1 to `largest`.
///
/// # Errors
/// When the text is none.
pub(super) fn one(size: &str, largest: usize) -> anyhow::Result<usize> {
    let number = size.parse().ok().filter(|number| (1..=largest).contains(number));
    number.with_context(|| format!("{size:?} is no size, expected a number from 1 to {largest}"))
}

fn two(size: &str) -> anyhow::Result<(usize, usize)> {
    let Some((height, width)) = size.split_once('x') else {
        bail!("{size:?} is no size, expected two numbers like 6x10");
    };
    Ok((one(height, LARGEST)?, one(width, LARGEST)?))
}
