//! Nets: what follows from a statement about one candidate, by links and, in a dynamic net, by everything
//! that has fallen before.
//!
//! ```text
//!    2 in r1c1 ──→ no 2 in r1c5 ──┐
//!                                 ├──→ 4 in r1c5, where 2, 4 and 9 were possible
//!    … ────────→ no 9 in r1c5 ────┘
//! ```
//!
//! A statement says that a candidate holds, or that it falls. What holds rules out what is weakly linked to it.
//! What falls leaves the other one of two, in its cell or in a full region. A *dynamic* net removes what has
//! fallen, so that more cells and regions come down to one; what remains has all that was removed there as its
//! reasons. Sudoku Explainer (Nicolas Juillerat, 2007) makes its Nishio and its forcing chains so.
//!
//! The statements are found in rounds, those that fall and those that hold by turns. Of several reasons in one
//! round the lightest are kept: those with the fewest statements before them, counted with repetitions. So a
//! net depends on the order of cells only where two reasons are equally light. It ends before the round in
//! which a statement meets its opposite. The cost is a few looks at each statement that follows.

use std::ops::Range;

use board::{Cell, Symbol, SymbolSet};

use crate::contract::Link;
use crate::logic::consequences::{Statement, statement};
use crate::logic::inference_graph::Node;
use crate::logic::store::CandidateStore;
use crate::sets::cells::{bits, common};

/// Which links a net follows.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// All links, as the store has them.
    Static,
    /// All links, with what has fallen removed.
    Dynamic,
    /// The links of one symbol, with what has fallen removed.
    OneSymbol,
}

/// Candidates of which one holds.
#[derive(Clone, Copy)]
enum Group {
    /// Those of a cell.
    Cell(Cell),
    /// A symbol in a full region.
    Places(usize, Symbol),
}

/// A statement with what it follows from.
#[derive(Clone, Copy)]
struct Conclusion {
    statement: Statement,
    /// Where its reasons begin and end in the list of all.
    reasons: (usize, usize),
    /// How many statements lead to it, itself among them, with repetitions.
    weight: u64,
}

/// What follows from a statement, with the reasons for each.
pub(super) struct Net<'a> {
    store: &'a CandidateStore,
    kind: Kind,
    /// What follows, round by round.
    found: Vec<Conclusion>,
    /// The reasons of all conclusions.
    reasons: Vec<Statement>,
    /// For each statement its place in `found` plus one; 0 if it does not follow.
    place: Vec<usize>,
    /// Where the newest round begins.
    round: usize,
    /// What would have to hold in the newest round, where a cell or a region has nothing left.
    lost: Vec<Conclusion>,
    /// The statements that lead to a contradiction: to a statement, and to its opposite.
    refutation: Option<Vec<Statement>>,
    /// The candidates of each cell without what has fallen.
    candidates_left: Vec<SymbolSet>,
    /// The places of each symbol in each region without what has fallen.
    places_left: Vec<u64>,
}

impl<'a> Net<'a> {
    /// Creates a net of a store that follows nothing yet.
    pub(super) fn new(store: &'a CandidateStore, kind: Kind) -> Self {
        let statements = 2 * store.board().cells() * store.board().symbols();
        Self {
            store,
            kind,
            found: Vec::new(),
            reasons: Vec::new(),
            place: vec![0; statements],
            round: 0,
            lost: Vec::new(),
            refutation: None,
            candidates_left: Vec::new(),
            places_left: Vec::new(),
        }
    }

    /// Follows a statement that is supposed to be true.
    pub(super) fn follow(&mut self, start: Statement) {
        self.clear();
        self.conclude(start, []);
        while self.round < self.found.len() {
            let last = self.round..self.found.len();
            self.round = last.end;
            if self.found[last.start].statement % 2 == 1 {
                last.for_each(|place| self.rule_out(self.found[place].statement));
            } else if self.kind == Kind::Static {
                last.for_each(|place| self.leave_one_of_two(self.found[place].statement));
            } else {
                self.leave_last(last);
            }
            self.look_for_contradictions();
        }
    }

