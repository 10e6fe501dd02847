//! What both needed for each puzzle: all puzzles for programs, the largest differences for people.

use analysis::load::{PuzzleInfo, Runs};
use analysis::stats::extremes::{PairedCosts, extremes};
use analysis::stats::scores::Metric;
use render::table::{Table, in_full};
use render::unit::Unit;
use serde_json::{Map, Value, json};

use super::Pair;
use super::wording::figure;

/// The puzzles of pairs.
pub(super) struct Puzzles<'a> {
    pub(super) runs: &'a Runs,
    pub(super) metric: Metric,
    /// The maximum number in each direction.
    pub(super) top: usize,
}

impl Puzzles<'_> {
    /// Returns the tables of the largest differences in favour of B and of A, each with its title. Empty if puzzles
    /// have no separate values.
    pub(super) fn extremes(&self, pair: &Pair) -> Vec<(String, Table)> {
        let [less, more] = self.found(pair);
        let title = |who: &str, n: usize| format!("Largest differences in favour of {who}: {n}");
        [(&pair.b, less), (&pair.a, more)]
            .into_iter()
            .filter(|(_, found)| !found.is_empty())
            .map(|(who, found)| (title(who, found.len()), self.table(pair, &found)))
            .collect()
    }

    /// Returns the largest differences for programs.
    pub(super) fn json(&self, pair: &Pair) -> Value {
        let suffix = Unit::of(self.metric).suffix();
        let object = |both: &PairedCosts| {
            let puzzle = self.puzzle(pair, both);
            let mut fields = Map::new();
            fields.insert("puzzle".into(), json!(puzzle.name));
            fields.insert("puzzle_hash".into(), json!(puzzle.hash));
            fields.insert(format!("a{suffix}"), json!(both.a));
            fields.insert(format!("b{suffix}"), json!(both.b));
            let (name, effect) = self.effect(both);
            fields.insert(name.into(), json!(effect));
            Value::Object(fields)
        };
        let [less, more] =
            self.found(pair).map(|found| found.iter().map(object).collect::<Value>());
        match self.metric.is_share() {
            true => json!({ "b_has_more": less, "b_has_less": more }),
            false => json!({ "b_needs_less": less, "b_needs_more": more }),
        }
    }

    /// Returns what is said of both: the ratio B/A or, of shares, the difference B − A; with its
    /// name.
    fn effect(&self, both: &PairedCosts) -> (&'static str, Option<f64>) {
        match self.metric.is_share() {
            true => ("difference", both.a.zip(both.b).map(|(a, b)| b - a)),
            false => ("ratio", both.ratio),
        }
    }

    /// Returns a row for each puzzle of each pair.
    pub(super) fn whole(&self, pairs: &[Pair]) -> Table {
        let suffix = Unit::of(self.metric).suffix();
        let mut table = Table::default();
        for title in
            ["part", "a", "b", "metric", "corpus", "puzzle", "puzzle_hash", "iso_seed", "geometry"]
        {
            table = table.words(title);
        }
        table = table.numbers("clues").words("level").words("a_status").words("b_status");
        table = table.numbers(&format!("a{suffix}")).numbers(&format!("b{suffix}"));
        let effect = if self.metric.is_share() { "difference" } else { "ratio" };
        table = table.numbers(effect).words("timed_alone");
        for pair in pairs {
            pair.puzzles.iter().for_each(|both| table.row(self.row(pair, both)));
        }
        table
    }

    fn row(&self, pair: &Pair, both: &PairedCosts) -> Vec<String> {
        let puzzle = self.puzzle(pair, both);
        let [a, b] = [0, 1].map(|one| &pair.matrix.row(one)[both.puzzle]);
        let number = |value: Option<f64>| value.map_or(String::new(), in_full);
        let whole = |value: Option<u64>| value.map_or(String::new(), |value| value.to_string());
        let is_alone = a.is_timed_alone && b.is_timed_alone;
        vec![
            pair.part.clone().unwrap_or_default(),
            pair.a.clone(),
            pair.b.clone(),
            self.metric.name().into(),
            puzzle.corpus.clone(),
            puzzle.name.clone(),
            puzzle.hash.clone(),
            whole(puzzle.iso_seed),
            puzzle.geometry.clone(),
            whole(puzzle.clues),
            puzzle.level.clone(),
            a.status.name().into(),
            b.status.name().into(),
            number(both.a),
            number(both.b),
            number(self.effect(both).1),
            if is_alone || !self.metric.is_time() { "true" } else { "false" }.into(),
        ]
    }

    fn found(&self, pair: &Pair) -> [Vec<PairedCosts>; 2] {
        match pair.comparison.is_timed_alone {
            true => extremes(&pair.puzzles, self.top),
            false => Default::default(),
        }
    }

    fn puzzle(&self, pair: &Pair, both: &PairedCosts) -> &PuzzleInfo {
        &self.runs.puzzles[pair.matrix.puzzles[both.puzzle] as usize]
    }

    fn table(&self, pair: &Pair, found: &[PairedCosts]) -> Table {
        let mut table = Table::default().words("puzzle").numbers("clues").numbers(&pair.a);
        let is_share = self.metric.is_share();
        table = table.numbers(&pair.b).numbers(if is_share { "points" } else { "ratio" });
        let unit = Unit::of(self.metric);
        let missing = if is_share { "" } else { "unsolved" };
        let needed = |value: Option<f64>| value.map_or(missing.into(), |it| unit.figure(it));
        for both in found {
            let puzzle = self.puzzle(pair, both);
            let name = match puzzle.iso_seed {
                Some(seed) => format!("{} (isomorph {seed})", puzzle.name),
                None => puzzle.name.clone(),
            };
            let clues = puzzle.clues.map_or(String::new(), |clues| clues.to_string());
            let effect = match self.effect(both) {
                (_, None) => String::new(),
                (_, Some(more)) if is_share => format!("{:+.1}", more * 100.0),
                (_, Some(ratio)) => figure(ratio),
            };
            table.row([name, clues, needed(both.a), needed(both.b), effect]);
        }
        table
    }
}
