//! ALS-XY-Wing, ALS chain and Death Blossom: several [almost locked sets](super::als), each of which
//! takes a symbol from the next.
//!
//! ```text
//!    A ──x── B ──y── C ──w── D        A without z holds x, so B is without x and holds y, so C is
//!    z                       z        without y …, so D holds z. Whatever sees every z of A and of D
//!                                     loses it.
//! ```
//!
//! Three sets are an ALS-XY-Wing, more of them an ALS chain. Symbols of neighbouring links differ.
//! From each set and first link one search in breadth finds a shortest chain to each set and last
//! link, which is all that what a chain eliminates depends on.
//!
//! *Death Blossom*: a cell, the stem, and for each of its candidates a set, a petal, that would lose it.
//! Whatever stands in the stem, one of the petals then holds every symbol that all of them share.

use std::collections::VecDeque;
use std::ops::ControlFlow;

use board::{Cell, Symbol, SymbolSet};

use crate::contract::Step;
use crate::logic::almost_locked::{AlmostLocked, almost_locked_sets};
use crate::logic::store::CandidateStore;
use crate::logic::technique::{CONTINUE, StepSink};
use crate::sets::cells::{common, contains};

/// Chains of three sets.
pub(in crate::logic) fn xy_wings(
    store: &CandidateStore,
    sink: &mut dyn StepSink,
) -> ControlFlow<()> {
    let sets = almost_locked_sets(store);
    let links = links(&sets, sink)?;
    for one in 0..sets.len() {
        sink.keep_going()?;
        for &(first, middle) in &links[one] {
            for &(last, other) in &links[middle] {
                if last != first && other > one {
                    report(store, &sets, &[one, middle, other], (first, last), sink)?;
                }
            }
        }
    }
    CONTINUE
}

/// Chains of more sets.
pub(in crate::logic) fn chains(store: &CandidateStore, sink: &mut dyn StepSink) -> ControlFlow<()> {
    let sets = almost_locked_sets(store);
    let links = links(&sets, sink)?;
    let symbols = store.board().symbols();
    let mut search = Search { symbols, before: Vec::new(), queue: VecDeque::new() };
    for start in 0..sets.len() {
        sink.keep_going()?;
        let mut firsts: Vec<Symbol> = links[start].iter().map(|link| link.0).collect();
        firsts.dedup();
        for first in firsts {
            search.run(&links, start, first);
            for state in 0..search.before.len() {
                let (end, last) = (state / symbols, (state % symbols) as Symbol);
                if end > start && search.before[state] != NONE {
                    let chain = search.chain(start, state);
                    if chain.len() > 3 {
                        report(store, &sets, &chain, (first, last), sink)?;
                    }
                }
            }
        }
    }
    CONTINUE
}

/// For each set its restricted common symbols, ascending, each with the other set.
type Links = Vec<Vec<(Symbol, usize)>>;

fn links(sets: &[AlmostLocked], sink: &mut dyn StepSink) -> ControlFlow<(), Links> {
    let mut links = vec![Vec::new(); sets.len()];
    for (index, one) in sets.iter().enumerate() {
        if sink.keep_going().is_break() {
            return ControlFlow::Break(());
        }
        for (other, set) in sets.iter().enumerate().skip(index + 1) {
            for x in (one.symbols & set.symbols).iter().filter(|&x| one.restricts(set, x)) {
                links[index].push((x, other));
                links[other].push((x, index));
            }
        }
    }
    links.iter_mut().for_each(|its| its.sort_unstable());
    ControlFlow::Continue(links)
}

const NONE: usize = usize::MAX;

/// What can be reached from a set by a first link. A state is a set with the symbol that it lost:
/// `set · |S| + symbol`.
struct Search {
    symbols: usize,
    /// For each state the one before it; itself at the first link.
    before: Vec<usize>,
    queue: VecDeque<usize>,
}

impl Search {
    fn run(&mut self, links: &Links, start: usize, first: Symbol) {
        self.before.clear();
        self.before.resize(links.len() * self.symbols, NONE);
        for &(_, set) in links[start].iter().filter(|link| link.0 == first) {
            let state = set * self.symbols + usize::from(first);
            self.before[state] = state;
            self.queue.push_back(state);
        }
        while let Some(state) = self.queue.pop_front() {
            for &(symbol, set) in &links[state / self.symbols] {
                let next = set * self.symbols + usize::from(symbol);
                if usize::from(symbol) != state % self.symbols
                    && set != start
                    && self.before[next] == NONE
                {
                    self.before[next] = state;
                    self.queue.push_back(next);
                }
            }
        }
    }

