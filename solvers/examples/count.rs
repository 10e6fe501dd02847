//! Counts the tilings of a board by dominoes, and checks the certificate of the count.
//!
//! ```text
//! cargo run -p solvers --example count -- 8 8
//! ```

use std::{error::Error, ops::ControlFlow};

use board::Count;
use board::instance::{CountChecker, CountWriter, ExactCover};
use generate::instances::dominoes;
use solvers::{BACKENDS, Limits};

fn main() -> Result<(), Box<dyn Error>> {
    let side = |at| std::env::args().nth(at).map_or(Ok(8), |word| word.parse());
    let (height, width) = (side(1)?, side(2)?);
    println!("{} tilings of {height} × {width} squares", count(&dominoes(height, width, &[]))?);
    Ok(())
}

/// Returns the number of solutions that the checker accepts: it knows no solver, and follows each line of the
/// certificate.
pub(crate) fn count(problem: &ExactCover) -> Result<Count, Box<dyn Error>> {
    let backend = BACKENDS.iter().find(|row| row.id == "count/sweep").ok_or("no such backend")?;
    let prove = backend.count_prover::<ExactCover>().ok_or("it proves no counts")?;
    let mut lines = Vec::new();
    let mut keep = |line: &[u8]| {
        lines.push(line.to_vec());
        ControlFlow::Continue(())
    };
    let mut writer = CountWriter::new(problem, "dominoes", &mut keep);
    let proved = prove(problem)?.prove_count(problem, &Limits::solutions(u64::MAX), &mut writer);
    proved.map_err(|stop| format!("the count ended early: {stop:?}"))?;
    let mut checker = CountChecker::new(problem, "dominoes");
    lines.iter().try_for_each(|line| checker.line(line))?;
    Ok(checker.finish()?)
}
