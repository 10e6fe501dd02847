//! Prints explanations: the sentence first, then figures, groups, and the features by themselves.

use std::io::Write;

use analysis::stats::explain::{Alone, Explanation, FOLDS, PuzzleGroup, REPEATS};
use analysis::stats::scores::Metric;
use render::table::{Format, Table, TableCell, counted, grouped, in_full, p_in_full};
use serde_json::{Value, json};

use super::features::Feature;
use super::sentence;
use crate::cmd::compare::wording::{figure, p_value, range};
use crate::cmd::printing;

/// What the figures are.
const READING: &str = "\
A tree names what goes with the ratio, which need not be its cause. The sentence and the column `held out` \
have what trees predict that have not seen these puzzles; the ratios of the groups, and their intervals, \
ignore that the groups were chosen for them.";

/// The data to print.
pub(super) struct Page<'a> {
    pub(super) a: &'a str,
    pub(super) b: &'a str,
    pub(super) metric: Metric,
    /// The numbers of puzzles that A and B did not solve, which count twice the limit.
    pub(super) failures: [usize; 2],
    pub(super) explanation: &'a Explanation,
    /// Sentences on which puzzles it is about, and how far it goes.
    pub(super) notes: &'a [String],
}

impl Page<'_> {
    /// Prints it.
    pub(super) fn print(&self, out: &mut dyn Write, format: Format) -> anyhow::Result<()> {
        match format {
            Format::Json => return printing::json(out, &self.json()),
            Format::Csv => {
                self.whole().print(out, format)?;
                printing::notes(out, &[self.sentence()], format)?;
            }
            _ => {
                let groups = self.explanation.is_supported().then(|| self.groups());
                let alone = &self.explanation.alone;
                let alone = (!alone.is_empty()).then(|| table_of_features(alone));
                let correlations = "Features by themselves: rank correlation with the ratio";
                self.section(out, format, 1, &self.sentence(), Some(self.figures()))?;
                self.section(out, format, 2, "Groups, the largest ratio first", groups)?;
                self.section(out, format, 3, correlations, alone)?;
            }
        }
        printing::notes(out, &self.all_notes(), format)
    }

    fn all_notes(&self) -> Vec<String> {
        let reading = self.explanation.is_supported().then(|| READING.to_owned());
        reading.into_iter().chain(self.notes.iter().cloned()).collect()
    }

    /// Prints a table, if there is one, below its title.
    fn section(
        &self,
        out: &mut dyn Write,
        format: Format,
        number: usize,
        title: &str,
        table: Option<Table>,
    ) -> anyhow::Result<()> {
        let Some(table) = table else { return Ok(()) };
        printing::title(out, title, format)?;
        let caption = match number {
            1 => title.to_owned(),
            _ => format!("{title} ({} / {})", self.b, self.a),
        };
        table.captioned(&caption, &format!("explain-{number}")).print(out, format)?;
        Ok(writeln!(out)?)
    }

    fn sentence(&self) -> String {
        sentence::sentence([self.a, self.b], self.metric, self.failures, self.explanation)
    }

    fn figures(&self) -> Table {
        let all = &self.explanation.all;
        let mut table = Table::default().words("figure").numbers("value").words("");
        let interval = all.interval.map_or(String::new(), |it| range(it.map(f64::exp)));
        let ratio = format!("{} / {}, geometric mean", self.b, self.a);
        let counts = format!("in {} by class", counted(all.clusters as u64, "cluster"));
        table.row([ratio, figure(all.mean.exp()), interval]);
        table.row(["puzzles".to_owned(), grouped(all.puzzles as u64), counts]);
        if let Some(held_out) = &self.explanation.held_out {
            let interval = held_out.interval.map_or(String::new(), sentence::range);
            let folds = format!("{FOLDS} folds, dealt {REPEATS} times");
            table.row(["held-out R²".to_owned(), sentence::r2(held_out.r2), interval]);
            table.row(["deviation of repeats".to_owned(), sentence::r2(held_out.deviation), folds]);
        }
        table
    }

    /// Returns the groups for people.
    fn groups(&self) -> Table {
        let mut table = Table::default().words("puzzles with").numbers("puzzles");
        table = table.numbers(&format!("{} / {}", self.b, self.a)).words("").numbers("held out");
        for leaf in self.explanation.leaves() {
            table.row([
                sentence::in_symbols(leaf),
                grouped(leaf.puzzles as u64),
                figure(leaf.mean.exp()),
                leaf.interval.map_or(String::new(), |it| range(it.map(f64::exp))),
                leaf.predicted.map_or(String::new(), |it| figure(it.exp())),
            ]);
        }
        table
    }

    /// Returns the groups at full precision.
    fn whole(&self) -> Table {
        let mut table =
            Table::default().words("a").words("b").words("metric").words("puzzles_with");
        for title in ["puzzles", "clusters", "ratio", "ratio_low", "ratio_high", "ratio_held_out"] {
            table = table.numbers(title);
        }
        table = table.numbers("held_out_r2");
        let number = |value: Option<f64>| value.map_or(String::new(), in_full);
        let r2 = self.explanation.held_out.as_ref().map(|it| it.r2);
        for leaf in self.explanation.leaves() {
            table.row([
                self.a.to_owned(),
                self.b.to_owned(),
                self.metric.name().to_owned(),
                sentence::in_symbols(leaf),
                leaf.puzzles.to_string(),
                leaf.clusters.to_string(),
                in_full(leaf.mean.exp()),
                number(leaf.interval.map(|it| it.low.exp())),
                number(leaf.interval.map(|it| it.high.exp())),
                number(leaf.predicted.map(f64::exp)),
                number(r2),
            ]);
        }
        table
    }

    fn json(&self) -> Value {
        let found = self.explanation;
        let held_out = found.held_out.as_ref().map(|it| {
            json!({
                "r2": it.r2,
                "interval": it.interval,
                "deviation": it.deviation,
                "folds": FOLDS,
                "repeats": REPEATS,
            })
        });
        let features: Vec<Value> = found.alone.iter().map(of_feature).collect();
        let groups: Vec<Value> = found.leaves().into_iter().map(of_leaf).collect();
        json!({
            "metric": self.metric,
            "a": self.a,
            "b": self.b,
            "sentence": self.sentence(),
            "is_supported": found.is_supported(),
            "puzzles": found.all.puzzles,
            "clusters": found.all.clusters,
            "held_out": held_out,
            "groups": groups,
            "features": features,
            "notes": self.all_notes(),
        })
    }
}

