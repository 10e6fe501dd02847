//! The verdict of a comparison in a sentence.

use analysis::stats::bootstrap::Interval;
use analysis::stats::pair::{Comparison, PairVerdict};
use analysis::stats::scores::Metric;
use record::{Status, filter};
use render::table::{counted, grouped};

use super::wording::{figure, p_with_sign, percent, points, range, range_of_points};

/// The level below which a p-value contradicts a mean that does not tell two apart.
const SIGNIFICANT: f64 = 0.05;

/// Returns the verdict on B compared to A. `tests` are the p-values of Wilcoxon's test and of the sign test.
pub(super) fn verdict(
    a: &str,
    b: &str,
    found: &Comparison,
    metric: Metric,
    tests: [Option<f64>; 2],
) -> String {
    if found.puzzles == 0 {
        return nothing_compared(a, b, found, metric);
    }
    let difference = match metric.is_share() {
        true => of_shares(a, b, found, metric),
        false => of_ratios(a, b, found, metric),
    };
    let but = match found.verdict {
        PairVerdict::NoDifference => what_differs(found, tests),
        _ => String::new(),
    };
    format!("{difference}{but}. {}", solved(a, b, found))
}

/// Returns why no puzzle can be compared.
fn nothing_compared(a: &str, b: &str, found: &Comparison, metric: Metric) -> String {
    let why = if found.not_measured > 0 {
        format!("No puzzle has a measurement of {} of both {a} and {b}", metric.name())
    } else {
        let statuses = || found.statuses.iter();
        let of_a = statuses().map(|&(of_a, of_b, n)| (of_a, of_b, n));
        let of_b = statuses().map(|&(of_a, of_b, n)| (of_b, of_a, n));
        supports_none(a, b, of_a)
            .or_else(|| supports_none(b, a, of_b))
            .unwrap_or_else(|| format!("No puzzle is supported by both {a} and {b}"))
    };
    format!("{why}: nothing can be compared.")
}

/// `cover/dlx supports none of the 4 puzzles that candidates/mrv solved`, by the statuses of both; `None` if it
/// supports one, or the other one solved none.
fn supports_none(
    backend: &str,
    other: &str,
    statuses: impl Iterator<Item = (&'static str, &'static str, usize)>,
) -> Option<String> {
    let is_answer = |name: &str| Status::ALL.iter().any(|it| it.is_answer() && it.name() == name);
    let mut n_solved = 0;
    for (its, of_other, n) in statuses {
        if its != Status::Unsupported.name() {
            return None;
        }
        n_solved += if is_answer(of_other) { n } else { 0 };
    }
    match n_solved {
        0 => None,
        1 => Some(format!("{backend} does not support the only puzzle that {other} solved")),
        n => {
            let n = grouped(n as u64);
            Some(format!("{backend} supports none of the {n} puzzles that {other} solved"))
        }
    }
}

/// `; but Wilcoxon's test (p = 0.003) and PAR-2 (ratio 1.50, 95 % interval 1.20–1.80) do`: what tells two apart whose mean
/// ratio, or difference, does not.
fn what_differs(found: &Comparison, [signed_rank, sign]: [Option<f64>; 2]) -> String {
    let test = |name: &str, p: Option<f64>| {
        Some(format!("{name} (p {})", p_with_sign(p.filter(|&p| p < SIGNIFICANT)?)))
    };
    let par2 = found.par2_ratio.zip(found.par2_interval).filter(|(_, it)| !it.contains(1.0));
    let par2 = par2
        .map(|(ratio, interval)| format!("PAR-2 (ratio {}, {})", figure(ratio), range(interval)));
    let all = [test("Wilcoxon's test", signed_rank), test("the sign test", sign), par2];
    let all: Vec<String> = all.into_iter().flatten().collect();
    match &all[..] {
        [] => String::new(),
        [one] => format!("; but {one} does"),
        [others @ .., last] => format!("; but {} and {last} do", others.join(", ")),
    }
}

/// Returns the mean ratio in words.
fn of_ratios(a: &str, b: &str, found: &Comparison, metric: Metric) -> String {
    let where_both = format!(
        "on {} that both solved, by {}",
        counted(found.both_solved as u64, "puzzle"),
        metric.name()
    );
    match (found.verdict, found.ratio, found.interval) {
        (PairVerdict::Less, Some(ratio), Some(interval)) => {
            let turned = Interval { low: 1.0 / interval.high, high: 1.0 / interval.low };
            format!("{} {where_both}", differs(a, b, 1.0 / ratio, turned, found, metric))
        }
        (PairVerdict::More, Some(ratio), Some(interval)) => {
            format!("{} {where_both}", differs(a, b, ratio, interval, found, metric))
        }
        (PairVerdict::NoDifference, Some(ratio), Some(interval)) => format!(
            "The geometric mean does not tell {a} and {b} apart {where_both}: their ratio is {} ({})",
            figure(ratio),
            range(interval)
        ),
        (PairVerdict::WithinNoise, Some(ratio), _) => format!(
            "The geometric mean does not tell {a} and {b} apart beyond the noise {where_both}: their ratio is \
             {ratio:.3}, and passes of one backend differ by {}",
            percent(found.noise.floor.unwrap_or(0.0))
        ),
        (_, Some(ratio), _) => format!(
            "Too few observations to tell {a} and {b} apart {where_both}: their ratio is {ratio:.3}"
        ),
        _ => format!("No puzzle was solved by both {a} and {b}"),
    }
}

