//! A summary of rated puzzles: techniques, and puzzles per level.

use std::collections::BTreeMap;

use record::Status;
use render::table::{Table, grouped};
use solvers::logic::rating::{Level, Rating};
use solvers::logic::table::ladder;

use super::grading::Graded;

/// Counts puzzles by level, or by status without one, and steps by technique.
#[derive(Default)]
pub(super) struct Summary {
    /// Per level, then per status.
    lines: [Line; N_LINES],
    /// Per technique, by id.
    techniques: BTreeMap<&'static str, TechniqueUse>,
}

/// How often a technique was used.
#[derive(Clone, Copy, Default)]
struct TechniqueUse {
    puzzles: u64,
    steps: u64,
    /// The number of puzzles in which it was the hardest.
    hardest: u64,
}

/// The statuses of puzzles without a level.
const UNRATED: [Status; 4] =
    [Status::Multiple, Status::Impossible, Status::Timeout, Status::Unsupported];

const N_LINES: usize = Level::ALL.len() + UNRATED.len();

/// A summary of the puzzles of a level.
#[derive(Clone, Copy, Default)]
struct Line {
    puzzles: u64,
    clues: Option<(usize, usize)>,
    all_clues: u64,
    scores: Option<(u16, u16)>,
}

impl Summary {
    /// Counts a puzzle.
    pub(super) fn add(&mut self, clues: usize, graded: &Graded) {
        let place = match graded.level() {
            Some(level) => Level::ALL.iter().position(|&it| it == level),
            None => {
                let place = UNRATED.iter().position(|&it| it == graded.status);
                place.map(|place| Level::ALL.len() + place)
            }
        };
        if let Some(line) = place.map(|place| &mut self.lines[place]) {
            line.puzzles += 1;
            line.clues = Some(wider(line.clues, clues));
            line.all_clues += clues as u64;
            let score = graded.rating.as_ref().map(Rating::score);
            line.scores = score.map(|score| wider(line.scores, score)).or(line.scores);
        }
        let Some(rating) = &graded.rating else { return };
        let hardest = rating.hardest().filter(|_| rating.is_solved).map(|it| it.id);
        for used in &rating.uses {
            let used_by = self.techniques.entry(used.id).or_default();
            used_by.puzzles += 1;
            used_by.steps += used.count;
            used_by.hardest += u64::from(Some(used.id) == hardest);
        }
    }

    /// Returns a row for each technique that was used, easiest first; `None` if none was.
    pub(super) fn techniques(&self) -> Option<Table> {
        let mut table = Table::default().words("technique").numbers("puzzles").numbers("steps");
        table = table.numbers("hardest step of");
        for technique in ladder().iter().flatten().map(|it| it.technique) {
            if let Some(used_by) = self.techniques.get(technique.id) {
                let counts = [used_by.puzzles, used_by.steps, used_by.hardest].map(grouped);
                table.row([technique.name.en.to_owned()].into_iter().chain(counts));
            }
        }
        (!self.techniques.is_empty()).then_some(table)
    }

    /// Returns a row for each level, and for each status without one that occurs.
    pub(super) fn levels(&self) -> Table {
        let mut table = Table::default().words("level").numbers("puzzles").numbers("share");
        table = table.words("scores").numbers("clues, mean").words("clues");
        let all: u64 = self.lines.iter().map(|line| line.puzzles).sum();
        let names = Level::ALL.iter().map(|it| it.name()).chain(UNRATED.iter().map(|it| it.name()));
        for (index, (name, line)) in names.zip(&self.lines).enumerate() {
            if line.puzzles == 0 && index >= Level::ALL.len() {
                continue;
            }
            let mean = line.all_clues as f64 / line.puzzles as f64;
            let of_some = |text: String| if line.puzzles > 0 { text } else { String::new() };
            table.row(vec![
                name.into(),
                grouped(line.puzzles),
                format!("{:.1} %", 100.0 * line.puzzles as f64 / all.max(1) as f64),
                line.scores.map_or(String::new(), |(from, to)| range(&points(from), &points(to))),
                of_some(format!("{mean:.1}")),
                line.clues
                    .map_or(String::new(), |(from, to)| range(&from.to_string(), &to.to_string())),
            ]);
        }
        table
    }
}

/// Returns a score as people write it: `7.1`.
pub(super) fn points(tenths: u16) -> String {
    format!("{}.{}", tenths / 10, tenths % 10)
}

fn wider<T: Copy + Ord>(range: Option<(T, T)>, value: T) -> (T, T) {
    range.map_or((value, value), |(from, to)| (from.min(value), to.max(value)))
}

fn range(from: &str, to: &str) -> String {
    if from == to { from.into() } else { format!("{from}–{to}") }
}
