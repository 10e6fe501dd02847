//! Prints a history as a table, CSV or JSON.

use std::io::Write;

use analysis::history::series::{HistorySeries, HistoryStep, HistoryTrends};
use analysis::stats::scores::Metric;
use record::history::{HISTORY_FIELDS, HistoryLine};
use render::table::{Format, Table, TableCell, in_full};
use render::unit::Unit;
use serde_json::{Value, json};

use super::words;
use crate::cmd::compare::wording::{figure, percent};
use crate::cmd::printing;

/// What is shown of a history.
pub(super) struct Shown<'a> {
    pub(super) trends: &'a HistoryTrends,
    pub(super) metric: Metric,
    pub(super) notes: &'a [String],
}

impl Shown<'_> {
    /// Prints it.
    pub(super) fn print(&self, out: &mut dyn Write, format: Format) -> anyhow::Result<()> {
        match format {
            Format::Json => return printing::json(out, &self.json()),
            Format::Csv => self.whole().print(out, format)?,
            _ => {
                self.table().print(out, format)?;
                writeln!(out)?;
                printing::notes(out, &words::verdict(self.trends, self.metric), format)?;
            }
        }
        printing::notes(out, self.notes, format)
    }

    /// Returns the table for people.
    pub(super) fn table(&self) -> Table {
        let is_time = self.metric.is_time();
        let mut table = Table::default().words("backend").words("entry").numbers("solved");
        table = match is_time {
            true => table.numbers("median").numbers("geomean").numbers("/ first").numbers("noise"),
            false => table.numbers(self.metric.name()).numbers("/ first"),
        };
        table = table.words("change");
        for series in &self.trends.series {
            for ((at, (entry, line)), ratio) in
                series.lines.iter().enumerate().zip(series.ratios(self.metric))
            {
                let mut cells = vec![
                    series.backend().to_owned(),
                    self.trends.entries[*entry].name.clone(),
                    format!("{} / {}", line.solved, line.puzzles),
                ];
                let unit = Unit::of(self.metric);
                let value = unit.figure(series.values[at]);
                if is_time {
                    let median = median(line).map_or(String::new(), |median| unit.figure(median));
                    let noise = line.noise_floor.map_or(String::new(), percent);
                    cells.extend([median, value, figure(ratio), noise]);
                } else {
                    let count = render::table::grouped(series.values[at] as u64);
                    cells.extend([count, figure(ratio)]);
                }
                cells.push(self.changes(series, at));
                table.row(cells);
            }
        }
        table
    }

    /// Returns what changed at a line, in words.
    fn changes(&self, series: &HistorySeries, at: usize) -> String {
        let steps = series.steps.iter().filter(|step| step.at == at);
        let steps = steps.map(|step| words::size(series, step));
        let behaviour = series.behaviour.iter().filter(|change| change.at == at);
        // A changed counter is the step itself.
        let behaviour =
            behaviour.filter(|_| self.metric.is_time()).map(|change| change.what.clone());
        steps.chain(behaviour).collect::<Vec<_>>().join("; ")
    }

    /// Returns every line with all its fields, and what changed.
    fn whole(&self) -> Table {
        let table = Table::default().words("series").words("entry");
        let fields = HISTORY_FIELDS.iter().map(|field| field.name);
        let changes = [
            "ratio_to_first",
            "step",
            "step_low",
            "step_high",
            "step_p",
            "step_floor",
            "behaviour",
        ];
        let mut table = fields.chain(changes).fold(table, |table, name| table.words(name));
        for (number, series) in (1..).zip(&self.trends.series) {
            for ((at, (entry, line)), ratio) in
                series.lines.iter().enumerate().zip(series.ratios(self.metric))
            {
                let mut cells: Vec<TableCell> =
                    vec![json_cell(&json!(number)), (*entry + 1).to_string().into()];
                cells.extend(of_line(line));
                cells.push(in_full(ratio).into());
                let step = series.steps.iter().find(|step| step.at == at);
                cells.extend(of_step(step));
                let behaviour = series.behaviour.iter().filter(|change| change.at == at);
                let behaviour: Vec<&str> = behaviour.map(|change| &*change.what).collect();
                cells.push(behaviour.join("; ").into());
                table.row(cells);
            }
        }
        table
    }

    /// Returns everything, for programs.
    fn json(&self) -> Value {
        let series = |series: &HistorySeries| {
            let line = |(entry, line): &(usize, HistoryLine)| {
                let mut fields = json!(line);
                fields["entry"] = json!(entry);
                fields
            };
            json!({
                "backend": series.backend(),
                "lines": series.lines.iter().map(line).collect::<Vec<_>>(),
                "ratios_to_first": series.ratios(self.metric),
                "steps": series.steps.iter().map(|step| self.step(series, step)).collect::<Vec<_>>(),
                "behaviour": series.behaviour.iter()
                    .map(|change| json!({ "entry": series.lines[change.at].0, "what": change.what }))
                    .collect::<Vec<_>>(),
            })
        };
        json!({
            "metric": self.metric,
            "level": self.trends.spec.level,
            "permutations": self.trends.spec.permutations(),
            "seed": self.trends.spec.seed,
            "entries": self.trends.entries.iter().map(|entry| json!({
                "name": entry.name,
                "run_id": entry.run_id,
                "commit": entry.commit,
                "start": entry.start,
            })).collect::<Vec<_>>(),
            "series": self.trends.series.iter().map(series).collect::<Vec<_>>(),
            "verdict": words::verdict(self.trends, self.metric),
            "notes": self.notes,
        })
    }

    fn step(&self, series: &HistorySeries, step: &HistoryStep) -> Value {
        let entry = series.lines[step.at].0;
        json!({
            "entry": entry,
            "name": self.trends.entries[entry].name,
            "ratio": step.ratio,
            "interval": step.interval,
            "p": step.p,
            "noise_floor": step.floor,
            "differs": step.differs,
        })
    }
}

