//! The arguments of `encode` and `decode`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::PuzzleRules;
use crate::cli::reading::ReadArgs;

/// What is to be written or read back.
#[derive(Args, Debug)]
pub struct ProblemArgs {
    /// A puzzle in a file of any notation or typed, an exact cover problem (.dlx, .xcc) or a formula
    /// (.cnf), or a family: queens:N, langford:N, pentominoes:HxW (HxW-HxW with a hole in its middle),
    /// words:HxW:FILE (rectangles of the words of a file), random-cover:ITEMSxOPTIONSxSIZE:SEED; `-` is
    /// standard input
    #[arg(value_name = "FILE|PUZZLE")]
    pub problem: PathBuf,
    /// How the file is to be read.
    #[command(flatten)]
    pub read: ReadArgs,
    /// Which puzzle, where the file has several.
    #[command(flatten)]
    pub puzzles: PuzzleRules,
}

/// What `encode` takes.
///
/// In cnf and opb variable n of an exact cover problem says that its option n is chosen, counted
/// from 1. Variable (c - 1)·S + s of a puzzle with S symbols says that the s-th symbol stands in the
/// c-th cell in reading order; the formula is our extended encoding. In xcc the options of a puzzle
/// that it forbids are left out.
#[derive(Args, Debug)]
pub struct EncodeArgs {
    /// What is encoded.
    #[command(flatten)]
    pub problem: ProblemArgs,
    /// As what
    #[arg(long, value_name = "FORM")]
    pub to: Form,
    /// A new file; by default standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// What a problem is written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Form {
    /// A formula in DIMACS CNF, for SAT solvers
    Cnf,
    /// Linear constraints in OPB, for pseudo-Boolean solvers
    Opb,
    /// An exact cover problem in Knuth's format, for DLX2 and its like
    Xcc,
}

/// What `decode` takes.
///
/// Reads the `s` and `v` lines that a solver printed for what `encode --to cnf` or `--to opb` wrote,
/// shows the answer and referees it. Exit code: 0 it is right, or the solver says that there is
/// none; 1 it is wrong; 2 bad usage or bad input.
#[derive(Args, Debug)]
pub struct DecodeArgs {
    /// What was encoded.
    #[command(flatten)]
    pub problem: ProblemArgs,
    /// What the solver printed; `-` is standard input
    #[arg(value_name = "ANSWER", default_value = "-")]
    pub answer: PathBuf,
}
