//! Prints replayed sources: a table for each, and numbered notes below it.

use std::io::Write;

use analysis::stats::bootstrap::Interval;
use render::table::{Format, Table, TableCell, counted};
use serde_json::{Value, json};

use super::{ReplayedSource, Replays};
use crate::cmd::printing;
use crate::cmd::reproduction::{Cell, CellPlace, Figure, Replayed, Verdict};

/// The width of a table on a terminal.
const WIDTH: u16 = 80;

/// The longest figure that is shown whole in a table for people.
const LONGEST: usize = 14;

/// Prints all sources.
pub(super) fn print(replays: &Replays, format: Format, out: &mut dyn Write) -> anyhow::Result<()> {
    let toured = &replays.sources[..];
    match format {
        Format::Json => {
            let documents: Vec<Value> = toured.iter().map(object).collect();
            return printing::json(out, &json!({ "documents": documents }));
        }
        Format::Csv => return whole(toured).print(out, format),
        _ => {}
    }
    for document in toured {
        let head = &document.file.head;
        let title = format!("{}: {} ({})", document.name, head.title, head.author);
        printing::title(out, &title, format)?;
        let mut notes = Vec::new();
        document.table(&mut notes).wrapped(WIDTH).print(out, format)?;
        printing::notes(out, &numbered(&notes), format)?;
        for (title, table) in document.questions() {
            writeln!(out)?;
            printing::title(out, &title, format)?;
            table.wrapped(WIDTH).print(out, format)?;
        }
        writeln!(out)?;
    }
    printing::notes(out, &summary(replays), format)
}

fn numbered(notes: &[String]) -> Vec<String> {
    notes.iter().zip(1..).map(|(note, number)| format!("[{number}] {note}")).collect()
}

/// Returns all cells, with every figure in full.
fn whole(toured: &[ReplayedSource]) -> Table {
    let titles = ["document", "place", "claim", "table", "row", "column", "printed", "ours"];
    let titles =
        titles.into_iter().chain(["ours_low", "ours_high", "known", "verdict", "expected", "why"]);
    let mut table = titles.fold(Table::default(), |table, title| table.words(title));
    for document in toured {
        for (cell, replayed) in document.pairs() {
            let at = |part: fn(&CellPlace) -> &String| cell.at.as_ref().map(|it| &**part(it));
            let end = |end: fn(Interval) -> f64| {
                Figure::table_cell(replayed.interval.map(end).map(Figure::from).as_ref())
            };
            table.row([
                TableCell::from(&*document.name),
                cell.place.as_str().into(),
                cell.claim.as_str().into(),
                at(|it| &it.table).into(),
                at(|it| &it.row).into(),
                at(|it| &it.column).into(),
                Figure::table_cell(cell.printed.as_ref()),
                Figure::table_cell(replayed.ours.as_ref()),
                end(|it| it.low),
                end(|it| it.high),
                cell.known.in_words().into(),
                replayed.verdict.in_words().into(),
                cell.expected.in_words().into(),
                cell.reason(replayed).into(),
            ]);
        }
    }
    table
}

/// Returns a document for programs.
fn object(document: &ReplayedSource) -> Value {
    let head = &document.file.head;
    let cell = |(cell, replayed): (&Cell, &Replayed)| {
        let at = cell.at.as_ref();
        json!({
            "place": cell.place,
            "claim": cell.claim,
            "table": at.map(|it| json!({ "title": it.table, "row": it.row, "column": it.column })),
            "printed": cell.printed,
            "ours": replayed.ours,
            "interval": replayed.interval,
            "known": cell.known,
            "verdict": replayed.verdict,
            "expected": cell.expected,
            "why": Some(cell.reason(replayed)).filter(|why| !why.is_empty()),
        })
    };
    json!({
        "name": document.name,
        "title": head.title,
        "author": head.author,
        "source": head.source,
        "cells": document.pairs().map(cell).collect::<Vec<Value>>(),
        "agrees_as_expected": document.failures() == 0,
    })
}