/// Returns the median: infinite where at most half of the puzzles were solved, and unknown where more were but times
/// are shared.
fn median(line: &HistoryLine) -> Option<f64> {
    let is_infinite = 2 * line.solved <= line.puzzles;
    line.median_ns.or(is_infinite.then_some(f64::INFINITY))
}

/// Returns the fields of a line.
fn of_line(line: &HistoryLine) -> Vec<TableCell> {
    let fields = json!(line);
    HISTORY_FIELDS.iter().map(|field| json_cell(&fields[field.name])).collect()
}

/// Returns a value as a cell; lists are joined, since no member of theirs has a semicolon or is
/// read again.
fn json_cell(value: &Value) -> TableCell {
    match value {
        Value::Null => TableCell::default(),
        Value::String(text) => text.as_str().into(),
        Value::Number(number) => number.to_string().into(),
        Value::Array(values) => {
            let words = values
                .iter()
                .map(|value| value.as_str().map_or_else(|| value.to_string(), str::to_owned));
            words.collect::<Vec<_>>().join("; ").into()
        }
        Value::Object(fields) => {
            let pairs = fields
                .iter()
                .map(|(name, value)| format!("{name}={}", value.as_str().unwrap_or_default()));
            pairs.collect::<Vec<_>>().join("; ").into()
        }
        Value::Bool(value) => value.to_string().into(),
    }
}

/// Returns the figures of a step.
fn of_step(step: Option<&HistoryStep>) -> [TableCell; 5] {
    let number = |value: Option<f64>| value.map(in_full).into();
    let interval = step.and_then(|step| step.interval);
    [
        number(step.map(|step| step.ratio)),
        number(interval.map(|interval| interval.low)),
        number(interval.map(|interval| interval.high)),
        number(step.and_then(|step| step.p)),
        number(step.and_then(|step| step.floor)),
    ]
}
