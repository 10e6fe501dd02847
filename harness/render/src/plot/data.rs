//! What is shown: the contestants with their looks, one cell for each of their puzzles, and what has
//! to be said of the rows.

use analysis::load::{Puzzle, Runs};
use analysis::stats::ranking;
use analysis::stats::scores::{Cell, Metric, Passes, Sheet};

use super::axis::Unit;
use super::style::Style;
use crate::svg;
use crate::table::{counted, duration};

/// How many names of corpora a caption has.
const NAMES: usize = 3;

/// How many letters of a name a picture has.
const LETTERS: usize = 48;

/// Some contestants on some puzzles.
#[derive(Clone, Debug)]
pub struct Shown<'r> {
    /// Where the puzzles' names are.
    pub runs: &'r Runs,
    /// A cell for each of them and each puzzle.
    pub sheet: Sheet,
    /// Those who are shown, in the order of the sheet.
    pub entries: Vec<Entry>,
    /// What is shown of them.
    pub metric: Metric,
    /// The time limit, in nanoseconds: the smallest, where there are several.
    pub limit_ns: Option<f64>,
    /// The line under the title: corpus, puzzles, task, limit.
    pub caption: String,
    /// Sentences below the picture.
    pub notes: Vec<String>,
}

/// One who is shown.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The name.
    pub label: String,
    /// The id of its row.
    pub backend: String,
    /// The looks; the same in all pictures of the same runs.
    pub style: Style,
}

impl<'r> Shown<'r> {
    /// Shows `contestants`, which are places in [`Runs::contestants`] and the rows of `sheet`.
    pub fn new(
        runs: &'r Runs,
        contestants: &[u32],
        sheet: Sheet,
        metric: Metric,
        passes: Passes,
    ) -> Self {
        let entry = |&one: &u32| {
            let contestant = &runs.contestants[one as usize];
            Entry {
                label: svg::shortened(&contestant.label, LETTERS),
                backend: contestant.backend.clone(),
                style: Style::of(one as usize),
            }
        };
        let (limit_ns, limits_differ) = ranking::common_limit(&sheet);
        let mut notes = runs.warnings();
        if limits_differ {
            notes.push("The rows have different time limits: T is the smallest of them.".into());
        }
        let mut shown = Self {
            runs,
            sheet,
            entries: contestants.iter().map(entry).collect(),
            metric,
            limit_ns,
            caption: String::new(),
            notes,
        };
        shown.caption = shown.describe(passes);
        shown
    }

    /// How many puzzles there are.
    pub fn puzzles(&self) -> usize {
        self.sheet.puzzles.len()
    }

    /// The puzzle at a place of the sheet.
    pub fn puzzle(&self, place: usize) -> &Puzzle {
        &self.runs.puzzles[self.sheet.puzzles[place] as usize]
    }

    /// What the metric costs in a cell: nothing where it is not solved within the limit, or was not
    /// measured.
    pub fn cost(&self, cell: &Cell) -> Option<f64> {
        let limit = self.limit_ns.filter(|_| self.metric.is_time());
        cell.value.filter(|_| cell.is_solved_within(limit))
    }

    /// The costs of a contestant on the puzzles that it solved, in ascending order.
    pub fn costs(&self, contestant: usize) -> Vec<f64> {
        let mut costs: Vec<f64> =
            self.sheet.row(contestant).iter().filter_map(|cell| self.cost(cell)).collect();
        costs.sort_unstable_by(f64::total_cmp);
        costs
    }

    /// Whether each of a contestant's puzzles has a value of its own. Counts always have; times do
    /// not where puzzles were timed together.
    pub fn has_own_values(&self, contestant: usize) -> bool {
        let row = self.sheet.row(contestant);
        !self.metric.is_time() || row.iter().all(|cell| cell.trials == 0 || cell.is_timed_alone)
    }

