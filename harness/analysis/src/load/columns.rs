//! The positions of columns in a file, and the parsing of fields.
//!
//! [`record`] writes the columns; this module reads some of them, in any order. Three columns are
//! required, so that a table made by hand or by another program can be ranked as well; any other column
//! may be missing, which is equivalent to all its fields being empty. Unknown columns are ignored, and
//! those of schema 1 are found under their [former] names.
//!
//! [former]: FORMER

use anyhow::{Context, anyhow, bail};
use board::Count;
use csv::ByteRecord;
use serde::Deserialize;
use serde::de::value::{Error as Unknown, StrDeserializer};

use super::Measure;
pub use super::column_names::{FORMER, RowField};

/// The positions of the columns of a file.
#[derive(Clone, Debug)]
pub struct Columns {
    fields: [Option<usize>; RowField::ALL.len()],
    measures: [Option<ColumnPlace>; Measure::ALL.len()],
}

/// The position of a column, and the suffix of its numbers.
#[derive(Clone, Copy, Debug)]
pub struct ColumnPlace {
    /// The position, from 0.
    pub place: usize,
    /// See [`FORMER`].
    pub suffix: &'static str,
}

impl Columns {
    /// Finds the columns in the header of `file`.
    ///
    /// # Errors
    /// When a required column is missing, or a column occurs twice.
    pub fn find(file: &str, header: &ByteRecord) -> anyhow::Result<Self> {
        let (mut fields, mut measures) = ([None; RowField::ALL.len()], [None; Measure::ALL.len()]);
        for field in RowField::ALL {
            fields[field as usize] = find(file, header, field.name())?.map(|found| found.place);
        }
        for measure in Measure::ALL {
            measures[measure as usize] = find(file, header, measure.column())?;
        }
        if let Some(missing) =
            RowField::REQUIRED.iter().find(|&&field| fields[field as usize].is_none())
        {
            let required: Vec<&str> = RowField::REQUIRED.iter().map(|field| field.name()).collect();
            bail!(
                "{file}:1:{}: column not found, expected rows of a run with at least {}",
                missing.name(),
                required.join(", ")
            );
        }
        Ok(Self { fields, measures })
    }

    /// Returns the bytes of a field; empty if the column is missing.
    pub fn bytes<'r>(&self, record: &'r ByteRecord, field: RowField) -> &'r [u8] {
        self.fields[field as usize].and_then(|at| record.get(at)).unwrap_or_default()
    }

    /// Returns a field as text; empty if the column is missing.
    ///
    /// # Errors
    /// When it is not UTF-8.
    pub fn text<'r>(&self, record: &'r ByteRecord, field: RowField) -> anyhow::Result<&'r str> {
        std::str::from_utf8(self.bytes(record, field))
            .with_context(|| format!("{}: not UTF-8", field.name()))
    }

    /// Returns a field as an integer; `default` if it is empty.
    ///
    /// # Errors
    /// When it is anything else.
    pub fn number<N: TryFrom<u64>>(
        &self,
        record: &ByteRecord,
        field: RowField,
        default: N,
    ) -> anyhow::Result<N> {
        let number = number(self.bytes(record, field), field.name())?;
        number.map_or(Ok(default), |number| {
            N::try_from(number)
                .ok()
                .with_context(|| format!("{}: {number} is too large", field.name()))
        })
    }

    /// Returns a field as a number of solutions of any size; zero if it is empty.
    ///
    /// # Errors
    /// When it is not an integer.
    pub fn count(&self, record: &ByteRecord, field: RowField) -> anyhow::Result<Count> {
        let text = self.text(record, field)?;
        if text.is_empty() {
            return Ok(Count::ZERO);
        }
        let name = field.name();
        text.parse().map_err(|_| anyhow!("{name}: {text:?}, expected an integer or nothing"))
    }

    /// Returns a field as a value of an enumeration; `None` if it is empty.
    ///
    /// # Errors
    /// When it is not a value of the enumeration.
    pub fn word<'r, W: Deserialize<'r>>(
        &self,
        record: &'r ByteRecord,
        field: RowField,
    ) -> anyhow::Result<Option<W>> {
        let text = self.text(record, field)?;
        if text.is_empty() {
            return Ok(None);
        }
        W::deserialize(StrDeserializer::<Unknown>::new(text))
            .map(Some)
            .map_err(|problem| anyhow::anyhow!("{}: {problem}", field.name()))
    }

    /// Returns a field as a boolean; false if it is empty.
    ///
    /// # Errors
    /// When it is anything else.
    pub fn truth(&self, record: &ByteRecord, field: RowField) -> anyhow::Result<bool> {
        match self.bytes(record, field) {
            b"true" => Ok(true),
            b"false" | b"" => Ok(false),
            other => {
                let other = String::from_utf8_lossy(other);
                bail!("{}: {other:?}, expected true or false", field.name())
            }
        }
    }

    /// Returns a measure as [`Trial`](super::Trial) keeps it; `None` if the field is empty.
    ///
    /// # Errors
    /// When it is not a non-negative integer or, for a share, a number from 0 to 1.
    pub fn measure(&self, record: &ByteRecord, measure: Measure) -> anyhow::Result<Option<u64>> {
        let Some(ColumnPlace { place, suffix }) = self.measures[measure as usize] else {
            return Ok(None);
        };
        let bytes = record.get(place).unwrap_or_default();
        match suffix {
            _ if measure.is_share() => share(bytes, measure.column()),
            "" => number(bytes, measure.column()),
            _ if bytes.is_empty() => Ok(None),
            _ => number(&[bytes, suffix.as_bytes()].concat(), measure.column()),
        }
    }
}

