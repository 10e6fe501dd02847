//! Why a notation cannot hold a puzzle.

/// Why a notation cannot hold a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WriteError {
    /// The puzzle has candidates, and the notation has givens only.
    #[error(
        "{0} cannot hold candidates: expected a puzzle of givens, or the notation pencil or \
         pencil-line"
    )]
    Candidates(&'static str),
    /// A cell without candidates.
    #[error("{0} cannot hold a cell without candidates: expected the notation pencil-line")]
    Impossible(&'static str),
    /// The notation knows classic geometries only, or those of some sizes.
    #[error("{notation} cannot hold the geometry {geometry}: {expected}")]
    Geometry {
        /// The notation.
        notation: &'static str,
        /// The name of the geometry.
        geometry: String,
        /// What the notation can hold.
        expected: &'static str,
    },
    /// A board without a name that cannot be drawn.
    #[error(
        "the board {0} cannot be drawn: expected one of at most 1000 rows and columns, with cells \
         in reading order"
    )]
    Drawing(String),
    /// The notation knows the standard symbols only.
    #[error(
        "{notation} cannot hold the symbols {symbols}: expected standard ones, by --to-symbols"
    )]
    Symbols {
        /// The notation.
        notation: &'static str,
        /// The characters.
        symbols: String,
    },
    /// The name would read back as something else.
    #[error("{notation} cannot hold the name {name:?}")]
    Name {
        /// The notation.
        notation: &'static str,
        /// The name.
        name: String,
    },
    /// A text in the notation holds one puzzle.
    #[error("{0} holds one puzzle: expected a notation that holds many")]
    Second(&'static str),
}