    /// The contestants that have a value of its own for each puzzle and such a value at all, and a
    /// sentence about the others.
    pub fn with_own_values(&self) -> (Vec<usize>, Vec<String>) {
        let (mut measured, mut notes) = self.measured();
        let together = self.timed_together(&measured);
        measured.retain(|one| !together.contains(one));
        if !together.is_empty() {
            notes.push(format!(
                "Left out, because puzzles were timed in blocks or batches, and no puzzle has a time \
                 of its own: {}.",
                self.names(&together)
            ));
        }
        (measured, notes)
    }

    /// The contestants that have values, means of blocks among them, and what to say about it.
    pub fn with_values(&self) -> (Vec<usize>, Vec<String>) {
        let (measured, mut notes) = self.measured();
        let together = self.timed_together(&measured);
        if !together.is_empty() {
            notes.push(format!(
                "Timed in blocks or batches, so that each puzzle stands with the mean of its block: \
                 {}.",
                self.names(&together)
            ));
        }
        (measured, notes)
    }

    /// The contestants of which the metric was measured, and a sentence about the others.
    fn measured(&self) -> (Vec<usize>, Vec<String>) {
        let (measured, unmeasured): (Vec<usize>, Vec<usize>) = (0..self.entries.len())
            .partition(|&one| !self.costs(one).is_empty() || self.solved(one) == 0);
        let (metric, names) = (self.metric.name(), self.names(&unmeasured));
        let note = format!("Left out, because the rows have no {metric} of them: {names}.");
        (measured, (!unmeasured.is_empty()).then_some(note).into_iter().collect())
    }

    /// Those of some contestants of which puzzles were timed together.
    fn timed_together(&self, contestants: &[usize]) -> Vec<usize> {
        contestants.iter().copied().filter(|&one| !self.has_own_values(one)).collect()
    }

    /// How many puzzles a contestant solved.
    pub fn solved(&self, contestant: usize) -> usize {
        self.sheet.row(contestant).iter().filter(|cell| cell.is_solved()).count()
    }

    /// The names of some contestants, in a sentence.
    pub fn names(&self, contestants: &[usize]) -> String {
        let names: Vec<&str> =
            contestants.iter().map(|&one| self.entries[one].label.as_str()).collect();
        names.join(", ")
    }

    /// What the values of the metric are.
    pub fn unit(&self) -> Unit {
        match self.metric {
            Metric::Time | Metric::Cpu => Unit::Time,
            Metric::Nodes | Metric::Bets | Metric::Conflicts | Metric::Accesses => Unit::Count,
            Metric::Memory => Unit::Bytes,
        }
    }

    /// What the axis of the metric is called; its ticks have the units.
    pub fn axis_title(&self) -> String {
        format!("{} per puzzle (log scale)", self.metric.name())
    }

    fn describe(&self, passes: Passes) -> String {
        let mut corpora: Vec<&str> = Vec::new();
        for place in 0..self.puzzles() {
            let corpus = self.puzzle(place).corpus.as_str();
            if !corpus.is_empty() && !corpora.contains(&corpus) {
                corpora.push(corpus);
            }
        }
        let more = corpora.len().saturating_sub(NAMES);
        let mut corpora: Vec<String> =
            corpora.iter().take(NAMES).map(|name| svg::shortened(name, LETTERS)).collect();
        if more > 0 {
            corpora.push(format!("{more} more"));
        }
        let mut parts = vec![corpora.join(", "), counted(self.puzzles() as u64, "puzzle")];
        if let Some(trial) = self.runs.trials.first() {
            let task = serde_json::to_value(trial.task).unwrap_or_default();
            parts.push(format!("task {}", task.as_str().unwrap_or_default()));
        }
        parts.push(match self.limit_ns {
            Some(limit) => format!("T = {}", duration(limit)),
            None => "no time limit".into(),
        });
        let most = (0..self.entries.len()).flat_map(|one| self.sheet.row(one));
        let most = most.map(|cell| cell.trials).max().unwrap_or_default();
        if most > 1 {
            let passes = match passes {
                Passes::Median => "median",
                Passes::Min => "smallest",
                Passes::Mean => "mean",
            };
            parts.push(format!("{passes} of up to {most} passes"));
        }
        parts.retain(|part| !part.is_empty());
        parts.join(" · ")
    }
}
