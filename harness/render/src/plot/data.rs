//! The data of plots: contestants with their styles and scores, a caption and notes.

use analysis::load::{PuzzleInfo, Runs};
use analysis::stats::ranking;
use analysis::stats::scores::{Metric, Passes, Score, ScoreMatrix};

use super::axis::Axis;
use super::chart::{Chart, Scale};
use super::layout::Layout;
use super::style::SeriesStyle;
use crate::svg;
use crate::table::{counted, duration};
use crate::unit::Unit;

/// The maximum number of corpora named in a caption.
const NAMES: usize = 3;

/// The maximum length of a name.
const LETTERS: usize = 48;

/// Contestants and their scores on puzzles.
#[derive(Clone, Debug)]
pub struct PlotData<'r> {
    /// The runs, which have the names of the puzzles.
    pub runs: &'r Runs,
    /// A score for each contestant and puzzle.
    pub matrix: ScoreMatrix,
    /// The contestants, in the order of the matrix.
    pub entries: Vec<PlotEntry>,
    /// The metric plotted.
    pub metric: Metric,
    /// The time limit, in nanoseconds: the smallest, if there are several.
    pub limit_ns: Option<f64>,
    /// The line under the title: corpus, puzzles, task, limit.
    pub caption: String,
    /// Sentences below the plot.
    pub notes: Vec<String>,
    /// The size of the figure.
    pub layout: Layout,
}

/// A contestant in a plot.
#[derive(Clone, Debug)]
pub struct PlotEntry {
    /// The label.
    pub label: String,
    /// The id of the backend.
    pub backend: String,
    /// The style; the same in all plots of the same runs.
    pub style: SeriesStyle,
}

impl<'r> PlotData<'r> {
    /// Shows `contestants`, which are places in [`Runs::contestants`] and the rows of `matrix`.
    pub fn new(
        runs: &'r Runs,
        contestants: &[u32],
        matrix: ScoreMatrix,
        metric: Metric,
        passes: Passes,
    ) -> Self {
        let entry = |&one: &u32| {
            let contestant = &runs.contestants[one as usize];
            PlotEntry {
                label: svg::shortened(&contestant.label, LETTERS),
                backend: contestant.backend.clone(),
                style: SeriesStyle::of(one as usize),
            }
        };
        let (limit_ns, limits_differ) = ranking::common_limit(&matrix);
        let mut notes = runs.caveats_of_pictures(metric.measure());
        if limits_differ {
            notes.push("The rows have different time limits; T is the smallest.".into());
        }
        let mut data = Self {
            runs,
            matrix,
            entries: contestants.iter().map(entry).collect(),
            metric,
            limit_ns,
            caption: String::new(),
            notes,
            layout: Layout::default(),
        };
        data.caption = data.describe(passes);
        data
    }

    /// Returns the number of puzzles.
    pub fn puzzles(&self) -> usize {
        self.matrix.puzzles.len()
    }

    /// Returns the puzzle at an index of the matrix.
    pub fn puzzle(&self, place: usize) -> &PuzzleInfo {
        &self.runs.puzzles[self.matrix.puzzles[place] as usize]
    }

    /// Returns the value of the metric; `None` if the puzzle is not solved within the limit and the metric no share, or
    /// if it was not measured.
    pub fn cost(&self, cell: &Score) -> Option<f64> {
        let limit = self.limit_ns.filter(|_| self.metric.is_time());
        cell.solved_value(limit)
    }

    /// Returns the costs of a contestant on the puzzles that it solved, in ascending order.
    pub fn costs(&self, contestant: usize) -> Vec<f64> {
        let mut costs: Vec<f64> =
            self.matrix.row(contestant).iter().filter_map(|cell| self.cost(cell)).collect();
        costs.sort_unstable_by(f64::total_cmp);
        costs
    }

    /// Returns whether each puzzle of a contestant has a separate value. Counts always have; times do not if puzzles
    /// were timed together.
    pub fn has_own_values(&self, contestant: usize) -> bool {
        let row = self.matrix.row(contestant);
        !self.metric.is_time() || row.iter().all(|cell| cell.trials == 0 || cell.is_timed_alone)
    }

