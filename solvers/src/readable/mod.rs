//! Readable editions: the algorithms of the rows as short programs, each in one file without imports.
//!
//! A row of the registry is written to be fast, to accept every geometry and to report its steps, so its
//! algorithm is spread over several files. An edition, in `solvers/readable/`, is written to be read from
//! top to bottom. It accepts classic puzzles only, and is a program of its own: `rustc --edition 2024 -O
//! FILE`. The crate contains its text, not its code; `tests/readable` compiles it, and compares its
//! solutions and its number of bets with those of its rows.
//!
//! The pseudo-code of an edition is tied to the events of its rows: the line of an event is the one that
//! has just been executed.

mod pseudocode;

pub use pseudocode::PseudocodeLine;

use crate::contract::EventKind;

/// A readable edition of the algorithm of some rows.
#[derive(Clone, Copy, Debug)]
pub struct Edition {
    /// The name of the algorithm.
    pub algorithm: &'static str,
    /// The name of the algorithm in French.
    pub algorithm_fr: &'static str,
    /// The ids of the rows of the registry that have this algorithm.
    pub rows: &'static [&'static str],
    /// The text of the program.
    pub source: &'static str,
    /// The algorithm in about a dozen lines.
    pub pseudocode: &'static [PseudocodeLine],
}

impl Edition {
    /// Returns the index of the line that causes events of this kind, if there is one.
    pub fn line_of(&self, kind: EventKind) -> Option<usize> {
        self.pseudocode.iter().position(|line| line.events.contains(&kind))
    }
}

/// Returns the edition of the row with this id.
pub fn of(id: &str) -> Option<&'static Edition> {
    EDITIONS.iter().find(|edition| edition.rows.contains(&id))
}

/// All editions, from the simplest algorithm on.
pub const EDITIONS: &[Edition] = &[
    Edition {
        algorithm: "naive backtracking",
        algorithm_fr: "retour sur trace naïf",
        rows: &["backtrack/naive"],
        source: include_str!("../../readable/naive.rs"),
        pseudocode: pseudocode::NAIVE,
    },
    Edition {
        algorithm: "fewest candidates first, with propagation of singles",
        algorithm_fr: "le moins de candidats d'abord, avec propagation des singletons",
        rows: &["candidates/mrv", "candidates/mrv.flags", "candidates/mrv.list"],
        source: include_str!("../../readable/mrv.rs"),
        pseudocode: pseudocode::MRV,
    },
    Edition {
        algorithm: "bit boards",
        algorithm_fr: "plateaux de bits",
        rows: &["candidates/bitboards"],
        source: include_str!("../../readable/bitboards.rs"),
        pseudocode: pseudocode::BITBOARDS,
    },
    Edition {
        algorithm: "tuples and bets",
        algorithm_fr: "multiplets et paris",
        rows: &[
            "candidates/bets.1",
            "candidates/bets.2",
            "candidates/bets.3",
            "candidates/bets.4",
            "candidates/bets.5",
            "candidates/bets.6",
            "candidates/bets.7",
            "candidates/bets.8",
        ],
        source: include_str!("../../readable/bets.rs"),
        pseudocode: pseudocode::BETS,
    },
    Edition {
        algorithm: "deduction by singles and pairs",
        algorithm_fr: "déduction par singletons et paires",
        rows: &["deduce/pairs", "deduce/pairs.flags", "deduce/pairs.list"],
        source: include_str!("../../readable/pairs.rs"),
        pseudocode: pseudocode::PAIRS,
    },
    Edition {
        algorithm: "exact graph colouring",
        algorithm_fr: "coloration exacte de graphe",
        rows: &["colour/dsatur-exact"],
        source: include_str!("../../readable/dsatur.rs"),
        pseudocode: pseudocode::DSATUR,
    },
    Edition {
        algorithm: "Algorithm X on bit sets",
        algorithm_fr: "algorithme X sur des ensembles de bits",
        rows: &["cover/bitmatrix"],
        source: include_str!("../../readable/bitmatrix.rs"),
        pseudocode: pseudocode::BITMATRIX,
    },
    Edition {
        algorithm: "Dancing Links",
        algorithm_fr: "liens dansants",
        rows: &["cover/dlx"],
        source: include_str!("../../readable/dlx.rs"),
        pseudocode: pseudocode::DLX,
    },
    Edition {
        algorithm: "DPLL on the extended encoding",
        algorithm_fr: "DPLL sur le codage étendu",
        rows: &["sat/extended.dpll"],
        source: include_str!("../../readable/dpll.rs"),
        pseudocode: pseudocode::DPLL,
    },
    Edition {
        algorithm: "CDCL on the extended encoding",
        algorithm_fr: "CDCL sur le codage étendu",
        rows: &["sat/extended.cdcl"],
        source: include_str!("../../readable/cdcl.rs"),
        pseudocode: pseudocode::CDCL,
    },
];
