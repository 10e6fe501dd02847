//! stand-in
use std::time::Duration;
/// stand-in
#[derive(Clone, Copy, Debug)]
pub struct ClockCosts {
    /// stand-in
    pub instant_ns: u64,
    /// stand-in
    pub thread_cpu_ns: Option<u64>,
}
impl ClockCosts {
    /// stand-in
    pub fn measure() -> Self {
        Self { instant_ns: 32, thread_cpu_ns: None }
    }
}
/// stand-in
pub struct ThreadClock;
impl ThreadClock {
    /// stand-in
    pub fn now() -> Option<Duration> {
        None
    }
}
