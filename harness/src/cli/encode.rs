//! The arguments of `encode`, `decode` and `check-count`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::PuzzleRules;
use super::format::{FormatArgs, TextOrJson};
use super::headings::OUTPUT;
use super::reading::ReadArgs;

/// The problem to encode, or that was encoded.
#[derive(Args, Debug)]
pub struct ProblemArgs {
    /// A puzzle, an exact cover problem (.dlx, .xcc, .ec), a formula (.cnf) or a problem of a family
    ///
    /// A puzzle is a file in any notation, or its cells; `-` is standard input. A problem of a family is given by
    /// its parameters, such as queens:8 or dominoes:8x8; `harness list --families` lists the families.
    #[arg(value_name = "FILE|PUZZLE|FAMILY")]
    pub problem: PathBuf,
    /// How the file is read.
    #[command(flatten)]
    pub read: ReadArgs,
    /// Which puzzle, if the file has several.
    #[command(flatten)]
    pub puzzles: PuzzleRules,
}

/// What `encode` takes.
///
/// In cnf and opb, variable n of an exact cover problem means that option n is chosen, counted from 1.
/// Variable (c - 1)·S + s of a puzzle with S symbols means that cell c, in reading order, holds symbol s; the
/// formula is the extended encoding. In xcc, options that the puzzle rules out are omitted. The costs of options are
/// minimised in opb, and omitted in cnf.
#[derive(Args, Debug)]
pub struct EncodeArgs {
    /// The problem to encode.
    #[command(flatten)]
    pub problem: ProblemArgs,
    /// Notation to write
    #[arg(long, value_name = "NOTATION", help_heading = OUTPUT)]
    pub to: Form,
    /// Remove options and items that do not change the number of solutions; for xcc only
    ///
    /// An option is removed if it would leave a primary item without options. A primary item is removed if another one
    /// occurs in no option without it, with the options that have the item and not the other one. What was removed is
    /// stated on standard error. Problems with multiplicities are refused.
    #[arg(long, help_heading = OUTPUT)]
    pub reduce: bool,
    /// Break symmetries: omit most solutions that are images of others; for cnf and xcc
    ///
    /// There is a solution if and only if the problem has one, but fewer of them. A formula gets clauses and variables
    /// (lex-leader constraints of generators), which models may set in several ways, so the number of models says nothing; an
    /// exact cover problem loses options. What was found is stated on standard
    /// error, with the number of solutions for each one that is left if it is the same for all. A proof that the output has
    /// no solution is no proof for the problem: that symmetries may be broken follows from no clause.
    #[arg(long, help_heading = OUTPUT)]
    pub break_symmetries: bool,
    /// Output file; it must not exist
    ///
    /// By default standard output.
    #[arg(short, long, value_name = "FILE", help_heading = OUTPUT)]
    pub output: Option<PathBuf>,
}

/// A notation of problems for other programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Form {
    /// A formula in DIMACS CNF, for SAT solvers
    Cnf,
    /// Linear constraints in OPB, for pseudo-Boolean solvers
    Opb,
    /// An exact cover problem in Knuth's format, for DLX2, DLX3 and similar programs
    Xcc,
}

/// What `check-count` takes.
///
/// Checks line by line, without a search, that an exact cover problem, or that of a puzzle, has as many solutions as
/// a certificate says; docs/count-certificate-format.md defines the format. `run --task count --certify --keep-proofs
/// DIR` writes certificates, and so may any other program. Exit code: 0 the certificate holds; 1 it does not; 2 bad
/// usage or bad input.
#[derive(Args, Debug)]
pub struct CheckCountArgs {
    /// The problem that was counted.
    #[command(flatten)]
    pub problem: ProblemArgs,
    /// The certificate, plain or compressed with gzip or zstd; `-` is standard input
    #[arg(value_name = "CERTIFICATE")]
    pub certificate: PathBuf,
    /// How the result is printed.
    #[command(flatten)]
    pub format: FormatArgs<TextOrJson>,
}

/// What `decode` takes.
///
/// Reads the `s` and `v` lines that a solver printed for the output of `encode --to cnf` or `--to opb`,
/// prints the answer and checks it, with its cost if options have costs; that of the last `o` line must be the same. Not
/// checked are the claims that there is no solution, or none that is cheaper. Exit code: 0 the answer is a solution, or
/// the solver claims that there is none; 1 it is wrong; 2 bad usage or bad input.
#[derive(Args, Debug)]
pub struct DecodeArgs {
    /// The problem that was encoded.
    #[command(flatten)]
    pub problem: ProblemArgs,
    /// The output of the solver; `-` is standard input
    #[arg(value_name = "ANSWER", default_value = "-")]
    pub answer: PathBuf,
    /// How the answer is printed.
    #[command(flatten)]
    pub format: FormatArgs<TextOrJson>,
}
