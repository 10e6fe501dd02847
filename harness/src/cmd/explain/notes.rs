//! The notes under an explanation: which puzzles it is about, and how far it goes.

use analysis::stats::explain::{Explanation, LogRatios};
use render::table::{counted, grouped};

use super::features::{Feature, Features};
use super::{Known, PairedPuzzle};
use crate::cli::ExplainArgs;

/// What explanations say of features that were not known in time.
pub(crate) const OUT_OF_TIME: &str =
    ": some features are unknown, because the time was over (--timeout)";

/// Returns the sentences, in the order in which they are printed.
pub(super) fn notes(
    ratios: &LogRatios,
    puzzles: &[PairedPuzzle],
    known: &Known,
    labels: [&str; 2],
    arguments: &ExplainArgs,
) -> Vec<String> {
    let (metric, all) = (arguments.metric.name(), ratios.puzzles.len());
    let shown = grouped(puzzles.len() as u64);
    let n_puzzles = |n: usize| counted(n as u64, "puzzle");
    let sampled = format!("of {}, those with the smallest hashes (--max-puzzles)", n_puzzles(all));
    let reference =
        known.features.iter().find_map(|it| it.reference.filter(|id| labels.contains(id)));
    let about = |n: usize, what: &str| (n > 0).then(|| format!("{}{what}.", n_puzzles(n)));
    let excluded =
        |n: usize, why: &str| (n > 0).then(|| format!("Excluded: {} {why}.", n_puzzles(n)));
    let no_cost = format!("that one of the two did not solve; a failure has no cost in {metric}");
    let one_failed = ratios.failed.iter().filter(|it| it.contains(&true)).count();
    let not_found = " not found beside the rows: the number of clues is the only feature of these";
    let all = [
        (puzzles.len() < all).then(|| format!("A sample: {shown} {sampled}.")),
        about(one_failed, ": one of the two failed, which counts twice the limit"),
        excluded(ratios.neither, "that neither solved"),
        excluded(ratios.without_cost, &no_cost),
        excluded(ratios.timed_together, "timed in batches"),
        about(known.not_found, not_found),
        reference
            .map(|id| format!("The reference search is {id} as well, on nine other isomorphs.")),
        exceeded(&known.features),
        about(known.features.iter().filter(|it| it.is_out_of_time).count(), OUT_OF_TIME),
    ];
    all.into_iter().flatten().collect()
}

/// Returns which features exceed their bound, of how many puzzles.
fn exceeded(features: &[Features]) -> Option<String> {
    let of_one = |feature: Feature| {
        let n = features.iter().filter(|it| it.exceeds(feature)).count();
        (n > 0).then(|| format!("{} of {}", feature.key(), counted(n as u64, "puzzle")))
    };
    let all: Vec<String> = Feature::all().filter_map(of_one).collect();
    (!all.is_empty())
        .then(|| format!("Unknown, because the bound was exceeded: {}.", all.join(", ")))
}

/// Returns the note that outliers hide what features explain, if they have most of the variance and no question holds.
pub(super) fn outliers(explanation: &Explanation) -> Option<String> {
    let found = explanation.outliers.filter(|it| it.share > 0.5 && !explanation.is_supported())?;
    let (puzzles, share) = (counted(found.puzzles as u64, "puzzle"), 100.0 * found.share);
    Some(format!(
        "{puzzles} far from the others: {share:.0} % of the variance of the log ratios. Such outliers hide \
         what features explain; times of several passes (--reps) have fewer."
    ))
}
