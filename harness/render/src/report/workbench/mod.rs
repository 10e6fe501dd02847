//! The workbench: a table of all puzzles × backends that the reader sorts, filters and downloads.
//!
//! The plots show a sample; the table has every puzzle. Its columns are embedded as *sections*, each
//! packed by itself (`pack.rs`), so that the script unpacks only what is looked at. A page has at most
//! five megabytes: what does not fit is left out, the last sections first, and the page says what. Of the
//! puzzles in the plots, givens and solutions are always there.
//!
//! Fifty thousand puzzles of ten backends fit as a whole if counters have two digits: boards are masks, symbols
//! and paths (`boards.rs`), and a counter may be the difference to an earlier one, as a CPU time to the time.

use std::collections::HashMap;

use analysis::stats::scores::{Metric, Score, ScoreMatrix};
use board::{Cell, Geometry, Symbol};
use record::Status;
use serde_json::{Map, Value, json};

use self::pack::{NONE, code, lines, packed, planes};
use super::page_data;
use crate::plot::PlotData;
use crate::svg::Escaped;

mod boards;
mod pack;
mod path;

/// The maximum number of bytes of a page with the table.
pub(super) const LARGEST: usize = 5_000_000;

/// The room for the keys of the sections, and for the tags around them.
const MARGIN: usize = 4_000;

/// The frame of the table: filters, buttons, and an empty grid.
const FRAME: &str = include_str!("frame.html");

/// What the table needs in addition to the plots.
#[derive(Clone, Debug, Default)]
pub struct Workbench {
    /// The noise band of each backend, as the logarithm of a ratio; `None` with a single pass.
    pub bands: Vec<Option<f64>>,
    /// The matrices of further metrics, with the same puzzles and backends.
    pub further: Vec<ScoreMatrix>,
    /// The givens of the puzzles as lines, by hash, as far as known.
    pub givens: HashMap<String, String>,
    /// For each corpus, the words of the command before and after the puzzle and the backend.
    pub commands: Vec<(String, [String; 2])>,
}

/// A packed part of the table.
struct Section {
    /// Its key in the data.
    name: &'static str,
    /// Its name in the sentence that it is left out.
    title: &'static str,
    /// All puzzles.
    full: String,
    /// The puzzles of the plots only; empty for numbers.
    sample: String,
    /// The earlier section of which it has the differences.
    from: Option<&'static str>,
}

/// The HTML of the section, and its data as JSON without `<`. `used` is the size of the rest of the page.
pub(super) fn html(
    bench: &Workbench,
    sample: &PlotData<'_>,
    all: &PlotData<'_>,
    used: usize,
) -> (String, String) {
    let places: Vec<Option<usize>> =
        sample.matrix.puzzles.iter().map(|it| all.matrix.puzzles.binary_search(it).ok()).collect();
    let mut value = described(bench, all);
    value["sample"] = json!(places);
    let mut kept: Map<String, Value> = required(all);
    let optional = sections(bench, all, &places.into_iter().flatten().collect::<Vec<_>>());
    let differences = optional.iter().filter_map(|it| Some((it.name.to_owned(), it.from?.into())));
    value["differences"] = Value::Object(differences.collect());
    let size = |value: &Value| value.to_string().len();
    let used = used + FRAME.len() + size(&value) + size(&json!(kept)) + MARGIN;
    let missing = keep(&mut kept, optional, LARGEST.saturating_sub(used));
    value["sections"] = json!(kept);
    let note = match missing.is_empty() {
        true => String::new(),
        false => format!(
            "<p class=\"warning\">To keep the page below 5 MB, the table lacks: {}. Givens and solutions \
             of the puzzles in the plots are kept. The run folder has everything.</p>\n",
            Escaped(&missing.join(", "))
        ),
    };
    (note + FRAME, value.to_string().replace('<', "\\u003c"))
}

