//! `--techniques`: backends of the family `deduce`, by the techniques that they use.

use clap::Args;
use record::filter;
use solvers::logic::choice::TechniqueSet;

use super::headings::SELECTION;

/// Which sets of techniques.
#[derive(Args, Clone, Debug, Default)]
pub struct TechniqueArgs {
    /// Deduction by these techniques, such as naked-single,hidden-single; repeatable
    ///
    /// Techniques, groups such as fish, and presets such as singles, in a list with commas; `harness list
    /// --deduction` prints the names. `-` before a name removes it, `+` adds it, and a list that begins with
    /// either changes the set of deduce/all: `--techniques=-fish,+uniqueness`. Techniques that no preset uses are
    /// chosen by name, by their groups, or all at once as rare; some of them are slow. The same as `-b` with the id
    /// of the set, such as deduce/all.no-fish; beside it, `-b deduce` has no meaning of its own.
    #[arg(
        long = "techniques",
        value_name = "LIST",
        allow_hyphen_values = true,
        help_heading = SELECTION,
        value_parser = set
    )]
    pub sets: Vec<TechniqueSet>,
}

impl TechniqueArgs {
    /// The ids of the sets.
    pub fn ids(&self) -> impl Iterator<Item = String> {
        self.sets.iter().map(TechniqueSet::id)
    }

    /// Whether a pattern of `-b` only names the family of the sets.
    pub fn names_family(&self, pattern: &str) -> bool {
        !self.sets.is_empty() && pattern == "deduce"
    }
}

/// Reads a set of techniques.
pub(super) fn set(list: &str) -> Result<TechniqueSet, String> {
    TechniqueSet::from_list(list).map_err(|error| filter::not_choosable(&error))
}
