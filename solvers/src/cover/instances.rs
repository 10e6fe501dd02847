//! Exact cover problems that are no puzzles, over the same structures.
//!
//! A solver is prepared for one problem and lists its solutions; an answer is the numbers of the
//! options that were chosen, and `board::instance::check_cover` is its referee. Counters and limits
//! mean what they mean for puzzles.

use std::ops::ControlFlow;

use board::instance::ExactCover;

use super::bitmatrix::{BITMATRIX, BitMatrix, WEIGHTED};
use super::dancing_cells::{DANCING_CELLS, DancingCells};
use super::dlx::DLX;
use super::links::Links;
use super::rule::{Rule, Smallest, Weighted};
use super::search::AlgorithmX;
use super::structure::{Panel, Structure};
use crate::meter::{Limits, Meter};
use crate::observer::Observer;
use crate::outcome::{Outcome, Stop};
use crate::solver::{Backend, Certificate, Unsupported};

/// Solves the one exact cover problem that it was prepared for.
pub trait CoverSolver {
    /// Searches until the space is exhausted or a limit is met. The outcome depends on the problem
    /// and the limits alone.
    fn solve(&mut self, limits: &Limits<'_>) -> Outcome<Vec<usize>>;

    /// The same, telling `observer` each step.
    fn trace(&mut self, limits: &Limits<'_>, observer: &mut dyn Observer) -> Outcome<Vec<usize>>;

    /// Proves that the problem has no cover, or none but `cover`. None, as by default, when it writes
    /// no proofs.
    fn certify(&mut self, _cover: Option<&[usize]>, _limits: &Limits<'_>) -> Option<Certificate> {
        None
    }
}

/// A row of the registry that takes exact cover problems, too.
#[derive(Clone, Copy, Debug)]
pub struct CoverBackend {
    /// The row: its id, what it counts and which limits it obeys.
    pub row: Backend,
    /// Makes a solver for a problem.
    pub prepare: fn(&ExactCover) -> Result<Box<dyn CoverSolver>, Unsupported>,
}

/// Every row that takes exact cover problems, with secondary items and colours, sorted by id.
pub const COVER_BACKENDS: &[CoverBackend] = &[
    CoverBackend { row: BITMATRIX, prepare: |it| prepared(BitMatrix::new(it), Smallest) },
    CoverBackend { row: WEIGHTED, prepare: |it| prepared(BitMatrix::new(it), Weighted::new(it)) },
    CoverBackend { row: DANCING_CELLS, prepare: |it| prepared(DancingCells::new(it), Smallest) },
    CoverBackend { row: DLX, prepare: |it| prepared(Links::new(it), Smallest) },
];

fn prepared<S: Structure + 'static, R: Rule + 'static>(
    structure: Result<S, Unsupported>,
    rule: R,
) -> Result<Box<dyn CoverSolver>, Unsupported> {
    Ok(Box::new(AlgorithmX::new(structure?, rule)))
}

impl<S: Structure, R: Rule> AlgorithmX<S, R> {
    fn list<O: Observer>(&mut self, mut meter: Meter<'_, O, Vec<usize>>) -> Outcome<Vec<usize>> {
        let mut flow = meter.node();
        if flow.is_continue() {
            flow = self.run(&mut meter);
        }
        self.reset();
        meter.finish(flow)
    }
}

impl<S: Structure, R: Rule> CoverSolver for AlgorithmX<S, R> {
    fn solve(&mut self, limits: &Limits<'_>) -> Outcome<Vec<usize>> {
        self.list(Meter::of_options(limits, ()))
    }

    fn trace(&mut self, limits: &Limits<'_>, observer: &mut dyn Observer) -> Outcome<Vec<usize>> {
        self.list(Meter::of_options(limits, observer))
    }
}

impl<O: Observer> Panel for Meter<'_, O, Vec<usize>> {
    #[inline]
    fn node(&mut self) -> ControlFlow<Stop> {
        Meter::node(self)
    }

    #[inline]
    fn cover(&mut self, item: usize) {
        Meter::cover(self, item);
    }

    #[inline]
    fn uncover(&mut self, item: usize) {
        Meter::uncover(self, item);
    }

    #[inline]
    fn choose(&mut self, option: usize, among: usize) {
        Meter::choose(self, option, among);
    }

    #[inline]
    fn undo(&mut self) {
        Meter::undo(self);
    }

    #[inline]
    fn conflict(&mut self) {
        Meter::conflict(self);
    }

    #[inline]
    fn update(&mut self, changes: usize) {
        Meter::update(self, changes);
    }

    #[inline]
    fn access(&mut self, words: usize) {
        Meter::access(self, words);
    }

    fn solution(&mut self, options: &[usize]) -> ControlFlow<Stop> {
        self.chosen(options)
    }
}
