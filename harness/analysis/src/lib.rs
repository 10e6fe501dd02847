//! Reads runs and computes statistics from them.
//!
//! Statistics see rows, never a backend: everything here is computed from run folders alone.
//!
//! ```
//! use analysis::load::Runs;
//! use analysis::stats::ranking::{Evidence, RankingSpec, rank};
//! use analysis::stats::scores::{Metric, Passes, ScoreMatrix};
//!
//! # let rows = std::env::temp_dir().join(format!("ranked-{}.csv", std::process::id()));
//! // A table made by any program, with `backend`, `puzzle` and `status` at least; or the folder of a run.
//! std::fs::write(&rows, "backend,puzzle,status,wall_ns,limit_ns\n\
//!     quick,one,unique,1000,5000\nquick,two,unique,2000,5000\n\
//!     slow,one,unique,4000,5000\nslow,two,timeout,5000,5000\n")?;
//! let runs = Runs::read(&[rows.clone()])?;
//! let contestant = |trial: &analysis::load::Trial| Some(trial.contestant as usize);
//! let n_contestants = runs.contestants.len();
//! let matrix = ScoreMatrix::new(&runs, n_contestants, contestant, Metric::Time, Passes::Median);
//! let evidence = Evidence::of(&matrix, &runs, &contestant);
//! let id = |one: usize| runs.contestants[one].backend.clone();
//! let ranking = rank(&matrix, &evidence, &RankingSpec::of(&matrix), &id);
//! let first = &ranking.lines[0];
//! assert_eq!((id(first.contestant).as_str(), first.place, first.solved), ("quick", Some(1), 2));
//! # std::fs::remove_file(&rows)?;
//! # Ok::<(), anyhow::Error>(())
//! ```
//! - [`load`]: reads the rows of one or several runs as compact trials, recomputes the verdicts across
//!   them, and collects the caveats of the runs;
//! - [`caveats`]: the sentences that qualify times;
//! - [`waiting`]: how much of the wall times was spent waiting for a processor;
//! - [`reported_times`]: whether the times that external solvers report are plausible;
//! - [`stats`]: a matrix with a score for each contestant and puzzle; rankings, pairwise comparisons and
//!   tests.
//! - [`history`]: summaries of runs, and the change points of their series.

pub mod caveats;
pub mod reported_times;
pub mod waiting;

pub mod load;

pub mod stats;

pub mod history;