/// `89 figures and claims: agrees 70, differs 12, not comparable 7.`
///
/// What else there is to say about all of them has a line of its own.
pub(super) fn summary(replays: &Replays) -> Vec<String> {
    let all = || replays.sources.iter().flat_map(ReplayedSource::pairs);
    let n = |verdict: Verdict| {
        let n = all().filter(|(_, it)| it.verdict == verdict).count();
        format!("{} {n}", verdict.in_words())
    };
    let failures: usize = replays.sources.iter().map(ReplayedSource::failures).sum();
    let end = match failures {
        0 => "Whatever is expected to agree agrees.".into(),
        n => format!("Expected to agree, and does not: {}.", counted(n as u64, "figure")),
    };
    let verdicts = [Verdict::Agrees, Verdict::Differs, Verdict::NotComparable];
    let mut parts: Vec<String> = verdicts.map(n).into();
    if all().any(|(_, it)| it.verdict == Verdict::NotReproducible) {
        parts.push(n(Verdict::NotReproducible));
    }
    let claims = match all().count() {
        1 => "1 figure or claim".into(),
        n => format!("{n} figures and claims"),
    };
    let mut first = format!("{claims}: {}. {end}", parts.join(", "));
    let n_recalled = all().filter(|(cell, _)| cell.is_recalled()).count();
    if n_recalled > 0 {
        let figures = counted(n_recalled as u64, "figure");
        first += &format!(" Recalled, and claimed of no source: {figures}.");
    }
    let mut lines = vec![first];
    if all().any(|(_, it)| it.interval.is_some()) {
        lines.push("In parentheses: what a sample leaves open (95 % confidence).".into());
    }
    if !replays.left_out.is_empty() {
        let names = replays.left_out.join(" ");
        lines
            .push(format!("Not measured, to stay below ten minutes: `harness reproduce {names}`."));
    }
    lines
}

/// Returns the figure of ours, with what a sample leaves open: `7.31 (6.18 to 8.60)`.
pub(super) fn ours(replayed: &Replayed) -> TableCell {
    let cell = Figure::table_cell(replayed.ours.as_ref());
    let Some((figure, interval)) = replayed.ours.as_ref().zip(replayed.interval) else {
        return cell;
    };
    let end = |value: f64| match figure {
        Figure::Integer(_) => Figure::Integer(value as i64),
        _ => value.into(),
    };
    let [low, high] = [interval.low, interval.high].map(end);
    TableCell::new(format!("{figure} ({low} to {high})"), json!(figure))
}

impl ReplayedSource {
    /// Returns the cells as a table for people; tables of the document have a row, and one for each cell that does not
    /// agree.
    fn table(&self, notes: &mut Vec<String>) -> Table {
        let titles = ["place and claim", "printed", "ours", "verdict"];
        let mut table = titles.into_iter().fold(Table::default(), |table, it| table.words(it));
        let pairs: Vec<_> = self.pairs().collect();
        for group in
            pairs.chunk_by(|(a, _), (b, _)| table_of(a).is_some() && table_of(a) == table_of(b))
        {
            let [(first, _), ..] = group else { continue };
            let shown = |(_, it): &&(&Cell, &Replayed)| it.verdict != Verdict::Agrees;
            let Some(title) = table_of(first) else {
                group.iter().for_each(|pair| table.row(row(*pair, notes)));
                continue;
            };
            if is_question(group) {
                let why = marked(&first.reason(group[0].1), notes);
                let verdict = format!("{}{why}", Verdict::NotComparable.in_words());
                table.row([&placed(first, title), "", "below", &verdict]);
                continue;
            }
            let agreeing = group.len() - group.iter().filter(shown).count();
            let printed = counted(group.len() as u64, "figure");
            let ours = format!("{agreeing} agree");
            let all = |verdict| group.iter().all(|(_, it)| it.verdict == verdict);
            if all(Verdict::NotReproducible) {
                let why = marked(&first.reason(group[0].1), notes);
                let verdict = format!("{}{why}", Verdict::NotReproducible.in_words());
                table.row([&placed(first, title), &printed, "", &verdict]);
                continue;
            }
            let verdict = if all(Verdict::Agrees) { Verdict::Agrees } else { Verdict::Differs };
            table.row([&placed(first, title), &printed, &ours, &*first.verdict(verdict)]);
            group.iter().filter(shown).for_each(|pair| table.row(row(*pair, notes)));
        }
        table
    }

