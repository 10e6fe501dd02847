//! The interference probe before a run: how much busy neighbours slow a worker down.

use serde::{Deserialize, Serialize};

use crate::median::median;

/// The maximum inflation without a caveat on the times of a run.
pub const TOLERANCE: f64 = 1.05;

/// One measurement of the workload.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProbeSample {
    /// The wall time.
    pub wall_ns: u64,
    /// The thread CPU time, if there is such a clock.
    pub cpu_ns: Option<u64>,
}

/// The result of the probe.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Interference {
    /// The number of workers, including the measured one.
    pub jobs: usize,
    /// The median wall time of the workload alone.
    pub alone_ns: u64,
    /// The median wall time of the workload beside busy neighbours.
    pub beside_ns: u64,
    /// The ratio of `beside_ns` to `alone_ns`.
    pub inflation: f64,
    /// The same ratio of thread CPU times, if there is such a clock.
    pub cpu_inflation: Option<f64>,
    /// The measurements alone, in order.
    pub alone: Vec<ProbeSample>,
    /// The measurements beside neighbours, each taken after the one alone with the same index.
    pub beside: Vec<ProbeSample>,
}

impl Interference {
    /// Evaluates measurements; `None` if either kind is missing.
    pub fn of(jobs: usize, alone: Vec<ProbeSample>, beside: Vec<ProbeSample>) -> Option<Self> {
        let (alone_ns, beside_ns) = (median_wall(&alone)?, median_wall(&beside)?);
        let cpu = median_cpu(&alone).zip(median_cpu(&beside));
        Some(Self {
            jobs,
            alone_ns: alone_ns as u64,
            beside_ns: beside_ns as u64,
            inflation: beside_ns / alone_ns,
            cpu_inflation: cpu.map(|(alone, beside)| beside / alone),
            alone,
            beside,
        })
    }

    /// Returns whether every table of the times of such a run has to say so.
    pub fn exceeds_tolerance(&self) -> bool {
        self.inflation > TOLERANCE
    }

    /// Returns the share of the wall time during which a worker alone was running: below 1 if other programs competed,
    /// on the machine or on its host. `None` without a thread CPU clock.
    pub fn share_alone(&self) -> Option<f64> {
        median_cpu(&self.alone).zip(median_wall(&self.alone)).map(|(cpu, wall)| cpu / wall)
    }

    /// Returns the range of the measurements alone relative to their median. An inflation below it
    /// may be chance.
    pub fn spread_alone(&self) -> f64 {
        let walls = || self.alone.iter().map(|sample| sample.wall_ns);
        let apart = walls().max().unwrap_or_default() - walls().min().unwrap_or_default();
        apart as f64 / self.alone_ns.max(1) as f64
    }
}

fn median_wall(samples: &[ProbeSample]) -> Option<f64> {
    let walls: Vec<u64> = samples.iter().map(|sample| sample.wall_ns).collect();
    median(&walls).filter(|&middle| middle > 0.0)
}

fn median_cpu(samples: &[ProbeSample]) -> Option<f64> {
    let times: Vec<u64> = samples.iter().filter_map(|sample| sample.cpu_ns).collect();
    median(&times).filter(|&middle| middle > 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples(walls: [u64; 3]) -> Vec<ProbeSample> {
        walls.map(|wall_ns| ProbeSample { wall_ns, cpu_ns: Some(wall_ns / 2) }).to_vec()
    }

    #[test]
    fn inflation_is_the_ratio_of_medians() {
        let found = Interference::of(2, samples([100, 90, 800]), samples([130, 120, 10]));
        let found = found.expect("samples");
        assert_eq!((found.alone_ns, found.beside_ns), (100, 120));
        assert_eq!((found.inflation, found.cpu_inflation), (1.2, Some(1.2)));
        assert!(found.exceeds_tolerance());
        assert_eq!(found.spread_alone(), 7.1);
        assert_eq!(found.share_alone(), Some(0.5));
        assert_eq!(Interference::of(2, Vec::new(), samples([1, 1, 1])), None);
    }
}
