//! Every encoding on every engine, as rows. The registry shows a selection.
//!
//! A row is a constant that contains plain functions, so the compiler instantiates the combinations. A
//! new encoding or engine is added to [`COMBINATIONS`].

use super::encodings::{
    BINARY, COMMANDER, EXTENDED, EncodingRow, LOG, MINIMAL, ORDER, PRODUCT, REDUCED, SEQUENTIAL,
    SUPPORT,
};
use super::engines::*;
use crate::contract::Backend;

/// The row of a constant encoding and a constant engine.
macro_rules! combination {
    ($encoding:ident, $engine:ident) => {{
        use $crate::contract::Preparation;
        use $crate::sat::instances::{Covers, Models};
        use $crate::sat::{Sat, const_string::ConstString, refuter::Refuter, row, takes};
        const ID: &ConstString = &ConstString::concat(&["sat/", $encoding.name, ".", $engine.name]);
        const ABOUT: &ConstString =
            &ConstString::concat(&[$encoding.about, ", engine ", $engine.name]);
        let puzzles = Preparation {
            prover: Some(|it| Ok(Refuter::new(Sat::new(it, &$encoding, &$engine)?, &$engine)?)),
            ..Preparation::new(|it| Ok(Box::new(Sat::new(it, &$encoding, &$engine)?)))
        }
        .with_relations();
        let covers = Preparation {
            prover: Some(|it| Ok(Refuter::new(Covers::new(it, &$engine)?, &$engine)?)),
            ..Preparation::new(|it| Ok(Box::new(Covers::new(it, &$engine)?)))
        };
        let formulas = Preparation {
            prover: Some(|it| Ok(Refuter::new(Models::new(it, &$engine), &$engine)?)),
            ..Preparation::new(|it| Ok(Box::new(Models::new(it, &$engine))))
        };
        let takes = takes(&$encoding, &$engine, (puzzles, covers, formulas));
        row(ID.as_str(), ABOUT.as_str(), &$engine, takes)
    }};
}

/// Applies the macro `$what` to each of the given encodings and every engine.
macro_rules! on_every_engine {
    ($what:ident: $($encoding:ident)*) => {
        &[$(
            $what!($encoding, BATSAT),
            #[cfg(feature = "cadical")]
            $what!($encoding, CADICAL),
            $what!($encoding, CDCL),
            $what!($encoding, DPLL),
            #[cfg(feature = "glucose")]
            $what!($encoding, GLUCOSE),
            #[cfg(feature = "minisat")]
            $what!($encoding, MINISAT),
            $what!($encoding, VARISAT),
        )*]
    };
}

/// Every combination, sorted by id. A `static` for the reason that [`BACKENDS`](crate::BACKENDS) is one.
pub static COMBINATIONS: &[Backend] = on_every_engine!(
    combination: BINARY COMMANDER EXTENDED LOG MINIMAL ORDER PRODUCT REDUCED SEQUENTIAL SUPPORT
);

/// Returns the row that combines `encoding` and `engine`.
pub fn combined(encoding: &EncodingRow, engine: &EngineRow) -> Option<&'static Backend> {
    let is_it = |id: &str| {
        let names = id.strip_prefix("sat/").and_then(|names| names.split_once('.'));
        names == Some((encoding.name, engine.name))
    };
    COMBINATIONS.iter().find(|row| is_it(row.id))
}

/// The row `sat/binary.batsat`.
pub const BINARY_BATSAT: Backend = combination!(BINARY, BATSAT);

/// The row `sat/commander.batsat`.
pub const COMMANDER_BATSAT: Backend = combination!(COMMANDER, BATSAT);

/// The row `sat/extended.batsat`.
pub const EXTENDED_BATSAT: Backend = combination!(EXTENDED, BATSAT);

/// The row `sat/extended.cadical`.
#[cfg(feature = "cadical")]
pub const EXTENDED_CADICAL: Backend = combination!(EXTENDED, CADICAL);

/// The row `sat/extended.cdcl`.
pub const EXTENDED_CDCL: Backend = combination!(EXTENDED, CDCL);

/// The row `sat/extended.dpll`.
pub const EXTENDED_DPLL: Backend = combination!(EXTENDED, DPLL);

/// The row `sat/extended.glucose`.
#[cfg(feature = "glucose")]
pub const EXTENDED_GLUCOSE: Backend = combination!(EXTENDED, GLUCOSE);

/// The row `sat/extended.minisat`.
#[cfg(feature = "minisat")]
pub const EXTENDED_MINISAT: Backend = combination!(EXTENDED, MINISAT);

/// The row `sat/extended.varisat`.
pub const EXTENDED_VARISAT: Backend = combination!(EXTENDED, VARISAT);

/// The row `sat/log.batsat`.
pub const LOG_BATSAT: Backend = combination!(LOG, BATSAT);

/// The row `sat/minimal.batsat`.
pub const MINIMAL_BATSAT: Backend = combination!(MINIMAL, BATSAT);

/// The row `sat/minimal.varisat`.
pub const MINIMAL_VARISAT: Backend = combination!(MINIMAL, VARISAT);

/// The row `sat/order.batsat`.
pub const ORDER_BATSAT: Backend = combination!(ORDER, BATSAT);

/// The row `sat/product.batsat`.
pub const PRODUCT_BATSAT: Backend = combination!(PRODUCT, BATSAT);

/// The row `sat/reduced.batsat`.
pub const REDUCED_BATSAT: Backend = combination!(REDUCED, BATSAT);

/// The row `sat/reduced.varisat`.
pub const REDUCED_VARISAT: Backend = combination!(REDUCED, VARISAT);

/// The row `sat/sequential.batsat`.
pub const SEQUENTIAL_BATSAT: Backend = combination!(SEQUENTIAL, BATSAT);

/// The row `sat/support.batsat`.
pub const SUPPORT_BATSAT: Backend = combination!(SUPPORT, BATSAT);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::BACKENDS;
    use crate::sat::encodings::ENCODINGS;

    #[test]
    fn every_encoding_is_combined_with_every_engine_once() {
        let mut expected: Vec<String> = Vec::new();
        for encoding in ENCODINGS {
            for engine in ENGINES {
                expected.push(format!("sat/{}.{}", encoding.name, engine.name));
                assert_eq!(
                    combined(encoding, engine).map(|it| it.id),
                    expected.last().map(|it| &**it)
                );
            }
        }
        let ids: Vec<&str> = COMBINATIONS.iter().map(|row| row.id).collect();
        assert!(ids.is_sorted());
        assert_eq!(ids, expected);
    }

    #[test]
    fn rows_of_the_registry_agree_with_the_combinations() {
        let mut shown = 0;
        for row in BACKENDS {
            if let Some(combination) =
                COMBINATIONS.iter().find(|combination| combination.id == row.id)
            {
                assert_eq!((combination.about, combination.counts), (row.about, row.counts));
                shown += 1;
            }
        }
        assert_eq!(shown, 15 + FEATURES.iter().filter(|feature| feature.is_on).count());
    }
}
