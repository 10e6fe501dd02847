//! The crate dlx (Ed McCardell), a third-party implementation of Knuth's Algorithm X, metered at each
//! step.
//!
//! Its search is generic over a problem that can cover an item, try an option and undo it, and the
//! steps of its own problem are public functions. `Metered` is such a problem: it delegates each step
//! to the crate and reports it to the meter. The search therefore stops exactly at a node limit: once a
//! limit is reached, no further option is tried, and the search unwinds. The grid is filled during the
//! search, so there is no decoding phase.
//!
//! | counter | the crate's step |
//! |---|---|
//! | nodes | the root, and each option tried: a state is entered. The crate's own profile counts the states that choose an item, that is, all but the solutions |
//! | bets, deductions | an option tried, of an item that had several options, or one |
//! | conflicts | the item chosen has no option |
//! | propagations | items covered; the crate's own `updates` count the links changed |
//! | max_depth | bets open at once |
//!
//! The items of the givens are covered before the search, and ties between items are broken by their
//! order. Both are as in [`dlx`](super::dlx), so the search tree and all counters are the same, and
//! only the time differs. It includes the metering: 13 % more instructions than the crate alone on a
//! hundred hard 9×9 puzzles (callgrind; not measured in time).

use std::ops::ControlFlow;

use board::instance::{Entry, ExactCover};
use board::{Geometry, Puzzle, Symbol};
use dlx::choose::{Choose, mrv_chooser, no_tiebreak, prefer_any};
use dlx::{Dance, Int, Items, OptOrder, Solve, Uint, x};

use super::puzzles::row;
use super::{cell_and_symbol, encode, possible_options};
use crate::contract::{
    Backend, Meter, Observer, Origin, Package, Phase, ProblemKind, Search, Stop, Takes,
};

/// The row `cover/dlx-crate`.
pub const DLX_CRATE: Backend = Backend {
    counts_traced: &[],
    package: Some(Package { name: "dlx", version: "0.8.5" }),
    origin: Origin { code: "dlx", reads: ProblemKind::ExactCover },
    ..row(
        "cover/dlx-crate",
        "the crate dlx: Algorithm X, fewest options first",
        "items and options, linked",
        Takes::puzzles(|geometry| Ok(Box::new(DlxCrate::new(geometry)))),
    )
};

struct DlxCrate {
    symbols: usize,
    whole: ExactCover,
    /// The items of each option, in the type that the crate expects.
    items_of: Vec<Vec<Uint>>,
    /// The symbol of each cell, filled in for a solution.
    grid: Vec<Symbol>,
}

impl Search for DlxCrate {
    fn search<O: Observer>(
        &mut self,
        puzzle: &Puzzle,
        meter: &mut Meter<'_, O>,
    ) -> ControlFlow<Stop> {
        meter.node()?;
        meter.phase(Phase::Encode);
        let Some(options) = possible_options(&self.whole, puzzle) else {
            meter.conflict();
            return ControlFlow::Continue(());
        };
        let mut problem = self.encode(&options);
        self.choose_givens(puzzle, &mut problem);
        meter.phase(Phase::Solve);
        if *problem.items().rlink(0) == 0 {
            return meter.solution(&self.grid);
        }
        let (symbols, grid) = (self.symbols, &mut self.grid);
        let mut metered = Metered {
            problem,
            options,
            symbols,
            grid,
            alternatives: Vec::new(),
            meter,
            stop: None,
        };
        let mut chooser = MeteredChooser(mrv_chooser(prefer_any(), no_tiebreak()));
        let mut search = dlx::Solver::new(&mut metered);
        while search.next_solution(&mut chooser) {}
        metered.stop.map_or(ControlFlow::Continue(()), ControlFlow::Break)
    }
}

impl DlxCrate {
    fn new(geometry: &Geometry) -> Self {
        let whole = encode(geometry);
        let numbers = |items: &[Entry]| items.iter().map(|entry| entry.item as Uint).collect();
        Self {
            symbols: geometry.symbols(),
            items_of: whole.options().map(numbers).collect(),
            whole,
            grid: vec![0; geometry.cells()],
        }
    }

    fn encode(&self, options: &[usize]) -> x::Problem {
        let items: Vec<_> = options.iter().map(|&option| self.items_of[option].clone()).collect();
        let (primary, all) = (self.whole.primary(), self.whole.items());
        x::make_problem(primary as Uint, (all - primary) as Uint, &items, OptOrder::Seq)
    }

