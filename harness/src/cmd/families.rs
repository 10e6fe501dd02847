//! Exact cover problems of known families, by name: `queens:8`, `langford:7`, `latin:5`, `bell:12`,
//! `double-factorial:21`, `dominoes:8x8`, `tetrominoes:8x8`, `pentominoes:6x10`, `pentominoes:8x8-2x2`,
//! `random-cover:30x120x3:7`, `words:3x4:FILE`.

use std::fs;
use std::path::Path;

use anyhow::{Context, bail};
use board::instance::ExactCover;
use generate::instances::{
    dominoes, langford, latin_squares, pairings, pentominoes_around, queens, random_cover,
    set_partitions, tetrominoes, word_rectangles,
};

/// The maximum size; the options of a larger one would not fit into memory.
const LARGEST: usize = 400;

/// The maximum number of elements of a set of which all parts are options.
const LARGEST_SET: usize = 20;

/// The maximum order of a Latin square; it has n³ options.
const LARGEST_LATIN: usize = 100;

/// The number of squares that the pentominoes cover.
const PENTOMINO_SQUARES: usize = 60;

/// The problem with this name; `None` if it does not name a family.
///
/// # Errors
/// When the size is invalid, or the file of words cannot be read.
pub(super) fn named(text: &str) -> Option<anyhow::Result<ExactCover>> {
    let (family, size) = text.split_once(':')?;
    Some(match family {
        "bell" => one(size, LARGEST_SET).map(set_partitions),
        "dominoes" => board(size).map(|(height, width, hole)| dominoes(height, width, hole)),
        "double-factorial" => odd(size).map(pairings),
        "langford" => one(size, LARGEST).map(langford),
        "latin" => one(size, LARGEST_LATIN).map(latin_squares),
        "pentominoes" => pentominoes(size),
        "queens" => one(size, LARGEST).map(queens),
        "random-cover" => random(size),
        "tetrominoes" => board(size).map(|(height, width, hole)| tetrominoes(height, width, hole)),
        "words" => words(size),
        _ => return None,
    })
}

/// A rectangle, HxW, or one with a central hole, HxW-HxW: rows, columns, and those of the hole.
fn board(size: &str) -> anyhow::Result<(usize, usize, (usize, usize))> {
    let (outer, hole) = size.split_once('-').map_or((size, None), |(a, b)| (a, Some(b)));
    let (height, width) = two(outer)?;
    let hole = hole.map(two).transpose()?.unwrap_or((0, 0));
    if hole.0 > height || hole.1 > width {
        bail!("{size:?} is not a size, expected a hole that is smaller than the board");
    }
    Ok((height, width, hole))
}

/// An odd number.
fn odd(size: &str) -> anyhow::Result<usize> {
    let number = one(size, LARGEST)?;
    if number % 2 == 0 {
        bail!(
            "{size:?} is not a size, expected an odd number: an odd number of elements has no pairs"
        );
    }
    Ok(number)
}

/// The twelve pentominoes in a rectangle.
fn pentominoes(size: &str) -> anyhow::Result<ExactCover> {
    let (height, width, hole) = board(size)?;
    let squares = height * width - hole.0 * hole.1;
    if squares != PENTOMINO_SQUARES {
        bail!(
            "{size:?} has {squares} squares, expected {PENTOMINO_SQUARES}: twelve pieces cover five each, as \
             on 3x20, 4x15, 5x12, 6x10, or with a central hole on 8x8-2x2, \
             7x9-1x3 and 5x13-1x5"
        );
    }
    Ok(pentominoes_around(height, width, hole))
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
            "{size:?} is not a size, expected ITEMSxOPTIONSxSIZE:SEED like 30x120x3:7, with \
             at most {LARGEST} items"
        ),
    }
}

/// Parses a size from 1 to `largest`.
///
/// # Errors
/// When the text is not such a size.
pub(super) fn one(size: &str, largest: usize) -> anyhow::Result<usize> {
    let number = size.parse().ok().filter(|number| (1..=largest).contains(number));
    number.with_context(|| format!("{size:?} is not a size, expected a number from 1 to {largest}"))
}

fn two(size: &str) -> anyhow::Result<(usize, usize)> {
    let Some((height, width)) = size.split_once('x') else {
        bail!("{size:?} is not a size, expected two numbers like 6x10");
    };
    Ok((one(height, LARGEST)?, one(width, LARGEST)?))
}

/// Word rectangles of a size from the words in a file, one per line.
fn words(text: &str) -> anyhow::Result<ExactCover> {
    let Some((size, file)) = text.split_once(':') else {
        bail!("{text:?} lacks a file of words, expected a size and a file like 3x4:FILE");
    };
    let (height, width) = two(size)?;
    let words = fs::read_to_string(Path::new(file))
        .with_context(|| format!("cannot read the words in {file}"))?;
    let words: Vec<&str> = words.lines().map(str::trim).filter(|word| !word.is_empty()).collect();
    if words.iter().any(|word| word.contains(|it: char| it.is_whitespace() || "|:".contains(it))) {
        bail!("{file}: a line has several words or punctuation; expected one word per line");
    }
    Ok(word_rectangles(height, width, &words, &words))
}
