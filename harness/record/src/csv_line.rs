//! Writes a flat struct as a line of CSV, with a serde serializer that writes fields in place, and reads such lines.
//!
//! The crate `csv`, which reads these lines, passes every field through a state machine for all dialects.
//! Most fields of a row are empty, and writing them took longer than everything else that the harness
//! does for a trial with a negligible solve time. This module implements the default dialect of the crate
//! only: commas between fields, and quotes around a field that contains a comma, a quote or a line break.
//! A test checks that both write the same.
//!
//! ```text
//!   Row { schema: 1, run_id: "r", iso_seed: None, error: Some("a, b"), … }   →   1,r,,"a, b",…
//! ```

use std::fmt;
use std::io::Read;

use serde::de::DeserializeOwned;
use serde::ser::{self, Impossible, Serialize};

/// Returns the rows of a table, whose header is read first: the iterator of the crate would go on without one that
/// cannot be read, as if the table had none.
///
/// # Errors
/// When the header cannot be read.
pub fn rows<T: DeserializeOwned, R: Read>(
    table: R,
) -> csv::Result<csv::DeserializeRecordsIntoIter<R, T>> {
    let mut reader = csv::Reader::from_reader(table);
    reader.byte_headers()?;
    Ok(reader.into_deserialize())
}

/// Writes a struct whose fields are numbers, booleans, strings, unit variants, or options of them.
///
/// # Errors
/// When a field has another type.
pub fn write(row: &impl Serialize, line: &mut Vec<u8>) -> fmt::Result {
    let start = line.len();
    line.resize(start + ROOM, b',');
    let mut fields = Fields { line, end: start };
    row.serialize(&mut fields)?;
    // The line ends in place of the last comma.
    let end = fields.end.max(start + 1) - 1;
    line.resize(end, b',');
    line.push(b'\n');
    Ok(())
}

/// The number of commas that are laid out at once. Nearly every row is shorter.
const ROOM: usize = 1 << 10;

/// The fields of a line being written. All that is behind them is commas, so an empty field is a step.
struct Fields<'a> {
    line: &'a mut Vec<u8>,
    /// The end of what is written, from where `line` has nothing but commas, or ends.
    end: usize,
}

impl Fields<'_> {
    /// Writes a field that needs no quotes, or a part of one.
    #[inline]
    fn plain(&mut self, text: &[u8]) -> fmt::Result {
        let end = self.end + text.len();
        if end > self.line.len() {
            self.line.resize(end + ROOM, b',');
        }
        self.line[self.end..end].copy_from_slice(text);
        self.end = end;
        Ok(())
    }

    #[inline]
    fn integer(&mut self, value: impl itoa::Integer + TryInto<u8> + Copy) -> fmt::Result {
        // Most numbers have one digit.
        match value.try_into() {
            Ok(digit @ 0..10) => self.plain(&[b'0' + digit]),
            _ => self.plain(itoa::Buffer::new().format(value).as_bytes()),
        }
    }

    fn text(&mut self, text: &str) -> fmt::Result {
        if !has_special(text.as_bytes()) {
            return self.plain(text.as_bytes());
        }
        self.plain(b"\"")?;
        for part in text.split_inclusive('"') {
            self.plain(part.as_bytes())?;
            if part.ends_with('"') {
                self.plain(b"\"")?;
            }
        }
        self.plain(b"\"")
    }
}

/// Returns whether a field needs quotes.
fn has_special(text: &[u8]) -> bool {
    let is_special = |&byte: &u8| matches!(byte, b',' | b'"' | b'\r' | b'\n');
    // Without early exit in blocks of a fixed size, so that their loop is vectorised.
    let any = |block: &[u8]| block.iter().fold(false, |any, byte| any | is_special(byte));
    let (blocks, rest) = text.as_chunks::<16>();
    blocks.iter().any(|block| any(block)) || any(rest)
}

impl ser::SerializeStruct for &mut Fields<'_> {
    type Ok = ();
    type Error = fmt::Error;

    #[inline]
    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        _: &'static str,
        value: &T,
    ) -> fmt::Result {
        value.serialize(&mut **self)?;
        // The comma is there.
        self.end += 1;
        Ok(())
    }

    fn end(self) -> fmt::Result {
        Ok(())
    }
}

/// Methods that reject types that no field has.
macro_rules! reject {
    ($($method:ident($($argument:ty),*) -> $answer:ty;)*) => {
        $(fn $method(self, $(_: $argument),*) -> Result<$answer, fmt::Error> {
            Err(fmt::Error)
        })*
    };
}

