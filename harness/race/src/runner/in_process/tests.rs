//! What is kept for later passes.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use record::manifest::Isolate;
use solvers::candidates::mrv::MRV;

use super::*;
use crate::corpus::{ReadEvent, Reader};
use crate::entrant::Isolation;
use crate::machine::clock;
use crate::plan::Plan;

/// Returns the empty boards of some geometries, whose names end in the number of symbols.
fn empty_boards(names: &[&str]) -> Vec<CorpusItem> {
    let folder = tempfile::tempdir().expect("a folder");
    let board = |name: &&str| {
        let order = name.trim_start_matches(char::is_alphabetic).parse().expect("a number");
        let row = format!("{}\n", ["0"].repeat(order).join(" "));
        let path = folder.path().join(format!("{name}.txt"));
        let text = format!("# geometry: {name}\n{}", row.repeat(order));
        std::fs::write(&path, text).map(|()| path).expect("a corpus")
    };
    let paths: Vec<PathBuf> = names.iter().map(board).collect();
    let items = |entry| match entry {
        Ok(ReadEvent::Puzzle(item)) => Some(item),
        _ => None,
    };
    Reader::open(&paths).expect("a reader").filter_map(items).collect()
}

#[test]
fn of_large_boards_one_solver_at_a_time_and_none_after_a_pass_is_kept() {
    let items = empty_boards(&["classic4", "classic49", "classic9", "latin49"]);
    let items: Vec<&CorpusItem> = items.iter().collect();
    assert_eq!(items.len(), 4);
    let isolation = Isolation::new(Isolate::None, PathBuf::new());
    let timeout = Some(Duration::from_millis(1));
    let plan = Plan { timeout, ..Plan::new(Vec::new(), isolation) };
    let cancel = AtomicBool::new(false);
    let context = PassContext { plan: &plan, cancel: &cancel, found: None, observer: None };
    let mut executor = InProcess::new(MRV, clock::measure());
    executor.pass(&items, &context, &mut |_, _| {});
    let mut kept: Vec<usize> = executor.prepared.keys().copied().collect();
    kept.sort_unstable();
    let mut small = [items[0].problem.key(), items[2].problem.key()];
    small.sort_unstable();
    assert_eq!(kept, small);
    // Within a pass, too.
    executor.prepared([items[1]].as_slice(), &context);
    executor.prepared([items[3]].as_slice(), &context);
    assert_eq!(executor.prepared.values().filter(|prepared| prepared.is_large).count(), 1);
}