    /// Returns whether a statement follows.
    pub(super) fn has(&self, statement: Statement) -> bool {
        self.place[statement] > 0
    }

    /// Returns all that follows.
    pub(super) fn conclusions(&self) -> impl Iterator<Item = Statement> {
        self.found.iter().map(|it| it.statement)
    }

    /// Returns the statements that lead to a contradiction, if there is one.
    pub(super) fn refutation(&self) -> Option<&[Statement]> {
        self.refutation.as_deref()
    }

    /// Returns the statements that lead to some, these among them, in the order in which they were
    /// found.
    pub(super) fn way(&self, to: &[Statement]) -> Vec<Statement> {
        let place = |&it: &Statement| self.place[it] - 1;
        let mut seen = vec![false; self.found.len()];
        let mut next: Vec<usize> = to.iter().map(place).collect();
        let mut way = Vec::new();
        while let Some(at) = next.pop() {
            if !std::mem::replace(&mut seen[at], true) {
                way.push(at);
                next.extend(self.reasons_of(&self.found[at]).iter().map(place));
            }
        }
        way.sort_unstable();
        way.into_iter().map(|at| self.found[at].statement).collect()
    }

    fn reasons_of(&self, conclusion: &Conclusion) -> &[Statement] {
        &self.reasons[conclusion.reasons.0..conclusion.reasons.1]
    }

    fn clear(&mut self) {
        self.reasons.clear();
        self.found.drain(..).for_each(|it| self.place[it.statement] = 0);
        self.round = 0;
        self.refutation = None;
        let (store, board) = (self.store, self.store.board());
        self.candidates_left.clear();
        self.candidates_left.extend((0..board.cells()).map(|cell| store.candidates(cell)));
        self.places_left.clear();
        self.places_left
            .extend((0..board.regions().len()).flat_map(|region| {
                store.symbols().map(move |symbol| store.places(region, symbol))
            }));
    }

    /// Adds what follows in this round, or gives it lighter reasons.
    fn conclude(&mut self, statement: Statement, reasons: impl IntoIterator<Item = Statement>) {
        let place = self.place[statement];
        if place > 0 && place <= self.round {
            return;
        }
        let conclusion = self.conclusion(statement, reasons);
        if place == 0 {
            self.found.push(conclusion);
            self.place[statement] = self.found.len();
        } else if conclusion.weight < self.found[place - 1].weight {
            self.found[place - 1] = conclusion;
        }
    }

    fn conclusion(
        &mut self,
        statement: Statement,
        reasons: impl IntoIterator<Item = Statement>,
    ) -> Conclusion {
        let first = self.reasons.len();
        self.reasons.extend(reasons);
        let weights = self.reasons[first..].iter().map(|&it| self.found[self.place[it] - 1].weight);
        let weight = weights.fold(1, u64::saturating_add);
        Conclusion { statement, reasons: (first, self.reasons.len()), weight }
    }

    /// What cannot hold beside a candidate falls.
    fn rule_out(&mut self, holds: Statement) {
        let Link { cell, symbol, .. } = self.link(holds);
        if self.kind != Kind::OneSymbol {
            for other in self.store.candidates(cell).iter().filter(|&it| it != symbol) {
                self.conclude(statement(self.node(cell, other), false), [holds]);
            }
        }
        for peer in common([self.store.holders(symbol), self.store.board().peer_set(cell)]) {
            self.conclude(statement(self.node(peer, symbol), false), [holds]);
        }
    }

    /// Where the store has only one more candidate of a cell, or place in a region, that one holds.
    fn leave_one_of_two(&mut self, falls: Statement) {
        for group in self.groups(falls) {
            if self.all(group).nth(2).is_none() {
                let other = self.all(group).find(|&it| it != falls / 2);
                other.into_iter().for_each(|it| self.conclude(statement(it, true), [falls]));
            }
        }
    }

