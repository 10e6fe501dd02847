//! Families of exact cover problems: `queens:8` stands for a problem wherever a file does.
//!
//! A family is a row of [`FAMILIES`]: its name, its parameters, what its solutions are, and where their number
//! is published. The problems are made by the crate `generate`; this module reads the parameters. As a corpus,
//! a problem is the text that `encode` writes, so a run of `queens:8` and a run of that file have the same rows
//! and the same hash.

mod parameters;

use std::path::Path;

use anyhow::Context;
use board::instance::{ExactCover, write_cover};
use generate::instances::{
    dominoes, kirkman_triples, langford, latin_squares, pairings, partridge, pigeons, queens,
    regular_graphs, set_partitions, steiner_triples, tetrominoes,
};

use record::filter;

pub use self::parameters::one;
use self::parameters::{
    LARGEST, LARGEST_LATIN, LARGEST_PARTRIDGE, LARGEST_SET, LARGEST_SYSTEM, Rectangle, dominating,
    latin_rectangle, odd, parts, paths, pentominoes, random, rectangle, two, words,
};

/// A family of exact cover problems.
#[derive(Clone, Copy, Debug)]
pub struct Family {
    /// Its name, before the colon.
    pub name: &'static str,
    /// Its parameters, after the colon.
    pub parameters: &'static str,
    /// One of its problems. Those that read a file of words have none.
    pub example: &'static str,
    /// What a solution is.
    pub about: &'static str,
    /// Where the number of solutions is published.
    pub source: &'static str,
    make: fn(&str) -> anyhow::Result<ExactCover>,
}

/// All families, sorted by name.
pub static FAMILIES: &[Family] = &[
    Family {
        name: "bell",
        parameters: "N",
        example: "bell:8",
        about: "partitions of N elements",
        source: "OEIS A000110",
        make: |size| one(size, LARGEST_SET).map(set_partitions),
    },
    Family {
        name: "connected-parts",
        parameters: "HxW or FILE.col",
        example: "connected-parts:3x4",
        about: "partitions of a grid or a graph into connected parts",
        source: "OEIS A110476 (grids)",
        make: parts,
    },
    Family {
        name: "dominating-queens",
        parameters: "NxQUEENS",
        example: "dominating-queens:5x3",
        about: "placements of queens that attack or occupy all squares of an N×N board",
        source: "OEIS A002564 (fewest queens)",
        make: dominating,
    },
    Family {
        name: "dominoes",
        parameters: "HxW-HOLE-…",
        example: "dominoes:8x8-r1c1-r8c8",
        about: "tilings by dominoes; a hole is a square r1c1 or a central HxW",
        source: "OEIS A099390; Kasteleyn 1961",
        make: |size| {
            rectangle(size)
                .map(|Rectangle { height, width, holes }| dominoes(height, width, &holes))
        },
    },
    Family {
        name: "double-factorial",
        parameters: "N (odd)",
        example: "double-factorial:9",
        about: "partitions of N + 1 elements into pairs",
        source: "OEIS A001147",
        make: |size| odd(size).map(pairings),
    },
    Family {
        name: "kirkman",
        parameters: "N",
        example: "kirkman:9",
        about: "Kirkman triple systems of N labelled points, with days in every order",
        source: "20160 (N = 9)",
        make: |size| one(size, LARGEST_SYSTEM).map(kirkman_triples),
    },
    Family {
        name: "langford",
        parameters: "N",
        example: "langford:7",
        about: "Langford sequences of the pairs up to N",
        source: "twice OEIS A014552",
        make: |size| one(size, LARGEST).map(langford),
    },
    Family {
        name: "latin",
        parameters: "N",
        example: "latin:5",
        about: "Latin squares of order N",
        source: "OEIS A002860",
        make: |size| one(size, LARGEST_LATIN).map(latin_squares),
    },
    Family {
        name: "latin-rectangle",
        parameters: "KxN",
        example: "latin-rectangle:3x5",
        about: "Latin rectangles with K rows and N columns",
        source: "N! · OEIS A000166 (K = 2), A000186 (K = 3)",
        make: latin_rectangle,
    },
    Family {
        name: "numberlink",
        parameters: "HxW or FILE.col:A-B,…",
        example: "numberlink:5x5:r1c1-r5c5",
        about: "disjoint simple paths between terminals that visit every vertex",
        source: "OEIS A001184 (corners, odd H = W)",
        make: |size| paths(size, true),
    },
    Family {
        name: "partridge",
        parameters: "N",
        example: "partridge:3",
        about: "fillings of a square by one square of side 1, two of side 2, … N of side N",
        source: "0 (1 < N < 8); Wainwright 1981",
        make: |size| one(size, LARGEST_PARTRIDGE).map(partridge),
    },
    Family {
        name: "paths",
        parameters: "HxW or FILE.col:A-B,…",
        example: "paths:4x4:r1c1-r4c4",
        about: "disjoint simple paths between terminals",
        source: "OEIS A007764 (corners, H = W)",
        make: |size| paths(size, false),
    },
    Family {
        name: "pentominoes",
        parameters: "HxW-HOLE-…",
        example: "pentominoes:6x10",
        about: "tilings of 60 squares by the twelve pentominoes",
        source: "6x10: 9356; 8x8-2x2: 520 (Scott 1958)",
        make: pentominoes,
    },
    Family {
        name: "pigeons",
        parameters: "NxHOLES",
        example: "pigeons:4x6",
        about: "ways to put N pigeons into different holes",
        source: "HOLES! / (HOLES − N)!",
        make: |size| two(size).map(|(n, holes)| pigeons(n, holes)),
    },
    Family {
        name: "queens",
        parameters: "N",
        example: "queens:8",
        about: "placements of N queens that do not attack each other",
        source: "OEIS A000170",
        make: |size| one(size, LARGEST).map(queens),
    },
    Family {
        name: "random-cover",
        parameters: "ITEMSxOPTIONSxSIZE:SEED",
        example: "random-cover:30x120x3:7",
        about: "exact covers by random options of SIZE items",
        source: "none",
        make: random,
    },
    Family {
        name: "regular-graphs",
        parameters: "NxDEGREE",
        example: "regular-graphs:6x3",
        about: "graphs of N labelled vertices that all have DEGREE neighbours",
        source: "OEIS A001205 (DEGREE = 2), A002829 (DEGREE = 3)",
        make: |size| two(size).map(|(n, degree)| regular_graphs(n, degree)),
    },
    Family {
        name: "steiner",
        parameters: "N",
        example: "steiner:9",
        about: "Steiner triple systems of N labelled points",
        source: "30, 840, 1197504000 (N = 7, 9, 13)",
        make: |size| one(size, LARGEST_SYSTEM).map(steiner_triples),
    },
    Family {
        name: "tetrominoes",
        parameters: "HxW-HOLE-…",
        example: "tetrominoes:4x6",
        about: "tilings by tetrominoes of any kind",
        source: "OEIS A230031, A174248 (H = 4)",
        make: |size| {
            rectangle(size)
                .map(|Rectangle { height, width, holes }| tetrominoes(height, width, &holes))
        },
    },
    Family {
        name: "words",
        parameters: "HxW:FILE",
        example: "",
        about: "rectangles of the words in a file",
        source: "none",
        make: words,
    },
];

