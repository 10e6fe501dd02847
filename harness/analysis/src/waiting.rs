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
/// External solvers also wait for their pipes, and are not judged.
pub fn caveat<'b>(
    backends: impl Iterator<Item = (&'b str, WaitingTotals)>,
    has_one_worker: bool,
) -> Option<String> {
    let waited: Vec<(&str, WaitingTotals)> =
        backends.filter(|(id, totals)| !filter::is_external(id) && totals.is_large()).collect();
    let named: Vec<String> =
        waited.iter().map(|(id, totals)| format!("{id} {:.0} %", totals.percent())).collect();
    let have_cpu_times = waited.iter().all(|(_, totals)| 2 * totals.n_with_cpu > totals.n_rows);
    let remedies = [
        (!has_one_worker).then_some("use --jobs 1"),
        have_cpu_times.then_some("compare CPU times (`harness rank --metric cpu`)"),
    ];
    let remedies = remedies.into_iter().flatten().collect::<Vec<_>>().join(", or ");
    let remedies = if remedies.is_empty() { remedies } else { format!(": {remedies}") };
    (!waited.is_empty()).then(|| {
        format!(
            "Wall time that was spent waiting for a processor: {}. It is no property of a backend{remedies}.",
            named.join(", ")
        )
    })
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
        caveat([(id, totals(rows))].into_iter(), has_one_worker)
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
        assert!(said.ends_with("simd/a 54 %. It is no property of a backend."), "{said}");
    }
}
