//! Generates puzzles of a level by seed, as a corpus on standard output.
//!
//! ```text
//! cargo run -p generate --example by_seed -- x6 hard 3
//! ```

use std::{error::Error, sync::Arc};

use board::{catalog, text::line};
use generate::{Generator, Spec};
use solvers::logic::rating::Level;

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let word = |at: usize, default: &'static str| words.get(at).map_or(default, String::as_str);
    print!("{}", corpus(word(0, "classic9"), word(1, "easy"), word(2, "1").parse()?)?);
    Ok(())
}

/// Returns the first puzzles of the seed 7 that have this level.
pub(crate) fn corpus(board: &str, level: &str, count: usize) -> Result<String, Box<dyn Error>> {
    let level = Level::ALL.into_iter().find(|it| it.name() == level).ok_or("no such level")?;
    let spec = Spec { level: Some(level), ..Spec::default() };
    let mut generator = Generator::new(Arc::new(catalog::named(board)?));
    let puzzles = (0..).filter_map(|number| generator.puzzle(7, number, spec)).take(count);
    let lines = puzzles.map(|puzzle| line::write_givens(&puzzle) + "\n");
    Ok(format!("# geometry: {board}\n# expect: unique\n") + &lines.collect::<String>())
}
