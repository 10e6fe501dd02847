//! Printable pages: puzzles with their level and number of clues below, after the printable page of
//! Hurtebis' program, and their solutions on separate pages.
//!
//! A single puzzle has the width of a page, several are printed two in a row, solutions three in a row; a
//! board of more than twelve columns has its own row. The browser breaks pages, but never a figure.

use std::fmt::Write as _;

use board::{Grid, Puzzle};

use super::{CellContent, Fill, OpenCells, SHEET, board, extent};
use crate::policy::policy;
use crate::svg::Escaped;
use crate::table::counted;

/// The style sheet of the page, in addition to that of the figures.
const PAGE: &str = "\
@page{size:A4;margin:14mm}body{margin:0;font-family:Helvetica,Arial,sans-serif}\
section{display:flex;flex-wrap:wrap;gap:8mm;justify-content:center}\
.solutions{break-before:page;gap:5mm}h1{width:100%;font-size:14pt;margin:0}\
figure{margin:0;width:72mm;break-inside:avoid;text-align:center}figure svg{width:100%;height:auto}\
.wide{width:165mm}.solutions figure{width:56mm}.solutions .wide{width:120mm}\
figcaption{font-size:10pt}";

/// A board with more columns has its own row.
const NARROW: usize = 12;

/// A puzzle to print.
#[derive(Clone, Debug)]
pub struct PrintedPuzzle {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The name; may be empty.
    pub name: String,
    /// The level.
    pub level: String,
    /// The solution, if it is printed, too.
    pub solution: Option<Grid>,
}

/// Returns the page. `all` shows candidates, `fill` colours the cells.
pub fn page(puzzles: &[PrintedPuzzle], all: bool, fill: Fill<'_>) -> String {
    let figures = |is_solved: bool| -> String {
        puzzles.iter().filter_map(|it| figure(it, is_solved, all, fill)).collect()
    };
    let alone = if puzzles.len() == 1 { " class=\"one\"" } else { "" };
    let style = format!("{SHEET}{PAGE}.one figure{{width:165mm}}");
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n<title>Puzzles</title>\n\
         <style>{style}</style>\n<section{alone}>\n{}</section>\n",
        policy(&style, ""),
        figures(false)
    );
    let solutions = figures(true);
    if !solutions.is_empty() {
        write!(page, "<section class=\"solutions\">\n<h1>Solutions</h1>\n{solutions}</section>\n")
            .expect("a string takes everything");
    }
    page + "</html>\n"
}

/// Returns a puzzle with its caption, or its solution, if it is printed.
fn figure(printed: &PrintedPuzzle, is_solved: bool, all: bool, fill: Fill<'_>) -> Option<String> {
    let PrintedPuzzle { puzzle, name, level, solution } = printed;
    let solution = solution.as_ref().filter(|_| is_solved);
    if is_solved && solution.is_none() {
        return None;
    }
    let open = match solution {
        None if all => OpenCells::Candidates,
        _ => OpenCells::solved(solution),
    };
    let cells = CellContent::Puzzle { puzzle, open, fill };
    let geometry = puzzle.geometry();
    let svg = board(geometry, cells, "").inline();
    let wide = if extent(geometry).1 > NARROW { " class=\"wide\"" } else { "" };
    let clues = counted(puzzle.clues() as u64, "clue");
    let caption = match (is_solved, name.is_empty()) {
        (true, _) => name.clone(),
        (false, true) => format!("{level}, {clues}"),
        (false, false) => format!("{name}: {level}, {clues}"),
    };
    let caption = Escaped(&caption);
    Some(format!("<figure{wide}>\n{svg}<figcaption>{caption}</figcaption>\n</figure>\n"))
}
