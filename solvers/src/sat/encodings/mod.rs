//! What a geometry says, as clauses: one encoding a file, each a function.
//!
//! The *direct* encodings have a variable for each symbol in each cell, `cell · |S| + symbol`, first,
//! and perhaps others behind them ([`at_most_one`]). The first variables of each model are one grid,
//! and each grid is that of a model; whoever adds an encoding has to show that: see
//! [`minimal`](minimal()).

use board::{Cell, Geometry};

use super::formula::{Formula, Variable};

pub mod at_most_one;
mod extended;
mod minimal;

pub use extended::{extended, extended_by};
pub use minimal::minimal;

/// Makes the formula of a geometry, without a puzzle.
pub type Encoding = fn(&Geometry) -> Formula;

/// The variable that is true when `symbol` stands in `cell`, among so many symbols.
pub fn variable(cell: Cell, symbol: usize, symbols: usize) -> Variable {
    (cell * symbols + symbol) as Variable
}

/// A direct formula without clauses.
fn direct(geometry: &Geometry) -> Formula {
    Formula::new(geometry.cells() * geometry.symbols())
}

/// For each symbol: it stands in `cell`.
fn symbols_in(cell: Cell, geometry: &Geometry) -> Vec<Variable> {
    let symbols = geometry.symbols();
    (0..symbols).map(|symbol| variable(cell, symbol, symbols)).collect()
}

/// For each cell of `region`: `symbol` stands in it.
fn places_of(symbol: usize, region: usize, geometry: &Geometry) -> Vec<Variable> {
    let cells = geometry.regions()[region].cells.iter();
    cells.map(|&cell| variable(cell, symbol, geometry.symbols())).collect()
}

#[cfg(test)]
mod tests {
    use board::{Alphabet, Position, Region, catalog};

    use super::*;
    use crate::meter::{Interrupt, Limits};
    use crate::sat::engines::{Answer, BATSAT};
    use crate::sat::formula::Literal;
    use crate::sat::tests::ragged;

    const ENCODINGS: &[Encoding] = &[
        extended,
        minimal,
        |geometry| extended_by(at_most_one::binary, geometry),
        |geometry| extended_by(at_most_one::commander, geometry),
        |geometry| extended_by(at_most_one::product, geometry),
        |geometry| extended_by(at_most_one::sequential, geometry),
    ];

    #[track_caller]
    fn check(encoding: Encoding, name: &str, variables: usize, clauses: usize) {
        let formula = encoding(&catalog::named(name).unwrap());
        assert_eq!((formula.variables(), formula.clause_count()), (variables, clauses));
    }

    #[test]
    fn the_extended_encoding_has_the_published_size() {
        check(extended, "classic4", 64, 448);
        check(extended, "classic9", 729, 11_988);
        check(extended, "classic16", 4096, 123_904);
        check(extended, "classic25", 15_625, 752_500);
    }

    #[test]
    fn the_minimal_encoding_has_the_published_size() {
        check(minimal, "classic9", 729, 8829);
        for order in [4, 6, 9, 16, 25] {
            let clauses = order * order + 3 * order * order * order * (order - 1) / 2;
            check(minimal, &format!("classic{order}"), order * order * order, clauses);
        }
    }

    #[test]
    fn a_short_region_need_not_hold_every_symbol() {
        // 8 cells of 4 symbols, a full region, one of three cells and one of two.
        let clauses = 8 * (1 + 6) + 4 * (1 + 6) + 4 * 3 + 4;
        assert_eq!(extended(&ragged()).clause_count(), clauses);
    }

    #[test]
    fn cells_outside_full_regions_are_told_to_hold_one_symbol() {
        // As above, but only four of the cells lie in no full region.
        let clauses = (8 + 4 * 6) + 4 * 6 + 4 * 3 + 4;
        assert_eq!(minimal(&ragged()).clause_count(), clauses);
    }

    #[test]
    fn two_cells_in_a_row_make_the_formula_of_the_essay() {
        let positions = (0..2).map(|column| Position { row: 0, column }).collect();
        let row = Region { name: "row".into(), cells: vec![0, 1] };
        let alphabet = Alphabet::standard(2).unwrap();
        let geometry = Geometry::new("two", alphabet, positions, vec![row]).unwrap();
        let formula = extended(&geometry);
        let written: Vec<String> = formula.clauses().map(|clause| format!("{clause:?}")).collect();
        let essay = [
            ["[0, 1]", "[¬0, ¬1]"],
            ["[2, 3]", "[¬2, ¬3]"],
            ["[0, 2]", "[¬0, ¬2]"],
            ["[1, 3]", "[¬1, ¬3]"],
        ];
        assert_eq!(written, essay.as_flattened());
    }

    #[test]
    fn no_model_gives_a_cell_two_symbols() {
        let named = |name| catalog::named(name).unwrap();
        for geometry in [named("classic4"), named("latin3"), ragged()] {
            for formula in ENCODINGS.iter().map(|encoding| encoding(&geometry)) {
                for cell in 0..geometry.cells() {
                    let symbols = symbols_in(cell, &geometry);
                    for (index, &second) in symbols.iter().enumerate() {
                        let both = |&first: &Variable| has_model_with(&formula, [first, second]);
                        assert!(!symbols[..index].iter().any(both));
                    }
                }
            }
        }
    }

    fn has_model_with(formula: &Formula, variables: [Variable; 2]) -> bool {
        let mut engine = (BATSAT.timed)(Interrupt::new(&Limits::solutions(1)));
        engine.load(formula);
        variables.iter().for_each(|&v| engine.add_clause(&[Literal::positive(v)]));
        engine.solve() == Answer::Satisfiable
    }
}
