//! Search over candidates: the symbols that each open cell may still take.
//!
//! A state is a set of candidates for each cell. Placing a symbol removes it from the peers of its
//! cell; a cell with one candidate left (a *naked single*) and a full region with one cell left for
//! a symbol (a *hidden single*) are placed without a bet. What remains is decided by bets. The
//! backends differ in where they bet, in what they deduce first, and in how a set is stored:
//! [`sets`](crate::sets::candidates) has three representations, and [`mrv`] runs over each of them;
//! [`bitboards`] has a set of cells for each symbol instead. [`rounds`] stores none, and recomputes
//! the candidates of a cell whenever they are needed.
//!
//! A removal is a candidate removed by a placement or a bet, including the other candidates of the
//! placed cell. A puzzle that needs no bet therefore takes as many removals as its cells have
//! candidates beyond one: 44 empty cells of a 9×9 make 352, the figure that the authors of Sudoto
//! print.

pub mod bets;
pub mod bitboards;
pub mod mrv;
pub mod rounds;
