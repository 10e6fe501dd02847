//! Generates puzzles of a level by seed, as a corpus on standard output.
//!
//! ```text
//! cargo run -p generate --example by_seed -- x6 hard 3
//! ```

use std::error::Error;
use std::sync::Arc;

use board::text::line;
use board::{Geometry, catalog};
use generate::{Generator, Spec};
use solvers::logic::rating::Level;

/// The seed; with a number it determines a puzzle, on every machine.
const SEED: u64 = 7;

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let word = |at: usize, default: &'static str| words.get(at).map_or(default, String::as_str);
    let level = Level::ALL.into_iter().find(|level| level.name() == word(1, "easy"));
    let geometry = catalog::named(word(0, "classic9"))?;
    print!("{}", corpus(geometry, level, word(2, "1").parse()?));
    Ok(())
}

/// The first puzzles of this level; not every number of the seed is one.
pub(crate) fn corpus(geometry: Geometry, level: Option<Level>, count: usize) -> String {
    let geometry = Arc::new(geometry);
    let mut generator = Generator::new(geometry.clone());
    let spec = Spec { level, ..Spec::default() };
    let puzzles = (0..).filter_map(|number| generator.puzzle(SEED, number, spec)).take(count);
    let lines = puzzles.map(|puzzle| line::write_givens(&puzzle) + "\n");
    let header = format!("# geometry: {}\n# expect: unique\n", geometry.name());
    header + &lines.collect::<String>()
}
