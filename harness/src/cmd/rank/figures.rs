//! Prints a ranking for programs: every figure at full precision, as CSV or JSON.

use analysis::stats::ranking::{OverParts, RankingLine};
use render::table::{Table, in_full};
use render::unit::Unit;
use serde_json::{Value, json};

use super::Part;
use super::print::Page;

impl Page<'_> {
    /// Returns the rankings as an object.
    pub(super) fn json(&self) -> Value {
        let suffix = Unit::of(self.ranked.question.metric).suffix();
        let line = |line: &RankingLine| {
            let mut fields = json!(line);
            with_units(&mut fields, suffix);
            fields["backend"] = json!(self.ranked.labels[line.contestant]);
            fields
        };
        let over_parts = |line: &OverParts| {
            let mut fields = json!(line);
            fields["backend"] = json!(self.ranked.labels[line.contestant]);
            fields
        };
        let part = |part: &Part| {
            let mut fields = json!(part.ranking);
            fields["part"] = json!(part.name);
            fields["lead"] = json!(part.ranking.lead());
            fields["lines"] = part.ranking.lines.iter().map(line).collect();
            if let Some(best) = fields.pointer_mut("/virtual_best/line") {
                with_units(best, suffix);
            }
            fields
        };
        json!({
            "metric": self.ranked.question.metric,
            "statistic": self.ranked.question.statistic,
            "limit_ns": self.ranked.question.limit_ns,
            format!("shift{suffix}"): self.ranked.question.shift,
            "rankings": self.ranked.parts.iter().map(part).collect::<Vec<_>>(),
            "over_parts": self.ranked.over_parts.iter().map(over_parts).collect::<Vec<_>>(),
            "notes": self.ranked.notes,
        })
    }

    /// Returns all figures at full precision, a row for each contestant and part.
    pub(super) fn whole(&self) -> Table {
        let mut table = Table::default();
        for (number, (part, line)) in self.lines().enumerate() {
            let (titles, cells) = self.columns(part, line);
            if number == 0 {
                table = titles.iter().fold(table, |table, title| table.words(title));
            }
            table.row(cells);
        }
        table
    }

    /// Returns the columns of [`whole`](Self::whole): names and values.
    fn columns(&self, part: &Part, line: &RankingLine) -> (Vec<String>, Vec<String>) {
        let number = |value: Option<f64>| value.map_or(String::new(), in_full);
        let count = |value: usize| value.to_string();
        let suffix = Unit::of(self.ranked.question.metric).suffix();
        let of_metric = |name: &str, value: Option<f64>| (format!("{name}{suffix}"), number(value));
        let mut columns: Vec<(String, String)> = vec![
            ("part".into(), part.name.clone().unwrap_or_default()),
            ("backend".into(), self.ranked.labels[line.contestant].clone()),
            ("metric".into(), self.ranked.question.metric.name().into()),
            ("place".into(), line.place.map_or(String::new(), count)),
            ("place_low".into(), line.places.map_or(String::new(), |it| count(it.0))),
            ("place_high".into(), line.places.map_or(String::new(), |it| count(it.1))),
            ("group".into(), line.letters.clone()),
            ("puzzles".into(), count(part.ranking.puzzles)),
            ("clusters".into(), count(part.ranking.clusters)),
            ("taken".into(), count(line.taken)),
            ("unsupported".into(), count(line.unsupported)),
            ("solved".into(), count(line.solved)),
            ("verified".into(), count(line.verified)),
            ("wrong".into(), count(line.wrong)),
            ("unstable".into(), count(line.unstable)),
            ("limit_ns".into(), number(line.at_limit.limit_ns)),
            ("par2_ns".into(), number(line.at_limit.par2)),
            ("par2_sum_ns".into(), number(line.at_limit.par2_sum)),
            ("par10_ns".into(), number(line.at_limit.par10)),
            of_metric("mean", line.mean),
            of_metric("sum", line.sum),
            of_metric("median", line.median),
            of_metric("p90", line.p90),
            of_metric("p99", line.p99),
            of_metric("geomean", line.geomean),
            ("nodes".into(), number(line.nodes)),
            ("bets".into(), number(line.bets)),
            ("ns_per_node".into(), number(line.ns_per_node)),
            ("only".into(), line.only.map_or(String::new(), count)),
            ("marginal_ns".into(), number(line.marginal)),
        ];
        for (place, limit) in self.ranked.question.further_limits_ns.iter().enumerate() {
            let at = line.at_further_limits.get(place);
            let solved = at.map_or(String::new(), |at| count(at.solved));
            columns.push((format!("solved_at_{limit}_ns"), solved));
            columns.push((format!("par2_ns_at_{limit}_ns"), number(at.and_then(|at| at.par2))));
        }
        columns.into_iter().unzip()
    }
}

/// Appends the unit to the name of each value in the fields of a [`RankingLine`]: the `suffix` of the metric,
/// and nanoseconds where only times are meant.
fn with_units(fields: &mut Value, suffix: &str) {
    let rename = |fields: &mut Value, names: &[&str], suffix: &str| {
        let Some(fields) = fields.as_object_mut() else { return };
        for &name in names {
            if let Some(value) = fields.remove(name) {
                fields.insert(format!("{name}{suffix}"), value);
            }
        }
    };
    rename(fields, &["mean", "sum", "median", "p90", "p99", "geomean"], suffix);
    rename(fields, &["marginal"], "_ns");
    let mut at_limits: Vec<&mut Value> = Vec::new();
    if let Some(fields) = fields.as_object_mut() {
        for (name, value) in fields {
            match (name.as_str(), value) {
                ("at_limit", value) => at_limits.push(value),
                ("at_further_limits", Value::Array(further)) => at_limits.extend(further),
                _ => {}
            }
        }
    }
    for at_limit in at_limits {
        rename(at_limit, &["par2", "par2_sum", "par10"], "_ns");
    }
}
