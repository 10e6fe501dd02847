//! Prints a ranking for people: a table of results, one of costs, one over parts.

use std::io::Write;

use analysis::stats::ranking::{RankingLine, Statistic};
use render::table::{Format, Table, duration, grouped};
use render::unit::Unit;

use super::{Part, Ranked};
use crate::cmd::printing;

/// The data to print.
pub(super) struct Page<'a> {
    pub(super) ranked: &'a Ranked,
}

impl Page<'_> {
    /// Prints it.
    pub(super) fn print(&self, out: &mut dyn Write, format: Format) -> anyhow::Result<()> {
        match format {
            Format::Json => return printing::json(out, &self.json()),
            Format::Csv => self.whole().print(out, format)?,
            _ => {
                let is_time = self.ranked.question.metric.is_time();
                let is_share = self.ranked.question.metric.is_share();
                let n_notes = if is_time || is_share { 2 } else { 1 };
                let caption = self.ranked.notes.iter().take(n_notes);
                let caption = caption.map(String::as_str).collect::<Vec<_>>().join(" ");
                self.scores().captioned(&caption, "rank").print(out, format)?;
                writeln!(out)?;
                let caption = "Cost over all puzzles, including unsolved ones up to their limit.";
                self.work().captioned(caption, "rank-work").print(out, format)?;
                writeln!(out)?;
                if !self.ranked.over_parts.is_empty() {
                    let caption = "All parts with equal weights.";
                    self.over_parts().captioned(caption, "rank-parts").print(out, format)?;
                    writeln!(out)?;
                }
            }
        }
        printing::notes(out, &self.ranked.notes, format)
    }

    /// Returns the table of costs, and of contributions to the virtual best.
    fn work(&self) -> Table {
        let mut table = self.beginning();
        for title in ["nodes", "bets", "ns/node"] {
            table = table.numbers(title);
        }
        let has_best = self.ranked.parts.iter().any(|part| part.ranking.virtual_best.is_some());
        if has_best {
            table = table.numbers("only").numbers("marginal");
        }
        for limit in &self.ranked.question.further_limits_ns {
            let limit = duration(*limit);
            table = table.numbers(&format!("solved, {limit}")).numbers(&format!("PAR-2, {limit}"));
        }
        let count = |value: Option<f64>| value.map_or(String::new(), |n| grouped(n.round() as u64));
        for (part, line) in self.lines() {
            let mut row = self.start(part, line);
            row.extend([line.nodes, line.bets].map(count));
            row.push(count(line.ns_per_node));
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

    /// Returns the table over all parts with equal weights.
    fn over_parts(&self) -> Table {
        let unit = Unit::of(self.ranked.question.metric);
        let is_share = self.ranked.question.statistic == Statistic::Solved;
        let mut table = Table::default().numbers("place").words("group").words("backend");
        table = table.numbers(if is_share { "solved" } else { "mean of parts" });
        for line in &self.ranked.over_parts {
            table.row([
                place(Some(line.place), Some(line.places)),
                line.letters.clone(),
                self.ranked.labels[line.contestant].clone(),
                match is_share {
                    true => format!("{:.1} %", line.value * 100.0),
                    false => unit.figure(line.value),
                },
            ]);
        }
        table
    }

    pub(super) fn lines(&self) -> impl Iterator<Item = (&Part, &RankingLine)> {
        self.ranked
            .parts
            .iter()
            .flat_map(|part| part.ranking.lines.iter().map(move |line| (part, line)))
    }

    fn has_parts(&self) -> bool {
        self.ranked.parts.iter().any(|part| part.name.is_some())
    }

    /// Returns the columns that identify a line.
    pub(super) fn beginning(&self) -> Table {
        let table = if self.has_parts() {
            Table::default().words("part").numbers("puzzles")
        } else {
            Table::default()
        };
        table.numbers("place").words("group").words("backend")
    }

    /// Returns the cells of these columns.
    pub(super) fn start(&self, part: &Part, line: &RankingLine) -> Vec<String> {
        let mut row = Vec::new();
        if self.has_parts() {
            row.push(part.name.clone().unwrap_or_default());
            row.push(grouped(part.ranking.puzzles as u64));
        }
        row.push(place(line.place, line.places));
        row.push(line.letters.clone());
        row.push(self.ranked.labels[line.contestant].clone());
        row
    }
}

/// `2 (1–3)`: a place, and those that it may be.
fn place(place: Option<usize>, places: Option<(usize, usize)>) -> String {
    match (place, places) {
        (Some(place), Some((first, last))) if first == last => format!("{place} ({first})"),
        (Some(place), Some((first, last))) => format!("{place} ({first}–{last})"),
        _ => "–".into(),
    }
}
