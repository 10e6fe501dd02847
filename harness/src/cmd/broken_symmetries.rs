//! Problems whose symmetries are broken, for `encode`.

use board::instance::{ExactCover, Formula};
use render::table::{counted, grouped};
use solvers::symmetry::{self, Representatives, SearchEffort};

/// Adds clauses to a formula, and notes what was found.
pub(super) fn with_clauses(formula: &mut Formula) {
    let (variables, clauses) = (formula.variables(), formula.clause_count());
    let group = symmetry::search(&symmetry::of_formula(formula), &SearchEffort::USUAL);
    symmetry::add_lex_leaders(formula, &group);
    super::note(&format!(
        "{} of {}; {} and {} added",
        counted(group.generators().len() as u64, "generator"),
        if group.is_complete() {
            "all symmetries"
        } else {
            "symmetries, of which some may be missing"
        },
        counted((formula.variables() - variables) as u64, "variable"),
        counted((formula.clause_count() - clauses) as u64, "clause"),
    ));
    if formula.clause_count() > clauses {
        super::note("models do not all stand for the same number, so counts say nothing");
    }
}

/// Returns the problem with fewer options, and notes what was found.
pub(super) fn without_options(cover: &ExactCover) -> ExactCover {
    let Representatives { kept, steps, factor } =
        symmetry::representatives(cover, &SearchEffort::USUAL);
    let removed = cover.option_count() - kept.len();
    if removed == 0 {
        super::note("no symmetry was broken, so all options are left");
        return symmetry::restricted(cover, &kept);
    }
    let items = steps.iter().map(|step| cover.name(step.item)).collect::<Vec<_>>().join(", ");
    super::note(&format!(
        "{} of {} removed{}",
        grouped(removed as u64),
        counted(cover.option_count() as u64, "option"),
        if steps.is_empty() { String::new() } else { format!(", by the symmetries of {items}") },
    ));
    match factor {
        Some(factor) => super::note(&format!("each solution stands for {factor}")),
        None => {
            super::note("solutions do not all stand for the same number, so counts say nothing")
        }
    }
    symmetry::restricted(cover, &kept)
}