    /// Covers the items of the givens, which are distinct.
    fn choose_givens(&mut self, puzzle: &Puzzle, problem: &mut x::Problem) {
        for cell in 0..self.grid.len() {
            let Some(symbol) = puzzle.given(cell) else { continue };
            self.grid[cell] = symbol;
            for item in &self.items_of[cell * self.symbols + usize::from(symbol)] {
                problem.cover(item + 1);
            }
        }
    }
}

/// The crate's problem with a meter, which records each step and can stop the search.
struct Metered<'s, 'a, O: Observer> {
    problem: x::Problem,
    /// For each option of the crate, its number in `whole`.
    options: Vec<usize>,
    symbols: usize,
    /// The symbol tried last in each cell. At a solution, this is the solution.
    grid: &'s mut [Symbol],
    /// For each level, the number of options that its item had when it was chosen.
    alternatives: Vec<usize>,
    meter: &'s mut Meter<'a, O>,
    /// The limit that was reached. The links are not restored after that, since they are not read
    /// again.
    stop: Option<Stop>,
}

impl<O: Observer> Metered<'_, '_, O> {
    /// Records that an option of the item of `level` was chosen and all its items are covered. Returns
    /// `false` if the search has to stop.
    fn enter(&mut self, level: Uint, node: Uint) -> bool {
        let option = self.option_at(node);
        let (cell, symbol) = cell_and_symbol(self.options[option], self.symbols);
        self.grid[cell] = symbol;
        match self.alternatives[level as usize] {
            1 => self.meter.deduce(cell, symbol),
            alternatives => self.meter.bet(cell, symbol, alternatives),
        }
        self.stop = self.visit().break_value();
        self.stop.is_none()
    }

    /// Enters a state. If nothing is to the right of the crate's root item, every primary item is
    /// covered.
    fn visit(&mut self) -> ControlFlow<Stop> {
        self.meter.node()?;
        match *self.items().rlink(0) {
            0 => self.meter.solution(self.grid),
            _ => ControlFlow::Continue(()),
        }
    }

    /// Returns the crate's number of the option that contains a node. The crate stores it after the
    /// last node, counting down from −1.
    fn option_at(&mut self, mut node: Uint) -> usize {
        while *self.problem.top(node) > 0 {
            node += 1;
        }
        (-*self.problem.top(node) - 1) as usize
    }
}

impl<O: Observer> Dance for Metered<'_, '_, O> {
    type I = x::INodes;
    type O = x::ONodes;

    #[inline]
    fn items(&mut self) -> &mut Self::I {
        self.problem.items()
    }

    #[inline]
    fn opts(&mut self) -> &mut Self::O {
        self.problem.opts()
    }

    #[inline]
    fn updates(&mut self) -> &mut isize {
        self.problem.updates()
    }

    #[inline]
    fn cover(&mut self, item: Uint) {
        self.meter.propagate(1);
        self.problem.cover(item);
    }

    #[inline]
    fn commit(&mut self, _: Uint, item: Uint) {
        self.cover(item);
    }

    #[inline]
    fn uncover(&mut self, item: Uint) {
        self.problem.uncover(item);
    }

    #[inline]
    fn uncommit(&mut self, node: Uint, item: Uint) {
        self.problem.uncommit(node, item);
    }

    #[inline]
    fn hide(&mut self, node: Uint) {
        self.problem.hide(node);
    }

    #[inline]
    fn unhide(&mut self, node: Uint) {
        self.problem.unhide(node);
    }

    #[inline]
    fn branch_degree(&mut self, item: Uint) -> Int {
        self.problem.branch_degree(item)
    }
}

impl<O: Observer> Solve for Metered<'_, '_, O> {
    fn enter_level(&mut self, _: Uint, _: Uint, _: Uint) {
        self.alternatives.push(0);
    }

    fn prepare_to_branch(&mut self, item: Uint, level: Uint, node: Uint) {
        self.alternatives[level as usize] = self.branch_degree(item) as usize;
        x::prepare_to_branch(self, item, level, node);
    }

    fn try_item(&mut self, item: Uint, level: Uint, node: Uint) -> bool {
        x::try_item(self, item, node) && self.enter(level, node)
    }

    fn try_again(&mut self, item: Uint, level: Uint, node: &mut Uint) -> bool {
        if self.stop.is_some() {
            return false;
        }
        if self.alternatives[level as usize] > 1 {
            self.meter.undo();
        }
        x::try_again(self, item, level, node)
    }

    fn restore_item(&mut self, item: Uint, _: Uint, _: Uint) {
        if self.stop.is_none() {
            x::restore_item(self, item);
        }
    }
}

/// The crate's choice of an item. Reports a conflict if the item has no option left.
struct MeteredChooser<C>(C);

