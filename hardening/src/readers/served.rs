//! The side of the protocol that answers: a session of any lines, with a backend behind it.

use std::sync::LazyLock;

use race::external::protocol::{Reply, Request};
use race::machine::clock;
use race::runner;
use record::manifest::ClockCosts;
use record::structure::parse_geometry;
use solvers::candidates::mrv::MRV;

/// What it costs to read the clocks: any value will do.
static COSTS: LazyLock<ClockCosts> = LazyLock::new(clock::measure);

/// Whatever was sent, each reply is a message, the first one is `hello`, and every puzzle has one final result, in the
/// order of the requests. Boards are small and searches short, so that an input takes microseconds.
pub fn serve(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let lines: Vec<String> = text.lines().take(20).filter_map(harmless).collect();
    let expected = requested(&lines);
    let mut out = Vec::new();
    runner::serve(&MRV, *COSTS, None, lines.into_iter(), &mut out)
        .expect("memory accepts every reply");
    let out = String::from_utf8(out).expect("replies are text");
    let mut results = Vec::new();
    for (number, line) in out.lines().enumerate() {
        let reply: Reply = line.parse().unwrap_or_else(|error| panic!("{error}: {line:?}"));
        assert_eq!(matches!(reply, Reply::Hello(_)), number == 0, "{out}");
        if let Reply::Result(answer) = reply
            && !answer.more
        {
            assert_eq!(answer.inconsistency(), None, "{line:?}");
            results.push(answer.id);
        }
    }
    assert_eq!(results, expected, "{text:?} was answered {out:?}");
}

/// Returns the line, if it does not ask for a large board, with limits on the search.
fn harmless(line: &str) -> Option<String> {
    match line.parse() {
        Ok(Request::Geometry(_, board)) => {
            let is_large = |board: &str| parse_geometry(board).is_ok_and(|it| it.cells() > 81);
            (board.starts_with("symbols=") && !is_large(&board)).then(|| line.into())
        }
        Ok(Request::Solve(mut solve)) => {
            solve.limit_nodes = Some(solve.limit_nodes.unwrap_or(50).min(50));
            solve.limit_solutions = Some(solve.limit_solutions.unwrap_or(50).min(50));
            (solve.limit_ns, solve.peak) = (None, false);
            Some(Request::Solve(solve).to_string())
        }
        Ok(Request::Block(size)) => Some(Request::Block(size.min(100)).to_string()),
        _ => Some(line.into()),
    }
}

/// Returns the ids of the puzzles that are answered, in order.
fn requested(lines: &[String]) -> Vec<u64> {
    let mut ids = Vec::new();
    let mut lines = lines.iter();
    while let Some(line) = lines.next() {
        match line.parse() {
            Ok(Request::Solve(solve)) => ids.push(solve.id),
            Ok(Request::Block(size)) => {
                ids.extend(lines.by_ref().take(size).filter_map(|line| match line.parse() {
                    Ok(Request::Solve(solve)) => Some(solve.id),
                    _ => None,
                }));
            }
            Ok(Request::Quit) => break,
            _ => {}
        }
    }
    ids
}
