//! Exact cover problems of known families by their names: `queens:8`, `langford:7`,
//! `pentominoes:6x10`, `random-cover:30x120x3:7`.

use anyhow::{Context, bail};
use board::instance::ExactCover;
use solvers::generate::families::{langford, pentominoes, queens, random_cover};

/// No family is made of a larger size: its options would not fit into memory.
const LARGEST: usize = 400;

/// The problem of that name; none if it is no family that is named.
///
/// # Errors
/// When the size is none.
pub(super) fn named(text: &str) -> Option<anyhow::Result<ExactCover>> {
    let (family, size) = text.split_once(':')?;
    Some(match family {
        "langford" => one(size).map(langford),
        "pentominoes" => two(size).map(|(height, width)| pentominoes(height, width)),
        "queens" => one(size).map(queens),
        "random-cover" => random(size),
        _ => return None,
    })
}

/// ITEMSxOPTIONSxSIZE:SEED.
fn random(size: &str) -> anyhow::Result<ExactCover> {
    let numbers = size.split_once(':').and_then(|(shape, seed)| {
        let numbers: Vec<usize> =
            shape.split('x').map(|it| it.parse().ok()).collect::<Option<_>>()?;
        Some((numbers, seed.parse().ok()?))
    });
    match numbers.as_ref().map(|(shape, seed)| (shape.as_slice(), *seed)) {
        Some((&[items, options, size], seed))
            if (1..=LARGEST).contains(&items)
                && (1..=LARGEST * LARGEST).contains(&options)
                && (1..=items).contains(&size) =>
        {
            Ok(random_cover(items, options, size, seed))
        }
        _ => bail!(
            "{size:?} is no size, expected items, options, items of an option and a seed like \
             30x120x3:7, with at most {LARGEST} items"
        ),
    }
}

fn one(size: &str) -> anyhow::Result<usize> {
    let number = size.parse().ok().filter(|number| (1..=LARGEST).contains(number));
    number.with_context(|| format!("{size:?} is no size, expected a number from 1 to {LARGEST}"))
}

fn two(size: &str) -> anyhow::Result<(usize, usize)> {
    let Some((height, width)) = size.split_once('x') else {
        bail!("{size:?} is no size, expected two numbers like 6x10");
    };
    Ok((one(height)?, one(width)?))
}
