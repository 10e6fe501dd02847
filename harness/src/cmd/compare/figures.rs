//! The table of the figures of a pair: effects, noise and tests.

use analysis::stats::bootstrap::Interval;
use analysis::stats::scores::Metric;
use render::table::{Table, counted, grouped};

use super::Pair;
use super::wording::{self, figure, p_value, percent};

/// Returns the figures of one of `n_pairs` pairs; `None` if there are none, since no puzzle has figures of both.
pub(super) fn table(pair: &Pair, metric: Metric, n_pairs: usize) -> Option<Table> {
    if pair.comparison.units == 0 && pair.comparison.par2_ratio.is_none() {
        return None;
    }
    let table = Table::default().words("figure").numbers("value").words("");
    let mut figures = Figures { pair, is_share: metric.is_share(), table };
    figures.effects();
    figures.counts();
    figures.noise();
    figures.tests(n_pairs);
    Some(figures.table)
}

/// `3 : 1 : 2`: the numbers of puzzles on which B needs less, as much and more.
pub(super) fn three(less: u64, same: u64, more: u64) -> String {
    [less, same, more].map(grouped).join(" : ")
}

/// The figures so far.
struct Figures<'a> {
    pair: &'a Pair,
    is_share: bool,
    table: Table,
}

impl Figures<'_> {
    /// Adds a figure, if it is known.
    fn row(&mut self, name: &str, value: Option<String>, word: String) {
        if let Some(value) = value {
            self.table.row(vec![name.into(), value, word]);
        }
    }

    /// Adds how much B differs from A.
    fn effects(&mut self) {
        let Pair { a, b, comparison: found, .. } = self.pair;
        let interval = |interval: Option<Interval>| interval.map_or(String::new(), wording::range);
        if self.is_share {
            let word = found.difference_interval.map_or(String::new(), wording::range_of_points);
            self.row(&format!("{b} − {a}, mean"), found.difference.map(wording::points), word);
            let word = "of independent puzzles".into();
            self.row("Hodges–Lehmann", found.hodges_lehmann.map(wording::points), word);
        } else {
            let word = interval(found.interval);
            self.row(&format!("{b} / {a}, geometric mean"), found.ratio.map(figure), word);
            let word = "puzzles solved by only one of the two count as ∞".into();
            self.row("Hodges–Lehmann", found.hodges_lehmann.map(figure), word);
        }
        let word = interval(found.par2_interval);
        self.row("PAR-2 ratio, all puzzles", found.par2_ratio.map(figure), word);
        let share = |share: f64| format!("{:.1} %", share * 100.0);
        let sign = if self.is_share { '>' } else { '<' };
        let superior = format!("P({b} {sign} {a})");
        self.row(&superior, found.superiority.map(share), "ties count one half".into());
    }

    /// Adds on how many puzzles B is better, and the number of observations.
    fn counts(&mut self) {
        let found = &self.pair.comparison;
        let (counts, effect) = match self.is_share {
            true => ("better : same : worse", "difference"),
            false => ("less : same : more", "ratio"),
        };
        let observations = format!(
            "{} with a {effect}, in {} by class",
            counted(found.units as u64, "observation"),
            counted(found.clusters as u64, "cluster")
        );
        self.row(counts, Some(three(found.wins, found.ties, found.losses)), observations);
    }

    /// Adds the noise between passes.
    fn noise(&mut self) {
        let noise = &self.pair.comparison.noise;
        let word = "between passes of one backend";
        self.row("noise of the mean", noise.floor.map(percent), word.into());
        let word = "smaller differences count as same";
        self.row("noise of one puzzle", noise.band.map(percent), word.into());
    }

    /// Adds the p-values.
    fn tests(&mut self, n_pairs: usize) {
        let pair = self.pair;
        let several = if n_pairs > 1 { "; Holm-corrected over all pairs" } else { "" };
        let word = format!("differences beyond the noise{several}");
        self.row("sign test, p", pair.sign_p.map(p_value), word);
        let signed_rank = pair.comparison.signed_rank;
        let word = signed_rank.map_or(String::new(), |test| format!("n = {}{several}", test.n));
        self.row("Wilcoxon, p", pair.signed_rank_p.map(p_value), word);
    }
}
