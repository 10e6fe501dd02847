//! External programs in DIMACS mode that count: model counters, which get the formula of a problem in a file and
//! print how many models it has ([`CountOutput`]).
//!
//! Each formula has one model for each solution. The program shows none, so its count stays unchecked until a
//! backend of another origin finds the same.

use std::time::Instant;

use board::instance::write_formula;
use solvers::{Outcome, Phases, Stop};

use super::count_output::CountOutput;
use super::dimacs::{self, Durations, NoAnswer, SUCCESS};
use super::launcher::Launcher;
use crate::as_formula::AsFormula;
use crate::corpus::CorpusItem;
use crate::executor::{Executor, Failure, MeasurementSink, PassContext, undisturbed};
use crate::problem::AnyOutcome;

/// The executor of an external model counter.
pub(super) struct DimacsCounter {
    launcher: Launcher,
}

impl DimacsCounter {
    /// Creates an executor for a program.
    pub(super) fn new(launcher: Launcher) -> Self {
        Self { launcher }
    }

    fn count(
        &self,
        item: &CorpusItem,
        context: &PassContext<'_>,
        durations: &mut Durations,
    ) -> Result<AnyOutcome, NoAnswer> {
        let start = Instant::now();
        let problem = AsFormula::new(&item.problem);
        let problem = problem.map_err(|it| Some(Failure::Unsupported(it.to_string())))?;
        // The first line states the task: model counting, without weights and projection.
        let mut text = String::from("c t mc\n");
        text.push_str(&write_formula(&problem.formula));
        durations.encode += start.elapsed();
        let mut output = CountOutput::default();
        let read_line = |line: &str| output.read_line(line);
        let (ended, is_over) =
            dimacs::run(&self.launcher, context, durations, 0, &text, read_line)?;
        let count = if is_over { output.count().map_err(Some)? } else { None };
        let count = count.ok_or_else(|| Some(ended.without("no line with a count", SUCCESS)))?;
        let limit = context.plan.solution_limit();
        let (stop, count) = match limit == u64::MAX || count < limit {
            true => (Stop::Exhausted, count),
            false => (Stop::SolutionLimit, limit.into()),
        };
        Ok(Outcome {
            phases: Phases { encode: Some(durations.encode), ..Phases::default() },
            ..Outcome::ended(stop)
        }
        .with_count(count))
    }
}

impl Executor for DimacsCounter {
    fn pass(
        &mut self,
        items: &[&CorpusItem],
        context: &PassContext<'_>,
        report: &mut MeasurementSink<'_>,
    ) {
        for (index, item) in items.iter().enumerate() {
            let measure = || {
                let mut durations = Durations::default();
                let answer = self.count(item, context, &mut durations);
                dimacs::measured(answer, &durations, true)
            };
            let Some(measurement) = undisturbed(measure) else { return };
            report(index, &measurement);
        }
    }
}
