//! Every encoding on every engine, as rows: what the registry shows a selection of.
//!
//! A row is a constant with a plain function in it, so that the pairings are written out by the
//! compiler. An encoding or an engine that is added stands once more here, in [`PAIRINGS`].

use super::encodings::{
    BINARY, COMMANDER, EXTENDED, EncodingRow, LOG, MINIMAL, PRODUCT, REDUCED, SEQUENTIAL,
};
#[cfg(feature = "cadical")]
use super::engines::CADICAL;
use super::engines::{BATSAT, CDCL, DPLL, EngineRow, VARISAT};
use super::{Sat, row};
use crate::solver::Backend;

/// The row of an encoding and an engine, which are constants.
macro_rules! pairing {
    ($encoding:ident, $engine:ident) => {{
        const ID: &Joined = &Joined::of(&["sat/", $encoding.name, ".", $engine.name]);
        const ABOUT: &Joined = &Joined::of(&[$encoding.about, ", engine ", $engine.name]);
        row(ID.as_str(), ABOUT.as_str(), &$engine, |geometry| {
            Ok(Box::new(Sat::new(geometry, &$encoding, &$engine)))
        })
    }};
}

/// Each of some encodings on every engine.
macro_rules! on_every_engine {
    ($($encoding:ident)*) => {
        &[$(
            pairing!($encoding, BATSAT),
            #[cfg(feature = "cadical")]
            pairing!($encoding, CADICAL),
            pairing!($encoding, CDCL),
            pairing!($encoding, DPLL),
            pairing!($encoding, VARISAT),
        )*]
    };
}

/// Every pairing, sorted by id.
pub const PAIRINGS: &[Backend] =
    on_every_engine!(BINARY COMMANDER EXTENDED LOG MINIMAL PRODUCT REDUCED SEQUENTIAL);

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

/// Words that the compiler put together.
struct Joined {
    bytes: [u8; Self::MOST],
    length: usize,
}

impl Joined {
    /// More bytes than these do not compile.
    const MOST: usize = 96;

    const fn of(parts: &[&str]) -> Self {
        let (mut bytes, mut length, mut part) = ([0; Self::MOST], 0, 0);
        while part < parts.len() {
            let mut index = 0;
            while index < parts[part].len() {
                bytes[length] = parts[part].as_bytes()[index];
                (length, index) = (length + 1, index + 1);
            }
            part += 1;
        }
        Self { bytes, length }
    }

    const fn as_str(&self) -> &str {
        match str::from_utf8(self.bytes.split_at(self.length).0) {
            Ok(words) => words,
            Err(_) => panic!("words, one behind the other, are words"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::BACKENDS;
    use crate::sat::encodings::ENCODINGS;
    use crate::sat::engines::ENGINES;

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
        assert_eq!(shown, 13 + usize::from(cfg!(feature = "cadical")));
    }
}
