//! `--techniques`: backends of the family `deduce`, by the techniques that they use.

use clap::Args;
use record::filter;
use solvers::logic::choice::TechniqueSet;

use super::headings::SELECTION;

/// Which sets of techniques.
#[derive(Args, Clone, Debug, Default)]
pub struct TechniqueArgs {
    /// Deduction by these techniques, such as naked-single,hidden-single
    ///
    /// May be repeated, for a backend each. Techniques, groups such as fish, and presets such as singles, in a list
    /// with commas; `harness list --deduction` prints the names. `-` before a name removes it, `+` adds it, and a list
    /// that begins with either changes the set of deduce/all: `--techniques=-fish,+uniqueness`. Techniques that no
    /// preset uses but `everything` are chosen by name, by their groups, or all at once as rare; some of them are slow.
    /// The same as `-b` with the id of the set, such as deduce/all.no-fish; beside it, `-b deduce` has no meaning of its
    /// own.
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
    /// Returns the ids of the sets.
    pub fn ids(&self) -> impl Iterator<Item = String> {
        self.sets.iter().map(TechniqueSet::id)
    }

    /// Returns whether a pattern of `-b` only names the family of the sets.
    pub fn names_family(&self, pattern: &str) -> bool {
        !self.sets.is_empty() && pattern == "deduce"
    }
}

/// The techniques of a player, or of puzzles: at most one set.
#[derive(Args, Clone, Debug, Default)]
pub struct RatedTechniquesArgs {
    /// Deduction by these techniques, such as naked-single,hidden-single
    ///
    /// Only they are used, of the techniques that have a score; a puzzle that they do not solve is unsolved. A list
    /// as in `harness run --techniques`; one that begins with `+` or `-` changes the set of all that have a score:
    /// `--techniques=-chains,-uniqueness`.
    #[arg(
        long,
        value_name = "LIST",
        allow_hyphen_values = true,
        conflicts_with = "to",
        help_heading = SELECTION,
        value_parser = rated_set
    )]
    pub techniques: Option<TechniqueSet>,
}

/// Reads a set of techniques some of which have a score.
fn rated_set(list: &str) -> Result<TechniqueSet, String> {
    let set = TechniqueSet::from_change(list, &["all-unique", "rated-only"]);
    let set = set.map_err(|error| filter::not_choosable(&error))?;
    if set.techniques().all(|it| it.rung.is_none()) {
        return Err("none of them has a score, so no puzzle can be rated by them".into());
    }
    Ok(set)
}

/// Reads a set of techniques.
pub(super) fn set(list: &str) -> Result<TechniqueSet, String> {
    TechniqueSet::from_list(list).map_err(|error| filter::not_choosable(&error))
}
