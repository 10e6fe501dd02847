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
//! counted    how much each of `COUNTED` grew   below, left-out  what events that are not there have counted
//! ```
//!
//! `below` and `left-out` have eleven numbers, a tally. After `below`, the search is at the
//! level of the lesson; after `left-out`, its state is unknown. Other kinds have no numbers. `placed` is a deduction
//! that an earlier step has explained.

use std::collections::HashMap;
use std::io::Write;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use board::instance::Literal;
use board::{Cell, Geometry, Symbol};
use flate2::Compression;
use flate2::write::DeflateEncoder;
use solvers::logic::table;
use solvers::{Counter, Counters, Event, EventKind, Language, Observer, Step};

use super::sample::{Recorded, Sample, Tally};

/// The kinds that recordings have beside those of events.
const PLACED: u64 = EventKind::ALL.len() as u64;
const LEFT_OUT: u64 = PLACED + 1;
const BELOW: u64 = LEFT_OUT + 1;

/// Returns the names of the kinds of events, by their numbers.
pub fn kinds() -> Vec<&'static str> {
    let names = EventKind::ALL.iter().map(|kind| kind.name());
    names.chain(["placed", "left-out", "below"]).collect()
}

fn number_of(kind: EventKind) -> u64 {
    EventKind::ALL.iter().position(|it| *it == kind).unwrap_or_default() as u64
}

/// The counters that do not follow from other events. They are told before each choice.
pub const COUNTED: [Counter; 4] =
    [Counter::Removals, Counter::Propagations, Counter::Updates, Counter::Accesses];

/// The places of a [`Tally`], after the steps.
const NODES: usize = 1;
const BETS: usize = 2;
const CONFLICTS: usize = 3;
const DEDUCTIONS: usize = 4;
const IMPLIED: usize = 5;
const LEARNT: usize = 6;
const GROWTH: usize = 7;

