//! Lessons: a search recorded event by event, and the page that plays it.
//!
//! - [`record`](record::record) runs a backend on a problem, and keeps what it reports as a [`Lesson`];
//! - [`page`](page::page) makes one HTML file of lessons, which loads nothing.
//!
//! The crate reads no file and no clock and starts no thread, so it also runs in a browser. There, the page
//! shows what was just recorded: its script has a global function `showLessons(lessons)`, which takes an array
//! of lessons as JSON, and returns a promise.
//!
//! # The shape of a lesson
//!
//! ```json
//! { "name": "#1",
//!   "backend": { "id": "cover/dlx", "about": "…", "method": ["…", "…", "…"], "method_fr": "…" },
//!   "problem": { "kind": "puzzle", … },
//!   "kinds": ["node", "round", …],
//!   "texts": ["hidden single: 9 has one place left in row 6, r6c2; so r6c2=9", …],
//!   "texts_fr": ["singleton caché : dans la ligne 6, …", …],
//!   "encoded": [[0, 3], null, …],
//!   "events": "…",
//!   "n_events": 4231, "n_steps": 3120, "n_steps_shown": 3120, "level": null,
//!   "outcome": { "stop": "exhausted", "solutions": 1, "counters": { "nodes": 12, … } },
//!   "code": { "algorithm": ["…", "…"], "lines": [["…", "…"], …], "at": [["node", 0], …], "source": "…" },
//!   "essay": "…", "essay_fr": "…" }
//! ```
//!
//! `problem` is what does not change ([`record::Pictured`]), `encoded` the candidate of each variable of a
//! formula. `events` are whole numbers in LEB128, compressed (deflate) and in base 64. Each event is the index
//! of its kind in `kinds`, followed by its numbers ([`record::events`]). Some events are *steps*: those that
//! `harness solve --steps` prints. The others belong to the step that follows. A long search is
//! sampled: `level` is the one up to which all steps are there ([`record()`]).

pub mod page;
pub mod record;

pub use page::page;
pub use record::{Lesson, record};