    /// Returns the sets from the start to a state.
    fn chain(&self, start: usize, mut state: usize) -> Vec<usize> {
        let mut chain = vec![state / self.symbols];
        while self.before[state] != state {
            state = self.before[state];
            chain.push(state / self.symbols);
        }
        chain.push(start);
        chain.reverse();
        chain
    }
}

/// What both ends of a chain rule out.
fn report(
    store: &CandidateStore,
    sets: &[AlmostLocked],
    chain: &[usize],
    (first, last): (Symbol, Symbol),
    sink: &mut dyn StepSink,
) -> ControlFlow<()> {
    let [start, .., end] = chain else { return CONTINUE };
    let (one, other) = (&sets[*start], &sets[*end]);
    let ends = SymbolSet::only(first) | SymbolSet::only(last);
    let mut symbols = SymbolSet::EMPTY;
    let mut eliminations = Vec::new();
    for z in ((one.symbols & other.symbols) - ends).iter() {
        let gone = common([store.holders(z), one.view(z).1, other.view(z).1]);
        let before = eliminations.len();
        eliminations.extend(gone.map(|cell| (cell, z)));
        if eliminations.len() > before {
            symbols |= SymbolSet::only(z);
        }
    }
    if eliminations.is_empty() {
        return CONTINUE;
    }
    let inner = chain[1..chain.len() - 1].iter().flat_map(|&set| sets[set].cells.iter().copied());
    sink.report(Step {
        symbols,
        cells: one.cells.iter().chain(&other.cells).copied().collect(),
        others: inner.collect(),
        eliminations,
        ..Step::default()
    })
}

/// Stems with a petal for each candidate.
pub(in crate::logic) fn death_blossoms(
    store: &CandidateStore,
    sink: &mut dyn StepSink,
) -> ControlFlow<()> {
    let sets = almost_locked_sets(store);
    for stem in common([store.open_cells()]) {
        sink.keep_going()?;
        let petals = |symbol: Symbol| -> Vec<&AlmostLocked> {
            let its = sets.iter().filter(|set| set.symbols.contains(symbol));
            its.filter(|set| contains(set.view(symbol).1, stem)).collect()
        };
        let candidates = store.candidates(stem);
        let choices: Vec<Vec<&AlmostLocked>> = candidates.iter().map(petals).collect();
        if choices.iter().all(|petals| !petals.is_empty()) {
            let all = SymbolSet::all(store.board().symbols()) - candidates;
            let mut flower = Flower { store, stem, choices, petals: Vec::new() };
            flower.grow(all, sink)?;
        }
    }
    CONTINUE
}

/// A stem, and some of its petals.
struct Flower<'a> {
    store: &'a CandidateStore,
    stem: Cell,
    choices: Vec<Vec<&'a AlmostLocked>>,
    petals: Vec<&'a AlmostLocked>,
}

impl Flower<'_> {
    /// Adds a petal for the next candidate, as long as something that all petals share can go.
    fn grow(&mut self, shared: SymbolSet, sink: &mut dyn StepSink) -> ControlFlow<()> {
        if self.petals.len() == self.choices.len() {
            return self.report(shared, sink);
        }
        for index in 0..self.choices[self.petals.len()].len() {
            let petal = self.choices[self.petals.len()][index];
            self.petals.push(petal);
            let left: SymbolSet = (shared & petal.symbols)
                .iter()
                .filter(|&z| !self.eliminated(z).is_empty())
                .collect();
            if !left.is_empty() {
                self.grow(left, sink)?;
            }
            self.petals.pop();
        }
        CONTINUE
    }

    /// Returns the places of a symbol that see all its places in all petals.
    fn eliminated(&self, z: Symbol) -> Vec<Cell> {
        let sees_all = |&cell: &Cell| self.petals.iter().all(|it| contains(it.view(z).1, cell));
        common([self.store.holders(z)]).filter(sees_all).collect()
    }

    fn report(&self, shared: SymbolSet, sink: &mut dyn StepSink) -> ControlFlow<()> {
        let of = |z: Symbol| self.eliminated(z).into_iter().map(move |cell| (cell, z));
        sink.report(Step {
            symbols: shared,
            cells: vec![self.stem],
            others: self.petals.iter().flat_map(|petal| petal.cells.iter().copied()).collect(),
            eliminations: shared.iter().flat_map(of).collect(),
            ..Step::default()
        })
    }
}
