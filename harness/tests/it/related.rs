//! Boards with relations, as programs of others are told them.

use record::{Status, Verified};

use crate::outside::{run_on, speaker, statuses};

/// A board with each kind of relation, and a puzzle with one solution, 3421123443122143.
pub(crate) const RELATED: &str = "# geometry:
#   name: related
#   place: classic4 at r1c1
#   sum 6: r1c1 r2c1 r4c1
#   rising: r2c1 r2c2 r2c3
#   difference 1: r1c1 r1c2
#   not difference 1: r1c2 r1c3
#   ratio 2: r1c2 r1c3
#   not ratio 2: r1c1 r1c3
#   sandwich 2: r1c1 r1c2 r1c3 r1c4
............2..3 one
";

/// What a relation of these kinds says of numbers, and a search that looks at it in the end.
const BRUTE_FORCE: &str = r#"
from constraints import Found, serve

PAIRS = {
    "rising": lambda a, b, n: a < b,
    "difference": lambda a, b, n: abs(a - b) == n,
    "not-difference": lambda a, b, n: abs(a - b) != n,
    "ratio": lambda a, b, n: max(a, b) == n * min(a, b),
    "not-ratio": lambda a, b, n: max(a, b) != n * min(a, b),
}

def holds(board, relation, grid):
    its = [grid[cell] for cell in relation.cells]
    if relation.kind == "sum":
        return sum(its) == relation.number
    if relation.kind == "sandwich":
        first, last = sorted([its.index(1), its.index(board.order)])
        return sum(its[first + 1:last]) == relation.number
    return all(PAIRS[relation.kind](grid[a], grid[b], relation.number) for a, b in relation.pairs())

def grids(board, grid, cell):
    if cell == len(grid):
        if all(holds(board, relation, grid) for relation in board.relations):
            yield list(grid)
        return
    taken = {grid[other] for region in board.regions if cell in region for other in region if other != cell}
    for value in [grid[cell]] if grid[cell] else range(1, board.order + 1):
        if value not in taken:
            yield from grids(board, grid[:cell] + [value] + grid[cell + 1:], cell + 1)

def solve(board, givens, goal, milliseconds):
    found = list(grids(board, givens, 0))
    return Found(found[:2], len(found), None)

"#;

/// Returns the script of a program that takes these kinds of relations.
fn takes(kinds: &str) -> String {
    let folder = format!("{}/../scripts/backends", env!("CARGO_MANIFEST_DIR"));
    let serve = format!("serve('toy', '1', solve, {kinds})");
    format!("import sys\nsys.path.insert(0, {folder:?})\n{BRUTE_FORCE}\n{serve}\n")
}

#[test]
fn a_program_is_sent_the_relations_that_its_hello_lists() {
    let script = takes("['sum', 'sandwich', *PAIRS]");
    let more = ["--timeout", "20s", "-b", "candidates/mrv$"];
    let Some(ran) = run_on(RELATED, "protocol", &script, &more) else { return };
    statuses(&ran, &[Status::Unique; 2]);
    assert!(ran.rows.iter().all(|row| row.verified == Verified::Yes), "{}", ran.printed);
    let grids: Vec<_> = ran.rows.iter().map(|row| row.solution.as_deref()).collect();
    assert_eq!(grids, [Some("3421123443122143"); 2]);
}

#[test]
fn a_program_is_sent_no_relations_that_it_does_not_list() {
    let unread = speaker("say('result ' + w[1] + ' solved - 3421123443122143\\n')");
    for (mode, script, expected) in [
        ("protocol", takes("['sandwich', *PAIRS]"), "its hello does not list relations=sum"),
        ("protocol", takes("['sum', 'sandwich', 'rising']"), "relations=difference"),
        ("protocol", unread.clone(), "its hello does not list relations=sum"),
        ("lines", "print('3421123443122143')".into(), "a line has no relations"),
    ] {
        let more = ["--timeout", "20s", "--task", "first"];
        let Some(ran) = run_on(RELATED, mode, &script, &more) else { return };
        statuses(&ran, &[Status::Unsupported]);
        let error = ran.rows[0].error.as_deref().unwrap_or_default();
        assert!(error.contains(expected), "{error}");
    }
}
