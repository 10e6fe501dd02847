//! The constraints of a geometry as clauses: one encoding per file, each a function.
//!
//! *Direct* encodings have a variable for each symbol in each cell, numbered `cell · |S| + symbol`, and
//! possibly auxiliary variables after them ([`at_most_one`]). In each model the first variables are a
//! grid, and each grid extends to a model; a new encoding has to establish this, as
//! [`minimal`](minimal()) does. [`reduced`] is direct as well, with what the givens determine removed.
//! [`log`](log()) writes the number of a symbol in binary. All end with the clauses of `relations`.
//!
//! An adapter needs less: how a puzzle is given to an engine, how a model is decoded, and which
//! literals state that a symbol is not in a cell. This is the trait [`Encoding`]. [`ENCODINGS`] lists
//! all encodings as data.

pub mod at_most_one;
mod extended;
mod interface;
mod literals;
mod log;
mod minimal;
mod order;
pub mod reduced;
mod relations;
mod static_encoding;
mod support;
mod totalizer;
mod variables;

pub use extended::{extended, extended_by};
pub use interface::{Encoding, EncodingRow, FormulaSize};
pub use log::log;
pub use minimal::minimal;
pub use order::order;
pub use static_encoding::StaticEncoding;
pub use support::support;
pub use totalizer::totalizer;
pub use variables::variable;

/// Every encoding, sorted by name.
pub const ENCODINGS: &[EncodingRow] =
    &[BINARY, COMMANDER, EXTENDED, LOG, MINIMAL, ORDER, PRODUCT, REDUCED, SEQUENTIAL, SUPPORT];

/// The extended encoding with the binary at-most-one encoding.
pub const BINARY: EncodingRow = EncodingRow {
    name: "binary",
    about: "extended encoding, at most one by binary (Frisch et al.)",
    takes_formulas: false,
    literals: literals::with_auxiliaries,
    make: |it| Box::new(StaticEncoding::direct(it, |it| extended_by(at_most_one::binary, it))),
};

/// The extended encoding with the commander at-most-one encoding.
pub const COMMANDER: EncodingRow = EncodingRow {
    name: "commander",
    about: "extended encoding, at most one by commander (Klieber & Kwon)",
    takes_formulas: false,
    literals: literals::with_auxiliaries,
    make: |it| Box::new(StaticEncoding::direct(it, |it| extended_by(at_most_one::commander, it))),
};

/// The extended encoding.
pub const EXTENDED: EncodingRow = EncodingRow {
    name: "extended",
    about: "extended encoding (Lynce & Ouaknine)",
    takes_formulas: true,
    literals: literals::pairwise,
    make: |it| Box::new(StaticEncoding::direct(it, extended)),
};

/// The log encoding.
pub const LOG: EncodingRow = EncodingRow {
    name: "log",
    about: "log encoding, the symbol of a cell in bits (Iwama & Miyazaki)",
    takes_formulas: false,
    literals: literals::by_bits,
    make: |it| Box::new(StaticEncoding::log(it)),
};

/// The minimal encoding.
pub const MINIMAL: EncodingRow = EncodingRow {
    name: "minimal",
    about: "minimal encoding (Lynce & Ouaknine)",
    takes_formulas: false,
    literals: literals::pairwise,
    make: |it| Box::new(StaticEncoding::direct(it, minimal)),
};

/// The order encoding with channels.
pub const ORDER: EncodingRow = EncodingRow {
    name: "order",
    about: "order encoding with channels to the symbols (Ansótegui & Manyà)",
    takes_formulas: false,
    literals: literals::with_steps,
    make: |it| Box::new(StaticEncoding::direct(it, order)),
};

/// The extended encoding with the product at-most-one encoding.
pub const PRODUCT: EncodingRow = EncodingRow {
    name: "product",
    about: "extended encoding, at most one by product (Chen)",
    takes_formulas: false,
    literals: literals::with_auxiliaries,
    make: |it| Box::new(StaticEncoding::direct(it, |it| extended_by(at_most_one::product, it))),
};

/// The extended encoding without what the givens determine.
pub const REDUCED: EncodingRow = EncodingRow {
    name: "reduced",
    about: "extended encoding without what the givens determine (Kwon & Jain)",
    takes_formulas: false,
    literals: literals::unknown,
    make: |it| Box::new(reduced::Reduced::new(it)),
};

/// The extended encoding with the sequential counter.
pub const SEQUENTIAL: EncodingRow = EncodingRow {
    name: "sequential",
    about: "extended encoding, at most one by sequential (Sinz)",
    takes_formulas: false,
    literals: literals::with_auxiliaries,
    make: |it| Box::new(StaticEncoding::direct(it, |it| extended_by(at_most_one::sequential, it))),
};

/// The support encoding.
pub const SUPPORT: EncodingRow = EncodingRow {
    name: "support",
    about: "support encoding (Kasif; Gent)",
    takes_formulas: false,
    literals: literals::supports,
    make: |it| Box::new(StaticEncoding::direct(it, support)),
};

#[cfg(test)]
mod tests {
    use board::{Alphabet, Geometry, Position, Region, catalog};

