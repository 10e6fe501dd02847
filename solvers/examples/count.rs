//! Counts the tilings of a board by dominoes, and checks the certificate of the count.
//!
//! ```text
//! cargo run -p solvers --example count -- 8 8
//! ```

use std::error::Error;
use std::ops::ControlFlow;

use board::Count;
use board::instance::{CountChecker, CountWriter, Entry, ExactCover};
use solvers::{BACKENDS, Limits};

fn main() -> Result<(), Box<dyn Error>> {
    let side = |at| std::env::args().nth(at).map_or(Ok(8), |word| word.parse());
    let (height, width) = (side(1)?, side(2)?);
    println!("{} tilings of {height} × {width} squares", count(&dominoes(height, width))?);
    Ok(())
}

/// A square is an item, and two squares beside each other are an option.
pub(crate) fn dominoes(height: u32, width: u32) -> ExactCover {
    let squares = (0..height * width).map(|square| format!("s{square}")).collect();
    let mut problem = ExactCover::new(squares, Vec::new(), Vec::new());
    for square in 0..height * width {
        let beside = (square % width + 1 < width).then_some(square + 1);
        let below = Some(square + width).filter(|&below| below < height * width);
        for other in [beside, below].into_iter().flatten() {
            problem.add_option([square, other].map(Entry::plain)).expect("two squares");
        }
    }
    problem
}

/// The number of solutions that the checker has accepted: it knows no solver, and follows each line of the proof.
pub(crate) fn count(problem: &ExactCover) -> Result<Count, Box<dyn Error>> {
    let backend = BACKENDS.iter().find(|row| row.id == "count/sweep").ok_or("no such backend")?;
    let prove = backend.count_prover::<ExactCover>().ok_or("it proves no counts")?;
    let mut checker = CountChecker::new(problem, "dominoes");
    let mut refuted = None;
    let mut check = |line: &[u8]| match checker.line(line) {
        Ok(()) => ControlFlow::Continue(()),
        Err(error) => {
            refuted = Some(error);
            ControlFlow::Break(())
        }
    };
    let mut writer = CountWriter::new(problem, "dominoes", &mut check);
    let proved = prove(problem)?.prove_count(problem, &Limits::solutions(u64::MAX), &mut writer);
    match (proved, refuted) {
        (_, Some(error)) => Err(error.into()),
        (Err(stop), None) => Err(format!("the count ended early: {stop:?}").into()),
        (Ok(()), None) => Ok(checker.finish()?),
    }
}