type Never = Impossible<(), fmt::Error>;

impl<'a, 'b> ser::Serializer for &'a mut Fields<'b> {
    type Ok = ();
    type Error = fmt::Error;
    type SerializeMap = Never;
    type SerializeSeq = Never;
    type SerializeStruct = &'a mut Fields<'b>;
    type SerializeStructVariant = Never;
    type SerializeTuple = Never;
    type SerializeTupleStruct = Never;
    type SerializeTupleVariant = Never;

    fn serialize_bool(self, value: bool) -> fmt::Result {
        self.plain(if value { b"true" } else { b"false" })
    }

    fn serialize_f64(self, value: f64) -> fmt::Result {
        // Nearly every rate is of a solved puzzle.
        if value == 1.0 {
            return self.plain(b"1.0");
        }
        self.plain(ryu::Buffer::new().format(value).as_bytes())
    }

    fn serialize_none(self) -> fmt::Result {
        Ok(())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> fmt::Result {
        value.serialize(self)
    }

    fn serialize_str(self, value: &str) -> fmt::Result {
        self.text(value)
    }

    fn serialize_struct(
        self,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStruct, fmt::Error> {
        Ok(self)
    }

    fn serialize_u32(self, value: u32) -> fmt::Result {
        self.integer(value)
    }

    fn serialize_u64(self, value: u64) -> fmt::Result {
        self.integer(value)
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> fmt::Result {
        // A word.
        self.plain(variant.as_bytes())
    }

    reject! {
        serialize_bytes(&[u8]) -> ();
        serialize_char(char) -> ();
        serialize_f32(f32) -> ();
        serialize_i16(i16) -> ();
        serialize_i32(i32) -> ();
        serialize_i64(i64) -> ();
        serialize_i8(i8) -> ();
        serialize_map(Option<usize>) -> Never;
        serialize_seq(Option<usize>) -> Never;
        serialize_struct_variant(&'static str, u32, &'static str, usize) -> Never;
        serialize_tuple(usize) -> Never;
        serialize_tuple_struct(&'static str, usize) -> Never;
        serialize_tuple_variant(&'static str, u32, &'static str, usize) -> Never;
        serialize_u16(u16) -> ();
        serialize_u8(u8) -> ();
        serialize_unit() -> ();
        serialize_unit_struct(&'static str) -> ();
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> fmt::Result {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> fmt::Result {
        Err(fmt::Error)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde::Serialize;

    use super::*;

    #[derive(Clone, Debug, Serialize)]
    enum Word {
        Yes,
        No,
    }

    /// A field of every type that a row has.
    #[derive(Debug, Serialize)]
    struct Record {
        number: u64,
        small: u32,
        size: usize,
        truth: bool,
        text: String,
        word: Word,
        rate: Option<f64>,
        perhaps: Option<String>,
        last: Option<u64>,
    }

    fn records() -> impl Strategy<Value = Record> {
        // Characters that need quotes are frequent.
        let text = || {
            proptest::collection::vec(
                prop::sample::select(vec!['a', ' ', ',', '"', '\r', '\n', 'é', '#']),
                0..6,
            )
            .prop_map(String::from_iter)
        };
        let rate = prop_oneof![Just(0.0), Just(1.0), 0.0..1.0, 0.0..1e-6];
        let word = prop_oneof![Just(Word::Yes), Just(Word::No)];
        let numbers = (any::<u64>(), any::<u32>(), any::<usize>(), any::<bool>());
        let others = (text(), word, prop::option::of(rate), prop::option::of(text()));
        (numbers, others, any::<Option<u64>>()).prop_map(
            |((number, small, size, truth), (text, word, rate, perhaps), last)| Record {
                number,
                small,
                size,
                truth,
                text,
                word,
                rate,
                perhaps,
                last,
            },
        )
    }

    proptest! {
        #[test]
        fn a_line_is_the_one_that_the_crate_csv_writes(record in records()) {
            let mut line = b"before\n".to_vec();
            write(&record, &mut line).unwrap();
            let mut builder = csv::WriterBuilder::new();
            builder.has_headers(false);
            let mut writer = builder.from_writer(b"before\n".to_vec());
            writer.serialize(&record).unwrap();
            prop_assert_eq!(line, writer.into_inner().unwrap());
        }
    }

    #[test]
    fn other_types_are_rejected() {
        assert_eq!(write(&[1, 2], &mut Vec::new()), Err(fmt::Error));
        assert_eq!(write(&('a', 1.5_f32), &mut Vec::new()), Err(fmt::Error));
    }
}