    use super::variables::symbols_in;
    use super::*;
    use crate::contract::{Interrupt, Limits};
    use crate::sat::engines::{BATSAT, SatResult};
    use crate::sat::formula::{Formula, Literal, Variable};
    use crate::sat::tests::ragged;

    type Encode = fn(&Geometry) -> Formula;

    /// The direct encodings.
    const DIRECT: &[Encode] = &[
        extended,
        minimal,
        order,
        support,
        |geometry| extended_by(at_most_one::binary, geometry),
        |geometry| extended_by(at_most_one::commander, geometry),
        |geometry| extended_by(at_most_one::product, geometry),
        |geometry| extended_by(at_most_one::sequential, geometry),
    ];

    #[track_caller]
    fn check(encode: Encode, name: &str, variables: usize, clauses: usize) {
        let formula = encode(&catalog::named(name).unwrap());
        assert_eq!((formula.variables(), formula.clause_count()), (variables, clauses));
    }

    #[test]
    fn encodings_are_sorted_and_their_names_fit_into_ids() {
        assert!(ENCODINGS.is_sorted_by_key(|row| row.name));
        for EncodingRow { name, .. } in ENCODINGS {
            assert!(!name.is_empty() && name.chars().all(|c| c.is_ascii_lowercase()), "{name}");
        }
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
    fn other_at_most_one_encodings_have_the_sizes_that_follow_for_grids() {
        // For each of the 4n² choices of one out of n: at least one, and at most one. The crate
        // rustsat 0.7.5 has the same sizes with its Bitwise and TwoProduct.
        check(|it| extended_by(at_most_one::binary, it), "classic9", 2025, 11_988);
        check(|it| extended_by(at_most_one::binary, it), "classic16", 8192, 66_560);
        check(|it| extended_by(at_most_one::binary, it), "classic25", 28_125, 315_000);
        check(|it| extended_by(at_most_one::product, it), "classic9", 2673, 8100);
        check(|it| extended_by(at_most_one::product, it), "classic16", 12_288, 46_080);
        // Sinz: n − 1 auxiliary variables and 3n − 4 clauses for each.
        for order in [6, 9, 16, 25] {
            let chosen = 4 * order * order;
            let variables = order * order * order + chosen * (order - 1);
            let clauses = chosen * (1 + 3 * order - 4);
            let name = format!("classic{order}");
            check(|it| extended_by(at_most_one::sequential, it), &name, variables, clauses);
        }
    }

    #[test]
    fn the_support_encoding_has_the_size_that_follows_from_the_peers() {
        // 20 peers of each cell; 81 · 37 clauses about cells, and 27 · 9 about full regions.
        check(support, "classic9", 729, 81 * 20 * 9 + 81 * 37 + 27 * 9);
        check(support, "classic4", 64, 16 * 7 * 4 + 16 * 7 + 12 * 4);
    }

    #[test]
    fn the_order_encoding_has_the_size_that_follows_from_its_steps() {
        // 8 steps and 7 + 16 + 9 clauses for each cell; 37 for each symbol in each region.
        check(order, "classic9", 729 + 81 * 8, 81 * 32 + 27 * 9 * 37);
        check(order, "classic4", 64 + 16 * 3, 16 * 12 + 12 * 4 * 7);
        check(order, "latin1", 1, 1 + 2);
    }

    #[test]
    fn each_step_of_a_model_follows_from_its_symbols() {
        let geometry = catalog::named("latin3").unwrap();
        let formula = order(&geometry);
        let mut engine = (BATSAT.timed)(Interrupt::new(&Limits::solutions(1)));
        engine.load(&formula);
        let mut models = 0;
        while engine.solve() == SatResult::Satisfiable {
            models += 1;
            let others: Vec<Literal> = (0..formula.variables() as Variable)
                .map(|variable| Literal::new(variable, !engine.value(variable)))
                .collect();
            engine.add_clause(&others);
        }
        assert_eq!(models, 12, "as many as Latin squares");
    }

    #[test]
    fn the_log_encoding_has_the_size_that_follows_from_the_regions() {
        check(log, "classic9", 81 * 4, 81 * 7 + 810 * 9);
        check(log, "classic16", 256 * 4, 256 * 39 / 2 * 16);
        check(log, "latin1", 0, 0);
        // Two bits hold four symbols exactly, so no number is forbidden; 6 + 3 + 1 pairs of cells.
        let formula = log(&ragged());
        assert_eq!((formula.variables(), formula.clause_count()), (16, (6 + 3 + 1) * 4));
    }

    #[test]
    fn a_short_region_need_not_hold_every_symbol() {
        // 8 cells of 4 symbols, a full region, one of three cells and one of two.
        let clauses = 8 * (1 + 6) + 4 * (1 + 6) + 4 * 3 + 4;
        assert_eq!(extended(&ragged()).clause_count(), clauses);
    }

    #[test]
    fn cells_outside_full_regions_get_at_most_one_clauses() {
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
            for formula in DIRECT.iter().map(|encode| encode(&geometry)) {
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
        engine.solve() == SatResult::Satisfiable
    }
}
