//! A case as text: a line for each part, so that a person can remove or change one.
//!
//! ```text
//! board symbols=2 cells=2 regions=0.1      cover 2 1 2      formula 2      graph 3
//! puzzle 3.1                               option 0 2=1     clause 1 -2    edge 0 1
//! backend cover/dlx
//! solve 0 solutions=2 nodes=7
//! trace 0 solutions=1 cancel=3
//! batch 0 solutions=2
//! ```
//! A puzzle has a hexadecimal set of symbols for each cell. A cover has numbers of primary and secondary items, and of
//! colours, and lines `times 0 2 3` if item 0 is to be covered two or three times; items and vertices are numbered from
//! 0, variables from 1. Lines that start with `#` are comments.

use std::fmt::Write as _;
use std::sync::Arc;

use board::instance::{Entry, ExactCover, Formula, Literal, Multiplicity};
use board::{Geometry, Graph, Puzzle, SymbolSet};
use record::structure::{parse_geometry, write_geometry, write_structure};

use super::case::{Call, CallKind, Case, Instance};

/// The words of the kinds of calls.
const KINDS: [(CallKind, &str); 3] =
    [(CallKind::Solve, "solve"), (CallKind::Trace, "trace"), (CallKind::Batch, "batch")];

/// Writes a case.
pub fn write(case: &Case) -> String {
    let mut text = String::new();
    let mut line = |line: String| text += &(line + "\n");
    match &case.instance {
        Instance::Puzzles(geometry, puzzles) => {
            let name = write_geometry(geometry);
            let is_name = !name.contains('=');
            line(format!("board {}", if is_name { name } else { write_structure(geometry) }));
            let set = |set: SymbolSet| format!("{:x}", set.bits());
            let sets = |puzzle: &Puzzle| puzzle.allowed().map(set).collect::<Vec<_>>();
            puzzles.iter().for_each(|puzzle| line(format!("puzzle {}", sets(puzzle).join("."))));
        }
        Instance::Cover(problem) => {
            let secondary = problem.items() - problem.primary();
            line(format!("cover {} {secondary} {}", problem.primary(), problem.colours()));
            for (item, &it) in problem.multiplicities().iter().enumerate() {
                if it != Multiplicity::ONE {
                    line(format!("times {item} {} {}", it.low, it.high));
                }
            }
            problem.options().for_each(|option| line(option_line(option)));
        }
        Instance::Formula(formula) => {
            line(format!("formula {}", formula.variables()));
            for clause in formula.clauses() {
                let literals = clause.iter().map(|literal| format!(" {}", literal.number()));
                line(format!("clause{}", literals.collect::<String>()));
            }
        }
        Instance::Graph(graph) => {
            line(format!("graph {}", graph.order()));
            graph.edges().for_each(|(a, b)| line(format!("edge {a} {b}")));
        }
    }
    case.backends.iter().for_each(|id| line(format!("backend {id}")));
    case.calls.iter().for_each(|call| line(call_line(call)));
    text
}

fn option_line(option: &[Entry]) -> String {
    let entry = |entry: &Entry| match entry.colour {
        Some(colour) => format!(" {}={colour}", entry.item),
        None => format!(" {}", entry.item),
    };
    format!("option{}", option.iter().map(entry).collect::<String>())
}

fn call_line(call: &Call) -> String {
    let word = KINDS.iter().find(|(kind, _)| *kind == call.kind).map_or("", |(_, word)| word);
    let mut line = format!("{word} {} solutions={}", call.puzzle, call.solutions);
    for (key, value) in [("nodes", call.nodes), ("rounds", call.rounds), ("cancel", call.cancel)] {
        if let Some(value) = value {
            let _ = write!(line, " {key}={value}");
        }
    }
    line + if call.is_late { " late" } else { "" }
}

