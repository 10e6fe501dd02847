//! Events as whole numbers.
//!
//! Each event is the index of its kind in [`kinds`] and then its numbers. A literal is twice its variable, plus
//! one if it is negative. A list is its length and its elements; a list of candidates has twice as many numbers as
//! its length: cell, symbol.
//!
//! ```text
//! bet        cell, symbol, alternatives        cover, uncover  item
//! confine    symbol, alternatives,             choose          option, alternatives
//!            cells, other cells: lists         paint           vertex, colour, alternatives
//! deduce     cell, symbol                      decide          literal, level
//! placed     cell, symbol                      imply           literal, the others of its clause: a list
//! step       text, placements, eliminations,   falsify, learn  the literals of the clause: a list
//!            cells of the pattern,             backjump        level
//!            its other cells: lists            known           text: a number of solutions
//! chosen     options: a list                   coloured        the colour of each vertex: a list
//! model      the variables that are true       solution        the symbol of each cell: a list
//! counted    how much each of `COUNTED` grew   left-out        the number of steps that are not there
//! ```
//! Other kinds have no numbers. `placed` is a deduction that an earlier step has explained.

use std::io::Write;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use board::instance::Literal;
use board::{Cell, Geometry, Symbol};
use flate2::Compression;
use flate2::write::DeflateEncoder;
use solvers::logic::table;
use solvers::{Counter, Counters, Event, EventKind, Language, Observer, Step};

/// The kinds that recordings have beside those of events.
const PLACED: u64 = EventKind::ALL.len() as u64;
const LEFT_OUT: u64 = PLACED + 1;

/// Returns the names of the kinds of events, by their numbers.
pub fn kinds() -> Vec<&'static str> {
    let names = EventKind::ALL.iter().map(|kind| kind.name());
    names.chain(["placed", "left-out"]).collect()
}

fn number_of(kind: EventKind) -> u64 {
    EventKind::ALL.iter().position(|it| *it == kind).unwrap_or_default() as u64
}

/// The counters that do not follow from other events. They are told before each choice.
pub const COUNTED: [Counter; 4] =
    [Counter::Removals, Counter::Propagations, Counter::Updates, Counter::Accesses];

/// The number of solutions that are recorded beyond the last recorded step.
const MAX_SOLUTIONS: u64 = 2;

/// Records events.
pub(super) struct EventRecorder<'a> {
    geometry: Option<&'a Geometry>,
    bytes: Vec<u8>,
    texts: Vec<String>,
    texts_fr: Vec<String>,
    encoded: Vec<Option<(usize, usize)>>,
    counted: [u64; COUNTED.len()],
    is_explained: bool,
    n_events: u64,
    n_steps: u64,
    n_steps_shown: u64,
    n_solutions: u64,
    max_steps: u64,
    /// The number of steps that are not there, since the last time that this was recorded.
    n_left_out: u64,
}

/// What was recorded.
pub(super) struct PackedEvents {
    pub(super) events: String,
    pub(super) texts: Vec<String>,
    pub(super) texts_fr: Vec<String>,
    pub(super) encoded: Vec<Option<(usize, usize)>>,
    pub(super) n_events: u64,
    pub(super) n_steps: u64,
    pub(super) n_steps_shown: u64,
}

/// Whether an event is a step, and so counts towards the maximum.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Step,
    Quiet,
    Solution,
}

impl<'a> EventRecorder<'a> {
    pub(super) fn new(geometry: Option<&'a Geometry>, max_steps: u64) -> Self {
        Self {
            geometry,
            bytes: Vec::new(),
            texts: Vec::new(),
            texts_fr: Vec::new(),
            encoded: Vec::new(),
            counted: [0; COUNTED.len()],
            is_explained: false,
            n_events: 0,
            n_steps: 0,
            n_steps_shown: 0,
            n_solutions: 0,
            max_steps,
            n_left_out: 0,
        }
    }

    /// Packs what was recorded.
    pub(super) fn end(mut self) -> PackedEvents {
        self.leave_out();
        let Self { bytes, texts, texts_fr, encoded, n_events, n_steps, n_steps_shown, .. } = self;
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
        // A vector takes every byte.
        let written = encoder.write_all(&bytes).and_then(|()| encoder.finish());
        let events = STANDARD.encode(written.unwrap_or_default());
        PackedEvents { events, texts, texts_fr, encoded, n_events, n_steps, n_steps_shown }
    }

