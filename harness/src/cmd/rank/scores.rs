//! The table of results of a ranking: puzzles solved, times, and their distribution.

use analysis::stats::ranking::{AtLimit, RankingLine, Statistic, VirtualBest};
use analysis::stats::scores::Metric;
use render::table::{Table, grouped};
use render::unit::Unit;

use super::print::Page;

impl Page<'_> {
    /// Returns the table of results.
    pub(super) fn scores(&self) -> Table {
        let columns = Columns::of(self);
        let mut table = columns.add_to(self.beginning());
        for part in &self.ranked.parts {
            for line in &part.ranking.lines {
                table.row([self.start(part, line), columns.cells(line)].concat());
            }
            if let Some(VirtualBest { line: best, .. }) = &part.ranking.virtual_best {
                let mut start = self.start(part, best);
                if let Some(label) = start.last_mut() {
                    *label = "(virtual best)".into();
                }
                table.row([start, columns.cells(best)].concat());
            }
        }
        table
    }
}

/// The columns beside those that identify a line: the counts that are not 0 for all, and the figures of the metric.
struct Columns {
    metric: Metric,
    has_verified: bool,
    has_wrong: bool,
    has_unsupported: bool,
    has_mean_of_times: bool,
}

impl Columns {
    fn of(page: &Page<'_>) -> Self {
        let question = &page.ranked.question;
        let has =
            |number: &dyn Fn(&RankingLine) -> usize| page.lines().any(|(_, line)| number(line) > 0);
        Self {
            metric: question.metric,
            has_verified: has(&|line| line.solved - line.verified),
            has_wrong: has(&|line| line.wrong),
            has_unsupported: has(&|line| line.unsupported),
            // It is over other puzzles than their sum, and has a column only if it decides.
            has_mean_of_times: question.metric.is_time() && question.statistic == Statistic::Mean,
        }
    }

    /// Adds the columns to a table.
    fn add_to(&self, table: Table) -> Table {
        let counts = [
            (true, "solved"),
            (self.has_verified, "verified"),
            (self.has_wrong, "wrong"),
            (self.has_unsupported, "unsupported"),
            (self.has_mean_of_times, "mean"),
        ];
        let figures: &[&str] = match self.metric {
            it if it.is_share() => &["mean", "median"],
            it if it.is_time() => &["PAR-2", "sum", "PAR-10", "median", "p90", "p99", "geomean"],
            _ => &["mean", "sum", "median", "p90", "p99", "geomean"],
        };
        let counts = counts.iter().filter(|(is_there, _)| *is_there).map(|(_, title)| title);
        counts.chain(figures).fold(table, |table, title| table.numbers(title))
    }

    /// Returns the cells of a line.
    fn cells(&self, line: &RankingLine) -> Vec<String> {
        let mut cells = vec![grouped(line.solved as u64)];
        cells.extend(self.has_verified.then(|| grouped(line.verified as u64)));
        cells.extend(self.has_wrong.then(|| grouped(line.wrong as u64)));
        cells.extend(self.has_unsupported.then(|| grouped(line.unsupported as u64)));
        let unit = Unit::of(self.metric);
        let figure = |value: Option<f64>| value.map_or(String::new(), |it| unit.figure(it));
        cells.extend(self.has_mean_of_times.then(|| figure(line.mean)));
        let AtLimit { par2, par2_sum, par10, .. } = line.at_limit;
        let spread = [line.median, line.p90, line.p99, line.geomean];
        let figures = match self.metric {
            it if it.is_share() => vec![line.mean, line.median],
            it if it.is_time() => [&[par2, par2_sum, par10][..], &spread].concat(),
            _ => [&[line.mean, line.sum][..], &spread].concat(),
        };
        cells.extend(figures.into_iter().map(figure));
        cells
    }
}
