//! Every encoding on every engine, as rows: what the registry shows a selection of.
//!
//! A row is a constant with a plain function in it, so that the pairings are written out by the
//! compiler. An encoding or an engine that is added stands once more here, in [`PAIRINGS`].

use super::encodings::{
    BINARY, COMMANDER, EXTENDED, EncodingRow, LOG, MINIMAL, PRODUCT, REDUCED, SEQUENTIAL,
};
use super::engines::*;
use crate::solver::Backend;

/// The row of an encoding and an engine, which are constants.
macro_rules! pairing {
    ($encoding:ident, $engine:ident) => {{
        use $crate::sat::{Sat, joined::Joined, row};
        const ID: &Joined = &Joined::of(&["sat/", $encoding.name, ".", $engine.name]);
        const ABOUT: &Joined = &Joined::of(&[$encoding.about, ", engine ", $engine.name]);
        row(ID.as_str(), ABOUT.as_str(), &$engine, |geometry| {
            Ok(Box::new(Sat::new(geometry, &$encoding, &$engine)))
        })
    }};
}

/// What the macro `$what` makes of each of some encodings and every engine.
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

pub(super) use {on_every_engine, pairing};

/// Every pairing, sorted by id.
pub const PAIRINGS: &[Backend] =
    on_every_engine!(pairing: BINARY COMMANDER EXTENDED LOG MINIMAL PRODUCT REDUCED SEQUENTIAL);

/// The row of an encoding and an engine that have these names.
pub fn paired(encoding: &EncodingRow, engine: &EngineRow) -> Option<&'static Backend> {
    let is_it = |id: &str| {
        let names = id.strip_prefix("sat/").and_then(|names| names.split_once('.'));
        names == Some((encoding.name, engine.name))
    };
    PAIRINGS.iter().find(|row| is_it(row.id))
}

/// The row `sat/binary.batsat`.
pub const BINARY_BATSAT: Backend = pairing!(BINARY, BATSAT);

/// The row `sat/commander.batsat`.
pub const COMMANDER_BATSAT: Backend = pairing!(COMMANDER, BATSAT);

/// The row `sat/extended.batsat`.
pub const EXTENDED_BATSAT: Backend = pairing!(EXTENDED, BATSAT);

/// The row `sat/extended.cadical`.
#[cfg(feature = "cadical")]
pub const EXTENDED_CADICAL: Backend = pairing!(EXTENDED, CADICAL);

/// The row `sat/extended.cdcl`.
pub const EXTENDED_CDCL: Backend = pairing!(EXTENDED, CDCL);

/// The row `sat/extended.dpll`.
pub const EXTENDED_DPLL: Backend = pairing!(EXTENDED, DPLL);

/// The row `sat/extended.glucose`.
#[cfg(feature = "glucose")]
pub const EXTENDED_GLUCOSE: Backend = pairing!(EXTENDED, GLUCOSE);

/// The row `sat/extended.minisat`.
#[cfg(feature = "minisat")]
pub const EXTENDED_MINISAT: Backend = pairing!(EXTENDED, MINISAT);

/// The row `sat/extended.varisat`.
pub const EXTENDED_VARISAT: Backend = pairing!(EXTENDED, VARISAT);

/// The row `sat/log.batsat`.
pub const LOG_BATSAT: Backend = pairing!(LOG, BATSAT);

/// The row `sat/minimal.batsat`.
pub const MINIMAL_BATSAT: Backend = pairing!(MINIMAL, BATSAT);

/// The row `sat/minimal.varisat`.
pub const MINIMAL_VARISAT: Backend = pairing!(MINIMAL, VARISAT);

/// The row `sat/product.batsat`.
pub const PRODUCT_BATSAT: Backend = pairing!(PRODUCT, BATSAT);

/// The row `sat/reduced.batsat`.
pub const REDUCED_BATSAT: Backend = pairing!(REDUCED, BATSAT);

/// The row `sat/reduced.varisat`.
pub const REDUCED_VARISAT: Backend = pairing!(REDUCED, VARISAT);

/// The row `sat/sequential.batsat`.
pub const SEQUENTIAL_BATSAT: Backend = pairing!(SEQUENTIAL, BATSAT);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::BACKENDS;
    use crate::sat::encodings::ENCODINGS;

    #[test]
    fn every_encoding_is_paired_with_every_engine_and_once() {
        let mut expected: Vec<String> = Vec::new();
        for encoding in ENCODINGS {
            for engine in ENGINES {
                expected.push(format!("sat/{}.{}", encoding.name, engine.name));
                assert_eq!(
                    paired(encoding, engine).map(|it| it.id),
                    expected.last().map(|it| &**it)
                );
            }
        }
        let ids: Vec<&str> = PAIRINGS.iter().map(|row| row.id).collect();
        assert!(ids.is_sorted());
        assert_eq!(ids, expected);
    }

    #[test]
    fn a_pairing_of_the_registry_is_that_row() {
        let mut shown = 0;
        for row in BACKENDS {
            if let Some(pairing) = PAIRINGS.iter().find(|pairing| pairing.id == row.id) {
                assert_eq!((pairing.about, pairing.counts), (row.about, row.counts));
                shown += 1;
            }
        }
        assert_eq!(shown, 13 + FEATURES.iter().filter(|feature| feature.is_on).count());
    }
}