    /// Records how many steps are not there, if any.
    fn leave_out(&mut self) {
        let missing = std::mem::take(&mut self.n_left_out);
        if missing > 0 {
            self.write(LEFT_OUT, [missing]);
        }
    }

    /// Writes an event, unless the maximum is reached.
    fn put(&mut self, role: Role, kind: u64, numbers: impl IntoIterator<Item = u64>) {
        self.n_events += 1;
        let is_full = self.n_steps_shown >= self.max_steps;
        self.n_steps += u64::from(role != Role::Quiet);
        self.n_solutions += u64::from(role == Role::Solution);
        if !is_full {
            self.n_steps_shown += u64::from(role != Role::Quiet);
            self.write(kind, numbers);
        } else if role == Role::Solution && self.n_solutions <= MAX_SOLUTIONS {
            self.n_steps_shown += 1;
            self.leave_out();
            self.write(kind, numbers);
        } else {
            self.n_left_out += u64::from(role != Role::Quiet);
        }
    }

    fn write(&mut self, kind: u64, numbers: impl IntoIterator<Item = u64>) {
        for number in std::iter::once(kind).chain(numbers) {
            self.number(number);
        }
    }

    /// Writes a number in LEB128: seven bits a byte, the lowest first, with a bit that says whether more follow.
    fn number(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.bytes.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.bytes.push(number as u8);
    }

    /// Keeps a text, made by language, and returns its index.
    fn text(&mut self, text: impl Fn(Language) -> String) -> u64 {
        if self.n_steps_shown >= self.max_steps {
            return 0;
        }
        self.texts.push(text(Language::En));
        self.texts_fr.push(text(Language::Fr));
        self.texts.len() as u64 - 1
    }

    /// Writes how much the counters have grown, if they have.
    fn counters(&mut self, counters: &Counters) {
        let now = COUNTED.map(|counter| counters.get(counter));
        if now != self.counted {
            let growth =
                std::array::from_fn::<_, { COUNTED.len() }, _>(|at| now[at] - self.counted[at]);
            self.counted = now;
            self.put(Role::Quiet, number_of(EventKind::Counted), growth);
        }
    }

    fn step(&mut self, technique: &str, step: &Step) {
        let geometry = self.geometry;
        let text = self.text(|language| match (table::technique(technique), geometry) {
            (Some(known), Some(geometry)) => step.explain(known, geometry, language),
            (None, Some(geometry)) => {
                format!("{technique}: {}", step.conclusion(geometry, language))
            }
            (_, None) => technique.to_owned(),
        });
        let pairs = [candidates(&step.placements), candidates(&step.eliminations)].concat();
        let cells = [list(step.cells.iter().copied()), list(step.others.iter().copied())].concat();
        self.put(Role::Step, number_of(EventKind::Step), [vec![text], pairs, cells].concat());
        self.is_explained = true;
    }
}

