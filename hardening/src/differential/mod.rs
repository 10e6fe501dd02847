//! Random problems on all backends, compared with an oracle (differential, model-based fuzzing, after CaDiCaL's
//! *mobical*).
//!
//! A [`Case`] is a problem, some backends, and a list of calls: solve, trace, or solve together, with limits, and
//! cancelled before they begin or while they run. Each backend has one solver for all calls, so that whatever a call
//! leaves behind meets the next one. A case is drawn from bytes ([`draw`]), random ones or those of libFuzzer, and
//! written as lines ([`trace`]) which can be edited and replayed.
//!
//! [`mod@replay`] runs a case; [`oracle`] knows by brute force what is right, and [`judgement`] compares. [`shrink`] makes a
//! case that fails as small as possible.
//!
//! ```text
//!   bytes ──draw──> Case ──replay──> Complaint ──shrink──> a small Case ──trace──> text
//!                     ▲                                                             │
//!                     └─────────────────────────trace───────────────────────────────┘
//! ```

pub mod case;
pub mod oracle;

pub mod draw;
pub mod trace;

pub mod judgement;

pub mod replay;

pub mod shrink;

pub use self::case::{Call, CallKind, Case, Instance};
pub use self::replay::{Complaint, registered, replay};

/// Draws a case from bytes, and panics if a backend fails it, with the small case that fails as well.
pub fn check_bytes(bytes: &[u8]) {
    let case = draw::case(bytes);
    // A case reads back as the same: otherwise it could not be replayed.
    let text = trace::write(&case);
    assert_eq!(trace::read(&text).as_ref(), Ok(&case), "{text}");
    if let Err(complaint) = replay(&case, &registered) {
        let small = shrink::shrink(&case, &complaint, &registered);
        panic!("{complaint}\nin this case, which is shrunk:\n{}", trace::write(&small));
    }
}
