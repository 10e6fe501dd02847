//! How much slower a worker became beside busy neighbours, before the run.

use serde::{Deserialize, Serialize};

use crate::median::median;

/// The inflation beyond which the times of a run cannot stand without a word of caution.
pub const TOLERANCE: f64 = 1.05;

/// One measurement of the block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sample {
    /// Its wall time.
    pub wall_ns: u64,
    /// Its thread CPU time, where there is such a clock.
    pub cpu_ns: Option<u64>,
}

/// What the probe found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Interference {
    /// How many workers there were, the measured one among them.
    pub jobs: usize,
    /// The median wall time of the block alone.
    pub alone_ns: u64,
    /// The median wall time of the block beside busy neighbours.
    pub beside_ns: u64,
    /// The second over the first.
    pub inflation: f64,
    /// The same ratio of thread CPU times, where there is such a clock.
    pub cpu_inflation: Option<f64>,
    /// The measurements alone, in their order.
    pub alone: Vec<Sample>,
    /// The measurements beside neighbours, each taken after the one alone of the same place.
    pub beside: Vec<Sample>,
}

impl Interference {
    /// Sums up measurements; none when there is none of a kind.
    pub fn of(jobs: usize, alone: Vec<Sample>, beside: Vec<Sample>) -> Option<Self> {
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

    /// Whether every table of the times of such a run has to say so.
    pub fn exceeds_tolerance(&self) -> bool {
        self.inflation > TOLERANCE
    }

    /// Which part of the wall time a worker alone was on a core: less than all of it when somebody
    /// else was there, on the machine or on its host. None where there is no thread CPU clock.
    pub fn share_alone(&self) -> Option<f64> {
        median_cpu(&self.alone).zip(median_wall(&self.alone)).map(|(cpu, wall)| cpu / wall)
    }

    /// How far the measurements alone lie apart, as a part of their median. An inflation below it
    /// may be chance.
    pub fn spread_alone(&self) -> f64 {
        let walls = || self.alone.iter().map(|sample| sample.wall_ns);
        let apart = walls().max().unwrap_or_default() - walls().min().unwrap_or_default();
        apart as f64 / self.alone_ns.max(1) as f64
    }
}

fn median_wall(samples: &[Sample]) -> Option<f64> {
    let walls: Vec<u64> = samples.iter().map(|sample| sample.wall_ns).collect();
    median(&walls).filter(|&middle| middle > 0.0)
}

fn median_cpu(samples: &[Sample]) -> Option<f64> {
    let times: Vec<u64> = samples.iter().filter_map(|sample| sample.cpu_ns).collect();
    median(&times).filter(|&middle| middle > 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples(walls: [u64; 3]) -> Vec<Sample> {
        walls.map(|wall_ns| Sample { wall_ns, cpu_ns: Some(wall_ns / 2) }).to_vec()
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
