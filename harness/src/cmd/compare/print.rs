//! Prints comparisons: the verdict first, effects before p-values, then where the two differ.

use std::io::Write;

use analysis::stats::bootstrap::Interval;
use analysis::stats::pair::Stratum;
use analysis::stats::scores::Metric;
use render::table::{Format, Table, grouped, in_full, p_in_full};
use render::unit::Unit;
use serde_json::{Value, json};

use super::figures::three;
use super::puzzles::Puzzles;
use super::sentence;
use super::wording::{self, figure, p_value};
use super::{Pair, figures};
use crate::cmd::printing;

/// The data to print.
pub(super) struct Page<'a> {
    pub(super) pairs: &'a [Pair],
    pub(super) puzzles: Puzzles<'a>,
    pub(super) metric: Metric,
    pub(super) notes: &'a [String],
}

impl Page<'_> {
    /// Prints it.
    pub(super) fn print(&self, out: &mut dyn Write, format: Format) -> anyhow::Result<()> {
        match format {
            Format::Json => return printing::json(out, &self.json()),
            Format::Csv => self.puzzles.whole(self.pairs).print(out, format)?,
            _ => {
                let mut pairs = self.pairs.iter().zip(1..);
                pairs.try_for_each(|(pair, number)| self.pair(pair, number, out, format))?;
            }
        }
        printing::notes(out, self.notes, format)
    }

    /// Prints a row for each pair.
    pub(super) fn print_pairs(&self, out: &mut dyn Write, format: Format) -> anyhow::Result<()> {
        match format {
            Format::Json => return printing::json(out, &self.json()),
            Format::Csv => self.whole().print(out, format)?,
            _ => {
                let (caption, more) = match self.metric.is_share() {
                    true => (
                        "Points: mean of B − A over the puzzles that both attempted, solved or not.",
                        " Above 0, B is better. Better : same : worse: B against A, by independent \
                         puzzle.",
                    ),
                    false => (
                        "Ratio: geometric mean of B over A on the puzzles that both solved.",
                        " Below 1, B needs less. Less : same : more: B against A, \
                         by independent puzzle, beyond the noise.",
                    ),
                };
                self.pairs_in_short().captioned(caption, "pairs").print(out, format)?;
                let notes = [
                    caption.to_owned() + more,
                    "p: Wilcoxon signed-rank test, Holm-corrected over all pairs. The verdict is that of \
                     the interval, which is of each pair by itself."
                        .into(),
                ];
                printing::notes(out, &notes, format)?;
            }
        }
        printing::notes(out, self.notes, format)
    }

    /// Returns the figures of each pair that matter most.
    fn pairs_in_short(&self) -> Table {
        let has_parts = self.pairs.iter().any(|pair| pair.part.is_some());
        let table = if has_parts { Table::default().words("part") } else { Table::default() };
        let is_share = self.metric.is_share();
        let (effect, counts) = match is_share {
            true => ("points", "better : same : worse"),
            false => ("B / A", "less : same : more"),
        };
        let mut table = table.words("A").words("B").numbers(effect).words("95 % interval");
        table = table.numbers(counts).numbers("p").words("verdict");
        for pair in self.pairs {
            let found = &pair.comparison;
            let interval = |it: Interval| format!("{}–{}", figure(it.low), figure(it.high));
            let points = |share: f64| format!("{:+.2}", share * 100.0);
            let effect = match is_share {
                true => [
                    found.difference.map(points),
                    found
                        .difference_interval
                        .map(|it| format!("{} to {}", points(it.low), points(it.high))),
                ],
                false => [found.ratio.map(figure), found.interval.map(interval)],
            };
            let mut row = Vec::new();
            row.extend(has_parts.then(|| pair.part.clone().unwrap_or_default()));
            row.extend([pair.a.clone(), pair.b.clone()]);
            row.extend(effect.map(Option::unwrap_or_default));
            row.extend([
                three(found.wins, found.ties, found.losses),
                pair.signed_rank_p.map_or(String::new(), p_value),
                sentence::verdict_in_short(found, self.metric).into(),
            ]);
            table.row(row);
        }
        table
    }

    fn pair(
        &self,
        pair: &Pair,
        number: usize,
        out: &mut dyn Write,
        format: Format,
    ) -> anyhow::Result<()> {
        let verdict = self.verdict(pair);
        let figures = figures::table(pair, self.metric, self.pairs.len());
        if figures.is_none() {
            printing::notes(out, std::slice::from_ref(&verdict), format)?;
            writeln!(out)?;
        }
        let mut n_tables = 0;
        let mut section = |title: &str, table: Table| -> anyhow::Result<()> {
            n_tables += 1;
            printing::title(out, title, format)?;
            let caption = match title.contains(&pair.b) {
                true => title.to_owned(),
                false => format!("{title} ({}, {})", pair.a, pair.b),
            };
            table
                .captioned(&caption, &format!("compare-{number}-{n_tables}"))
                .print(out, format)?;
            Ok(writeln!(out)?)
        };
        if let Some(figures) = figures {
            section(&verdict, figures)?;
        }
        section(&format!("Status of {} (rows) and {} (columns)", pair.a, pair.b), matrix(pair))?;
        for (title, table) in self.puzzles.extremes(pair) {
            section(&title, table)?;
        }
        let found = &pair.comparison;
        if found.deciles.len() > 1 {
            let title = "By difficulty: deciles by the geometric mean of both";
            let unit = Unit::of(self.metric);
            section(title, parts(pair, &found.deciles, &|value| unit.figure(value)))?;
        }
        if found.clues.len() > 1 {
            section("By clues", parts(pair, &found.clues, &|value| format!("{value}")))?;
        }
        if found.levels.len() > 1 {
            section("By level", parts(pair, &found.levels, &|value| format!("{value}")))?;
        }
        Ok(())
    }

    fn verdict(&self, pair: &Pair) -> String {
        let tests = [pair.signed_rank_p, pair.sign_p];
        let verdict = sentence::verdict(&pair.a, &pair.b, &pair.comparison, self.metric, tests);
        pair.part.iter().map(|part| format!("{part}: ")).chain([verdict]).collect()
    }

    /// Returns all figures at full precision, a row for each pair.
    fn whole(&self) -> Table {
        let mut table = Table::default();
        for (number, pair) in self.pairs.iter().enumerate() {
            let columns = columns(pair, self.metric);
            if number == 0 {
                table = columns.iter().fold(table, |table, (title, _)| table.words(title));
            }
            table.row(columns.into_iter().map(|(_, cell)| cell));
        }
        table
    }

    fn json(&self) -> Value {
        let pair = |pair: &Pair| {
            let mut fields = json!(pair.comparison);
            fields["part"] = json!(pair.part);
            fields["a"] = json!(pair.a);
            fields["b"] = json!(pair.b);
            fields["sentence"] = json!(self.verdict(pair));
            fields["sign_p_holm"] = json!(pair.sign_p);
            fields["signed_rank_p_holm"] = json!(pair.signed_rank_p);
            fields["extremes"] = self.puzzles.json(pair);
            with_units(&mut fields["deciles"], Unit::of(self.metric).suffix());
            fields
        };
        let pairs: Vec<Value> = self.pairs.iter().map(pair).collect();
        json!({ "metric": self.metric, "pairs": pairs, "notes": self.notes })
    }
}