/// Reads a case.
///
/// # Errors
/// `line N: what is wrong`.
pub fn read(text: &str) -> Result<Case, String> {
    let (mut instance, mut backends, mut calls) = (None, Vec::new(), Vec::new());
    for (line, number) in text.lines().zip(1..) {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let (verb, rest) = line.split_once(' ').unwrap_or((line, ""));
        let read = match (verb, &mut instance) {
            ("backend", _) => {
                backends.push(rest.into());
                Ok(())
            }
            ("solve" | "trace" | "batch", _) => call(verb, rest).map(|call| calls.push(call)),
            (_, None) => begin(verb, rest).map(|begun| instance = Some(begun)),
            (_, Some(instance)) => extend(instance, verb, rest),
        };
        read.map_err(|why| format!("line {number}: {why}"))?;
    }
    let instance =
        instance.ok_or("no problem, expected a line of board, cover, formula or graph")?;
    let case = Case { instance, backends, calls };
    match case.calls.iter().find(|call| call.puzzle >= case.instance.len()) {
        Some(call) => Err(format!("there is no puzzle {}, they are numbered from 0", call.puzzle)),
        None => Ok(case),
    }
}

/// Returns a problem without its parts.
fn begin(verb: &str, rest: &str) -> Result<Instance, String> {
    let numbers = || rest.split_whitespace().map(number::<usize>).collect::<Result<Vec<_>, _>>();
    let names = |of: &str, count: usize| (0..count).map(|it| format!("{of}{it}")).collect();
    match verb {
        "board" => Ok(Instance::Puzzles(Arc::new(parse_geometry(rest)?), Vec::new())),
        "cover" => match numbers()?[..] {
            [primary, secondary, colours] if primary.max(secondary).max(colours) < 1000 => {
                let secondary = names("s", secondary);
                let problem = ExactCover::new(names("p", primary), secondary, names("c", colours));
                Ok(Instance::Cover(problem))
            }
            _ => Err("expected the numbers of primary and secondary items, and of colours".into()),
        },
        "formula" => match numbers()?[..] {
            [variables] if variables < 1000 => Ok(Instance::Formula(Formula::new(variables))),
            _ => Err("expected the number of variables".into()),
        },
        "graph" => match numbers()?[..] {
            [order] if order < 1000 => {
                Graph::new(order, []).map(Instance::Graph).map_err(|error| error.to_string())
            }
            _ => Err("expected the number of vertices".into()),
        },
        _ => Err(format!("{verb:?}, expected board, cover, formula or graph")),
    }
}

/// Adds a part to a problem.
fn extend(instance: &mut Instance, verb: &str, rest: &str) -> Result<(), String> {
    match (verb, instance) {
        ("puzzle", Instance::Puzzles(geometry, puzzles)) => {
            puzzles.push(puzzle(geometry, rest)?);
            Ok(())
        }
        ("times", Instance::Cover(problem)) => {
            let numbers = rest.split_whitespace().map(number).collect::<Result<Vec<_>, _>>()?;
            let [item, low, high] = numbers[..] else {
                return Err("expected an item, and how often it is covered".into());
            };
            let set = problem.set_multiplicity(item, Multiplicity { low, high });
            set.map_err(|error| error.to_string())
        }
        ("option", Instance::Cover(problem)) => {
            let entries = rest.split_whitespace().map(entry).collect::<Result<Vec<_>, _>>()?;
            problem.add_option(entries).map(drop).map_err(|error| error.to_string())
        }
        ("clause", Instance::Formula(formula)) => {
            let literals = rest.split_whitespace().map(|word| literal(word, formula.variables()));
            let literals = literals.collect::<Result<Vec<_>, _>>()?;
            formula.add_clause(literals);
            Ok(())
        }
        ("edge", Instance::Graph(graph)) => {
            let (a, b) = rest.split_once(' ').ok_or("expected two vertices")?;
            let edges = graph.edges().chain([(number(a)?, number(b)?)]);
            *graph = Graph::new(graph.order(), edges).map_err(|error| error.to_string())?;
            Ok(())
        }
        _ => Err(format!("{verb:?} is no part of this problem, no backend, and no call")),
    }
}