/// Returns the difference of two shares in words.
fn of_shares(a: &str, b: &str, found: &Comparison, metric: Metric) -> String {
    let (name, on) = (metric.name(), counted(found.puzzles as u64, "puzzle"));
    let Some((difference, interval)) = found.difference.zip(found.difference_interval) else {
        return format!("Too few puzzles have a {name} of both {a} and {b}");
    };
    let (by, interval) = (points(difference.abs()), range_of_points(interval));
    match found.verdict {
        PairVerdict::Less => {
            format!("The {name} of {b} is {by} below that of {a} on {on} (B − A: {interval})")
        }
        PairVerdict::More => {
            format!("The {name} of {b} is {by} above that of {a} on {on} (B − A: {interval})")
        }
        PairVerdict::TooFew => format!(
            "Too few observations to tell {a} and {b} apart on {on}, by {name}: they differ by {by}"
        ),
        _ => {
            format!("The mean does not tell {a} and {b} apart on {on}, by {name}: B − A {interval}")
        }
    }
}

/// Returns the verdict in a few words.
pub(super) fn verdict_in_short(found: &Comparison, metric: Metric) -> &'static str {
    match found.verdict {
        PairVerdict::Less if metric.is_share() => "B has less",
        PairVerdict::More if metric.is_share() => "B has more",
        PairVerdict::Less if is_noise_unknown(found, metric) => "B needed less",
        PairVerdict::More if is_noise_unknown(found, metric) => "B needed more",
        PairVerdict::Less => "B needs less",
        PairVerdict::More => "B needs more",
        PairVerdict::NoDifference => "not told apart",
        PairVerdict::WithinNoise => "within the noise",
        PairVerdict::TooFew => "too few",
    }
}

/// Returns the caveats on the verdict.
pub(crate) fn caveats(a: &str, b: &str, found: &Comparison, metric: Metric) -> Vec<String> {
    let mut caveats = Vec::new();
    caveats.extend(repetition_caveat(found, metric).map(str::to_owned));
    if metric.is_time() && !found.is_timed_alone {
        caveats.push(format!(
            "Timed in blocks or batches, each of which is one observation: {a} and {b} have no \
             separate times of puzzles, and no tables of them."
        ));
    }
    if found.not_measured > 0 {
        caveats.push(format!(
            "Excluded: {} of {a} and {b} without a measurement of {}.",
            counted(found.not_measured as u64, "puzzle"),
            metric.name()
        ));
    }
    caveats.extend(incomparable_counts(a, b, metric).map(str::to_owned));
    if found.unsupported > 0 {
        caveats.push(format!(
            "Excluded: {} that only one of {a} and {b} supports.",
            counted(found.unsupported as u64, "puzzle")
        ));
    }
    caveats
}

/// Returns what too few passes or processes leave unknown about times.
fn repetition_caveat(found: &Comparison, metric: Metric) -> Option<&'static str> {
    match is_noise_unknown(found, metric) {
        true if found.noise.passes > 1 && found.both_solved == 1 => Some(
            "One puzzle: passes tell no noise, which may exceed the interval. --invocations measures it.",
        ),
        true if found.noise.passes > 1 => Some(
            "Timed as one group of puzzles, so that passes tell no noise, which may exceed the interval. \
             --invocations measures it.",
        ),
        true => Some(
            "One pass each: the noise is unknown, and may exceed the interval. --reps and --invocations \
             measure it.",
        ),
        false if metric.is_time() && found.noise.invocations < 2 => Some(
            "One process each: the difference includes the effect of the layout of code and memory. \
             --invocations measures it.",
        ),
        false => None,
    }
}

/// Returns why the two backends count different things by the same name, if they do.
fn incomparable_counts(a: &str, b: &str, metric: Metric) -> Option<&'static str> {
    let are_of_two_families = filter::family(a) != filter::family(b);
    let is_one_cdcl = filter::is_cdcl(a) != filter::is_cdcl(b);
    match metric {
        Metric::Nodes if are_of_two_families => {
            Some("Nodes are comparable within a family only; these backends are of two families.")
        }
        Metric::Accesses if are_of_two_families => Some(
            "Memory accesses are comparable within a family only; these backends are of two families.",
        ),
        Metric::Bets if is_one_cdcl => {
            Some("Decisions of a CDCL engine are not comparable with bets of a tree search.")
        }
        Metric::Conflicts if is_one_cdcl => {
            Some("Conflicts of a CDCL engine are not comparable with those of a tree search.")
        }
        _ => None,
    }
}

