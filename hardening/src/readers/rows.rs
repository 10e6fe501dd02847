//! Rows of runs, of schema 1 and 2. Two readers, that of the whole row and that of the statistics, agree; what is
//! written reads back as the same, and means the same in schema 1.

use std::cell::RefCell;
use std::fs;
use std::path::PathBuf;
use std::slice;

use analysis::load::columns::FORMER;
use analysis::load::{Measure, Runs};
use record::{Row, SCHEMA, csv_header, to_csv};
use tempfile::TempDir;

/// Reads an input as a file of rows. Its first byte is `2` or `1` in place of the header of that schema, which is too
/// long to be found by mutation.
pub fn rows(bytes: &[u8]) {
    let (Some((first, rest)), Ok(header)) = (bytes.split_first(), csv_header()) else { return };
    let header = String::from_utf8(header).expect("a header is text");
    let text = match first {
        b'1' => [former(&header).as_bytes(), rest].concat(),
        b'2' => [header.as_bytes(), rest].concat(),
        _ => bytes.to_vec(),
    };
    let _ = load(&text);
    // The reader of whole rows knows the present names only.
    let present = match first {
        b'1' => [header.as_bytes(), rest].concat(),
        _ => text,
    };
    let read: Result<Vec<Row>, _> = csv::Reader::from_reader(&present[..]).deserialize().collect();
    if let Ok(rows) = read {
        let rows: Vec<Row> = rows.into_iter().take(20).collect();
        reads_back(&header, &rows);
        loads_alike(&header, rows);
    }
}

/// Checks that rows are the same after they were written.
fn reads_back(header: &str, rows: &[Row]) {
    let written = written(header, rows);
    let again: Result<Vec<Row>, _> = csv::Reader::from_reader(&written[..]).deserialize().collect();
    let again = again.unwrap_or_else(|error| panic!("{error}: {rows:?}"));
    // Shares that are no numbers differ from themselves.
    let is_plain = |row: &Row| !is_nan(row.fill_rate) && !is_nan(row.elimination_rate);
    if rows.iter().all(is_plain) {
        assert_eq!(again, rows);
    }
    assert_eq!(self::written(header, &again), written);
}

fn is_nan(share: Option<f64>) -> bool {
    share.is_some_and(f64::is_nan)
}

fn written(header: &str, rows: &[Row]) -> Vec<u8> {
    let mut text = header.as_bytes().to_vec();
    to_csv(rows, &mut text).expect("every row can be written");
    text
}

/// Checks that the statistics see what the rows say, also in schema 1.
fn loads_alike(header: &str, mut rows: Vec<Row>) {
    for row in &mut rows {
        row.schema = SCHEMA;
        // Schema 1 has whole milliseconds.
        row.limit_ns = row.limit_ns.map(|limit| limit / 1_000_000 * 1_000_000);
    }
    let now = load(&written(header, &rows));
    if let Ok(runs) = &now {
        let counted: Vec<&Row> = rows.iter().filter(|row| row.rep > 0).collect();
        assert_eq!(runs.trials.len(), counted.len(), "{rows:?}");
        for (trial, row) in runs.trials.iter().zip(counted) {
            let seen = [Measure::Wall, Measure::Cpu, Measure::Nodes, Measure::LimitNs]
                .map(|measure| trial.get(measure));
            assert_eq!(seen, [row.wall_ns, row.cpu_ns, row.nodes, row.limit_ns].map(present));
            assert_eq!((trial.rep, trial.order), (row.rep, row.plan_order));
            assert_eq!((trial.isolated, &trial.solutions), (row.isolated, &row.solutions));
            assert_eq!(runs.puzzles[trial.puzzle as usize].hash, row.puzzle_hash.to_string());
        }
    }
    for row in &mut rows {
        row.schema = 1;
        row.limit_ns = row.limit_ns.map(|limit| limit / 1_000_000);
    }
    let then = load(&written(&former(header), &rows));
    let in_words = |runs: &Result<Runs, String>| {
        runs.as_ref().map(|runs| format!("{:?}", runs.trials)).map_err(|_| ())
    };
    assert_eq!(in_words(&then), in_words(&now), "{then:?} in schema 1, {now:?} now, of {rows:?}");
}

/// A measure of this value is one that was not taken.
fn present(value: Option<u64>) -> Option<u64> {
    value.filter(|&value| value != u64::MAX)
}

/// Returns the header with the names of schema 1.
fn former(header: &str) -> String {
    let rename = |name: &str| {
        let found = FORMER.iter().find(|(now, ..)| *now == name);
        found.map_or(name, |(_, then, _)| then).to_owned()
    };
    header.trim_end().split(',').map(rename).collect::<Vec<_>>().join(",") + "\n"
}

/// Reads a file with this text.
fn load(text: &[u8]) -> Result<Runs, String> {
    thread_local! { static FILE: RefCell<Option<(TempDir, PathBuf)>> = const { RefCell::new(None) }; }
    FILE.with_borrow_mut(|file| {
        let (_, path) = file.get_or_insert_with(|| {
            let folder = tempfile::tempdir().expect("a temporary folder");
            let path = folder.path().join("rows.csv");
            (folder, path)
        });
        fs::write(&*path, text).expect("a temporary file");
        Runs::read(slice::from_ref(path)).map_err(|error| format!("{error:#}"))
    })
}
