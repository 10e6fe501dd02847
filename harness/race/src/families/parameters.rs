//! The parameters of families: sizes, boards with holes, graphs with terminals.

use std::fs;

use anyhow::{Context, bail, ensure};
use board::instance::{ExactCover, read_graph};
use board::{Graph, Vertex};
use generate::instances::{
    MOST_VERTICES, Square, central_hole, connected_parts, disjoint_paths, dominating_queens,
    grid_graph, latin_rectangles, pentominoes_around, random_cover, word_rectangles,
};

/// The maximum size; the options of a larger one would not fit into memory.
pub(super) const LARGEST: usize = 400;

/// The maximum number of elements of a set of which all parts are options.
pub(super) const LARGEST_SET: usize = 20;

/// The maximum order of a Latin square; it has n³ options.
pub(super) const LARGEST_LATIN: usize = 100;

/// The maximum number of points of a system of triples.
pub(super) const LARGEST_SYSTEM: usize = 60;

/// The maximum size of a board whose options have all squares that a queen attacks.
const LARGEST_BOARD: usize = 100;

/// The maximum size of the largest squares of a partridge problem.
pub(super) const LARGEST_PARTRIDGE: usize = 16;

/// The number of squares that the pentominoes cover.
const PENTOMINO_SQUARES: usize = 60;

/// The maximum number of parts or paths of a graph.
const MOST_OPTIONS: usize = 1_000_000;

/// Parses a size from 1 to `largest`.
///
/// # Errors
/// When the text is not such a size.
pub fn one(size: &str, largest: usize) -> anyhow::Result<usize> {
    let number = size.parse().ok().filter(|number| (1..=largest).contains(number));
    number.with_context(|| format!("{size:?} is not a size, expected a number from 1 to {largest}"))
}

/// Returns an odd number.
pub(super) fn odd(size: &str) -> anyhow::Result<usize> {
    let number = one(size, LARGEST)?;
    ensure!(
        number % 2 == 1,
        "{size:?} is not a size, expected an odd number: an odd number of elements has no pairs"
    );
    Ok(number)
}

/// Returns two sizes like 6x10.
pub(super) fn two(size: &str) -> anyhow::Result<(usize, usize)> {
    let Some((height, width)) = size.split_once('x') else {
        bail!("{size:?} is not a size, expected two numbers like 6x10");
    };
    Ok((one(height, LARGEST)?, one(width, LARGEST)?))
}

/// NxQUEENS.
pub(super) fn dominating(size: &str) -> anyhow::Result<ExactCover> {
    let (n, queens) = two(size)?;
    ensure!(
        n <= LARGEST_BOARD,
        "{size:?} is not a size, expected a board of at most {LARGEST_BOARD}"
    );
    Ok(dominating_queens(n, queens))
}

/// KxN.
pub(super) fn latin_rectangle(size: &str) -> anyhow::Result<ExactCover> {
    let (rows, columns) = two(size)?;
    ensure!(
        rows <= columns && columns <= LARGEST_LATIN,
        "{size:?} is not a size, expected at most as many rows as columns, and at most \
         {LARGEST_LATIN} of these"
    );
    Ok(latin_rectangles(rows, columns))
}

/// A rectangle with holes.
pub(super) struct Rectangle {
    pub(super) height: usize,
    pub(super) width: usize,
    pub(super) holes: Vec<Square>,
}

/// HxW, and holes after it: `-r1c1` a square, `-HxW` a rectangle in the middle.
pub(super) fn rectangle(size: &str) -> anyhow::Result<Rectangle> {
    let mut parts = size.split('-');
    let (height, width) = two(parts.next().unwrap_or_default())?;
    let mut holes = Vec::new();
    for hole in parts {
        if hole.starts_with('r') {
            let square = square(hole).filter(|&(row, column)| row < height && column < width);
            holes.extend(Some(square.with_context(|| {
                format!("{hole:?} is not a square, expected one from r1c1 to r{height}c{width}")
            })?));
            continue;
        }
        let (rows, columns) = two(hole)?;
        ensure!(
            rows <= height && columns <= width,
            "{size:?} is not a size, expected a hole that is smaller than the board"
        );
        holes.extend(central_hole(height, width, (rows, columns)));
    }
    holes.sort_unstable();
    holes.dedup();
    Ok(Rectangle { height, width, holes })
}

/// Returns a square like `r1c1`.
fn square(text: &str) -> Option<Square> {
    let (row, column) = text.strip_prefix('r')?.split_once('c')?;
    let number = |text: &str| text.parse::<usize>().ok()?.checked_sub(1);
    Some((number(row)?, number(column)?))
}

