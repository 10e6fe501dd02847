//! Makes a case that fails small: fewer backends, calls and limits, then fewer parts of the problem, over and over
//! until nothing can be removed. What remains fails by the same law.

use std::sync::Arc;

use board::instance::{ExactCover, Formula, Literal};
use board::{Geometry, Graph, Puzzle, SymbolSet};
use record::structure::parse_geometry;

use super::case::{Call, CallKind, Case, Instance};
use super::replay::{Complaint, Rows, replay};
use crate::shrinking::shortest;

/// The number of cases that are tried at most.
const MOST: usize = 20_000;

/// Returns a small case that fails as `case` does, which is `case` itself if it does not always fail.
pub fn shrink(case: &Case, complaint: &Complaint, rows: &Rows<'_>) -> Case {
    let mut shrinker = Shrinker { rows, law: complaint.law, left: MOST };
    let alone = Case { backends: vec![complaint.backend.clone()], ..case.clone() };
    let mut small = if shrinker.fails(&alone) { alone } else { case.clone() };
    loop {
        let before = small.clone();
        small = shrinker.calls(small);
        small = shrinker.instance(small);
        if small == before {
            return small;
        }
    }
}

struct Shrinker<'r> {
    rows: &'r Rows<'r>,
    law: &'static str,
    left: usize,
}

impl Shrinker<'_> {
    /// Returns whether a case breaks the same law. When too many were tried, none does.
    fn fails(&mut self, case: &Case) -> bool {
        if self.left == 0 {
            return false;
        }
        self.left -= 1;
        replay(case, self.rows).is_err_and(|complaint| complaint.law == self.law)
    }

    /// Removes calls, and limits of those that remain.
    fn calls(&mut self, case: Case) -> Case {
        let calls = shortest(&case.calls, |calls| {
            self.fails(&Case { calls: calls.to_vec(), ..case.clone() })
        });
        let mut case = Case { calls, ..case };
        for at in 0..case.calls.len() {
            for simpler in SIMPLER {
                let mut with = case.clone();
                with.calls[at] = simpler(&case.calls[at]);
                if with != case && self.fails(&with) {
                    case = with;
                }
            }
        }
        case
    }

    /// Removes parts of the problem.
    fn instance(&mut self, case: Case) -> Case {
        match case.instance.clone() {
            Instance::Puzzles(geometry, puzzles) => self.puzzles(case, &geometry, &puzzles),
            Instance::Cover(problem) => self.cover(case, &problem),
            Instance::Formula(formula) => self.formula(case, &formula),
            Instance::Graph(graph) => self.graph(case, &graph),
        }
    }

    /// Removes puzzles, regions and cells, and opens cells.
    fn puzzles(&mut self, case: Case, geometry: &Arc<Geometry>, puzzles: &[Puzzle]) -> Case {
        let mut case = case;
        for gone in (0..puzzles.len()).rev() {
            if let Some(without) = without_puzzle(&case, gone)
                && self.fails(&without)
            {
                case = without;
            }
        }
        let regions: Vec<Vec<usize>> =
            geometry.regions().iter().map(|region| region.cells.clone()).collect();
        let on = |regions: &[Vec<usize>], case: &Case| {
            on_board(case, geometry.symbols(), geometry.cells(), regions, &|cell| Some(cell))
        };
        let kept =
            shortest(&regions, |regions| on(regions, &case).is_some_and(|case| self.fails(&case)));
        if kept.len() < regions.len() {
            case = on(&kept, &case).unwrap_or(case);
        }
        for gone in (0..geometry.cells()).rev() {
            if let Some(without) = without_cell(&case, gone)
                && self.fails(&without)
            {
                case = without;
            }
        }
        self.cells(case)
    }

    /// Makes sets of symbols of cells simpler: all symbols, or a single one.
    fn cells(&mut self, mut case: Case) -> Case {
        let Instance::Puzzles(geometry, puzzles) = case.instance.clone() else { return case };
        for (number, puzzle) in puzzles.iter().enumerate() {
            for (cell, set) in puzzle.allowed().enumerate() {
                let all = SymbolSet::all(geometry.symbols());
                let first = set.iter().next().map(SymbolSet::only);
                for simpler in [Some(all), first].into_iter().flatten() {
                    if set == all || set == simpler {
                        break;
                    }
                    let mut with = case.clone();
                    let Instance::Puzzles(_, puzzles) = &mut with.instance else { break };
                    let mut allowed: Vec<_> = puzzles[number].allowed().collect();
                    allowed[cell] = simpler;
                    puzzles[number] = Puzzle::from_allowed(geometry.clone(), allowed);
                    if self.fails(&with) {
                        case = with;
                        break;
                    }
                }
            }
        }
        case
    }

    /// Removes options, and entries of the others.
    fn cover(&mut self, case: Case, problem: &ExactCover) -> Case {
        let of = |options: &[Vec<_>]| {
            let mut smaller = problem.without_options();
            for option in options {
                smaller.add_option(option.iter().copied()).expect("a part of an option");
            }
            Case { instance: Instance::Cover(smaller), ..case.clone() }
        };
        let options: Vec<Vec<_>> = problem.options().map(<[_]>::to_vec).collect();
        let options = self.nested(options, &of);
        of(&options)
    }

    /// Removes clauses, and literals of the others.
    fn formula(&mut self, case: Case, formula: &Formula) -> Case {
        let of = |clauses: &[Vec<Literal>]| {
            let mut smaller = Formula::new(formula.variables());
            clauses.iter().for_each(|clause| smaller.add_clause(clause.iter().copied()));
            Case { instance: Instance::Formula(smaller), ..case.clone() }
        };
        let clauses: Vec<Vec<Literal>> = formula.clauses().map(<[_]>::to_vec).collect();
        let clauses = self.nested(clauses, &of);
        of(&clauses)
    }

    /// Removes lists, and elements of those that remain.
    fn nested<T: Clone>(
        &mut self,
        lists: Vec<Vec<T>>,
        of: &dyn Fn(&[Vec<T>]) -> Case,
    ) -> Vec<Vec<T>> {
        let mut lists = shortest(&lists, |lists| self.fails(&of(lists)));
        for at in 0..lists.len() {
            let list = shortest(&lists[at], |list| {
                let mut with = lists.clone();
                with[at] = list.to_vec();
                self.fails(&of(&with))
            });
            lists[at] = list;
        }
        lists
    }

    /// Removes edges, and the last vertices that have none.
    fn graph(&mut self, case: Case, graph: &Graph) -> Case {
        let of = |order: usize, edges: &[(usize, usize)]| {
            let smaller = Graph::new(order, edges.iter().copied()).ok()?;
            Some(Case { instance: Instance::Graph(smaller), ..case.clone() })
        };
        let edges: Vec<_> = graph.edges().collect();
        let edges = shortest(&edges, |edges| {
            of(graph.order(), edges).is_some_and(|case| self.fails(&case))
        });
        let mut order = graph.order();
        while order > 1 && of(order - 1, &edges).is_some_and(|case| self.fails(&case)) {
            order -= 1;
        }
        of(order, &edges).unwrap_or(case)
    }
}

