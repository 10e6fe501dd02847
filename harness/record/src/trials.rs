//! Checks of the rows of a shard, which a merge of many millions makes for each of them.
//!
//! What identifies a trial is in the first columns. A row is a line, because no field contains a line break. In a line
//! without quotes the fields are what is between its commas: the first ones are borrowed from the line, and for the
//! others it is enough to count commas. A line with quotes is left to the crate `csv`. Two rows are of the same trial
//! if the 128-bit hashes of their identities are equal.
//!
//! Memory: 16 bytes for a row and 8 for a puzzle, in tables that are between half and nearly full.

use std::collections::HashSet;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use anyhow::{Context, bail, ensure};
use csv::ByteRecord;
use foldhash::fast::FixedState;

use crate::hash::{self, PuzzleHash};
use crate::manifest::Shard;
use crate::row::COLUMNS;

/// A set of hashes of puzzles.
pub type PuzzleSet = HashSet<PuzzleHash, FixedState>;

/// The contents of the rows of a shard.
#[derive(Clone, Debug, Default)]
pub struct ShardRows {
    /// The number of rows.
    pub n_rows: u64,
    /// The puzzles.
    pub puzzles: PuzzleSet,
    /// Their classes, unless the hashes of the classes decide to which shard they belong.
    pub classes: PuzzleSet,
}

/// The columns that identify a trial within a run, in their order.
const TRIAL: [&str; 6] = ["corpus", "puzzle", "iso_seed", "backend", "rep", "invocation"];

/// The size of the buffer for reading.
const BUFFER: usize = 1 << 18;

/// Checks that the rows in a file are those of a run and a shard, and that no trial is repeated. Without a shard, rows
/// of any class are accepted, and the classes are returned.
///
/// # Errors
/// When they are not, or the file cannot be read; with the line.
pub fn check(path: &Path, run_id: &str, shard: Option<Shard>) -> anyhow::Result<ShardRows> {
    let problem = || format!("cannot read {}", path.display());
    let mut lines =
        Lines::new(BufReader::with_capacity(BUFFER, File::open(path).with_context(problem)?));
    lines.next().with_context(problem)?;
    let mut checks = Checks::new(run_id, shard);
    while let Some(line) = lines.next().with_context(problem)? {
        checks.row(line).with_context(|| format!("{}:{}", path.display(), lines.number))?;
    }
    Ok(checks.found)
}

/// Returns the hashes in the first column of a table of puzzles.
///
/// # Errors
/// When it cannot be read.
pub fn puzzles(path: &Path) -> anyhow::Result<PuzzleSet> {
    let problem = || format!("cannot read {}", path.display());
    let mut lines = Lines::new(BufReader::new(File::open(path).with_context(problem)?));
    let mut found = PuzzleSet::default();
    while let Some(line) = lines.next().with_context(problem)? {
        let first = line.split(|&byte| byte == b',').next().unwrap_or_default();
        found.extend(parse_hash(first).ok());
    }
    Ok(found)
}

/// The lines of a file that are not empty, without their line breaks.
struct Lines<R> {
    input: R,
    line: Vec<u8>,
    /// The number of the line that was read last, from 1.
    number: u64,
}

impl<R: BufRead> Lines<R> {
    fn new(input: R) -> Self {
        Self { input, line: Vec::new(), number: 0 }
    }

    fn next(&mut self) -> std::io::Result<Option<&[u8]>> {
        loop {
            self.line.clear();
            if self.input.read_until(b'\n', &mut self.line)? == 0 {
                return Ok(None);
            }
            self.number += 1;
            if !self.line.trim_ascii_end().is_empty() {
                return Ok(Some(self.line.trim_ascii_end()));
            }
        }
    }
}

/// The places of the columns that are read, all of which are among the first.
struct Places {
    run_id: usize,
    puzzle_hash: usize,
    class: usize,
    trial: [usize; TRIAL.len()],
}

impl Places {
    fn find() -> Self {
        let place = |name: &str| {
            let place = COLUMNS.iter().position(|column| column.name == name);
            place.filter(|&place| place < LEADING).expect("a leading column of the schema")
        };
        Self {
            run_id: place("run_id"),
            puzzle_hash: place("puzzle_hash"),
            class: place("iso_class"),
            trial: TRIAL.map(place),
        }
    }
}

/// The number of columns up to the last one that is read.
const LEADING: usize = 16;

/// What the rows read so far must not contradict.
struct Checks<'a> {
    run_id: &'a str,
    shard: Option<Shard>,
    places: Places,
    /// The hashes of the trials.
    trials: HashSet<u128, FixedState>,
    /// The identity of a trial, as text.
    identity: Vec<u8>,
    found: ShardRows,
}

impl<'a> Checks<'a> {
    fn new(run_id: &'a str, shard: Option<Shard>) -> Self {
        Self {
            run_id,
            shard,
            places: Places::find(),
            trials: HashSet::default(),
            identity: Vec::new(),
            found: ShardRows::default(),
        }
    }

    /// Checks a line.
    fn row(&mut self, line: &[u8]) -> anyhow::Result<()> {
        if memchr::memchr(b'"', line).is_none() {
            return self.fields(&leading_fields(line)?);
        }
        let record = quoted(line)?;
        check_width(record.len())?;
        self.fields(&std::array::from_fn(|place| &record[place]))
    }

