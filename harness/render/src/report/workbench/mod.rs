//! The workbench: a table of all puzzles × backends that the reader sorts, filters and downloads.
//!
//! The plots show a sample; the table has every puzzle. Its columns are embedded as *sections*, each
//! packed by itself (`pack.rs`), so that the script unpacks only what is looked at. A page has at most
//! five megabytes: what does not fit is left out in the reverse of the order of its sections, and the
//! page says what. Of the puzzles in the plots, givens and solutions are always there.

use std::collections::HashMap;

use analysis::stats::scores::{Metric, Score, ScoreMatrix};
use record::Status;
use serde_json::{Map, Value, json};

use self::pack::{NONE, code, lines, packed, planes};
use super::page_data;
use crate::plot::PlotData;
use crate::svg::Escaped;

mod pack;

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

/// Adds the sections that fit into this many bytes, and returns the titles of the others. Of these the
/// puzzles of the plots remain.
fn keep(kept: &mut Map<String, Value>, optional: Vec<Section>, room: usize) -> Vec<&'static str> {
    let least: usize = optional.iter().map(|section| section.sample.len()).sum();
    let mut left = room.saturating_sub(least);
    let mut missing = Vec::new();
    for Section { name, title, full, sample } in optional {
        let more = full.len().saturating_sub(sample.len());
        let fits = more <= left;
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
        "levels": page_data::levels(all).0,
        "statuses": Status::ALL.map(|status| json!([status.name(), status.is_answer()])),
        "backends": all.entries.iter().enumerate().map(backend).collect::<Vec<_>>(),
        "commands": commands,
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
        ("time", packed(&planes(cells().map(|cell| code(all.cost(cell)))))),
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
    let numbers = |name, title, matrix: &ScoreMatrix, value: fn(&Score) -> Option<f64>| {
        let codes: Vec<u16> = (0..all.entries.len())
            .flat_map(|one| matrix.row(one))
            .map(|cell| code(value(cell)))
            .collect();
        let is_known = codes.iter().any(|code| *code != NONE);
        let full = if is_known { packed(&planes(codes.into_iter())) } else { String::new() };
        Section { name, title, full, sample: String::new() }
    };
    let givens: Vec<&str> = (0..all.puzzles())
        .map(|place| bench.givens.get(&all.puzzle(place).hash).map_or("", |text| &**text))
        .collect();
    let mut sections = vec![
        text_section("givens", "givens", &givens, sample),
        numbers("nodes", "nodes", &all.matrix, |cell| cell.nodes),
        numbers("bets", "bets", &all.matrix, |cell| cell.bets),
    ];
    for matrix in &bench.further {
        let (name, title) = match matrix.metric() {
            Metric::Cpu => ("cpu", "CPU times"),
            Metric::Conflicts => ("conflicts", "conflicts"),
            Metric::Accesses => ("accesses", "memory accesses"),
            Metric::Memory => ("memory", "memory"),
            Metric::Time | Metric::Nodes | Metric::Bets | Metric::Fill | Metric::Elimination => {
                continue;
            }
        };
        sections.push(numbers(name, title, matrix, |cell| cell.value));
    }
    let solutions: Vec<&str> =
        page_data::solutions(all).into_iter().map(Option::unwrap_or_default).collect();
    sections.push(text_section("solutions", "solutions", &solutions, sample));
    sections
}

/// A section with a line for each puzzle.
fn text_section(
    name: &'static str,
    title: &'static str,
    texts: &[&str],
    sample: &[usize],
) -> Section {
    let mut sampled = vec![""; texts.len()];
    sample.iter().for_each(|&place| sampled[place] = texts[place]);
    let pack = |texts: &[&str]| packed(&lines(texts.iter().copied()));
    Section { name, title, full: pack(texts), sample: pack(&sampled) }
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
        assert_eq!(kept(6), (r#"{"a":"aaaa","c":"cc"}"#.into(), vec!["b"]));
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