/// The ways to make a call simpler.
const SIMPLER: [fn(&Call) -> Call; 6] = [
    |call| Call { nodes: None, ..call.clone() },
    |call| Call { rounds: None, ..call.clone() },
    |call| Call { cancel: None, ..call.clone() },
    |call| Call { is_late: false, ..call.clone() },
    |call| Call { kind: CallKind::Solve, ..call.clone() },
    |call| Call { solutions: call.solutions.min(2), ..call.clone() },
];

/// Returns the case without a puzzle and the calls of it.
fn without_puzzle(case: &Case, gone: usize) -> Option<Case> {
    let Instance::Puzzles(geometry, puzzles) = &case.instance else { return None };
    let mut puzzles = puzzles.clone();
    puzzles.remove(gone);
    let calls = case.calls.iter().filter(|call| call.puzzle != gone).cloned();
    let renumbered =
        |call: Call| Call { puzzle: call.puzzle - usize::from(call.puzzle > gone), ..call };
    Some(Case {
        instance: Instance::Puzzles(geometry.clone(), puzzles),
        backends: case.backends.clone(),
        calls: calls.map(renumbered).collect(),
    })
}

/// Returns the case without a cell.
fn without_cell(case: &Case, gone: usize) -> Option<Case> {
    let Instance::Puzzles(geometry, _) = &case.instance else { return None };
    let cells = geometry.cells().checked_sub(1).filter(|&cells| cells > 0)?;
    let moved = |cell: usize| (cell != gone).then(|| cell - usize::from(cell > gone));
    let regions = geometry.regions().iter();
    let regions: Vec<Vec<usize>> = regions
        .map(|region| region.cells.iter().filter_map(|&cell| moved(cell)).collect())
        .collect();
    on_board(case, geometry.symbols(), cells, &regions, &moved)
}

/// Returns the case on another board, to which the cells are moved that exist there.
fn on_board(
    case: &Case,
    symbols: usize,
    cells: usize,
    regions: &[Vec<usize>],
    moved: &dyn Fn(usize) -> Option<usize>,
) -> Option<Case> {
    let Instance::Puzzles(_, puzzles) = &case.instance else { return None };
    let numbers =
        |cells: &Vec<usize>| cells.iter().map(usize::to_string).collect::<Vec<_>>().join(".");
    let regions = regions.iter().filter(|region| !region.is_empty()).map(numbers);
    let regions = regions.collect::<Vec<_>>().join(",");
    let text = format!("symbols={symbols} cells={cells} regions={regions}");
    let board = Arc::new(parse_geometry(&text).ok()?);
    let on = |puzzle: &Puzzle| {
        let sets = puzzle.allowed().enumerate();
        let kept = sets.filter(|(cell, _)| moved(*cell).is_some()).map(|(_, set)| set);
        Puzzle::from_allowed(board.clone(), kept.collect())
    };
    let puzzles = puzzles.iter().map(on).collect();
    let instance = Instance::Puzzles(board.clone(), puzzles);
    Some(Case { instance, ..case.clone() })
}
