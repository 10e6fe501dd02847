//! What a program that stays alive uses for a trial, measured from outside.

use crate::machine::processes::{self, CpuTime};

/// What the processes of a program use for a trial, measured from outside.
pub(super) struct Usage {
    root: u32,
    /// Whether memory is measured.
    memory: bool,
    cpu: Option<CpuTime>,
}

impl Usage {
    /// Begins to measure a process and its descendants.
    pub(super) fn begin(root: u32, memory: bool) -> Self {
        if memory {
            processes::forget_peaks(root);
        }
        Self { root, memory, cpu: processes::cpu_time(root) }
    }

    /// Returns the CPU time, and the peak of the memory: the largest sum that was `seen`, or the peak of one process.
    pub(super) fn end(&self, seen: Option<u64>) -> (Option<u64>, Option<u64>) {
        let cpu = processes::cpu_time(self.root).zip(self.cpu);
        let cpu_ns = cpu.and_then(|(now, before)| now.since(before));
        let peak = self.memory.then(|| processes::largest_peak(self.root)).flatten();
        (cpu_ns, peak.max(seen.filter(|_| self.memory)))
    }
}
