//! Exact cover problems, formulas and graphs: what was read can be written, and is the same problem then.

use board::TextError;
use board::instance::{
    CoverWriteError, ExactCover, MaxAnnounced, read_cover, read_formula, read_graph,
    read_priced_rows_within, read_rows_within, read_sets_within, write_cover, write_formula,
    write_graph,
};

/// More items are readable, but take seconds.
const MOST: MaxAnnounced = MaxAnnounced(Some(4999));

/// An exact cover problem in Knuth's format reads back as the same.
pub fn cover(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    if let Ok(problem) = read_cover(&text) {
        let written = write_cover(&problem).expect("what was read can be written");
        assert_eq!(read_cover(&written), Ok(problem), "{written:?}");
    }
}

/// An exact cover problem in a file `.ec` is the same in Knuth's format.
pub fn cover_sets(bytes: &[u8]) {
    numbered(read_sets_within, bytes);
}

/// An exact cover problem in rows is the same in Knuth's format.
pub fn cover_rows(bytes: &[u8]) {
    numbered(read_rows_within, bytes);
}

/// An exact cover problem in rows with costs is the same in Knuth's format.
pub fn cover_priced(bytes: &[u8]) {
    numbered(read_priced_rows_within, bytes);
}

/// Checks a reader of problems whose items are numbers.
fn numbered(read: fn(&str, MaxAnnounced) -> Result<ExactCover, TextError>, bytes: &[u8]) {
    let Ok(problem) = read(&String::from_utf8_lossy(bytes), MOST) else { return };
    assert_eq!(problem.primary(), problem.items(), "there are no secondary items");
    match write_cover(&problem) {
        Ok(written) => assert_eq!(read_cover(&written), Ok(problem), "{written:?}"),
        Err(error) => assert_eq!((error, problem.items()), (CoverWriteError::NoPrimary, 0)),
    }
}

/// A formula in DIMACS reads back as the same.
pub fn formula(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    if let Ok(formula) = read_formula(&text) {
        let written = write_formula(&formula);
        assert_eq!(read_formula(&written), Ok(formula), "{written:?}");
    }
}

/// A graph in DIMACS reads back as the same.
pub fn graph(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    if let Ok(read) = read_graph(&text) {
        let written = write_graph(&read.graph);
        let again = read_graph(&written).map(|again| again.graph);
        assert_eq!(again, Ok(read.graph), "{written:?}");
    }
}
