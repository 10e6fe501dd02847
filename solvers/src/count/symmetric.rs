//! The row of states that are counted once with all their images.

use board::instance::ExactCover;

use super::fewest::{FEWEST, Fewest};
use super::symmetries::Symmetries;
use super::table::Table;
use crate::contract::{Backend, Method, Preparation, Takes, Unsupported};
use crate::cover::bitmatrix::BitMatrix;
use crate::cover::puzzles::PuzzleSearch;

/// The row `count/fewest.symmetric`. It writes no certificates: a line would have to name the symmetry by which its
/// state follows from another.
pub const FEWEST_SYMMETRIC: Backend = Backend {
    id: "count/fewest.symmetric",
    about: "counts states of an exact cover once that are images of each other by symmetries",
    method: Method { state: "options left, up to symmetry", ..FEWEST.method },
    takes: Takes {
        puzzles: Some(Preparation::new(|it| Ok(Box::new(PuzzleSearch::new(it, of_problem)?)))),
        covers: Some(Preparation::new(|it| Ok(Box::new(of_problem(it)?)))),
        ..Takes::NOTHING
    },
    ..FEWEST
};

fn of_problem(problem: &ExactCover) -> Result<Fewest<false>, Unsupported> {
    let matrix = BitMatrix::new(problem)?;
    let table = Table::new(matrix.left().len());
    Ok(Fewest::new(matrix, table, Symmetries::of(problem, &|| false)))
}
