//! The crate dlx-rs, a third-party implementation of Dancing Links.
//!
//! It takes numbered items, the secondary ones last, and named options, and is an iterator over
//! solutions. It does not validate its input: clashing givens passed to its `select` make it panic or
//! loop forever. Therefore `select` is not used. Each puzzle becomes a problem of its own that consists
//! of its `possible_options` only, in which a given is the single option of its cell. Puzzles that
//! these options show to be impossible never reach the crate. The crate cannot be interrupted and
//! reports no counters; time and the cancel flag are checked between solutions.

use std::ops::ControlFlow;

use board::instance::{Entry, ExactCover};
use board::{Geometry, Puzzle, Symbol};

use super::{cell_and_symbol, encode, possible_options};
use crate::contract::{
    Backend, LimitSupport, Meter, Method, Observer, Origin, Package, Phase, ProblemKind, Search,
    StepSupport, Stop, Takes, Task,
};

/// The row `cover/dlx-rs`.
pub const DLX_RS: Backend = Backend {
    id: "cover/dlx-rs",
    about: "the crate dlx-rs: Dancing Links, fewest options first",
    method: Method {
        state: "items and options, linked",
        inference: "forced items",
        choice: "item with fewest options",
    },
    tasks: &Task::ALL,
    counts: &[],
    counts_traced: &[],
    steps: StepSupport::SolutionsOnly("the crate returns solutions only"),
    node_limit: LimitSupport::None,
    time_limit: LimitSupport::None,
    assumes_unique: false,
    complete: true,
    stateful: false,
    batch: None,
    lines: None,
    package: Some(Package { name: "dlx-rs", version: "1.3.0" }),
    instructions: None,
    origin: Origin { code: "dlx-rs", reads: ProblemKind::ExactCover },
    takes: Takes::puzzles(|geometry| Ok(Box::new(DlxRs::new(geometry)))),
};

struct DlxRs {
    symbols: usize,
    whole: ExactCover,
    /// The items of each option, numbered from one as the crate expects.
    items_of: Vec<Vec<usize>>,
    /// The symbol of each cell, filled in for a solution.
    grid: Vec<Symbol>,
}

impl Search for DlxRs {
    fn search<O: Observer>(
        &mut self,
        puzzle: &Puzzle,
        meter: &mut Meter<'_, O>,
    ) -> ControlFlow<Stop> {
        meter.phase(Phase::Encode);
        let Some(options) = possible_options(&self.whole, puzzle) else {
            return ControlFlow::Continue(());
        };
        let mut problem = self.encode(options);
        loop {
            if let Some(stop) = meter.interrupt().stop() {
                return ControlFlow::Break(stop);
            }
            meter.phase(Phase::Solve);
            let Some(solution) = problem.next() else { return ControlFlow::Continue(()) };
            meter.phase(Phase::Decode);
            for option in solution {
                let (cell, symbol) = cell_and_symbol(option, self.symbols);
                self.grid[cell] = symbol;
            }
            meter.solution(&self.grid)?;
        }
    }
}

impl DlxRs {
    fn new(geometry: &Geometry) -> Self {
        let whole = encode(geometry);
        let from_one =
            |items: &[Entry]| items.iter().map(|entry| entry.item as usize + 1).collect();
        Self {
            symbols: geometry.symbols(),
            items_of: whole.options().map(from_one).collect(),
            whole,
            grid: vec![0; geometry.cells()],
        }
    }

    fn encode(&self, options: Vec<usize>) -> dlx_rs::Solver<usize> {
        let (items, primary) = (self.whole.items(), self.whole.primary());
        let mut problem = dlx_rs::Solver::new_optional(primary, items - primary);
        for option in options {
            problem.add_option(option, &self.items_of[option]);
        }
        problem
    }
}

/// The requirements that both crates have to meet.
#[cfg(test)]
pub(super) mod requirements {
    use board::text::line;

    use super::*;
    use crate::Outcome;
    use crate::backtrack::oracle::{
        Draws, SEEDS, SIXTY_ONE_GRIDS, agree, named, puzzle, puzzles, ragged,
    };

    #[track_caller]
    fn check(backend: &Backend, puzzle: &Puzzle, solutions: u64) -> Outcome {
        let mut solver = backend.prepare::<Puzzle>(puzzle.geometry()).unwrap();
        agree(solver.as_mut(), puzzle, solutions)
    }

