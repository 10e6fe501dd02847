//! Tests of comparisons of rows with several time limits.

use analysis::stats::scores::Metric;

use super::*;
use crate::cli::SeedArgs;
use crate::cmd::golden::kept::runs;

/// A and B have limits of 20 ms, and C one of 10 ms.
const ROWS: &str = "backend,puzzle,status,verified,wall_ns,limit_ms\n\
                    a/a,one,unique,yes,5000000,20\na/a,two,unique,yes,15000000,20\n\
                    a/b,one,unique,yes,4000000,20\na/b,two,unique,yes,4000000,20\n\
                    a/c,one,unique,yes,4000000,10\na/c,two,timeout,no,10000000,10\n";

#[test]
fn the_smallest_limit_of_all_applies_to_each_pair() {
    let runs = runs(ROWS);
    let bootstrap = BootstrapArgs { resamples: 10, seed: SeedArgs { number: 1 } };
    let compared = HowCompared { metric: Metric::Time, by: Vec::new(), top: 0, bootstrap };
    let how = How { trials: TrialsArgs::default(), compared };
    let labels = ["a/a", "a/b", "a/c"].map(str::to_owned);
    let all = Pairs::all(&runs, &labels, &how).expect("they have common puzzles");
    let pair = all.comparison("a/a", "a/b").expect("it is compared");
    assert_eq!((pair.both_solved, pair.only_b), (1, 1));
    assert!(pair.statuses.contains(&("timeout", "unique", 1)), "{:?}", pair.statuses);
    let note = "The rows have different time limits; the smallest, 10.0 ms, applies to all.";
    assert_eq!(all.notes.iter().filter(|it| *it == note).count(), 1, "{:?}", all.notes);
    let with_baseline = Pairs::with_baseline(&runs, "a/a", &labels[1..], &how).expect("rows");
    let pair = with_baseline.comparison("a/a", "a/b").expect("it is compared");
    assert_eq!((pair.both_solved, pair.only_b), (1, 1));
    // Without C, the limit is that of A and B.
    let two = Pairs::with_baseline(&runs, "a/a", &labels[1..2], &how).expect("rows");
    assert_eq!(two.comparison("a/a", "a/b").expect("it is compared").both_solved, 2);
}

#[test]
fn the_scores_of_a_pair_are_those_of_a_matrix_of_its_own() {
    let runs = runs(&format!("{ROWS}a/c,three,unique,yes,4000000,10\na/a,four,unique,yes,9,20\n"));
    let bootstrap = BootstrapArgs { resamples: 10, seed: SeedArgs { number: 1 } };
    let compared = HowCompared { metric: Metric::Time, by: Vec::new(), top: 0, bootstrap };
    let how = How { trials: TrialsArgs::default(), compared };
    let all = FieldScores::of_pairs(&runs, &[(0, 1), (2, 0)], &how);
    for pair in [(0, 1), (1, 0), (2, 1)] {
        let (part, own) = (all.pair(pair).matrix, FieldScores::of(&runs, &[pair.0, pair.1], &how));
        assert_eq!(part.puzzles, own.matrix.puzzles);
        for one in 0..2 {
            let [part, own] = [&part, &own.matrix].map(|matrix| format!("{:?}", matrix.row(one)));
            assert_eq!(part, own);
        }
    }
    // The third has a row of a puzzle that the first lacks, and the first one of a puzzle that both others lack.
    assert_eq!((all.matrix.puzzles.len(), all.pair((0, 1)).matrix.puzzles.len()), (4, 3));
}
