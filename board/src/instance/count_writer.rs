//! Writes certificates of counts, line by line: `docs/count-certificates.md` defines the format. It keeps
//! no line, so a certificate may be larger than the memory.

use std::fmt::Write;
use std::ops::ControlFlow;

use super::count_states::{CountStates, State, hex};
use super::count_words::{header, items_line};
use super::exact_cover::{ExactCover, Item};
use crate::Count;

/// What a certificate says of a state that an option leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountChild {
    /// No item is open.
    Covered,
    /// No option of an open item fits: of this one, or of the first one in the order of the certificate.
    Dead(Option<Item>),
    /// The state has a line of its own, with this number.
    Line(u64),
}

/// Receives the lines of a certificate, each with its line feed, and may ask for no more.
pub type CountSink<'a> = dyn FnMut(&[u8]) -> ControlFlow<()> + 'a;

/// A certificate that is being written.
pub struct CountWriter<'a> {
    problem: &'a ExactCover,
    hash: String,
    out: &'a mut CountSink<'a>,
    states: CountStates<'a, 1>,
    /// A state and the one after it, to find that of a line by its options.
    state: [State<1>; 2],
    /// The number of lines so far.
    lines: u64,
    text: String,
}

impl<'a> CountWriter<'a> {
    /// Returns the writer of a certificate for a problem with this hash.
    pub fn new(problem: &'a ExactCover, hash: &str, out: &'a mut CountSink<'a>) -> Self {
        let states = CountStates::new(problem, &[]);
        let hash = hash.to_string();
        Self {
            problem,
            hash,
            out,
            states,
            state: Default::default(),
            lines: 0,
            text: String::new(),
        }
    }

    /// Writes the lines before all states, with the primary items in this order.
    pub fn begin(&mut self, order: &[Item]) -> ControlFlow<()> {
        self.states = CountStates::new(self.problem, order);
        self.text += &header(&self.hash);
        self.end_line()?;
        self.text += &items_line(self.problem, order);
        self.end_line().map_continue(drop)
    }

    /// Writes the line of the state after the options in `chosen`, or of the part of it that has these `open` items: the
    /// options of an item that fit, in the order of the problem, with the states that they lead to. No item is the
    /// first open one. Returns the state.
    pub fn sum(
        &mut self,
        chosen: &[usize],
        open: Option<&[Item]>,
        item: Option<Item>,
        children: &[(usize, CountChild)],
    ) -> ControlFlow<(), CountChild> {
        let live = children.iter().find(|(_, child)| !matches!(child, CountChild::Dead(_)));
        let is_plain = self.problem.items() == self.problem.primary();
        match live.filter(|_| is_plain) {
            Some((option, _)) => self.text += &(option + 1).to_string(),
            None => {
                let [mut state, mut after] = std::mem::take(&mut self.state);
                state.clone_from(&self.states.whole);
                for &option in chosen {
                    self.states.after(option as u32, &state, &mut after);
                    std::mem::swap(&mut state, &mut after);
                }
                if let Some(open) = open {
                    let names = open.iter().map(|&item| self.problem.name(item));
                    self.states.restrict(&mut state, names);
                }
                self.text += "=";
                self.text += &hex(&state);
                self.state = [state, after];
            }
        }
        if let Some(item) = item {
            self.text += " @";
            self.text += self.problem.name(item);
        }
        children.iter().for_each(|&(_, child)| self.child(child));
        self.end_line()
    }

    /// Writes the line of the union of states that are independent of each other. Returns this state.
    pub fn product(&mut self, parts: &[CountChild]) -> ControlFlow<(), CountChild> {
        self.text += "*";
        parts.iter().for_each(|&part| self.child(part));
        self.end_line()
    }

    /// Writes the last line, about the state in which nothing is chosen.
    pub fn finish(&mut self, whole: CountChild, solutions: &Count) -> ControlFlow<()> {
        let _ = write!(self.text, "solutions {solutions}");
        self.child(whole);
        self.end_line().map_continue(drop)
    }

    fn child(&mut self, child: CountChild) {
        let _ = match child {
            CountChild::Covered => self.text.write_str(" ."),
            CountChild::Dead(None) => self.text.write_str(" x"),
            CountChild::Dead(Some(item)) => write!(self.text, " x@{}", self.problem.name(item)),
            CountChild::Line(line) => write!(self.text, " {line}"),
        };
    }

    fn end_line(&mut self) -> ControlFlow<(), CountChild> {
        self.text.push('\n');
        self.lines += 1;
        (self.out)(self.text.as_bytes())?;
        self.text.clear();
        ControlFlow::Continue(CountChild::Line(self.lines))
    }
}
