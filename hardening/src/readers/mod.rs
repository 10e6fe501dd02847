//! A property for each reader of texts. All of them are functions of bytes, which panic where the property does not
//! hold: most read a text, write what was read, and read that again.

mod certificates;
mod geometries;
mod instances;
mod messages;
mod notations;
mod outputs;
mod rows;
mod runs;
mod served;

pub use self::certificates::{count, proof};
pub use self::geometries::{drawing, structure};
pub use self::instances::{cover, cover_priced, cover_rows, cover_sets, formula, graph};
pub use self::messages::{reply, request};
pub use self::notations::{notation, reading};
pub use self::outputs::{answer, counted, model, replies};
pub use self::rows::rows;
pub use self::runs::{history, manifest, programs, study};
pub use self::served::serve;
