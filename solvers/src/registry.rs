//! All rows, sorted by id. A row listed here appears in the tests, on the command line, in the CSV
//! and in the report.

use crate::contract::{Backend, Origin, ProblemKind};
use crate::{backtrack, candidates, colour, count, cover, local, logic, sat, simd};

/// Every backend. A `static`, so that the searches which its functions name are compiled in this crate, where
/// code is optimised, and not anew in each crate that reads the table.
pub static BACKENDS: &[Backend] = &[
    backtrack::naive::NAIVE,
    backtrack::naive_two_run::NAIVE_TWO_RUN,
    candidates::bets::BETS[0],
    candidates::bets::BETS[1],
    candidates::bets::BETS[2],
    candidates::bets::BETS[3],
    candidates::bets::BETS[4],
    candidates::bets::BETS[5],
    candidates::bets::BETS[6],
    candidates::bets::BETS[7],
    candidates::bitboards::BITBOARDS,
    candidates::mrv::MRV,
    candidates::mrv::MRV_FLAGS,
    candidates::mrv::MRV_LIST,
    candidates::rounds::ROUNDS,
    candidates::rounds::ROUNDS_H1,
    candidates::rounds::ROUNDS_INSIST,
    colour::greedy::DSATUR,
    colour::exact::DSATUR_EXACT,
    colour::exact::DSATUR_EXACT_BRELAZ,
    colour::greedy::WELSH_POWELL,
    count::fewest::FEWEST,
    count::fewest::FEWEST_COMPONENTS,
    count::symmetric::FEWEST_SYMMETRIC,
    count::rows::SWEEP,
    count::rows::SWEEP_BANDWIDTH,
    cover::bitmatrix::BITMATRIX,
    cover::bitmatrix::WEIGHTED,
    cover::dancing_cells::DANCING_CELLS,
    cover::dlx::DLX,
    cover::dlx_crate::DLX_CRATE,
    cover::dlx_rs::DLX_RS,
    cover::dlx::SHARP,
    logic::rows::ALL,
    logic::rows::ALL_UNIQUE,
    logic::rows::EVERYTHING,
    logic::rows::EVERYTHING_UNIQUE,
    logic::rows::LOCKED,
    logic::pairs::PAIRS,
    logic::pairs::PAIRS_FLAGS,
    logic::pairs::PAIRS_LIST,
    logic::rows::SINGLES,
    logic::rows::TUPLES,
    local::annealing::ANNEALING,
    sat::inference::BFL,
    sat::combinations::BINARY_BATSAT,
    sat::combinations::COMMANDER_BATSAT,
    sat::combinations::EXTENDED_BATSAT,
    sat::incremental::EXTENDED_BATSAT_INCREMENTAL,
    #[cfg(feature = "cadical")]
    sat::combinations::EXTENDED_CADICAL,
    sat::combinations::EXTENDED_CDCL,
    sat::model_count::EXTENDED_COUNT,
    sat::combinations::EXTENDED_DPLL,
    #[cfg(feature = "glucose")]
    sat::combinations::EXTENDED_GLUCOSE,
    #[cfg(feature = "glucose")]
    sat::incremental::EXTENDED_GLUCOSE_INCREMENTAL,
    #[cfg(feature = "minisat")]
    sat::combinations::EXTENDED_MINISAT,
    #[cfg(feature = "minisat")]
    sat::incremental::EXTENDED_MINISAT_INCREMENTAL,
    sat::combinations::EXTENDED_VARISAT,
    sat::incremental::EXTENDED_VARISAT_INCREMENTAL,
    sat::inference::FL,
    sat::inference::HYPBIN,
    sat::combinations::LOG_BATSAT,
    sat::combinations::MINIMAL_BATSAT,
    sat::combinations::MINIMAL_VARISAT,
    sat::combinations::ORDER_BATSAT,
    sat::combinations::PRODUCT_BATSAT,
    sat::switched::REDUCED_ALLDIFF,
    sat::combinations::REDUCED_BATSAT,
    sat::lex_leader::REDUCED_LEX_LEADER,
    sat::combinations::REDUCED_VARISAT,
    sat::combinations::SEQUENTIAL_BATSAT,
    sat::combinations::SUPPORT_BATSAT,
    sat::inference::UP,
    simd::bitslice::BITSLICE,
    simd::bitslice::BITSLICE_AVX2,
    simd::bitslice::BITSLICE_AVX512,
    simd::bitslice::BITSLICE_PORTABLE,
    simd::single::SINGLE,
    simd::single::SINGLE_AVX2,
    simd::single::SINGLE_AVX512,
    simd::single::SINGLE_PORTABLE,
];