    /// Returns the contestants with a separate value for each puzzle, and sentences about the
    /// others.
    pub fn with_own_values(&self) -> (Vec<usize>, Vec<String>) {
        let (mut measured, mut notes) = self.measured();
        let together = self.timed_together(&measured);
        measured.retain(|one| !together.contains(one));
        if !together.is_empty() {
            notes.push(format!(
                "Excluded, because puzzles were timed in blocks or batches and have no separate \
                 times: {}.",
                self.names(&together)
            ));
        }
        (measured, notes)
    }

    /// Returns the contestants with values, including means of blocks, and sentences about them.
    pub fn with_values(&self) -> (Vec<usize>, Vec<String>) {
        let (measured, mut notes) = self.measured();
        let together = self.timed_together(&measured);
        if !together.is_empty() {
            notes.push(format!(
                "Timed in blocks or batches, so that each puzzle has the mean of its block: {}.",
                self.names(&together)
            ));
        }
        (measured, notes)
    }

    /// Returns the contestants with measurements of the metric, and a sentence about the others.
    fn measured(&self) -> (Vec<usize>, Vec<String>) {
        let (measured, unmeasured): (Vec<usize>, Vec<usize>) =
            (0..self.entries.len()).partition(|&one| self.is_measured(one));
        let (metric, names) = (self.metric.name(), self.names(&unmeasured));
        let note = format!("Excluded, because the rows lack their {metric}: {names}.");
        (measured, (!unmeasured.is_empty()).then_some(note).into_iter().collect())
    }

    /// Returns the contestants whose puzzles were timed together.
    fn timed_together(&self, contestants: &[usize]) -> Vec<usize> {
        contestants.iter().copied().filter(|&one| !self.has_own_values(one)).collect()
    }

    /// Returns whether a contestant has a measurement, or no answer that should have one. An answer beyond the limit
    /// was measured.
    fn is_measured(&self, contestant: usize) -> bool {
        let row = self.matrix.row(contestant);
        !row.iter().any(Score::lacks_value) || row.iter().any(|score| score.value.is_some())
    }

    /// Returns the labels of contestants, separated by commas.
    pub fn names(&self, contestants: &[usize]) -> String {
        let names: Vec<&str> =
            contestants.iter().map(|&one| self.entries[one].label.as_str()).collect();
        names.join(", ")
    }

    /// Returns the unit of the metric.
    pub fn unit(&self) -> Unit {
        Unit::of(self.metric)
    }

    /// Returns the axis of the metric: linear from 0 to 1 for a share, otherwise logarithmic.
    pub fn axis(&self, values: impl IntoIterator<Item = f64>) -> Axis {
        match self.metric.is_share() {
            true => Axis::linear(1.0, Unit::Share),
            false => Axis::log(values, self.unit()),
        }
    }

    /// Returns the title of the axis of the metric; its ticks have units.
    pub fn axis_title(&self) -> String {
        if self.metric.is_share() {
            return format!("{} per puzzle", self.metric.name());
        }
        format!("{} per puzzle (log scale)", self.metric.name())
    }

    /// Returns a chart without marks and legend.
    pub(super) fn chart(
        &self,
        kind: &'static str,
        title: &str,
        notes: Vec<String>,
        x: Scale,
        y: Scale,
    ) -> Chart {
        Chart {
            kind,
            title: title.to_owned(),
            caption: self.caption.clone(),
            notes,
            x,
            y,
            right: None,
            is_square: false,
            legend: Vec::new(),
            rail: None,
            marks: Vec::new(),
        }
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
        let max = (0..self.entries.len()).flat_map(|one| self.matrix.row(one));
        let max = max.map(|cell| cell.trials).max().unwrap_or_default();
        if max > 1 {
            let passes = match passes {
                Passes::Median => "median",
                Passes::Min => "minimum",
                Passes::Mean => "mean",
            };
            parts.push(format!("{passes} of up to {max} passes"));
        }
        parts.retain(|part| !part.is_empty());
        parts.join(" · ")
    }
}
