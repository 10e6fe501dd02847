//! The choices and solutions of each kind of problem.

use std::ops::ControlFlow;

use board::instance::VertexColour;
use board::{Grid, Symbol, Vertex};

use super::Meter;
use crate::contract::{Event, Observer, Stop};

impl<O: Observer> Meter<'_, O> {
    /// Reports a solution: the symbol of each cell.
    pub fn solution(&mut self, symbols: &[Symbol]) -> ControlFlow<Stop> {
        self.observer.event(Event::Solution { grid: symbols });
        self.answer(|| Grid::new(symbols))
    }
}

impl<O: Observer> Meter<'_, O, Vec<usize>> {
    /// Reports that an item is covered.
    #[inline]
    pub fn cover(&mut self, item: usize) {
        self.propagate(1);
        self.observer.event(Event::Cover { item });
    }

    /// Reports that a covered item is uncovered again.
    #[inline]
    pub fn uncover(&mut self, item: usize) {
        self.observer.event(Event::Uncover { item });
    }

    /// Reports that `option` is tried, one of `alternatives` that an item has left: a bet, or a
    /// deduction if it is the only one.
    #[inline]
    pub fn choose(&mut self, option: usize, alternatives: usize) {
        self.tick();
        self.report_counters();
        self.count_alternatives(alternatives);
        self.observer.event(Event::Choose { option, alternatives });
    }

    /// Reports that no further option of `item` is chosen, one of `alternatives`: a bet, or a deduction if it is the
    /// only one.
    #[inline]
    pub fn close(&mut self, item: usize, alternatives: usize) {
        self.tick();
        self.report_counters();
        self.count_alternatives(alternatives);
        self.observer.event(Event::Close { item, alternatives });
    }

    /// Reports a solution: the numbers of the options.
    pub fn solution(&mut self, options: &[usize]) -> ControlFlow<Stop> {
        self.observer.event(Event::Chosen { options });
        self.answer(|| options.to_vec())
    }
}

impl<O: Observer> Meter<'_, O, Vec<bool>> {
    /// Reports a solution: the value of each variable.
    pub fn solution(&mut self, values: Vec<bool>) -> ControlFlow<Stop> {
        self.observer.event(Event::Model { values: &values });
        self.answer(|| values)
    }
}

impl<O: Observer> Meter<'_, O, Vec<VertexColour>> {
    /// Reports that `vertex` gets `colour`, one of `alternatives` left for it: a bet, or a
    /// deduction if it is the only one.
    #[inline]
    pub fn paint(&mut self, vertex: Vertex, colour: VertexColour, alternatives: usize) {
        self.tick();
        self.report_counters();
        self.count_alternatives(alternatives);
        self.observer.event(Event::Paint { vertex, colour, alternatives });
    }

    /// Reports the best colouring found, at the end of the search. A search that has ended may
    /// ignore that the limit of solutions is reached.
    pub fn solution(&mut self, colours: Vec<VertexColour>) -> ControlFlow<Stop> {
        self.observer.event(Event::Coloured { colours: &colours });
        self.answer(|| colours)
    }
}