/// Finds a column in the header of `file`, by its present or former name.
///
/// # Errors
/// When it occurs twice.
pub fn find(file: &str, header: &ByteRecord, name: &str) -> anyhow::Result<Option<ColumnPlace>> {
    let place = |name: &str| -> anyhow::Result<Option<usize>> {
        let mut places = (0..header.len()).filter(|&at| header[at] == *name.as_bytes());
        let (first, second) = (places.next(), places.next());
        if second.is_some() {
            bail!("{file}:1:{name}: duplicate column, expected one");
        }
        Ok(first)
    };
    if let Some(place) = place(name)? {
        return Ok(Some(ColumnPlace { place, suffix: "" }));
    }
    let former = FORMER.iter().find(|(today, ..)| *today == name);
    let Some((_, former, suffix)) = former else { return Ok(None) };
    Ok(place(former)?.map(|place| ColumnPlace { place, suffix }))
}

/// Returns a number from 0 to 1, as its bits.
fn share(bytes: &[u8], column: &str) -> anyhow::Result<Option<u64>> {
    if bytes.is_empty() {
        return Ok(None);
    }
    let text = String::from_utf8_lossy(bytes);
    match text.parse::<f64>() {
        Ok(share) if (0.0..=1.0).contains(&share) => Ok(Some(share.to_bits())),
        _ => bail!("{column}: {text:?}, expected a number from 0 to 1 or nothing"),
    }
}

fn number(bytes: &[u8], column: &str) -> anyhow::Result<Option<u64>> {
    if bytes.is_empty() {
        return Ok(None);
    }
    // By hand, because reading a large run spends most of its time here.
    let digits = bytes.iter().try_fold(0_u64, |number, byte| {
        let digit = byte.is_ascii_digit().then(|| u64::from(byte - b'0'))?;
        number.checked_mul(10)?.checked_add(digit)
    });
    if digits.is_none() {
        let text = String::from_utf8_lossy(bytes);
        bail!("{column}: {text:?}, expected an integer below 2^64 or nothing");
    }
    Ok(digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_of_schema_1_is_in_milliseconds() {
        let header = ByteRecord::from(vec!["backend", "puzzle", "status", "limit_ms"]);
        let columns = Columns::find("a.csv", &header).unwrap();
        let limit = |text| {
            columns.measure(&ByteRecord::from(vec!["a/b", "p", "unique", text]), Measure::LimitNs)
        };
        assert_eq!(limit("2000").unwrap(), Some(2_000_000_000));
        assert_eq!(limit("0").unwrap(), Some(0));
        assert_eq!(limit("").unwrap(), None);
        assert!(limit("18446744073710").is_err(), "more nanoseconds than 64 bits hold");
    }

    #[test]
    fn shares_are_from_0_to_1() {
        assert_eq!(share(b"0.25", "x").unwrap(), Some(0.25_f64.to_bits()));
        assert_eq!(share(b"1.0", "x").unwrap(), Some(1.0_f64.to_bits()));
        assert_eq!(share(b"", "x").unwrap(), None);
        for wrong in ["1.5", "-0.1", "NaN", "half"] {
            assert!(share(wrong.as_bytes(), "x").is_err(), "{wrong}");
        }
    }

    #[test]
    fn numbers_are_whole() {
        assert_eq!(number(b"", "x").unwrap(), None);
        assert_eq!(number(b"0", "x").unwrap(), Some(0));
        assert_eq!(number(b"18446744073709551615", "x").unwrap(), Some(u64::MAX));
        for wrong in ["18446744073709551616", "-1", "1.5", "1e3", " 1", "NaN"] {
            let message = number(wrong.as_bytes(), "x").unwrap_err().to_string();
            assert!(message.starts_with("x: \"") && message.contains(wrong), "{message}");
        }
    }
}
