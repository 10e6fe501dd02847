//! The notes under an explanation: which puzzles it is about, and how far it goes.

use analysis::stats::explain::LogRatios;
use render::table::{counted, grouped};

use super::{Known, PairedPuzzle, features};
use crate::cli::ExplainArgs;

/// The sentences, in the order in which they are printed.
pub(super) fn notes(
    ratios: &LogRatios,
    puzzles: &[PairedPuzzle],
    known: &Known,
    labels: [&str; 2],
    arguments: &ExplainArgs,
) -> Vec<String> {
    let n_puzzles = |n: usize| counted(n as u64, "puzzle");
    let metric = arguments.metric.name();
    let mut notes = vec![
        "A tree names what goes with the ratio, which need not be its cause. The sentence and the column \
         `held out` have what trees predict that have not seen these puzzles; the ratios of the groups, \
         and their intervals, ignore that the groups were chosen for them."
            .to_owned(),
    ];
    let mut note = |n: usize, text: &dyn Fn() -> String| {
        if n > 0 {
            notes.push(text());
        }
    };
    let all = ratios.puzzles.len();
    note(all - puzzles.len(), &|| {
        format!(
            "A sample: {} of {}, those with the smallest hashes (--max-puzzles).",
            grouped(puzzles.len() as u64),
            n_puzzles(all)
        )
    });
    note(ratios.one_failed, &|| {
        format!(
            "{}: one of the two failed, which counts twice the limit.",
            n_puzzles(ratios.one_failed)
        )
    });
    note(ratios.neither, &|| {
        format!("Excluded: {} that neither solved.", n_puzzles(ratios.neither))
    });
    note(ratios.without_cost, &|| {
        format!(
            "Excluded: {} that one of the two did not solve; a failure has no cost in {metric}.",
            n_puzzles(ratios.without_cost)
        )
    });
    note(ratios.timed_together, &|| {
        format!("Excluded: {} timed in batches.", n_puzzles(ratios.timed_together))
    });
    note(known.not_found, &|| {
        format!(
            "{} not found beside the rows: of these, the number of clues is the only feature.",
            n_puzzles(known.not_found)
        )
    });
    let reference = features::REFERENCE;
    note(labels.iter().filter(|label| **label == reference).count(), &|| {
        format!("The reference search is {reference} as well, on nine other isomorphs.")
    });
    notes
}
