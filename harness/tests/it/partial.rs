//! What programs of others may say beyond grids: what they have when they are stuck, colourings, and steps.

use record::{Row, Status, Verified};

use crate::outside::{run_on, speaker, statuses};

/// A puzzle of order 4 with one solution, 3421123443122143.
const PUZZLE: &str = "....1.3.431.2... one\n";

/// Returns the row of a program that answers `stuck` with this text behind it; nothing where there is no Python.
fn stuck(corpus: &str, shown: &str) -> Option<Row> {
    let script = speaker(&format!("say('result ' + w[1] + ' stuck 1000 - {shown}\\n')"));
    let ran = run_on(corpus, "protocol", &script, &["--clock", "pipe", "--timeout", "20s"])?;
    assert_eq!(ran.rows.len(), 1);
    ran.rows.into_iter().next()
}

#[test]
fn a_partial_grid_has_the_four_statistics() {
    // Ten cells are empty; the others follow from the four that are filled here, and count as empty.
    let Some(row) = stuck(PUZZLE, "partial=34..1234431.2...") else { return };
    assert_eq!((row.status, row.filled, row.fill_rate), (Status::Stuck, Some(4), Some(0.4)));
    let Some(full) = stuck(PUZZLE, "partial=3421123443122143") else { return };
    assert_eq!((full.filled, full.elimination_rate), (Some(10), Some(1.0)));
    let Some(none) = stuck(PUZZLE, "partial=....1.3.431.2...") else { return };
    assert_eq!((none.filled, none.candidates_removed), (Some(0), Some(0)));
    // Without the grid, nothing is counted, as before.
    let Some(bare) = stuck(PUZZLE, "") else { return };
    assert_eq!((bare.status, bare.filled), (Status::Stuck, None));
}

#[test]
fn candidates_that_are_left_count_beside_the_grid() {
    let shown = |fourth: &str| {
        format!("partial=....1.3.431.2... left=f.f.f.{fourth}.f.f.f.f.f.f.f.f.f.f.f.f")
    };
    // By the givens the fourth cell may be 1, 2 or 4.
    let removed = |fourth: &str| {
        let row = stuck(PUZZLE, &shown(fourth))?;
        assert_eq!((row.status, row.filled), (Status::Stuck, Some(0)), "{:?}", row.error);
        row.candidates_removed
    };
    let Some(none) = removed("f") else { return };
    assert_eq!((none, removed("b"), removed("3"), removed("1")), (0, Some(0), Some(1), Some(2)));
}

#[test]
fn a_partial_grid_that_breaks_a_rule_is_wrong() {
    let corpus = format!("# expect: 1\n{}", PUZZLE.replace(" one", ""));
    for (shown, expected) in [
        ("partial=4...1.3.431.2...", "column 1 holds 4 twice, at r1c1 and r3c1"),
        ("partial=....1...431.2...", "the given 3 at r2c3 is not kept"),
        ("left=0.f.f.f.1.f.4.f.8.4.1.f.2.f.f.f", "r1c1 has no candidate left"),
    ] {
        let Some(row) = stuck(&corpus, shown) else { return };
        assert_eq!((row.status, row.verified), (Status::Wrong, Verified::No), "{shown}");
        assert!(row.error.as_ref().is_some_and(|it| it.contains(expected)), "{:?}", row.error);
    }
    let Some(short) = stuck(&corpus, "partial=....1") else { return };
    assert_eq!(short.status, Status::Unknown);
    assert!(short.error.is_some_and(|it| it.contains("5 cells, expected 16")));
}

#[test]
fn steps_are_no_stray_output() {
    let script = speaker(
        "say('step ' + w[1] + ' naked-single r1c1=3\\nresult ' + w[1] + ' solved - 3421123443122143\\n')",
    );
    let Some(ran) = run_on(PUZZLE, "protocol", &script, &["--task", "first", "--timeout", "20s"])
    else {
        return;
    };
    statuses(&ran, &[Status::Solved]);
    assert_eq!(ran.rows[0].error, None);
}

/// Returns a program that reads a graph, with what it answers.
fn colourer(geometries: &str, colours: &str) -> String {
    format!(
        "import sys\nprint('hello sudoku-backend/1 geometries={geometries}', flush=True)\n\
         for line in sys.stdin:\n    w = line.split()\n    \
         if w[0] == 'geometry':\n        assert w[2:] == ['graph', 'vertices=5', \
         'edges=0-1,0-4,1-2,2-3,3-4'], w\n    \
         if w[0] == 'solve':\n        assert w[2] == '.....', w\n        \
         print('result', w[1], 'solved', '-', '{colours}', flush=True)\n    \
         if w[0] == 'quit': break\n"
    )
}

#[test]
fn a_colouring_is_refereed() {
    let pentagon = "p edge 5 5\ne 1 2\ne 2 3\ne 3 4\ne 4 5\ne 5 1\n";
    for (geometries, colours, status, expected) in [
        ("classic9,graph", "1,2,1,2,3", Status::Solved, ""),
        ("graph", "1,2,1,2,1", Status::Wrong, "have the same colour"),
        ("graph", "1,2,1,0,3", Status::Unknown, "vertex 3 has no colour"),
        ("graph", "1,2,1", Status::Unknown, "3 colours, expected 5"),
        ("classic9", "1,2,1,2,3", Status::Unsupported, "it supports classic9 only"),
        ("-", "1,2,1,2,3", Status::Unsupported, "its hello does not list geometries=graph"),
    ] {
        let script = colourer(geometries, colours);
        let Some(ran) =
            run_on(pentagon, "protocol", &script, &["--task", "first", "--timeout", "20s"])
        else {
            return;
        };
        let row = &ran.rows[0];
        assert_eq!(row.status, status, "{colours}: {:?}", row.error);
        let error = row.error.as_deref().unwrap_or_default();
        assert!(error.contains(expected), "{colours}: {error}");
        if status == Status::Solved {
            assert_eq!((row.colours, row.verified), (Some(3), Verified::Yes));
        }
    }
}
