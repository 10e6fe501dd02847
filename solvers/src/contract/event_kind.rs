//! The kinds of events, without what they carry: what tables and pages refer to.

use super::Event;

/// Generates [`EventKind`] from the variants of [`Event`].
macro_rules! event_kinds {
    ($($kind:ident $name:literal,)+) => {
        /// The kind of an [`Event`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum EventKind {
            $(#[doc = concat!("[`Event::", stringify!($kind), "`].")] $kind,)+
        }

        impl EventKind {
            /// All kinds.
            pub const ALL: &[Self] = &[$(Self::$kind,)+];

            /// Returns the name of the kind in data that programs read.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$kind => $name,)+
                }
            }
        }

        impl Event<'_> {
            /// Returns the kind of the event.
            pub const fn kind(&self) -> EventKind {
                match self {
                    $(Self::$kind { .. } => EventKind::$kind,)+
                }
            }
        }
    };
}

event_kinds! {
    Counted "counted",
    Node "node",
    Round "round",
    Pass "pass",
    Bet "bet",
    Confine "confine",
    Deduce "deduce",
    Step "step",
    Cover "cover",
    Choose "choose",
    Close "close",
    Uncover "uncover",
    Paint "paint",
    Encoded "encoded",
    Assume "decide",
    Imply "imply",
    Falsify "falsify",
    Learn "learn",
    Backjump "backjump",
    Restart "restart",
    Conflict "conflict",
    Undo "undo",
    Known "known",
    Chosen "chosen",
    Coloured "coloured",
    Model "model",
    Solution "solution",
}