    /// Compares every kind of puzzle and random ones, with and without clashing givens.
    pub(in crate::cover) fn agrees_with_naive(backend: &Backend) {
        for puzzle in puzzles() {
            check(backend, &puzzle, 1);
            check(backend, &puzzle, 2);
        }
        let mut draws = Draws(3);
        for turn in 0..300 {
            check(backend, &draws.spoiled(20 + turn % 25, turn % 8), 20);
            check(backend, &draws.emptied(0, 8 + turn % 8), 20);
        }
    }

    pub(in crate::cover) fn counts_every_solution_once(backend: &Backend) {
        let count = |puzzle: &Puzzle| check(backend, puzzle, 100_000).solutions;
        assert_eq!(count(&Puzzle::empty(named("classic4"))), 288);
        assert_eq!(count(&Puzzle::empty(named("latin4"))), 576);
        assert_eq!(count(&puzzle("classic9", SIXTY_ONE_GRIDS)), 61);
        assert!(count(&Puzzle::empty(ragged())) > 1000);
        let thirteen_blocks = puzzle("classic9", SEEDS[2].1);
        assert_eq!(check(backend, &thirteen_blocks, 50).stop, Stop::SolutionLimit);
    }

    pub(in crate::cover) fn finds_the_published_grids(backend: &Backend) {
        for (geometry, text, grid) in SEEDS {
            let first = check(backend, &puzzle(geometry, text), 2).first.unwrap();
            assert_eq!(line::write_grid(named(geometry).alphabet(), &first), grid);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};

    use board::SymbolSet;

    use super::*;
    use crate::backtrack::oracle::{check_that_nothing_is_remembered, named, puzzle};
    use crate::contract::Event;
    use crate::{Limits, Solver};

    #[test]
    fn it_agrees_with_naive() {
        requirements::agrees_with_naive(&DLX_RS);
    }

    #[test]
    fn it_counts_every_solution_once() {
        requirements::counts_every_solution_once(&DLX_RS);
    }

    #[test]
    fn it_finds_the_published_grids() {
        requirements::finds_the_published_grids(&DLX_RS);
    }

    #[test]
    fn a_reused_solver_agrees_with_a_fresh_one() {
        check_that_nothing_is_remembered(&DLX_RS);
    }

    #[test]
    fn it_can_be_cancelled_only_between_solutions() {
        struct SetAtSolution<'a>(&'a AtomicBool);
        impl Observer for SetAtSolution<'_> {
            fn event(&mut self, event: Event<'_>) {
                if matches!(event, Event::Solution { .. }) {
                    self.0.store(true, Ordering::Relaxed);
                }
            }
        }
        let flag = AtomicBool::new(false);
        let limits = Limits { cancel: Some(&flag), nodes: Some(1), ..Limits::solutions(9) };
        let puzzle = Puzzle::empty(named("classic9"));
        let outcome =
            DlxRs::new(puzzle.geometry()).trace(&puzzle, &limits, &mut SetAtSolution(&flag));
        assert_eq!((outcome.stop, outcome.solutions), (Stop::Cancelled, 1));
    }

    #[test]
    fn clashing_givens_need_no_search() {
        let geometry = named("classic9");
        let whole = encode(&geometry);
        for clash in [(0, 1), (3, 8), (0, 72), (40, 76), (0, 10), (60, 70)] {
            let mut givens = [None; 81];
            (givens[clash.0], givens[clash.1]) = (Some(6), Some(6));
            let puzzle = Puzzle::from_givens(geometry.clone(), &givens);
            assert!(possible_options(&whole, &puzzle).is_none(), "{clash:?}");
        }
    }

    #[test]
    fn an_item_without_an_option_needs_no_search() {
        let geometry = named("classic9");
        let whole = encode(&geometry);
        let mut allowed = vec![SymbolSet::all(9); 81];
        allowed[40] = SymbolSet::EMPTY;
        assert_eq!(possible_options(&whole, &Puzzle::from_allowed(geometry, allowed)), None);
        let text = format!("......234{}{}{}", "1........", "...1.....", ".".repeat(54));
        let no_1_in_the_first_row = puzzle("classic9", &text);
        assert_eq!(possible_options(&whole, &no_1_in_the_first_row), None);
    }

    #[test]
    fn a_given_is_the_only_option_of_each_of_its_items() {
        let puzzle = puzzle("classic9", &format!("5{}", ".".repeat(80)));
        let options = possible_options(&encode(puzzle.geometry()), &puzzle).unwrap();
        assert_eq!(options.len(), 729 - 8 - 20);
        assert_eq!(options[..3], [4, 9, 10]);
    }
}
