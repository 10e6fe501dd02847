//! What is said of the number of solutions, and what that says of other such statements.

use crate::words::Status;

/// A statement about how many solutions there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// So many, and no more.
    Exactly(u64),
    /// So many, and perhaps more.
    AtLeast(u64),
}

impl Claim {
    /// What an answer says.
    pub fn of(status: Status, solutions: u64) -> Self {
        match status {
            Status::Unique => Self::Exactly(1),
            Status::Impossible => Self::Exactly(0),
            Status::Counted => Self::Exactly(solutions),
            _ => Self::AtLeast(solutions),
        }
    }

    /// Whether so many different grids are all that is claimed.
    pub fn is_proved_by(self, grids: u64) -> bool {
        matches!(self, Self::AtLeast(n) if n <= grids)
    }

    /// Whether both cannot be true.
    pub fn contradicts(self, other: Self) -> bool {
        match (self, other) {
            (Self::Exactly(n), Self::Exactly(m)) => n != m,
            (Self::Exactly(n), Self::AtLeast(m)) | (Self::AtLeast(m), Self::Exactly(n)) => n < m,
            (Self::AtLeast(_), Self::AtLeast(_)) => false,
        }
    }

    /// Whether `other` says as much: a lower bound supports no exact number.
    pub fn is_supported_by(self, other: Self) -> bool {
        match (self, other) {
            (Self::Exactly(_), _) => self == other,
            (Self::AtLeast(n), Self::Exactly(m) | Self::AtLeast(m)) => n <= m,
        }
    }
}