impl<'s, 'a, O: Observer, C: Choose<x::Problem>> Choose<Metered<'s, 'a, O>> for MeteredChooser<C> {
    fn choose(&mut self, metered: &mut Metered<'s, 'a, O>) -> Uint {
        let item = self.0.choose(&mut metered.problem);
        if metered.branch_degree(item) == 0 {
            metered.meter.conflict();
        }
        item
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;
    use std::time::Duration;

    use super::*;
    use crate::backtrack::oracle::{
        Draws, ESCARGOT, SIXTY_ONE_GRIDS, check_that_nothing_is_remembered, named, puzzle, puzzles,
    };
    use crate::contract::Phases;
    use crate::cover::dlx::DLX;
    use crate::cover::dlx_rs::requirements;
    use crate::recorder::Recorder;
    use crate::{Limits, Outcome, Solver};

    /// Compares the outcome, including counters, and each event of the two rows.
    #[track_caller]
    fn check_against_dlx(puzzle: &Puzzle, limits: &Limits<'_>) -> Outcome {
        let [theirs, ours] = [DLX_CRATE, DLX].map(|backend| {
            let mut solver = backend.prepare::<Puzzle>(puzzle.geometry()).unwrap();
            let mut recorder = Recorder::default();
            solver.trace(puzzle, limits, &mut recorder);
            let outcome = solver.solve(puzzle, limits);
            (Outcome { phases: Phases::default(), ..outcome }, recorder.events)
        });
        assert_eq!(theirs.0, ours.0);
        assert!(theirs.1 == ours.1);
        theirs.0
    }

    #[test]
    fn it_agrees_with_naive() {
        requirements::agrees_with_naive(&DLX_CRATE);
    }

    #[test]
    fn it_counts_every_solution_once() {
        requirements::counts_every_solution_once(&DLX_CRATE);
    }

    #[test]
    fn it_finds_the_published_grids() {
        requirements::finds_the_published_grids(&DLX_CRATE);
    }

    #[test]
    fn every_counter_agrees_with_our_dancing_links() {
        for puzzle in puzzles() {
            check_against_dlx(&puzzle, &Limits::solutions(1));
            check_against_dlx(&puzzle, &Limits::solutions(100));
        }
        let mut draws = Draws(5);
        for turn in 0..200 {
            let puzzle = draws.spoiled(30 + turn % 30, turn % 2);
            check_against_dlx(&puzzle, &Limits::solutions(20));
        }
    }

    #[test]
    fn the_crate_without_a_meter_counts_the_same_nodes() {
        for text in [ESCARGOT, SIXTY_ONE_GRIDS] {
            let puzzle = puzzle("classic9", text);
            let mut solver = DlxCrate::new(puzzle.geometry());
            let options = possible_options(&solver.whole, &puzzle).unwrap();
            let mut problem = solver.encode(&options);
            solver.choose_givens(&puzzle, &mut problem);
            let mut search = dlx::Solver::new(&mut problem);
            let mut chooser = mrv_chooser(prefer_any(), no_tiebreak());
            while search.next_solution(&mut chooser) {}
            let states = search.get_profile().iter().sum::<usize>() as u64;
            let outcome = solver.solve(&puzzle, &Limits::solutions(1000));
            assert_eq!(states, outcome.counters.nodes - outcome.solutions);
        }
    }

    #[test]
    fn a_node_limit_is_exact() {
        let puzzle = puzzle("classic9", SIXTY_ONE_GRIDS);
        let all = Limits::solutions(1000);
        let nodes = check_against_dlx(&puzzle, &all).counters.nodes;
        for limit in 0..=nodes {
            let limits = Limits { nodes: Some(limit), ..all };
            let outcome = check_against_dlx(&puzzle, &limits);
            let stop = if limit < nodes { Stop::NodeLimit } else { Stop::Exhausted };
            assert_eq!((outcome.stop, outcome.counters.nodes), (stop, limit));
        }
    }

    #[test]
    fn time_and_a_cancel_flag_stop_an_endless_search() {
        let puzzle = Puzzle::empty(named("classic25"));
        let mut solver = DlxCrate::new(puzzle.geometry());
        let flag = AtomicBool::new(true);
        let cancelled = Limits { cancel: Some(&flag), ..Limits::solutions(u64::MAX) };
        assert_eq!(solver.solve(&puzzle, &cancelled).stop, Stop::Cancelled);
        let late = Limits { cancel: None, time: Some(Duration::from_millis(5)), ..cancelled };
        assert_eq!(solver.solve(&puzzle, &late).stop, Stop::Deadline);
    }

    #[test]
    fn a_reused_solver_agrees_with_a_fresh_one() {
        check_that_nothing_is_remembered(&DLX_CRATE);
    }
}
