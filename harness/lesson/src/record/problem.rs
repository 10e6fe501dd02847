//! What of a problem does not change while it is solved, as JSON.

use board::instance::{ExactCover, Formula};
use board::{Alphabet, Geometry, Graph, Puzzle, Symbol};
use serde_json::{Value, json};
use solvers::Problem;
use solvers::logic::explain::region_in_french;

/// Larger problems have no list of options, clauses or edges: the page could not show them.
const MAX_ENTRIES: usize = 60_000;

/// A kind of problem that the page can show.
pub trait Pictured: Problem {
    /// Returns what does not change: `kind` ([`ProblemKind::name`](solvers::ProblemKind::name)), and
    /// - of a puzzle `geometry`, `symbols` (a text, or a list of numbers as texts), `cells` (row and column from 0),
    ///   `regions` (`name`, in French `name_fr`, `cells`), `givens` (a symbol from 0 or −1) and `candidates` (the
    ///   symbols that the givens leave);
    /// - of an exact cover problem `items` (names), `primary` (their number), and `options` (items, and the
    ///   words that name them);
    /// - of a formula `variables` (their number) and `clauses` (numbers of DIMACS);
    /// - of a graph `order` and `edges`.
    fn picture(&self) -> Value;

    /// Returns the geometry by which steps of deduction are put into words.
    fn geometry(&self) -> Option<&Geometry> {
        None
    }
}

impl Pictured for Puzzle {
    fn picture(&self) -> Value {
        let geometry = Self::geometry(self);
        let position = |cell| (geometry.position(cell).row, geometry.position(cell).column);
        let region = |it: &board::Region| {
            let (_, french) = region_in_french(&it.name);
            json!({ "name": it.name, "name_fr": french, "cells": it.cells })
        };
        let symbols = |set: &board::SymbolSet| set.iter().collect::<Vec<_>>();
        let alphabet = geometry.alphabet();
        let givens = self.givens().into_iter().map(|given| given.map_or(-1, i64::from));
        json!({
            "kind": Self::KIND.name(),
            "geometry": geometry.name(),
            "symbols": symbols_of(alphabet),
            "cells": (0..geometry.cells()).map(position).collect::<Vec<_>>(),
            "regions": geometry.regions().iter().map(region).collect::<Vec<_>>(),
            "givens": givens.collect::<Vec<_>>(),
            "candidates": self.candidates().iter().map(symbols).collect::<Vec<_>>(),
        })
    }

    fn geometry(&self) -> Option<&Geometry> {
        Some(Self::geometry(self))
    }
}

/// Returns the characters of the symbols, or their numbers if people read these. A script iterates over both alike.
fn symbols_of(alphabet: &Alphabet) -> Value {
    let names = (0..alphabet.len()).map(|it| alphabet.name(it as Symbol));
    if alphabet.is_read_as_numbers() { names.collect() } else { names.collect::<String>().into() }
}

impl Pictured for ExactCover {
    fn picture(&self) -> Value {
        let words = |entry: &board::instance::Entry| match entry.colour {
            Some(colour) => format!("{}:{}", self.name(entry.item), self.colour_name(colour)),
            None => self.name(entry.item).to_owned(),
        };
        let option = |entries: &[board::instance::Entry]| {
            let items: Vec<_> = entries.iter().map(|entry| entry.item).collect();
            json!([items, entries.iter().map(words).collect::<Vec<_>>().join(" ")])
        };
        let is_small = self.entry_count() <= MAX_ENTRIES;
        let options = is_small.then(|| self.options().map(option).collect::<Vec<_>>());
        json!({
            "kind": Self::KIND.name(),
            "items": (0..self.items()).map(|item| self.name(item as u32)).collect::<Vec<_>>(),
            "primary": self.primary(),
            "options": options,
            "n_options": self.option_count(),
        })
    }
}

impl Pictured for Formula {
    fn picture(&self) -> Value {
        let clauses = || {
            let clause = |it: &[board::instance::Literal]| {
                it.iter().map(|literal| literal.number()).collect::<Vec<_>>()
            };
            self.clauses().map(clause).collect::<Vec<_>>()
        };
        json!({
            "kind": Self::KIND.name(),
            "variables": self.variables(),
            "clauses": (self.clause_count() <= MAX_ENTRIES).then(clauses),
            "n_clauses": self.clause_count(),
        })
    }
}

impl Pictured for Graph {
    fn picture(&self) -> Value {
        let is_small = self.size() <= MAX_ENTRIES;
        json!({
            "kind": Self::KIND.name(),
            "order": self.order(),
            "edges": is_small.then(|| self.edges().collect::<Vec<_>>()),
            "n_edges": self.size(),
        })
    }
}
