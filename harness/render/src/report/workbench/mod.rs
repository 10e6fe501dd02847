//! The workbench: a table of all puzzles × backends that the reader sorts, filters and downloads.
//!
//! The plots show a sample; the table has every puzzle. Its columns are embedded as *sections*, each
//! packed by itself (`pack.rs`), so that the script unpacks only what is looked at. A page has at most
//! five megabytes. So boards are masks, symbols and paths (`boards.rs`), and a column may be the differences to what
//! an earlier one lets expect (`predict.rs`).
//!
//! Fifty thousand puzzles of ten backends are 2.5 million values, for which there is room for about 7 bits each. If
//! every third digit is noise, that is not enough: three digits of a counter from 1 to 10⁶ have 11 bits, and 8 given
//! another that is off by up to a half. Then counters are rounded as little as makes them fit, at most to two digits,
//! and the page says so; times keep three. What does not even fit then is left out, the last sections first, and
//! the page says what. Of the puzzles in the plots, givens and solutions are always there.

use std::collections::HashMap;

use analysis::stats::scores::{Score, ScoreMatrix};
use board::{Cell, Geometry};
use record::Status;
use serde_json::{Map, Value, json};

use self::sections::{Section, keep};
use super::pack::{NONE, Rounding, lines, packed, planes};
use super::page_data;
use crate::plot::PlotData;
use crate::svg::Escaped;

mod boards;
#[cfg(test)]
mod fit_tests;
mod path;
mod predict;
mod sections;

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

/// Returns the HTML of the section, and its data as JSON without `<`. `used` is the size of the rest of the page.
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
    let kept = required(all);
    let size = |value: &Value| value.to_string().len();
    let used = used + FRAME.len() + size(&value) + size(&json!(kept)) + MARGIN;
    let sampled: Vec<usize> = places.into_iter().flatten().collect();
    let fitted = Fitted::of(bench, all, &sampled, kept, LARGEST.saturating_sub(used));
    value["differences"] = Value::Object(fitted.differences);
    value["sections"] = Value::Object(fitted.kept);
    value["codes"] = json!(fitted.rounding.codes());
    let frame = FRAME.replace("{rounded}", &fitted.rounding.sentence());
    (lack(&fitted.missing) + &frame, value.to_string().replace('<', "\\u003c"))
}

/// Returns the sentence on what the page lacks.
fn lack(missing: &[&str]) -> String {
    match missing.is_empty() {
        true => String::new(),
        false => format!(
            "<p class=\"warning\">To keep the page below 5 MB, the table lacks: {}. Givens and solutions \
             of the puzzles in the plots are kept. The run folder has everything.</p>\n",
            Escaped(&missing.join(", "))
        ),
    }
}

/// What there is room for.
struct Fitted {
    /// The sections by their keys.
    kept: Map<String, Value>,
    /// The earlier section of those that are differences.
    differences: Map<String, Value>,
    /// The titles of the sections that are left out.
    missing: Vec<&'static str>,
    /// How far counters are rounded.
    rounding: Rounding,
}

impl Fitted {
    /// Rounds counters as little as makes all sections fit, or else as far as possible.
    fn of(
        bench: &Workbench,
        all: &PlotData<'_>,
        sample: &[usize],
        required: Map<String, Value>,
        room: usize,
    ) -> Self {
        let [full, sample] = boards::texts(&bench.givens, all, sample);
        let boards =
            Section { name: "boards", title: "givens and solutions", full, sample, from: None };
        let fitted = |rounding| {
            let mut optional = vec![boards.clone()];
            optional.extend(sections::numbers(&bench.further, all, rounding));
            let differences =
                optional.iter().filter_map(|it| Some((it.name.to_owned(), it.from?.into())));
            let (differences, mut kept) = (differences.collect(), required.clone());
            let missing = keep(&mut kept, optional, room);
            Self { kept, differences, missing, rounding }
        };
        let mut best = fitted(Rounding::LEAST);
        for rounding in Rounding::FURTHER {
            if best.missing.is_empty() {
                break;
            }
            best = fitted(rounding);
        }
        best
    }
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

/// Returns what a page has to know of a board to fill it.
fn board(geometry: &Geometry) -> Value {
    let cells: Vec<&[Cell]> = geometry.regions().iter().map(|it| &*it.cells).collect();
    json!({
        "cells": geometry.cells(),
        "symbols": geometry.alphabet().as_str(),
        "regions": cells,
    })
}

/// Returns the sections without which there is no table.
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
        ("clues", packed(&planes(clues.map(|clues| Rounding::LEAST.code(clues))))),
        ("state", packed(&cells().map(state).collect::<Vec<u8>>())),
        ("time", packed(&planes(sections::times(all).into_iter()))),
    ];
    sections.into_iter().map(|(name, text)| (name.to_owned(), json!(text))).collect()
}

/// Returns what is known of a cell besides numbers: the index of the status, 31 without a row; 32 for a failure, 64 if
/// verified, 128 if some passes answered and others did not.
fn state(cell: &Score) -> u8 {
    if cell.trials == 0 {
        return 31;
    }
    let status = Status::ALL.iter().position(|known| *known == cell.status).unwrap_or(31) as u8;
    let flags = [cell.is_failure, cell.is_verified, cell.is_unstable];
    flags.iter().zip([32, 64, 128]).fold(status, |state, (flag, bit)| state + u8::from(*flag) * bit)
}

#[cfg(test)]
mod tests {
    use super::*;

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