/// Returns the columns of a row of CSV, with their names.
fn columns(pair: &Pair, metric: Metric) -> Vec<(&'static str, String)> {
    let found = &pair.comparison;
    let number = |value: Option<f64>| value.map_or(String::new(), in_full);
    let p = |p: Option<f64>| p.map_or(String::new(), p_in_full);
    let low = |interval: Option<Interval>| number(interval.map(|interval| interval.low));
    let high = |interval: Option<Interval>| number(interval.map(|interval| interval.high));
    let mut columns = vec![
        ("part", pair.part.clone().unwrap_or_default()),
        ("a", pair.a.clone()),
        ("b", pair.b.clone()),
        ("metric", metric.name().into()),
        ("verdict", json!(found.verdict).as_str().unwrap_or_default().into()),
        ("puzzles", found.puzzles.to_string()),
        ("both_solved", found.both_solved.to_string()),
        ("only_a", found.only_a.to_string()),
        ("only_b", found.only_b.to_string()),
        ("neither", found.neither.to_string()),
        ("units", found.units.to_string()),
        ("clusters", found.clusters.to_string()),
        ("ratio", number(found.ratio)),
        ("ratio_low", low(found.interval)),
        ("ratio_high", high(found.interval)),
        ("hodges_lehmann", number(found.hodges_lehmann)),
        ("par2_ratio", number(found.par2_ratio)),
        ("par2_low", low(found.par2_interval)),
        ("par2_high", high(found.par2_interval)),
        ("superiority", number(found.superiority)),
        ("wins", found.wins.to_string()),
        ("ties", found.ties.to_string()),
        ("losses", found.losses.to_string()),
        ("noise_floor", number(found.noise.floor)),
        ("noise_band", number(found.noise.band)),
        ("sign_p", p(found.sign_p)),
        ("sign_p_holm", p(pair.sign_p)),
        ("signed_rank_p", p(found.signed_rank.map(|test| test.p))),
        ("signed_rank_p_holm", p(pair.signed_rank_p)),
    ];
    if metric.is_share() {
        columns.extend([
            ("difference", number(found.difference)),
            ("difference_low", low(found.difference_interval)),
            ("difference_high", high(found.difference_interval)),
        ]);
    }
    columns
}

