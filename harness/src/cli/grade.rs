//! The arguments of `grade` and `leaderboard`.

use std::path::PathBuf;

use clap::Args;

use super::format::{AnyTable, FormatArgs};
use super::headings::{CHECKS, INPUT, OUTPUT, SELECTION};
use super::language::LanguageArgs;
use super::shared::{DrawnSeedArgs, JobsArgs};

/// What `grade` takes.
///
/// Builds and runs each submission in a sandbox, as the file of an assignment says, and writes a folder: a page and
/// Gradescope's results.json for each student, gradebook.csv, junit.xml, a page of the class with similar submissions,
/// and marks.json. docs/assignment-files.md describes the file of an assignment, docs/grading.md marks and sandbox.
///
/// The sandbox is bubblewrap. Without it, submissions run with limits only, which is said in every output.
///
/// Exit code: 0 all submissions were graded; 1 with --strict, one misses points; 2 bad usage or bad input; 130
/// after Ctrl-C, which keeps the marks that were given until then.
#[derive(Args, Debug)]
pub struct GradeArgs {
    /// Folders or ZIP archives, one for each student
    #[arg(value_name = "SUBMISSION", required = true)]
    pub submissions: Vec<PathBuf>,
    /// The assignment: a file, or the folder of assignment.toml
    #[arg(long, value_name = "FILE", help_heading = INPUT)]
    pub assignment: PathBuf,
    /// New folder for the marks
    #[arg(short, long, value_name = "DIR", help_heading = OUTPUT)]
    pub output: PathBuf,
    /// Students of the class (CSV), such as the grading worksheet of Moodle
    ///
    /// A submission belongs to the row in which a cell of a column such as `Identifier`, `ID number`, `Email address`,
    /// `Full name` or `submission` is its name, or the part of its name that Moodle puts there.
    #[arg(long, value_name = "FILE", help_heading = INPUT)]
    pub roster: Option<PathBuf>,
    /// Grade only this part of the assignment; repeatable
    #[arg(long = "part", value_name = "ID", help_heading = SELECTION)]
    pub parts: Vec<String>,
    /// Grade only what is handed out, as students may
    #[arg(long, help_heading = SELECTION)]
    pub visible: bool,
    /// Exit with 1 if a submission misses points
    #[arg(long, help_heading = CHECKS)]
    pub strict: bool,
    /// Also write a workflow for GitHub Classroom to this file
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    pub classroom: Option<PathBuf>,
    /// The seed of the puzzles.
    #[command(flatten, next_help_heading = SELECTION)]
    pub seed: DrawnSeedArgs,
    /// The number of workers.
    #[command(flatten)]
    pub jobs: JobsArgs,
    /// The language of the pages.
    #[command(flatten)]
    pub language: LanguageArgs,
    /// How the marks are printed.
    #[command(flatten)]
    pub format: FormatArgs<AnyTable>,
}

/// What `leaderboard` takes.
///
/// Writes one page from folders of `harness grade`: anonymous names, points, ratios to the reference with confidence
/// intervals, and the hardest puzzle that each solved.
///
/// The names follow from the seed and the list of students. Whoever knows both knows who is who, so the seed is drawn and
/// printed, and the page does not show it.
#[derive(Args, Debug)]
pub struct LeaderboardArgs {
    /// Folders that `harness grade` wrote
    #[arg(value_name = "GRADES", required = true)]
    pub grades: Vec<PathBuf>,
    /// New file for the page
    #[arg(short, long, value_name = "FILE", help_heading = OUTPUT)]
    pub output: PathBuf,
    /// The seed of the names.
    #[command(flatten, next_help_heading = OUTPUT)]
    pub seed: DrawnSeedArgs,
    /// The language of the page.
    #[command(flatten)]
    pub language: LanguageArgs,
}