/// Adds the sections that fit into this many bytes, and returns the titles of the others: none is kept after one
/// that does not fit, because it may be made of differences to that one. Of these the puzzles of the plots remain.
fn keep(kept: &mut Map<String, Value>, optional: Vec<Section>, room: usize) -> Vec<&'static str> {
    let least: usize = optional.iter().map(|section| section.sample.len()).sum();
    let mut left = room.saturating_sub(least);
    let mut missing = Vec::new();
    for Section { name, title, full, sample, .. } in
        optional.into_iter().filter(|it| !it.full.is_empty())
    {
        let more = full.len().saturating_sub(sample.len());
        let fits = more <= left && missing.is_empty();
        if fits {
            left -= more;
        } else {
            missing.push(title);
        }
        let text = if fits { full } else { sample };
        if !text.is_empty() {
            kept.insert(name.into(), json!(text));
        }
    }
    missing
}

/// Names, styles and commands.
fn described(bench: &Workbench, all: &PlotData<'_>) -> Value {
    let backend = |(one, entry): (usize, &crate::plot::PlotEntry)| {
        json!({
            "label": entry.label,
            "id": entry.backend,
            "colour": entry.style.colour.to_string(),
            "own": all.has_own_values(one),
            "band": bench.bands.get(one),
        })
    };
    let commands: Map<String, Value> =
        bench.commands.iter().map(|(name, words)| (name.clone(), json!(words))).collect();
    json!({
        "puzzles": all.puzzles(),
        "corpora": page_data::numbered(all, |place| &all.puzzle(place).corpus).0,
        "geometries": page_data::geometries(all),
        "boards": boards::geometries(all).iter().map(|it| it.as_ref().map(board)).collect::<Vec<_>>(),
        "levels": page_data::levels(all).0,
        "statuses": Status::ALL.map(|status| json!([status.name(), status.is_answer()])),
        "backends": all.entries.iter().enumerate().map(backend).collect::<Vec<_>>(),
        "commands": commands,
    })
}

/// What a page has to know of a board to fill it.
fn board(geometry: &Geometry) -> Value {
    let symbols = 0..geometry.symbols() as Symbol;
    let cells: Vec<&[Cell]> = geometry.regions().iter().map(|it| &*it.cells).collect();
    json!({
        "cells": geometry.cells(),
        "symbols": symbols.map(|it| geometry.alphabet().character(it)).collect::<String>(),
        "regions": cells,
    })
}

/// The sections without which there is no table.
fn required(all: &PlotData<'_>) -> Map<String, Value> {
    let places = || 0..all.puzzles();
    let indices = |numbers: Vec<usize>| {
        packed(&planes(numbers.into_iter().map(|number| u16::try_from(number).unwrap_or(NONE))))
    };
    let clues = places().map(|place| all.puzzle(place).clues.map(|clues| clues as f64));
    let names = places().map(|place| &*all.puzzle(place).name);
    let cells = || (0..all.entries.len()).flat_map(|one| all.matrix.row(one));
    let corpora = page_data::numbered(all, |place| &all.puzzle(place).corpus).1;
    let geometries = page_data::numbered(all, |place| &all.puzzle(place).geometry).1;
    let sections = [
        ("names", packed(&lines(names))),
        ("corpus", indices(corpora)),
        ("geometry", indices(geometries)),
        ("level", indices(page_data::levels(all).1)),
        ("clues", packed(&planes(clues.map(code)))),
        ("state", packed(&cells().map(state).collect::<Vec<u8>>())),
        ("time", packed(&planes(times(all).into_iter()))),
    ];
    sections.into_iter().map(|(name, text)| (name.to_owned(), json!(text))).collect()
}

/// What is known of a cell besides numbers: the index of the status, 31 without a row; 32 for a failure,
/// 64 if verified, 128 if some passes answered and others did not.
fn state(cell: &Score) -> u8 {
    if cell.trials == 0 {
        return 31;
    }
    let status = Status::ALL.iter().position(|known| *known == cell.status).unwrap_or(31) as u8;
    let flags = [cell.is_failure, cell.is_verified, cell.is_unstable];
    flags.iter().zip([32, 64, 128]).fold(status, |state, (flag, bit)| state + u8::from(*flag) * bit)
}

