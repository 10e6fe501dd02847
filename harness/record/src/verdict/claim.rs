//! Claims about the number of solutions.

use std::fmt;

use board::Count;

use crate::words::Status;

/// A claim about the number of solutions.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Claim {
    /// Exactly this number.
    Exactly(Count),
    /// This number or more.
    AtLeast(Count),
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exactly(Count::ONE) => f.write_str("1 solution"),
            Self::Exactly(solutions) => write!(f, "{solutions} solutions"),
            Self::AtLeast(Count::ONE) => f.write_str("at least 1 solution"),
            Self::AtLeast(solutions) => write!(f, "at least {solutions} solutions"),
        }
    }
}

impl Claim {
    /// Returns the claim of an answer.
    pub fn of(status: Status, solutions: Count) -> Self {
        match status {
            Status::Unique => Self::Exactly(Count::ONE),
            Status::Impossible => Self::Exactly(Count::ZERO),
            Status::Counted => Self::Exactly(solutions),
            _ => Self::AtLeast(solutions),
        }
    }

    /// Returns whether this number of distinct grids proves the claim.
    pub fn is_proved_by(&self, grids: u64) -> bool {
        matches!(self, Self::AtLeast(n) if *n <= grids)
    }

    /// Returns whether the claims cannot both be true.
    pub fn contradicts(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Exactly(n), Self::Exactly(m)) => n != m,
            (Self::Exactly(n), Self::AtLeast(m)) | (Self::AtLeast(m), Self::Exactly(n)) => n < m,
            (Self::AtLeast(_), Self::AtLeast(_)) => false,
        }
    }

    /// Returns whether `other` implies this claim: a lower bound supports no exact number.
    pub fn is_supported_by(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Exactly(_), _) => self == other,
            (Self::AtLeast(n), Self::Exactly(m) | Self::AtLeast(m)) => n <= m,
        }
    }
}