fn puzzle(geometry: &Arc<Geometry>, text: &str) -> Result<Puzzle, String> {
    let bits = text.split('.').map(|set| u128::from_str_radix(set, 16));
    let sets: Result<Vec<_>, _> = bits.map(|bits| bits.map(SymbolSet::from_bits)).collect();
    let sets = sets.map_err(|_| "expected hexadecimal sets of symbols with points between them")?;
    let all = SymbolSet::all(geometry.symbols());
    if sets.len() != geometry.cells() || !sets.iter().all(|set| set.is_subset(all)) {
        return Err(format!("expected a set of symbols for each of {} cells", geometry.cells()));
    }
    Ok(Puzzle::from_allowed(geometry.clone(), sets))
}

fn entry(word: &str) -> Result<Entry, String> {
    Ok(match word.split_once('=') {
        Some((item, colour)) => Entry { item: number(item)?, colour: Some(number(colour)?) },
        None => Entry::plain(number(word)?),
    })
}

fn literal(word: &str, variables: usize) -> Result<Literal, String> {
    let found = Literal::numbered(number(word)?);
    let known = found.filter(|literal| (literal.variable() as usize) < variables);
    known.ok_or_else(|| format!("{word:?} is no literal of this formula"))
}

fn call(verb: &str, rest: &str) -> Result<Call, String> {
    let kind = KINDS.iter().find(|(_, word)| *word == verb).map(|(kind, _)| *kind);
    let mut words = rest.split_whitespace();
    let puzzle = number(words.next().ok_or("expected the number of a puzzle, from 0")?)?;
    let mut call = Call::new(kind.unwrap_or(CallKind::Solve), puzzle, 2);
    for word in words {
        match word.split_once('=') {
            Some(("solutions", value)) => call.solutions = number(value)?,
            Some(("nodes", value)) => call.nodes = Some(number(value)?),
            Some(("rounds", value)) => call.rounds = Some(number(value)?),
            Some(("cancel", value)) => call.cancel = Some(number(value)?),
            None if word == "late" => call.is_late = true,
            _ => {
                return Err(format!(
                    "{word:?}, expected solutions=, nodes=, rounds=, cancel= or late"
                ));
            }
        }
    }
    if call.solutions == 0 { Err("expected solutions=1 or more".into()) } else { Ok(call) }
}

fn number<N: std::str::FromStr>(word: &str) -> Result<N, String> {
    word.parse().map_err(|_| format!("{word:?}, expected a number"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_refused(text: &str, why: &str) {
        assert_eq!(read(text).unwrap_err(), why);
    }

    #[test]
    fn every_kind_reads_back() {
        for text in [
            "board symbols=2 cells=2 regions=0.1\npuzzle 3.1\npuzzle 0.3\nbackend cover/dlx\n\
             solve 1 solutions=2 nodes=7 rounds=1\nbatch 0 solutions=2 late\n",
            "board classic4\ntrace 0 solutions=1 cancel=3\n",
            "cover 2 1 2\noption 0 2=1\noption\nsolve 0 solutions=18446744073709551615\n",
            "formula 2\nclause 1 -2\nclause\n",
            "graph 3\nedge 0 1\nedge 1 2\n",
        ] {
            let text = match text.starts_with("board classic4") {
                true => text.replace("trace", &format!("puzzle {}f\ntrace", "f.".repeat(15))),
                false => text.into(),
            };
            assert_eq!(write(&read(&text).unwrap()), text);
        }
    }

    #[test]
    fn what_is_no_case_is_refused_where_it_is_wrong() {
        check_refused("", "no problem, expected a line of board, cover, formula or graph");
        check_refused("# x\nboard x=1", "line 2: symbols= is missing in a geometry");
        check_refused("graph 2\nedge 0 x", "line 2: \"x\", expected a number");
        check_refused(
            "graph 2\nclause 1",
            "line 2: \"clause\" is no part of this problem, no backend, and no call",
        );
        check_refused("graph 2\nsolve 1", "there is no puzzle 1, they are numbered from 0");
        check_refused("formula 1\nclause 2", "line 2: \"2\" is no literal of this formula");
        check_refused("graph 1\nsolve 0 solutions=0", "line 2: expected solutions=1 or more");
    }
}