/// Returns the twelve pentominoes in a rectangle.
pub(super) fn pentominoes(size: &str) -> anyhow::Result<ExactCover> {
    let Rectangle { height, width, holes } = rectangle(size)?;
    let squares = height * width - holes.len();
    ensure!(
        squares == PENTOMINO_SQUARES,
        "{size:?} has {squares} squares, expected {PENTOMINO_SQUARES}: twelve pieces cover five each, as on \
         3x20, 4x15, 5x12, 6x10, or with holes on 8x8-2x2, 8x8-r1c1-r1c8-r8c1-r8c8 and 7x9-1x3"
    );
    Ok(pentominoes_around(height, width, &holes))
}

/// ITEMSxOPTIONSxSIZE:SEED.
pub(super) fn random(size: &str) -> anyhow::Result<ExactCover> {
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

/// Word rectangles of a size from the words in a file, one per line.
pub(super) fn words(text: &str) -> anyhow::Result<ExactCover> {
    let Some((size, file)) = text.split_once(':') else {
        bail!("{text:?} lacks a file of words, expected a size and a file like 3x4:FILE");
    };
    let (height, width) = two(size)?;
    let words =
        fs::read_to_string(file).with_context(|| format!("cannot read the words in {file}"))?;
    let words: Vec<&str> = words.lines().map(str::trim).filter(|word| !word.is_empty()).collect();
    if words.iter().any(|word| word.contains(|it: char| it.is_whitespace() || "|:".contains(it))) {
        bail!("{file}: a line has several words or punctuation; expected one word per line");
    }
    Ok(word_rectangles(height, width, &words, &words))
}

/// Returns the partitions of a graph into connected parts.
pub(super) fn parts(text: &str) -> anyhow::Result<ExactCover> {
    let NamedGraph { graph, names } = named_graph(text)?;
    let problem = connected_parts(&graph, names, MOST_OPTIONS);
    problem.with_context(|| {
        format!("{text} has more than {MOST_OPTIONS} connected parts, expected a smaller graph")
    })
}

/// GRAPH:A-B,C-D: disjoint paths between A and B, C and D.
pub(super) fn paths(text: &str, is_full: bool) -> anyhow::Result<ExactCover> {
    let Some((graph, pairs)) = text.rsplit_once(':') else {
        bail!("{text:?} lacks terminals, expected some like 4x4:r1c1-r4c4,r1c4-r4c1");
    };
    let NamedGraph { graph, names } = named_graph(graph)?;
    let mut terminals = Vec::new();
    for terminal in pairs.split([',', '-']) {
        let found = names.iter().position(|name| name == terminal);
        let (first, last) = (&names[0], &names[names.len() - 1]);
        let found = found.with_context(|| {
            format!("{terminal:?} is not a vertex, expected one from {first} to {last}")
        })?;
        ensure!(!terminals.contains(&found), "{terminal} is a terminal twice, expected once");
        terminals.push(found);
    }
    let is_pair = |pair: &str| pair.matches('-').count() == 1;
    ensure!(
        pairs.split(',').all(is_pair),
        "{pairs:?} are not pairs of terminals, expected some like r1c1-r4c4,r1c4-r4c1"
    );
    let pairs: Vec<(Vertex, Vertex)> = terminals.chunks(2).map(|it| (it[0], it[1])).collect();
    let problem = disjoint_paths(&graph, names, &pairs, is_full, MOST_OPTIONS);
    problem.with_context(|| {
        format!("{text} has more than {MOST_OPTIONS} paths, expected a smaller graph")
    })
}

/// A graph with names of its vertices.
struct NamedGraph {
    graph: Graph,
    names: Vec<String>,
}

/// Returns whether the parameter names a file of a graph, and not a grid.
pub(super) fn is_graph_file(text: &str) -> bool {
    two(text).is_err()
}

/// Returns a grid HxW, or the graph in a file.
fn named_graph(text: &str) -> anyhow::Result<NamedGraph> {
    let (graph, names): (Graph, Vec<String>) = match two(text) {
        Ok((height, width)) => {
            let name = |it: usize| format!("r{}c{}", it / width + 1, it % width + 1);
            ensure!(
                height * width <= MOST_VERTICES,
                "{text} has more than {MOST_VERTICES} squares"
            );
            (grid_graph(height, width), (0..height * width).map(name).collect())
        }
        Err(_) => {
            let content = fs::read_to_string(text).with_context(|| {
                format!("cannot read {text}, expected a grid like 4x4 or a file of a graph (.col)")
            })?;
            let graph = read_graph(&content).map_err(|error| anyhow::anyhow!("{text}:{error}"))?;
            let graph = graph.graph;
            let names = (1..=graph.order()).map(|vertex| vertex.to_string()).collect();
            (graph, names)
        }
    };
    ensure!(
        (1..=MOST_VERTICES).contains(&graph.order()),
        "{text} has {} vertices, expected 1 to {MOST_VERTICES}",
        graph.order()
    );
    Ok(NamedGraph { graph, names })
}