/// Records events.
pub(super) struct EventRecorder<'a> {
    geometry: Option<&'a Geometry>,
    sample: Sample,
    texts: Vec<String>,
    texts_fr: Vec<String>,
    encoded: Vec<Option<(usize, usize)>>,
    /// The number of open bets.
    level: usize,
    /// The level at which each covered item was covered.
    covered: HashMap<usize, usize>,
    counted: [u64; COUNTED.len()],
    is_explained: bool,
    n_events: u64,
    n_steps: u64,
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
    pub(super) level: Option<usize>,
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
            sample: Sample::new(max_steps),
            texts: Vec::new(),
            texts_fr: Vec::new(),
            encoded: Vec::new(),
            level: 0,
            covered: HashMap::new(),
            counted: [0; COUNTED.len()],
            is_explained: false,
            n_events: 0,
            n_steps: 0,
        }
    }

    /// Packs what was recorded.
    pub(super) fn end(self) -> PackedEvents {
        let Self { sample, texts, texts_fr, encoded, n_events, n_steps, .. } = self;
        let (n_steps_shown, level) = (sample.n_steps(), sample.limit());
        let bytes = sample.end(|bytes, gap| {
            let kind = if gap.is_lost { LEFT_OUT } else { BELOW };
            std::iter::once(kind).chain(gap.tally).for_each(|it| put_number(bytes, it));
        });
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
        // A vector takes every byte.
        let written = encoder.write_all(&bytes).and_then(|()| encoder.finish());
        let events = STANDARD.encode(written.unwrap_or_default());
        PackedEvents { events, texts, texts_fr, encoded, n_events, n_steps, n_steps_shown, level }
    }

    /// Writes an event of the level that is open.
    fn put(&mut self, role: Role, kind: u64, numbers: impl IntoIterator<Item = u64>) {
        self.put_counting(role, kind, numbers, |_| {});
    }

    /// Writes an event, with what it counts.
    fn put_counting(
        &mut self,
        role: Role,
        kind: u64,
        numbers: impl IntoIterator<Item = u64>,
        count: impl FnOnce(&mut Tally),
    ) {
        let mut tally = [0; 11];
        tally[0] = u64::from(role != Role::Quiet);
        count(&mut tally);
        self.n_events += 1;
        self.n_steps += tally[0];
        let mut bytes = Vec::new();
        std::iter::once(kind).chain(numbers).for_each(|it| put_number(&mut bytes, it));
        let is_solution = role == Role::Solution;
        self.sample.push(&Recorded { level: self.level, tally, is_solution }, &bytes);
    }

    /// Writes a choice among alternatives, which is a bet if there are several.
    fn choice(&mut self, kind: u64, numbers: impl IntoIterator<Item = u64>, is_bet: bool) {
        self.level += usize::from(is_bet);
        let counted = if is_bet { BETS } else { DEDUCTIONS };
        self.put_counting(Role::Step, kind, numbers, |tally| tally[counted] = 1);
    }

    fn counted(
        &mut self,
        role: Role,
        kind: u64,
        numbers: impl IntoIterator<Item = u64>,
        at: usize,
    ) {
        self.put_counting(role, kind, numbers, |tally| tally[at] = 1);
    }

    /// Keeps a text, made by language, and returns its index.
    fn text(&mut self, text: impl Fn(Language) -> String) -> u64 {
        if self.sample.is_full() {
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
            let count = |tally: &mut Tally| tally[GROWTH..].copy_from_slice(&growth);
            self.put_counting(Role::Quiet, number_of(EventKind::Counted), growth, count);
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
            Event::Node => self.counted(Quiet, kind, [], NODES),
            Event::Round => self.put(Quiet, kind, []),
            Event::Pass => self.put(Quiet, kind, []),
            Event::Bet { cell, symbol, alternatives } => {
                let numbers = [cell as u64, symbol.into(), alternatives as u64];
                self.choice(kind, numbers, alternatives > 1);
            }
            Event::Confine { symbol, cells, others, alternatives } => {
                let head = vec![symbol.into(), alternatives as u64];
                let cells = [list(cells.iter().copied()), list(others.iter().copied())].concat();
                self.choice(kind, [head, cells].concat(), true);
            }
            Event::Deduce { cell, symbol } if self.is_explained => {
                self.counted(Quiet, PLACED, [cell as u64, symbol.into()], DEDUCTIONS);
            }
            Event::Deduce { cell, symbol } => {
                self.counted(Step, kind, [cell as u64, symbol.into()], DEDUCTIONS);
            }
            Event::Step { technique, step } => self.step(technique, step),
            Event::Cover { item } => {
                self.covered.insert(item, self.level);
                self.counted(Step, kind, [item as u64], IMPLIED);
            }
            Event::Choose { option, alternatives } => {
                self.choice(kind, [option as u64, alternatives as u64], alternatives > 1);
            }
            Event::Uncover { item } => {
                // It is there if the cover is, which for the items of an option comes before the bet.
                let covered = self.covered.remove(&item).unwrap_or(self.level);
                let level = std::mem::replace(&mut self.level, covered);
                self.put(Step, kind, [item as u64]);
                self.level = level;
            }
            Event::Paint { vertex, colour, alternatives } => {
                let numbers = [vertex as u64, colour.into(), alternatives as u64];
                self.choice(kind, numbers, alternatives > 1);
            }
            Event::Encoded { candidates } => {
                let pair = |(cell, symbol): (Cell, Symbol)| (cell, symbol.into());
                self.encoded = candidates.iter().map(|it| it.map(pair)).collect();
                self.put(Quiet, kind, []);
            }
            Event::Assume { literal: decided, level } => {
                self.level = level - 1;
                self.choice(kind, [literal(decided), level as u64], true);
            }
            Event::Imply { literal: implied, reason } => {
                let numbers = [vec![literal(implied)], literals(reason)].concat();
                self.counted(Step, kind, numbers, IMPLIED);
            }
            Event::Falsify { clause } => self.put(Step, kind, literals(clause)),
            Event::Learn { clause } => self.counted(Step, kind, literals(clause), LEARNT),
            Event::Backjump { level } => {
                self.level = level;
                self.put(Step, kind, [level as u64]);
            }
            Event::Restart => self.put(Step, kind, []),
            Event::Conflict => self.counted(Step, kind, [], CONFLICTS),
            Event::Undo => {
                self.put(Step, kind, []);
                self.level = self.level.saturating_sub(1);
            }
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

/// Writes a number in LEB128: seven bits a byte, the lowest first, with a bit that says whether more follow.
fn put_number(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
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