/// The row for whoever needs a search and does not measure it. Its functions are compiled here: those of the
/// constant would be compiled once more in each crate that uses it, as little optimised as that crate is.
pub static SEARCH: &Backend = &candidates::mrv::MRV;

/// Returns the rows that are found by their ids, whether they are in the registry or not: every combination
/// of a SAT encoding and an engine, every choice of Sudoto's search, and the row with all techniques of clause
/// learning without some of them.
pub fn unlisted<'a>() -> impl Iterator<Item = &'a Backend> {
    let variants = candidates::bets::VARIANTS.iter().chain(sat::switched::VARIANTS.iter());
    sat::combinations::COMBINATIONS.iter().chain(variants)
}

/// Returns the rows that are the one with this id without one of its techniques, after the name of the technique;
/// none if its techniques cannot be switched off.
pub fn switched_off(id: &str) -> impl Iterator<Item = (&'static str, &'static Backend)> {
    let prefix = format!("{id}.no-");
    unlisted().filter_map(move |row| {
        let switch = row.id.strip_prefix(&prefix)?;
        (!switch.contains('.')).then_some((switch, row))
    })
}

/// Returns the origin of the row with this id, whether it is in the registry or not. A row of
/// another build, or an external program, is assumed to originate from its family, and to read what
/// that family reads. The name of an external program does not say what it reads; since some read
/// our encoding, all are assumed to.
pub fn origin(id: &str) -> Origin<'_> {
    let known = BACKENDS.iter().chain(unlisted()).find(|row| row.id == id);
    if let Some(row) = known {
        return row.origin;
    }
    let family = id.split('/').next().unwrap_or_default();
    if family == "deduce" {
        return logic::rows::ROW.origin;
    }
    let reads = match family {
        "colour" => ProblemKind::Graph,
        "count" | "cover" => ProblemKind::ExactCover,
        "external" | "sat" => ProblemKind::Formula,
        _ => ProblemKind::Puzzle,
    };
    Origin { code: family, reads }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_technique_of_a_row_with_switches_has_a_row_without_it() {
        let found: Vec<_> = switched_off("sat/reduced.alldiff").collect();
        assert_eq!(found.len(), 10);
        for (switch, row) in found {
            assert_eq!(row.id, format!("sat/reduced.alldiff.no-{switch}"));
        }
        assert_eq!(switched_off("candidates/mrv").count(), 0);
    }

    #[track_caller]
    fn check(one: &str, other: &str, independent_on: &[ProblemKind]) {
        use ProblemKind::*;
        for problem in [Puzzle, ExactCover, Formula, Graph] {
            let expected = independent_on.contains(&problem);
            let found = origin(one).is_independent_of(origin(other), problem);
            assert_eq!(found, expected, "{one} and {other} on {problem:?}");
            assert_eq!(origin(other).is_independent_of(origin(one), problem), expected);
        }
    }

    #[test]
    fn engines_of_different_origin_are_independent_on_their_own_input() {
        use ProblemKind::*;
        check("sat/extended.varisat", "sat/extended.batsat", &[Formula]);
        check("sat/extended.varisat", "sat/extended.cdcl", &[Formula]);
        check("sat/minimal.varisat", "sat/log.batsat", &[Formula]);
        check("cover/dlx", "cover/dlx-crate", &[ExactCover]);
        check("cover/dlx", "cover/dlx-rs", &[ExactCover]);
        check("candidates/mrv", "cover/dlx", &[Puzzle, ExactCover, Formula, Graph]);
        check("sat/extended.varisat", "cover/dlx-rs", &[Puzzle, ExactCover, Formula, Graph]);
    }

    #[test]
    fn rows_with_a_common_search_are_never_independent() {
        check("cover/dlx", "cover/dlx", &[]);
        check("cover/dlx", "cover/bitmatrix", &[]);
        check("sat/extended.cdcl", "sat/extended.dpll", &[]);
        check("sat/extended.batsat", "sat/extended.batsat.incremental", &[]);
        check("candidates/bets", "deduce/all", &[]);
        check("candidates/mrv", "deduce/naked-single.x-wing", &[]);
    }

    #[test]
    fn unknown_rows_are_independent_of_other_families_only() {
        use ProblemKind::*;
        check("sat/extended.unheard-of", "sat/extended.cdcl", &[]);
        check("external/one", "external/two", &[]);
        check("external/one", "sat/extended.varisat", &[Formula]);
        check("external/one", "cover/dlx", &[Puzzle, ExactCover, Formula, Graph]);
    }
}
