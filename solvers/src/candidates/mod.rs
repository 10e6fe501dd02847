//! Search over candidates: what each open cell may still be.
//!
//! A state is a set of candidates for each cell. Placing a symbol removes it from the peers of
//! its cell; a cell with one candidate left (a *naked single*) and a full region with one cell
//! left for a symbol (a *hidden single*) are placed without a bet. What remains is a bet: the
//! family differs in where it bets, in what it concludes first, and in how a set is stored:
//! [`sets`](crate::sets::candidates) has three ways, and [`mrv`] runs over each of them; [`bitboards`] has a set of cells for each
//! symbol instead. [`rounds`] stores none, and finds anew what a cell may still be whenever it looks.
//!
//! A strike is a candidate that goes, whether a placement or a bet removed it, the other
//! candidates of the placed cell among them. So a puzzle that needs no bet costs as many removals
//! as its cells have candidates beyond one: 44 empty cells of a 9×9 make 352, the figure that the
//! authors of Sudoto print.

pub mod bets;
pub mod bitboards;
pub mod mrv;
pub mod rounds;
