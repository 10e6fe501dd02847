//! The clock that limits and phases read: the one place of the crate that does.
//!
//! WebAssembly without a host (`wasm32-unknown-unknown`) has no clock, and [`std::time::Instant::now`]
//! panics there. A clock that stands still takes its place: a deadline is never met and each phase
//! takes no time. A page that runs a solver stops it by ending its worker, and reads the time itself.

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub(super) use std::time::Instant;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub(super) use stopped::Instant;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod stopped {
    use std::ops::Sub;
    use std::time::Duration;

    /// A point in time, since the clock started: always zero, or a deadline.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub(in crate::contract) struct Instant(Duration);

    impl Instant {
        pub(in crate::contract) fn now() -> Self {
            Self(Duration::ZERO)
        }

        pub(in crate::contract) fn checked_add(self, duration: Duration) -> Option<Self> {
            self.0.checked_add(duration).map(Self)
        }
    }

    impl Sub for Instant {
        type Output = Duration;

        fn sub(self, earlier: Self) -> Duration {
            self.0.saturating_sub(earlier.0)
        }
    }
}