    fn fields(&mut self, fields: &[&[u8]; LEADING]) -> anyhow::Result<()> {
        let places = &self.places;
        if fields[places.run_id] != self.run_id.as_bytes() {
            bail!("a row of another run than that of the manifest");
        }
        let class = parse_hash(fields[places.class]).context("iso_class")?;
        let puzzle = match fields[places.puzzle_hash] {
            same if same == fields[places.class] => class,
            other => parse_hash(other).context("puzzle_hash")?,
        };
        match self.shard {
            None => _ = self.found.classes.insert(class),
            Some(shard) if shard.holds(class) => {}
            Some(shard) => bail!("the puzzle belongs to another shard than {shard}"),
        }
        self.identity.clear();
        for place in places.trial {
            self.identity.extend_from_slice(fields[place]);
            self.identity.push(b'\n');
        }
        ensure!(self.trials.insert(hash::key(&self.identity)), "a trial that is repeated");
        self.found.puzzles.insert(puzzle);
        self.found.n_rows += 1;
        Ok(())
    }
}

/// Returns the first fields of a line without quotes.
fn leading_fields(line: &[u8]) -> anyhow::Result<[&[u8]; LEADING]> {
    let (mut fields, mut start, mut n_fields) = ([&line[..0]; LEADING], 0, 0);
    for end in memchr::memchr_iter(b',', line).take(LEADING) {
        fields[n_fields] = &line[start..end];
        (start, n_fields) = (end + 1, n_fields + 1);
    }
    check_width(n_fields + memchr::memchr_iter(b',', &line[start..]).count() + 1)?;
    Ok(fields)
}

/// Returns the fields of a line with quotes.
fn quoted(line: &[u8]) -> anyhow::Result<ByteRecord> {
    let mut record = ByteRecord::new();
    csv::ReaderBuilder::new().has_headers(false).from_reader(line).read_byte_record(&mut record)?;
    Ok(record)
}

fn check_width(n_fields: usize) -> anyhow::Result<()> {
    let width = COLUMNS.len();
    ensure!(n_fields == width, "{n_fields} fields, expected {width} as in line 1");
    Ok(())
}

fn parse_hash(field: &[u8]) -> anyhow::Result<PuzzleHash> {
    let text = str::from_utf8(field)?;
    text.parse().with_context(|| format!("{text:?}, expected a hash"))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::row::{Row, csv_header, to_csv};

    fn row(puzzle: &str, rep: u32) -> Row {
        let hash = PuzzleHash(hash::key(puzzle.as_bytes()) as u64);
        Row {
            puzzle: puzzle.into(),
            run_id: "r".into(),
            backend: "a/b".into(),
            iso_class: hash,
            puzzle_hash: hash,
            rep,
            ..Row::default()
        }
    }

    fn csv(rows: &[Row]) -> Vec<u8> {
        let mut text = csv_header().expect("a header");
        to_csv(rows, &mut text).expect("rows");
        text
    }

    fn checked(text: &[u8], shard: Option<Shard>) -> anyhow::Result<ShardRows> {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("rows.csv");
        fs::write(&path, text).expect("room");
        check(&path, "r", shard)
    }

    #[track_caller]
    fn check_refused(text: &[u8], shard: Option<Shard>, message: &str) {
        let refused = checked(text, shard).expect_err("an error");
        assert!(format!("{refused:#}").contains(message), "{refused:#}");
    }

    #[test]
    fn rows_with_and_without_quotes_are_the_same_trials() {
        let plain = row("one", 1);
        let error = Some("a, \"b\"".to_owned());
        let quoted = Row { error: error.clone(), ..row("two, \"quoted\"", 1) };
        let found = checked(&csv(&[plain.clone(), quoted.clone()]), None).expect("rows");
        assert_eq!((found.n_rows, found.puzzles.len()), (2, 2));
        assert_eq!(found.classes, found.puzzles);
        let again = Row { error, ..plain.clone() };
        check_refused(&csv(&[plain, quoted, again]), None, "rows.csv:4: a trial that is repeated");
    }

    #[test]
    fn every_column_of_the_identity_counts() {
        let first = row("one", 1);
        let others = [
            Row { corpus: "c".into(), ..first.clone() },
            Row { puzzle: "two".into(), ..first.clone() },
            Row { iso_seed: Some(1), ..first.clone() },
            Row { backend: "a/c".into(), ..first.clone() },
            Row { rep: 2, ..first.clone() },
            Row { invocation: 2, ..first.clone() },
        ];
        for other in others {
            let found = checked(&csv(&[first.clone(), other]), None).expect("two trials");
            assert_eq!((found.n_rows, found.puzzles.len()), (2, 1));
        }
        let later = Row { wall_ns: Some(1), plan_order: 7, worker: 1, ..first.clone() };
        check_refused(&csv(&[first, later]), None, "a trial that is repeated");
    }

    #[test]
    fn rows_that_are_not_of_the_shard_are_refused() {
        let text = csv(&[row("one", 1)]);
        let other = Row { run_id: "s".into(), ..row("one", 1) };
        check_refused(&csv(&[other]), None, "rows.csv:2: a row of another run");
        let shards = ["1/2", "2/2"].map(|shard| shard.parse().ok());
        assert_eq!(shards.iter().filter(|shard| checked(&text, **shard).is_ok()).count(), 1);
        let last = text.len() - 1;
        check_refused(&text[..last - 3], None, "fields, expected ");
        check_refused(&[&text[..last], b",\n"].concat(), None, "fields, expected ");
        check_refused(&[&text[..last - 3], b"\"x\"\n"].concat(), None, "fields, expected ");
        let without_hash = String::from_utf8(text).expect("text");
        let hash = row("one", 1).puzzle_hash.to_string();
        check_refused(without_hash.replace(&hash, "x").as_bytes(), None, "expected a hash");
    }

    #[test]
    fn empty_lines_are_no_rows() {
        let text = [csv(&[row("one", 1)]), b"\n\r\n".to_vec()].concat();
        assert_eq!(checked(&text, None).expect("rows").n_rows, 1);
        assert_eq!(checked(&csv(&[]), None).expect("none").n_rows, 0);
    }
}
