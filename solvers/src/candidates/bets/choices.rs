//! What Sudoto's text leaves open, as choices of a row.

/// The choices of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choices {
    /// The largest number of cells of a tuple, at least one.
    pub largest_tuple: usize,
    /// The order of the cells and of the regions.
    pub cells: CellOrder,
    /// The order of the values of a bet.
    pub values: ValueOrder,
    /// Which region is examined next.
    pub sweep: SweepOrder,
    /// When a contradiction is looked for.
    pub contradictions: Contradictions,
}

impl Choices {
    /// Returns the choices of a row whose id has no words for them.
    pub const fn usual(largest_tuple: usize) -> Self {
        Self {
            largest_tuple,
            cells: CellOrder::Rows,
            values: ValueOrder::Smallest,
            sweep: SweepOrder::Again,
            contradictions: Contradictions::AtOnce,
        }
    }
}

/// The order in which cells are bet on, and regions examined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellOrder {
    /// Row by row: reading order.
    Rows,
    /// Column by column: reading order in the mirror of the main diagonal.
    Columns,
}

/// The order in which the values of a bet are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueOrder {
    /// From the smallest on.
    Smallest,
    /// From the largest on.
    Largest,
}

/// Which of the regions that have changed is examined next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SweepOrder {
    /// The first: each change starts the sweep again.
    Again,
    /// The next one, and after the last the first.
    Onwards,
}

/// When a cell without candidates ends deduction. What is removed until then counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contradictions {
    /// As soon as its last candidate is removed.
    AtOnce,
    /// At the end of a sweep.
    AfterSweep,
    /// When nothing more can be removed.
    AtEnd,
}