    /// Returns the tables in which nothing is printed, crossed: what is measured, by row and
    /// column.
    fn questions(&self) -> Vec<(String, Table)> {
        let pairs: Vec<_> = self.pairs().collect();
        let groups = pairs.chunk_by(|(a, _), (b, _)| table_of(a) == table_of(b));
        let groups = groups.filter(|group| is_question(group));
        groups
            .filter_map(|group| Some((table_of(group[0].0)?.to_owned(), crossed(group))))
            .collect()
    }
}

/// Returns the title of the table that a cell is part of.
fn table_of(cell: &Cell) -> Option<&str> {
    cell.at.as_ref().map(|at| &*at.table)
}

/// Returns whether these are cells of a table in which nothing is printed.
fn is_question(group: &[(&Cell, &Replayed)]) -> bool {
    group.iter().all(|(cell, _)| cell.at.is_some() && cell.printed.is_none())
}

fn crossed(group: &[(&Cell, &Replayed)]) -> Table {
    let rows: Vec<_> = group.chunk_by(|(a, _), (b, _)| row_of(a) == row_of(b)).collect();
    let columns = rows.first().into_iter().flat_map(|row| row.iter());
    let titles = columns.filter_map(|(cell, _)| cell.at.as_ref().map(|at| &at.column));
    let mut table = titles.fold(Table::default().words(""), |table, title| table.numbers(title));
    for row in rows {
        let name = TableCell::from(row_of(row[0].0).unwrap_or_default());
        let figures = row.iter().map(|(_, it)| ours(it));
        table.row([name].into_iter().chain(figures));
    }
    table
}

fn row_of(cell: &Cell) -> Option<&str> {
    cell.at.as_ref().map(|at| &*at.row)
}

/// Returns a row for people: long figures are cut, and the reason is a numbered note.
fn row((cell, replayed): (&Cell, &Replayed), notes: &mut Vec<String>) -> [String; 4] {
    let figure = |it: &Option<Figure>| it.as_ref().map_or(String::new(), |it| cut(&it.to_string()));
    let mark = marked(&cell.reason(replayed), notes);
    let verdict = format!("{}{mark}", cell.verdict(replayed.verdict));
    let ours = match replayed.interval {
        Some(_) => ours(replayed).text().to_owned(),
        None => figure(&replayed.ours),
    };
    [placed(cell, &cell.claim), figure(&cell.printed), ours, verdict]
}

/// `§2: f(L6C2)`.
fn placed(cell: &Cell, claim: &str) -> String {
    format!("{}: {claim}", cell.place)
}

/// Returns the number of a note, ` [2]`; empty without one.
fn marked(why: &str, notes: &mut Vec<String>) -> String {
    if why.is_empty() {
        return String::new();
    }
    let place = notes.iter().position(|note| note == why).unwrap_or_else(|| {
        notes.push(why.to_owned());
        notes.len() - 1
    });
    format!(" [{}]", place + 1)
}

fn cut(text: &str) -> String {
    // Words wrap, and grids do not.
    let is_long = text.chars().count() > 2 * LONGEST || !text.contains(' ');
    match is_long && text.chars().count() > LONGEST {
        true => text.chars().take(LONGEST).chain(['…']).collect(),
        false => text.to_owned(),
    }
}
