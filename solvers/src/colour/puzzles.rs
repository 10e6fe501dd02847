//! Puzzles as graph colouring: the symbols are the colours, and givens are coloured before the search.

use std::ops::ControlFlow;

use board::instance::VertexColour;
use board::{Puzzle, Symbol, SymbolSet, Vertex};

use super::colouring::Colouring;
use super::exact::Exact;
use super::greedy::Greedy;
use super::{ColouringTracer, VERTICES_PER_TICK};
use crate::contract::{Meter, Observer, Search, Stop};

impl Greedy {
    /// Returns the partial puzzle of a colouring with too many colours: the cells whose colour is a
    /// symbol.
    fn partial(&self, puzzle: &Puzzle) -> Puzzle {
        let symbols = puzzle.geometry().symbols();
        let set = |(colour, allowed): (&Option<VertexColour>, SymbolSet)| {
            let symbol = colour.filter(|&colour| (colour as usize) < symbols);
            symbol.map_or(allowed, |symbol| SymbolSet::only(symbol as Symbol))
        };
        let allowed = self.colouring.colours().iter().zip(puzzle.allowed()).map(set).collect();
        Puzzle::from_allowed(puzzle.geometry().clone(), allowed)
    }

    /// Returns the number of colours used.
    fn n_used(&self) -> u64 {
        let mut is_used = vec![false; self.colouring.n_colours()];
        let colours = self.colouring.colours().iter().flatten();
        colours.for_each(|&colour| is_used[colour as usize] = true);
        is_used.into_iter().filter(|&is_used| is_used).count() as u64
    }
}

/// Colours greedily. A colouring with more colours than symbols is stuck.
///
/// The colouring consists of guesses, so the partial puzzle of the cells whose colour is a symbol need
/// not extend to a solution. The result is a proof, of uniqueness or of impossibility, only if each
/// vertex had at most one colour left when it was coloured.
impl Search for Greedy {
    fn search<O: Observer>(
        &mut self,
        puzzle: &Puzzle,
        meter: &mut Meter<'_, O>,
    ) -> ControlFlow<Stop> {
        // One pass is shorter than the interval at which a search checks the clock.
        meter.turn()?;
        if !load(&mut self.colouring, puzzle) {
            meter.conflict();
            return ControlFlow::Continue(());
        }
        self.first_fit.colour(&mut self.colouring, false, meter)?;
        meter.counters.colours = self.n_used();
        let is_grid = self.colouring.n_colours() == puzzle.geometry().symbols();
        if is_grid {
            meter.solution(&grid(&self.colouring))?;
        }
        match meter.counters.bets {
            0 => ControlFlow::Continue(()),
            _ => meter.stuck((!is_grid).then(|| self.partial(puzzle))),
        }
    }
}

impl Search for Exact {
    fn search<O: Observer>(
        &mut self,
        puzzle: &Puzzle,
        meter: &mut Meter<'_, O>,
    ) -> ControlFlow<Stop> {
        meter.node()?;
        if !load(&mut self.colouring, puzzle) {
            meter.conflict();
            return ControlFlow::Continue(());
        }
        let symbols = puzzle.geometry().symbols();
        self.backtracking.run(&mut self.colouring, symbols, meter, |colouring, meter| {
            meter.solution(&grid(colouring))?;
            ControlFlow::Continue(symbols)
        })
    }
}

impl<O: Observer> ColouringTracer for Meter<'_, O> {
    #[inline]
    fn node(&mut self) -> ControlFlow<Stop> {
        Meter::node(self)
    }

    #[inline]
    fn scan(&mut self, vertices: usize) {
        self.spend(vertices / VERTICES_PER_TICK);
    }

    #[inline]
    fn paint(&mut self, vertex: Vertex, colour: VertexColour, alternatives: usize) {
        match alternatives {
            1 => self.deduce(vertex, colour as Symbol),
            _ => self.bet(vertex, colour as Symbol, alternatives),
        }
    }

    #[inline]
    fn undo(&mut self) {
        Meter::undo(self);
    }

    #[inline]
    fn conflict(&mut self) {
        Meter::conflict(self);
    }
}

/// Sets up the symbols as colours, colours the givens and forbids what is not allowed. Returns `false`
/// if two givens clash.
fn load(colouring: &mut Colouring, puzzle: &Puzzle) -> bool {
    let all = SymbolSet::all(puzzle.geometry().symbols());
    colouring.clear(puzzle.geometry().symbols());
    for (cell, allowed) in puzzle.allowed().enumerate() {
        match allowed.single().map(VertexColour::from) {
            Some(given) if colouring.possible_from(cell, given) != Some(given) => return false,
            Some(given) => colouring.paint(cell, given),
            None if allowed == all => {}
            None => {
                let forbidden = all.iter().filter(|&symbol| !allowed.contains(symbol));
                forbidden.for_each(|symbol| colouring.forbid(cell, symbol.into()));
            }
        }
    }
    true
}

fn grid(colouring: &Colouring) -> Vec<Symbol> {
    colouring.complete().into_iter().map(|colour| colour as Symbol).collect()
}
