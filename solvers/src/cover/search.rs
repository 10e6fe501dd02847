//! Algorithm X: one search over any [`Structure`], without recursion and without sudoku.
//!
//! The smallest item is covered, the first among equals, and its options are tried in ascending
//! order. An item with one option left is a forced move: a node, but no bet.

use std::ops::ControlFlow;

use super::rule::Rule;
use super::structure::{Panel, Structure};
use crate::outcome::Stop;

/// A search over a structure, and where it stands.
pub(super) struct AlgorithmX<S, R> {
    pub(super) structure: S,
    rule: R,
    /// For each level how many options its item had when it was chosen.
    among: Vec<usize>,
    /// The option that is tried on each level; the last level may have none.
    chosen: Vec<usize>,
}

impl<S: Structure, R: Rule> AlgorithmX<S, R> {
    pub(super) fn new(structure: S, rule: R) -> Self {
        let levels = structure.sizes().primary();
        let (among, chosen) = (Vec::with_capacity(levels), Vec::with_capacity(levels));
        Self { structure, rule, among, chosen }
    }

    /// Runs through the solutions, after what was chosen or forbidden before. The first node is the
    /// caller's to tell.
    pub(super) fn run<P: Panel>(&mut self, panel: &mut P) -> ControlFlow<Stop> {
        loop {
            match self.rule.choose(self.structure.sizes(), panel) {
                None => panel.solution(&self.chosen)?,
                Some((_, 0)) => panel.conflict(),
                Some((item, among)) => {
                    self.structure.open(item, panel);
                    self.among.push(among);
                }
            }
            if !self.next_option(panel) {
                return ControlFlow::Continue(());
            }
            panel.node()?;
        }
    }

    /// Forgets everything but the problem.
    pub(super) fn reset(&mut self) {
        self.structure.reset();
        self.rule.reset();
        self.among.clear();
        self.chosen.clear();
    }

    /// Goes back to the last level that has an option untried, and takes the next one; false when
    /// there is none.
    fn next_option<P: Panel>(&mut self, panel: &mut P) -> bool {
        while let Some(&among) = self.among.last() {
            if self.chosen.len() == self.among.len() {
                self.chosen.pop();
                self.structure.take_back(panel);
                if among > 1 {
                    panel.undo();
                }
            }
            if let Some(option) = self.structure.advance(panel) {
                self.chosen.push(option);
                panel.choose(option, among);
                return true;
            }
            self.among.pop();
        }
        false
    }
}
