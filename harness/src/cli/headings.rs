//! The headings under which help texts group options.

pub(super) const WHAT_RUNS: &str = "What runs";
pub(super) const SELECTION: &str = "Selection";
pub(super) const INPUT: &str = "Input";
pub(super) const LIMITS: &str = "Limits";
pub(super) const REPETITIONS: &str = "Repetitions";
pub(super) const CHECKS: &str = "Checks";
pub(super) const EXTERNAL: &str = "External solvers";
pub(super) const PROCESSES: &str = "Workers and processes";
pub(super) const PUZZLES: &str = "Puzzles";
pub(super) const METHODS: &str = "Methods";
pub(super) const MINING: &str = "Mining";
pub(super) const ROWS: &str = "Rows";
pub(super) const STATISTICS: &str = "Statistics";
pub(super) const FIGURE: &str = "Figure";
pub(super) const STEPS: &str = "What to show";
pub(super) const JOBS: &str = "Jobs";
pub(super) const OUTPUT: &str = "Output";