/// Appends the unit to the names of the bounds of strata.
fn with_units(parts: &mut Value, suffix: &str) {
    for part in parts.as_array_mut().into_iter().flatten().filter_map(Value::as_object_mut) {
        for name in ["from", "to"] {
            if let Some(value) = part.remove(name) {
                part.insert(format!("{name}{suffix}"), value);
            }
        }
    }
}

/// Returns the number of puzzles for each status of A and status of B.
fn matrix(pair: &Pair) -> Table {
    let counts = &pair.comparison.statuses;
    let mut columns: Vec<&str> = counts.iter().map(|(_, b, _)| *b).collect();
    columns.sort_unstable();
    columns.dedup();
    let table = Table::default().words("");
    let mut table = columns.iter().fold(table, |table, status| table.numbers(status));
    for of_a in counts.chunk_by(|one, other| one.0 == other.0) {
        let count = |status: &&str| {
            let found = of_a.iter().find(|(_, b, _)| b == status);
            found.map_or(String::new(), |(_, _, n)| grouped(*n as u64))
        };
        table.row(std::iter::once(of_a[0].0.to_owned()).chain(columns.iter().map(count)));
    }
    table
}

fn parts(pair: &Pair, parts: &[Stratum], write: &dyn Fn(f64) -> String) -> Table {
    let are_named = parts.iter().all(|part| part.name.is_some());
    let mut table = Table::default();
    table = if are_named { table.words("level") } else { table.numbers("from").numbers("to") };
    let is_share = parts.iter().any(|part| part.difference.is_some());
    let sign = if is_share { '−' } else { '/' };
    table = table
        .numbers("puzzles")
        .numbers("both solved")
        .numbers(&format!("{} {sign} {}", pair.b, pair.a));
    table = table.numbers(&format!("{} better", pair.b));
    for part in parts {
        let which = match &part.name {
            Some(name) => vec![name.clone()],
            None => vec![write(part.from), write(part.to)],
        };
        let figures = [
            grouped(part.puzzles as u64),
            grouped(part.both_solved as u64),
            part.difference.map(wording::points).or(part.ratio.map(figure)).unwrap_or_default(),
            grouped(part.wins as u64),
        ];
        table.row(which.into_iter().chain(figures));
    }
    table
}