/// The other sections, the most important first. A counter without a value has none.
fn sections(bench: &Workbench, all: &PlotData<'_>, sample: &[usize]) -> Vec<Section> {
    let nodes = codes(all, &all.matrix, |cell| cell.nodes);
    let bets = codes(all, &all.matrix, |cell| cell.bets);
    let [full, sample] = boards::texts(&bench.givens, all, sample);
    let mut sections = vec![
        Section { name: "boards", title: "givens and solutions", full, sample, from: None },
        numbers("bets", "bets", &bets, None),
        numbers("nodes", "nodes", &nodes, Some(("bets", &bets))),
    ];
    let times = times(all);
    for matrix in &bench.further {
        let (name, title, from) = match matrix.metric() {
            Metric::Cpu => ("cpu", "CPU times", Some(("time", &times))),
            Metric::Conflicts => ("conflicts", "conflicts", Some(("bets", &bets))),
            Metric::Accesses => ("accesses", "memory accesses", None),
            Metric::Memory => ("memory", "memory", None),
            Metric::Time | Metric::Nodes | Metric::Bets | Metric::Fill | Metric::Elimination => {
                continue;
            }
        };
        sections.push(numbers(name, title, &codes(all, matrix, |cell| cell.value), from));
    }
    sections
}

/// A section of codes, or of their differences to those of an earlier section if that is smaller.
fn numbers(
    name: &'static str,
    title: &'static str,
    codes: &[u16],
    from: Option<(&'static str, &Vec<u16>)>,
) -> Section {
    let section = |full, from| Section { name, title, full, sample: String::new(), from };
    let is_known = |codes: &[u16]| codes.iter().any(|code| *code != NONE);
    if !is_known(codes) {
        return section(String::new(), None);
    }
    let whole = packed(&planes(codes.iter().copied()));
    let Some((from, first)) = from.filter(|(_, first)| is_known(first)) else {
        return section(whole, None);
    };
    let differences = codes.iter().zip(first).map(|(code, first)| code.wrapping_sub(*first));
    let differences = packed(&planes(differences));
    match differences.len() < whole.len() {
        true => section(differences, Some(from)),
        false => section(whole, None),
    }
}

/// The codes of a value of each cell, backend by backend.
fn codes(all: &PlotData<'_>, matrix: &ScoreMatrix, value: fn(&Score) -> Option<f64>) -> Vec<u16> {
    let cells = (0..all.entries.len()).flat_map(|one| matrix.row(one));
    cells.map(|cell| code(value(cell))).collect()
}

/// The codes of the times.
fn times(all: &PlotData<'_>) -> Vec<u16> {
    let cells = (0..all.entries.len()).flat_map(|one| all.matrix.row(one));
    cells.map(|cell| code(all.cost(cell))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(room: usize) -> (String, Vec<&'static str>) {
        let section = |name, full: &str, sample: &str| Section {
            name,
            title: name,
            full: full.into(),
            sample: sample.into(),
            from: None,
        };
        let optional =
            vec![section("a", "aaaa", "a"), section("b", "bbbb", ""), section("c", "cc", "c")];
        let mut kept = Map::new();
        let missing = keep(&mut kept, optional, room);
        (json!(kept).to_string(), missing)
    }

    #[test]
    fn what_does_not_fit_is_left_out_but_for_the_puzzles_of_the_plots_and_is_named() {
        assert_eq!(kept(10), (r#"{"a":"aaaa","b":"bbbb","c":"cc"}"#.into(), vec![]));
        assert_eq!(kept(9), (r#"{"a":"aaaa","b":"bbbb","c":"c"}"#.into(), vec!["c"]));
        assert_eq!(kept(6), (r#"{"a":"aaaa","c":"c"}"#.into(), vec!["b", "c"]));
        assert_eq!(kept(0), (r#"{"a":"a","c":"c"}"#.into(), vec!["a", "b", "c"]));
    }

    #[test]
    fn a_state_has_the_status_and_three_flags() {
        assert_eq!(state(&Score::default()), 31);
        let cell =
            Score { trials: 2, is_verified: true, status: Status::Unique, ..Score::default() };
        assert_eq!(state(&cell), 64 + 1);
        assert_eq!(
            state(&Score { is_failure: true, is_unstable: true, ..cell }),
            128 + 64 + 32 + 1
        );
    }
}