/// Returns who solves how many of the puzzles that are compared.
fn solved(a: &str, b: &str, found: &Comparison) -> String {
    let mut all = counted(found.puzzles as u64, "puzzle");
    let are_some_excluded = found.without_rows + found.unsupported + found.not_measured > 0;
    if are_some_excluded {
        all += " that can be compared";
    }
    match (found.only_a, found.only_b, found.neither) {
        (0, 0, 0) if are_some_excluded => format!("Both solve {all}."),
        (0, 0, 0) => "Both solve all.".into(),
        (0, 0, n) => format!("Of {all}, neither solves {}.", grouped(n as u64)),
        (by_a, by_b, _) => format!(
            "Of {all}, {} only {a} solves, {} only {b}.",
            grouped(by_a as u64),
            grouped(by_b as u64)
        ),
    }
}

/// Returns how B differs from A, by a factor of at least 1. Of times whose noise is unknown it says what one pass took,
/// and not how fast a backend is.
fn differs(
    a: &str,
    b: &str,
    factor: f64,
    interval: Interval,
    found: &Comparison,
    metric: Metric,
) -> String {
    let (factor, interval) = (figure(factor), range(interval));
    let is_less = found.verdict == PairVerdict::Less;
    if !metric.is_time() {
        let (less, more) = if is_less { (b, a) } else { (a, b) };
        return format!("{more} needs {factor} times the {} of {less} ({interval})", metric.name());
    }
    let is_unknown = is_noise_unknown(found, metric);
    let verb = match is_unknown {
        true if is_less => "was",
        true => "took",
        false if is_less => "is",
        false => "takes",
    };
    let once = if is_unknown && found.noise.passes < 2 { " in one pass" } else { "" };
    let times_as = if is_less { "fast" } else { "long" };
    format!("{b} {verb} {factor} times as {times_as} as {a}{once} ({interval})")
}

/// Returns whether times are compared whose noise between passes is unknown.
fn is_noise_unknown(found: &Comparison, metric: Metric) -> bool {
    metric.is_time() && found.noise.floor.is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mean_that_tells_nothing_apart_is_no_proof_of_equality() {
        let around_one = Some(Interval { low: 0.9, high: 1.1 });
        let mut found = Comparison {
            puzzles: 40,
            both_solved: 40,
            ratio: Some(1.0),
            interval: around_one,
            verdict: PairVerdict::NoDifference,
            par2_ratio: Some(1.0),
            par2_interval: around_one,
            ..Comparison::default()
        };
        let said = |found: &Comparison, tests| verdict("x/a", "x/b", found, Metric::Time, tests);
        let nothing = said(&found, [Some(0.2), None]);
        assert!(
            nothing.starts_with("The geometric mean does not tell x/a and x/b apart on 40 puzzles")
                && nothing.contains("interval 0.900–1.100). "),
            "{nothing}"
        );
        let one = said(&found, [Some(1e-12), Some(0.5)]);
        assert!(one.contains("; but Wilcoxon's test (p < 1e-10) does. "), "{one}");
        found.par2_interval = Some(Interval { low: 1.5, high: 2.5 });
        let three = said(&found, [Some(0.01), Some(0.02)]);
        let expected = "; but Wilcoxon's test (p = 0.010), the sign test (p = 0.020) and PAR-2 (ratio 1.000, 95 % \
                        interval 1.500–2.500) do. ";
        assert!(three.contains(expected), "{three}");
        found.verdict = PairVerdict::WithinNoise;
        assert!(
            !said(&found, [Some(0.01), None]).contains("but"),
            "the tests do not know the noise"
        );
    }
    #[test]
    fn without_a_common_puzzle_the_sentence_says_why() {
        let said = |statuses: &[(&'static str, &'static str, usize)], not_measured| {
            let found =
                Comparison { statuses: statuses.to_vec(), not_measured, ..Comparison::default() };
            verdict("x/a", "x/b", &found, Metric::Time, [None, None])
        };
        let none = "x/b supports none of the 4 puzzles that x/a solved: nothing can be compared.";
        let statuses = [("unique", "unsupported", 4), ("timeout", "unsupported", 1)];
        assert_eq!(said(&statuses, 0), none);
        let none = "x/a does not support the only puzzle that x/b solved: nothing can be compared.";
        assert_eq!(said(&[("unsupported", "multiple", 1)], 0), none);
        let none = "No puzzle is supported by both x/a and x/b: nothing can be compared.";
        let mixed = [("unique", "unsupported", 1), ("unsupported", "unique", 1)];
        assert_eq!(said(&mixed, 0), none);
        assert_eq!(said(&[], 0), none);
        let none = "No puzzle has a measurement of wall time of both x/a and x/b: nothing can be compared.";
        assert_eq!(said(&[("unique", "unique", 2)], 2), none);
    }
}
