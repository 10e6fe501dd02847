//! How much of the wall time of a backend was spent waiting for a processor.
//!
//! The CPU time of a short solve is known only if it was interrupted. The rows that have both times are then those that
//! waited, so that they say nothing about the others: what they waited is set against the wall time of all rows.

use record::filter;

/// The times of the rows of a backend.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WaitingTotals {
    /// The total of the wall times, in nanoseconds.
    wall_ns: u128,
    /// The total of the wall times of the rows that have a CPU time.
    wall_beside_cpu_ns: u128,
    /// The total of the CPU times.
    cpu_ns: u128,
    n_rows: u64,
    n_with_cpu: u64,
}

impl WaitingTotals {
    /// Adds the times of a row, in nanoseconds.
    pub fn add(&mut self, wall_ns: Option<u64>, cpu_ns: Option<u64>) {
        self.add_without_cpu(1, wall_ns);
        if let Some((wall_ns, cpu_ns)) = wall_ns.zip(cpu_ns) {
            self.wall_beside_cpu_ns += u128::from(wall_ns);
            self.cpu_ns += u128::from(cpu_ns);
            self.n_with_cpu += 1;
        }
    }

    /// Adds so many trials without a CPU time, each with this wall time.
    pub fn add_without_cpu(&mut self, trials: u64, wall_ns: Option<u64>) {
        let Some(wall_ns) = wall_ns.map(u128::from) else { return };
        self.wall_ns += wall_ns * u128::from(trials);
        self.n_rows += trials;
    }

    fn waited_ns(&self) -> u128 {
        self.wall_beside_cpu_ns.saturating_sub(self.cpu_ns)
    }

    /// Returns whether the wall time says little: more than a third of it is waiting, and more than a millisecond.
    fn is_large(&self) -> bool {
        3 * self.waited_ns() > self.wall_ns && self.waited_ns() > 1_000_000
    }

    fn percent(&self) -> f64 {
        100.0 * self.waited_ns() as f64 / self.wall_ns as f64
    }
}

/// Returns the caveat that backends waited for a processor so long that their wall times say little, with what helps.
/// External solvers also wait for their pipes, and are not judged. CPU times contain no waiting: if they are compared,
/// there is no caveat, unless a row lacks one.
pub fn caveat<'b>(
    backends: impl Iterator<Item = (&'b str, WaitingTotals)>,
    has_one_worker: bool,
    is_of_cpu: bool,
) -> Option<String> {
    let all: Vec<(&str, WaitingTotals)> = backends.collect();
    let have_cpu_times = all.iter().all(|(_, totals)| totals.n_with_cpu == totals.n_rows);
    let has_waited =
        |(id, totals): &&(&str, WaitingTotals)| !filter::is_external(id) && totals.is_large();
    let waited: Vec<String> = (all.iter().filter(has_waited))
        .map(|(id, totals)| format!("{id} {:.0} %", totals.percent()))
        .collect();
    if waited.is_empty() || is_of_cpu && have_cpu_times {
        return None;
    }
    let one_worker = if has_one_worker { "" } else { "use --jobs 1, or " };
    let remedy = match have_cpu_times {
        true => "compare CPU times (`harness rank --metric cpu`)",
        false => "measure again on an idle machine",
    };
    Some(format!(
        "Wall time that was spent waiting for a processor: {}. It is no property of a backend: {one_worker}{remedy}.",
        waited.join(", ")
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn totals(rows: &[(u64, Option<u64>)]) -> WaitingTotals {
        let mut totals = WaitingTotals::default();
        rows.iter().for_each(|&(wall, cpu)| totals.add(Some(wall), cpu));
        totals
    }

    fn waited(id: &str, rows: &[(u64, Option<u64>)], has_one_worker: bool) -> Option<String> {
        caveat([(id, totals(rows))].into_iter(), has_one_worker, false)
    }

    #[test]
    fn a_backend_that_waits_is_named_with_what_helps() {
        let rows = [(8_000_000, Some(2_000_000))];
        let said = waited("tree/a", &rows, false).expect("a caveat");
        assert!(
            said.contains("tree/a 75 %. ") && said.contains(": use --jobs 1, or comp"),
            "{said}"
        );
        let said = waited("tree/a", &rows, true).expect("a caveat");
        assert!(said.contains("of a backend: compare CPU times"), "{said}");
        assert_eq!(waited("external/a", &rows, false), None);
        assert_eq!(waited("tree/a", &[(3_000_000, Some(2_000_000))], false), None);
    }

    #[test]
    fn what_few_rows_waited_is_set_against_the_time_of_all() {
        // One of a thousand short solves was interrupted.
        let mut rows = vec![(10_000, None); 999];
        rows.push((3_000_000, Some(10_000)));
        assert_eq!(waited("simd/a", &rows, true), None);
        rows.push((9_000_000, Some(10_000)));
        let said = waited("simd/a", &rows, true).expect("a caveat");
        let expected =
            "simd/a 54 %. It is no property of a backend: measure again on an idle machine.";
        assert!(said.ends_with(expected), "{said}");
    }
    #[test]
    fn cpu_times_are_advised_only_if_all_rows_have_them_and_another_measure_is_compared() {
        let waiting = totals(&[(8_000_000, Some(2_000_000))]);
        let short = totals(&[(10_000, None)]);
        let said = |other: WaitingTotals, is_of_cpu: bool| {
            caveat([("tree/a", waiting), ("tree/b", other)].into_iter(), true, is_of_cpu)
        };
        assert!(said(waiting, false).is_some_and(|it| it.contains("compare CPU times")));
        assert_eq!(said(waiting, true), None);
        for is_of_cpu in [false, true] {
            let caveat = said(short, is_of_cpu).expect("a caveat");
            assert!(caveat.ends_with(": measure again on an idle machine."), "{caveat}");
        }
    }
}