fn of_leaf(leaf: &PuzzleGroup) -> Value {
    let condition = |it: &analysis::stats::explain::Condition| {
        json!({
            "feature": Feature::numbered(it.feature).key(),
            "above": it.above,
            "at_most": it.at_most,
            "or_unknown": it.or_unknown,
        })
    };
    json!({
        "conditions": leaf.conditions.iter().map(condition).collect::<Vec<_>>(),
        "puzzles": leaf.puzzles,
        "clusters": leaf.clusters,
        "ratio": leaf.mean.exp(),
        "interval": leaf.interval.map(|it| it.map(f64::exp)),
        "ratio_held_out": leaf.predicted.map(f64::exp),
    })
}

fn of_feature(one: &Alone) -> Value {
    json!({
        "feature": Feature::numbered(one.feature).key(),
        "puzzles": one.puzzles,
        "clusters": one.clusters,
        "rank_correlation": one.correlation,
        "p": one.p,
        "p_holm": one.p_holm,
    })
}

fn table_of_features(features: &[Alone]) -> Table {
    let table = Table::default().words("feature").numbers("known of").numbers("ρ");
    let mut table = table.numbers("p, Holm-corrected");
    for one in features {
        table.row([
            TableCell::from(Feature::numbered(one.feature).key()),
            TableCell::count(one.puzzles as u64),
            format!("{:.3}", one.correlation).replace('-', "−").into(),
            TableCell::new(p_value(one.p_holm), p_in_full(one.p_holm)),
        ]);
    }
    table
}