    /// Removes all that falls. Then the last candidate of a cell, and the last place in a region, hold.
    fn leave_last(&mut self, last: Range<usize>) {
        let symbols = self.store.board().symbols();
        for place in last.clone() {
            let Link { cell, symbol, .. } = self.link(self.found[place].statement);
            self.candidates_left[cell] -= SymbolSet::only(symbol);
            for &(region, at) in self.store.board().memberships(cell) {
                self.places_left[region * symbols + usize::from(symbol)] &= !(1 << at);
            }
        }
        for place in last.clone() {
            for group in self.groups(self.found[place].statement) {
                self.remain(group, last.start);
            }
        }
    }

    /// Of several candidates, of which one holds, at most one is left.
    fn remain(&mut self, group: Group, round: usize) {
        let left = self.n_left(group);
        if left > 1 {
            return;
        }
        for node in self.all(group) {
            let place = self.place[statement(node, false)];
            let others = self.all(group).filter(|&it| it != node);
            let reasons = others.map(|it| statement(it, false));
            if left == 1 && place == 0 {
                self.conclude(statement(node, true), reasons);
            } else if left == 0 && place > round {
                // One that fell with the others in this round may as well be the last.
                let conclusion = self.conclusion(statement(node, true), reasons);
                self.lost.push(conclusion);
            }
        }
    }

    /// Returns the groups of a candidate that falls: its cell, and its symbol in each full region.
    fn groups(&self, falls: Statement) -> impl Iterator<Item = Group> + use<'a> {
        let Link { cell, symbol, .. } = self.link(falls);
        let board = self.store.board();
        let its_cell = (self.kind != Kind::OneSymbol).then_some(Group::Cell(cell));
        let regions = board.memberships(cell).iter().filter(|it| board.regions()[it.0].full);
        its_cell.into_iter().chain(regions.map(move |&(region, _)| Group::Places(region, symbol)))
    }

    /// Returns the candidates of a group in the store.
    fn all(&self, group: Group) -> impl Iterator<Item = Node> + use<'a> {
        let (store, board) = (self.store, self.store.board());
        let set = match group {
            Group::Cell(cell) => store.candidates(cell).word(),
            Group::Places(region, symbol) => store.places(region, symbol),
        };
        bits(set).map(move |bit| match group {
            Group::Cell(cell) => cell * board.symbols() + bit,
            Group::Places(region, symbol) => {
                board.regions()[region].cells[bit] * board.symbols() + usize::from(symbol)
            }
        })
    }

    /// Returns how many candidates of a group have not fallen.
    fn n_left(&self, group: Group) -> u32 {
        match group {
            Group::Cell(cell) => self.candidates_left[cell].len() as u32,
            Group::Places(region, symbol) => {
                let symbols = self.store.board().symbols();
                self.places_left[region * symbols + usize::from(symbol)].count_ones()
            }
        }
    }

    /// Keeps the shortest refutation of this round, if there is one, and drops what else it found.
    fn look_for_contradictions(&mut self) {
        let opposed = self.found[self.round..].iter().filter(|it| self.has(it.statement ^ 1));
        let ways = opposed.chain(&self.lost).map(|it| {
            let mut way = self.way(&[it.statement ^ 1]);
            way.extend(self.way(self.reasons_of(it)));
            way.push(it.statement);
            way
        });
        let shortest = ways.min_by_key(Vec::len);
        self.lost.clear();
        if shortest.is_some() {
            self.found.drain(self.round..).for_each(|it| self.place[it.statement] = 0);
            self.refutation = shortest;
        }
    }

    /// Returns the node of a candidate.
    pub(super) fn node(&self, cell: Cell, symbol: Symbol) -> Node {
        cell * self.store.board().symbols() + usize::from(symbol)
    }

    /// Returns a statement as a link of a chain.
    pub(super) fn link(&self, statement: Statement) -> Link {
        let symbols = self.store.board().symbols();
        let (cell, symbol) = (statement / 2 / symbols, (statement / 2 % symbols) as Symbol);
        Link { cell, symbol, holds: statement % 2 == 1 }
    }
}
