//! Prints a ranking: two tables for people, one wide table or an object for programs.

use std::io::Write;

use analysis::stats::ranking::{AtLimit, RankingLine, RankingSpec, VirtualBest};
use render::table::{Format, Table, duration, grouped, in_full};
use render::unit::Unit;
use serde_json::{Value, json};

use super::Part;
use crate::cmd::printing;

/// The data to print.
pub(super) struct Page<'a> {
    pub(super) parts: &'a [Part],
    pub(super) question: &'a RankingSpec,
    pub(super) labels: &'a [String],
    pub(super) notes: &'a [String],
}

impl Page<'_> {
    /// Prints it.
    pub(super) fn print(&self, out: &mut dyn Write, format: Format) -> anyhow::Result<()> {
        match format {
            Format::Json => return printing::json(out, &self.json()),
            Format::Csv => self.whole().print(out, format)?,
            _ => {
                let is_time = self.question.metric.is_time();
                let caption = self.notes.iter().take(if is_time { 2 } else { 1 });
                let caption = caption.map(String::as_str).collect::<Vec<_>>().join(" ");
                self.scores().captioned(&caption, "rank").print(out, format)?;
                writeln!(out)?;
                let caption = "Cost over all puzzles, including unsolved ones up to their limit.";
                self.work().captioned(caption, "rank-work").print(out, format)?;
                writeln!(out)?;
            }
        }
        printing::notes(out, self.notes, format)
    }

    fn json(&self) -> Value {
        let suffix = Unit::of(self.question.metric).suffix();
        let line = |line: &RankingLine| {
            let mut fields = json!(line);
            with_units(&mut fields, suffix);
            fields["backend"] = json!(self.labels[line.contestant]);
            fields
        };
        let part = |part: &Part| {
            let mut fields = json!(part.ranking);
            fields["part"] = json!(part.name);
            fields["lines"] = part.ranking.lines.iter().map(line).collect();
            if let Some(best) = fields.pointer_mut("/virtual_best/line") {
                with_units(best, suffix);
            }
            fields
        };
        json!({
            "metric": self.question.metric,
            "statistic": self.question.statistic,
            "limit_ns": self.question.limit_ns,
            format!("shift{suffix}"): self.question.shift,
            "rankings": self.parts.iter().map(part).collect::<Vec<_>>(),
            "notes": self.notes,
        })
    }

    /// The table of results: puzzles solved, times, and their distribution.
    fn scores(&self) -> Table {
        let (unit, is_time) = (Unit::of(self.question.metric), self.question.metric.is_time());
        let has =
            |number: &dyn Fn(&RankingLine) -> usize| self.lines().any(|(_, line)| number(line) > 0);
        let verified = has(&|line| line.solved - line.verified);
        let (wrong, unsupported) = (has(&|line| line.wrong), has(&|line| line.unsupported));
        let mut table = self.beginning().numbers("solved");
        for (is_there, title) in
            [(verified, "verified"), (wrong, "wrong"), (unsupported, "unsupported")]
        {
            table = if is_there { table.numbers(title) } else { table };
        }
        let first = if is_time { ["PAR-2", "sum", "PAR-10"] } else { ["mean", "sum", ""] };
        for title in first.iter().filter(|title| !title.is_empty()) {
            table = table.numbers(title);
        }
        for title in ["median", "p90", "p99", "geomean"] {
            table = table.numbers(title);
        }
        let row = |mut row: Vec<String>, line: &RankingLine| {
            row.push(grouped(line.solved as u64));
            row.extend(verified.then(|| grouped(line.verified as u64)));
            row.extend(wrong.then(|| grouped(line.wrong as u64)));
            row.extend(unsupported.then(|| grouped(line.unsupported as u64)));
            let AtLimit { par2, par2_sum, par10, .. } = line.at_limit;
            let first =
                if is_time { vec![par2, par2_sum, par10] } else { vec![line.mean, line.sum] };
            let spread = [line.median, line.p90, line.p99, line.geomean];
            let figure = |value: Option<f64>| value.map_or(String::new(), |it| unit.figure(it));
            row.extend(first.into_iter().chain(spread).map(figure));
            row
        };
        for part in self.parts {
            for line in &part.ranking.lines {
                table.row(row(self.start(part, line), line));
            }
            if let Some(VirtualBest { line: best, .. }) = &part.ranking.virtual_best {
                let mut start = self.start(part, best);
                if let Some(label) = start.last_mut() {
                    *label = "(virtual best)".into();
                }
                table.row(row(start, best));
            }
        }
        table
    }

    /// The table of costs, and of contributions to the virtual best.
    fn work(&self) -> Table {
        let mut table = self.beginning();
        for title in ["nodes", "bets", "ns/node"] {
            table = table.numbers(title);
        }
        let has_best = self.parts.iter().any(|part| part.ranking.virtual_best.is_some());
        if has_best {
            table = table.numbers("only").numbers("marginal");
        }
        for limit in &self.question.further_limits_ns {
            let limit = duration(*limit);
            table = table.numbers(&format!("solved, {limit}")).numbers(&format!("PAR-2, {limit}"));
        }
        let count = |value: Option<f64>| value.map_or(String::new(), |n| grouped(n.round() as u64));
        for (part, line) in self.lines() {
            let mut row = self.start(part, line);
            row.extend([line.nodes, line.bets].map(count));
            row.push(line.ns_per_node.map_or(String::new(), |ns| format!("{ns:.0}")));
            if has_best {
                row.push(count(line.only.map(|n| n as f64)));
                row.push(line.marginal.map_or(String::new(), |ns| match ns {
                    0.0 => "0".into(),
                    ns => duration(ns),
                }));
            }
            for at in &line.at_further_limits {
                row.push(grouped(at.solved as u64));
                row.push(at.par2.map_or(String::new(), duration));
            }
            table.row(row);
        }
        table
    }

    /// All figures at full precision, a row for each contestant and part.
    fn whole(&self) -> Table {
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

    /// The columns of [`whole`](Self::whole): names and values.
    fn columns(&self, part: &Part, line: &RankingLine) -> (Vec<String>, Vec<String>) {
        let number = |value: Option<f64>| value.map_or(String::new(), in_full);
        let count = |value: usize| value.to_string();
        let suffix = Unit::of(self.question.metric).suffix();
        let of_metric = |name: &str, value: Option<f64>| (format!("{name}{suffix}"), number(value));
        let mut columns: Vec<(String, String)> = vec![
            ("part".into(), part.name.clone().unwrap_or_default()),
            ("backend".into(), self.labels[line.contestant].clone()),
            ("metric".into(), self.question.metric.name().into()),
            ("place".into(), line.place.map_or(String::new(), count)),
            ("puzzles".into(), count(part.ranking.puzzles)),
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
        for (place, limit) in self.question.further_limits_ns.iter().enumerate() {
            let at = line.at_further_limits.get(place);
            let solved = at.map_or(String::new(), |at| count(at.solved));
            columns.push((format!("solved_at_{limit}_ns"), solved));
            columns.push((format!("par2_ns_at_{limit}_ns"), number(at.and_then(|at| at.par2))));
        }
        columns.into_iter().unzip()
    }

    fn lines(&self) -> impl Iterator<Item = (&Part, &RankingLine)> {
        self.parts.iter().flat_map(|part| part.ranking.lines.iter().map(move |line| (part, line)))
    }

    fn has_parts(&self) -> bool {
        self.parts.iter().any(|part| part.name.is_some())
    }

    /// The columns that identify a line.
    fn beginning(&self) -> Table {
        let table = if self.has_parts() {
            Table::default().words("part").numbers("puzzles")
        } else {
            Table::default()
        };
        table.numbers("place").words("backend")
    }

    fn start(&self, part: &Part, line: &RankingLine) -> Vec<String> {
        let mut row = Vec::new();
        if self.has_parts() {
            row.push(part.name.clone().unwrap_or_default());
            row.push(grouped(part.ranking.puzzles as u64));
        }
        row.push(line.place.map_or("–".into(), |place| place.to_string()));
        row.push(self.labels[line.contestant].clone());
        row
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