/// Returns the problem that a text names; `None` if it does not begin with the name of a family.
///
/// # Errors
/// When the parameters are invalid, the problem has no option, or a file of words or a graph cannot be read.
pub fn named(text: &str) -> Option<anyhow::Result<ExactCover>> {
    let (name, parameters) = text.split_once(':')?;
    let family = FAMILIES.iter().find(|family| family.name == name)?;
    let made = (family.make)(parameters).and_then(|problem| {
        let is_empty = problem.option_count() == 0;
        anyhow::ensure!(
            !is_empty,
            "{parameters:?}: no option, and so no solution; expected a problem with options"
        );
        Ok(problem)
    });
    Some(made.with_context(|| format!("{name}:{}", family.parameters)))
}

/// Returns whether a path stands for a problem of a family: it begins with the name of one, and no file is there.
pub fn is_named(path: &Path) -> bool {
    let name = path.to_str().and_then(|text| text.split_once(':')).map(|(name, _)| name);
    let is_one = |name| FAMILIES.iter().any(|family| family.name == name);
    name.is_some_and(is_one) && !path.exists()
}

/// Returns the family with this name, in letters of any case.
fn called(name: &str) -> Option<&'static Family> {
    FAMILIES.iter().find(|family| family.name.eq_ignore_ascii_case(name))
}

/// Returns whether a name is that of a family, or has the form of one and its parameters, such as `queens:8`, whether there
/// is one or not.
pub fn is_called_like_one(name: &str) -> bool {
    if called(name.split(':').next().unwrap_or_default()).is_some() {
        return true;
    }
    let is_name =
        |name: &str| !name.is_empty() && name.chars().all(|c| c.is_ascii_lowercase() || c == '-');
    let is_size = |size: &str| {
        size.chars().all(|c| c.is_ascii_digit() || c == 'x')
            && size.starts_with(|c: char| c.is_ascii_digit())
    };
    name.split_once(':').is_some_and(|(name, size)| is_name(name) && is_size(size))
}

/// `, did you mean queens:8?` for a path that is called like a problem of a family that does not exist, and
/// `, expected queens:N` for the name of a family.
pub fn suggestion(path: &Path) -> String {
    let text = path.to_str().unwrap_or_default();
    let Some((name, size)) = text.split_once(':') else {
        let expected =
            |family: &Family| format!(", expected {}:{}", family.name, family.parameters);
        return called(text).map_or(String::new(), expected);
    };
    let name = &name.to_ascii_lowercase();
    let names: Vec<&str> = FAMILIES.iter().map(|family| family.name).collect();
    let meant = filter::nearest(name, &names);
    meant.map_or(String::new(), |(meant, _)| format!(", did you mean {meant}:{size}?"))
}

/// Returns the problem that a path stands for as `encode` writes it; `None` if it does not stand
/// for one.
///
/// # Errors
/// Those of [`named`].
pub fn written(path: &Path) -> Option<anyhow::Result<String>> {
    let text = path.to_str().filter(|_| is_named(path))?;
    Some(named(text)?.and_then(|problem| Ok(write_cover(&problem)?)))
}

/// Returns the file that a family of this name reads, if it reads one.
pub fn file_of(text: &str) -> Option<&str> {
    let (name, parameters) = text.split_once(':')?;
    match name {
        "words" => parameters.split_once(':').map(|(_, file)| file),
        "connected-parts" => Some(parameters).filter(|it| parameters::is_graph_file(it)),
        "numberlink" | "paths" => {
            let graph = parameters.rsplit_once(':').map(|(graph, _)| graph);
            graph.filter(|it| parameters::is_graph_file(it))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests;
