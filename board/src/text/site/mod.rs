//! What the notations of web sites share: a text has any number of objects in JSON, and of links that contain one,
//! compressed by lz-string.
//!
//! Lines with `#` are comments or headers. After a link, a name may follow.

mod field;

mod lz_string;

mod link;

mod cells;

mod read;

#[cfg(test)]
pub(super) mod testing;

pub(super) use self::cells::{solution, standard, symbol};
pub(super) use self::field::Field;
pub(super) use self::link::{Links, begins_with_object, has_key, is_short};
pub(super) use self::read::{Json, MAX_SIZE, Site, Source, read, size};