impl Observer for EventRecorder<'_> {
    fn event(&mut self, event: Event<'_>) {
        use Role::{Quiet, Solution, Step};
        let kind = number_of(event.kind());
        match event {
            Event::Counted { counters } => self.counters(counters),
            Event::Node => self.put(Quiet, kind, []),
            Event::Round => self.put(Quiet, kind, []),
            Event::Pass => self.put(Quiet, kind, []),
            Event::Bet { cell, symbol, alternatives } => {
                self.put(Step, kind, [cell as u64, symbol.into(), alternatives as u64]);
            }
            Event::Confine { symbol, cells, others, alternatives } => {
                let head = vec![symbol.into(), alternatives as u64];
                let cells = [list(cells.iter().copied()), list(others.iter().copied())].concat();
                self.put(Step, kind, [head, cells].concat());
            }
            Event::Deduce { cell, symbol } if self.is_explained => {
                self.put(Quiet, PLACED, [cell as u64, symbol.into()]);
            }
            Event::Deduce { cell, symbol } => {
                self.put(Step, kind, [cell as u64, symbol.into()]);
            }
            Event::Step { technique, step } => self.step(technique, step),
            Event::Cover { item } => self.put(Step, kind, [item as u64]),
            Event::Choose { option, alternatives } => {
                self.put(Step, kind, [option as u64, alternatives as u64]);
            }
            Event::Uncover { item } => self.put(Step, kind, [item as u64]),
            Event::Paint { vertex, colour, alternatives } => {
                self.put(Step, kind, [vertex as u64, colour.into(), alternatives as u64]);
            }
            Event::Encoded { candidates } => {
                let pair = |(cell, symbol): (Cell, Symbol)| (cell, symbol.into());
                self.encoded = candidates.iter().map(|it| it.map(pair)).collect();
                self.put(Quiet, kind, []);
            }
            Event::Assume { literal: decided, level } => {
                self.put(Step, kind, [literal(decided), level as u64]);
            }
            Event::Imply { literal: implied, reason } => {
                self.put(Step, kind, [vec![literal(implied)], literals(reason)].concat());
            }
            Event::Falsify { clause } => self.put(Step, kind, literals(clause)),
            Event::Learn { clause } => self.put(Step, kind, literals(clause)),
            Event::Backjump { level } => self.put(Step, kind, [level as u64]),
            Event::Restart => self.put(Step, kind, []),
            Event::Conflict => self.put(Step, kind, []),
            Event::Undo => self.put(Step, kind, []),
            Event::Known { solutions } => {
                let text = self.text(|_| solutions.to_string());
                self.put(Quiet, kind, [text]);
            }
            Event::Chosen { options } => {
                self.put(Solution, kind, list(options.iter().copied()));
            }
            Event::Coloured { colours } => {
                self.put(Solution, kind, list(colours.iter().map(|&it| it as usize)));
            }
            Event::Model { values } => {
                self.put(Solution, kind, list((0..values.len()).filter(|&it| values[it])));
            }
            Event::Solution { grid } => {
                self.put(Solution, kind, list(grid.iter().map(|&it| it.into())));
            }
            _ => {}
        }
    }
}

fn literal(literal: Literal) -> u64 {
    2 * u64::from(literal.variable()) + u64::from(!literal.is_positive())
}

fn literals(clause: &[Literal]) -> Vec<u64> {
    let numbers = clause.iter().map(|&it| literal(it));
    std::iter::once(clause.len() as u64).chain(numbers).collect()
}

fn list(numbers: impl Iterator<Item = usize>) -> Vec<u64> {
    let mut list = vec![0];
    list.extend(numbers.map(|it| it as u64));
    list[0] = list.len() as u64 - 1;
    list
}

fn candidates(all: &[(Cell, Symbol)]) -> Vec<u64> {
    let pairs = all.iter().flat_map(|&(cell, symbol)| [cell as u64, symbol.into()]);
    std::iter::once(all.len() as u64).chain(pairs).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_beyond_the_maximum_are_counted_and_two_solutions_are_kept() {
        let mut recorder = EventRecorder::new(None, 2);
        let bet = Event::Bet { cell: 300, symbol: 1, alternatives: 2 };
        let solution = Event::Solution { grid: &[1, 0] };
        for event in [Event::Node, bet, Event::Undo, bet, bet, solution, solution, bet, solution] {
            recorder.event(event);
        }
        let [node, bet, undo, solution, left] = ["node", "bet", "undo", "solution", "left-out"]
            .map(|name| kinds().iter().position(|kind| *kind == name).expect("a kind") as u8);
        recorder.leave_out();
        let solved = [solution, 2, 1, 0];
        let left_out = |n| [left, n];
        let expected =
            [&[node, bet, 0xac, 2, 1, 2, undo][..], &left_out(2), &solved, &solved, &left_out(2)];
        assert_eq!(recorder.bytes, expected.concat());
        assert_eq!((recorder.n_steps, recorder.n_steps_shown), (8, 4));
    }

    #[test]
    fn the_kinds_whose_numbers_the_page_counts_are_recorded() {
        let script = include_str!("../page/unpack.js");
        let (_, lengths) = script.split_once("LENGTHS = {").expect("a table");
        let (lengths, _) = lengths.split_once('}').expect("its end");
        let names = lengths.split(',').filter_map(|it| it.split_once(':'));
        let names: Vec<&str> = names.map(|(name, _)| name.trim().trim_matches('"')).collect();
        assert_eq!(names.iter().find(|name| !kinds().contains(name)), None);
        assert!(names.contains(&"decide"), "{names:?}");
    }
}
