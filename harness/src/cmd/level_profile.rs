//! The cost of a search by level, as Knuth's programs for exact covers print it.
//!
//! The level of a search state is the number of choices that are open in it, forced ones included. What is
//! counted to make a choice, such as covering items, counts for the level from which it is made; the bet itself
//! and the node that it leads to, for the next one. What is counted to undo forced choices counts for the level on
//! which the search failed.

use anyhow::bail;
use render::table::{Table, TableCell, grouped};
use serde_json::{Map, Value};
use solvers::{Counter, Counters, Event, Observer};

/// The counters that add up over levels.
const COUNTED: [Counter; 8] = [
    Counter::Nodes,
    Counter::Bets,
    Counter::Deductions,
    Counter::Conflicts,
    Counter::Removals,
    Counter::Propagations,
    Counter::Updates,
    Counter::Accesses,
];

/// Observes the choices of a search, and attributes what is counted to levels.
#[derive(Debug, Default)]
pub(super) struct LevelProfile {
    /// For each open choice, whether it is a bet. Only bets are reported when they are undone.
    open: Vec<bool>,
    /// What was counted up to the last choice.
    counted: Counters,
    levels: Vec<Counters>,
}

impl LevelProfile {
    /// Returns the cost of each level of a search of `backend` that counted this in all.
    ///
    /// # Errors
    /// When the search entered several states and reported no choice.
    pub(super) fn end(
        mut self,
        backend: &str,
        counters: &Counters,
    ) -> anyhow::Result<Vec<Counters>> {
        if self.levels.is_empty() && counters.nodes > 1 {
            bail!(
                "{backend} reports no choices, so it has no profile: expected a backend of backtrack/, \
                 candidates/ or cover/"
            );
        }
        self.count(counters);
        Ok(self.levels)
    }

    /// Attributes what was counted since the last choice.
    fn count(&mut self, counters: &Counters) {
        let level = self.open.len();
        if self.levels.len() <= level {
            self.levels.resize(level + 1, Counters::default());
        }
        for counter in COUNTED {
            let new = counters.get(counter) - self.counted.get(counter);
            *self.levels[level].get_mut(counter) += new;
        }
        self.counted = *counters;
    }

    /// Closes the last bet, and the forced choices after it.
    fn undo(&mut self) {
        while self.open.pop() == Some(false) {}
    }
}

impl Observer for LevelProfile {
    fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Counted { counters } => self.count(counters),
            Event::Bet { .. } | Event::Confine { .. } => self.open.push(true),
            Event::Deduce { .. } => self.open.push(false),
            Event::Choose { alternatives, .. }
            | Event::Close { alternatives, .. }
            | Event::Paint { alternatives, .. } => {
                self.open.push(alternatives > 1);
            }
            Event::Undo => self.undo(),
            _ => {}
        }
    }
}

/// Returns the counters that some level has.
fn counted(levels: &[Counters]) -> impl Iterator<Item = Counter> {
    COUNTED.into_iter().filter(|&counter| levels.iter().any(|level| level.get(counter) > 0))
}

/// Returns a row for each level.
pub(super) fn table(levels: &[Counters]) -> Table {
    let number = |number: u64| TableCell::new(grouped(number), number);
    let titles = counted(levels).map(Counter::name);
    let mut table = titles.fold(Table::default().numbers("level"), |table, it| table.numbers(it));
    for (level, costs) in (0..).zip(levels) {
        let costs = counted(levels).map(|counter| number(costs.get(counter)));
        table.row([number(level)].into_iter().chain(costs));
    }
    table
}

/// Returns an object for each level.
pub(super) fn objects(levels: &[Counters]) -> Vec<Value> {
    let object = |costs: &Counters| {
        let pairs = counted(levels).map(|it| (it.name().to_owned(), costs.get(it).into()));
        Value::Object(pairs.collect::<Map<_, _>>())
    };
    levels.iter().map(object).collect()
}
