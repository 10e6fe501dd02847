//! Parses messages.

use std::str::{FromStr, SplitWhitespace};

use record::{Granularity, Task};
use solvers::{Counter, Stop};

use super::{
    Activity, Answer, AnswerStatus, Hello, Keyword, ProtocolError, Reply, Request, Solve, VERSION,
};

/// The maximum number of digits of a count: reading a number takes time that is quadratic in its length.
const MAX_DIGITS: usize = 20_000;

impl FromStr for Request {
    type Err = ProtocolError;

    fn from_str(line: &str) -> Result<Self, ProtocolError> {
        let mut line = Line::new(line);
        Ok(match line.word() {
            Some("geometry") => {
                line.verb = "geometry";
                let number = line.need("number", number)?;
                let description = line.words.by_ref().collect::<Vec<_>>().join(" ");
                if description.is_empty() {
                    return Err(line.missing("name"));
                }
                Self::Geometry(number, description)
            }
            Some("block") => {
                line.verb = "block";
                Self::Block(line.need("size", number)? as usize)
            }
            Some("solve") => Self::Solve(Solve::read(line)?),
            Some("quit") => Self::Quit,
            verb => return Err(ProtocolError::Verb(verb.unwrap_or_default().into())),
        })
    }
}

impl Solve {
    fn read(mut line: Line<'_>) -> Result<Self, ProtocolError> {
        line.verb = "solve";
        let id = line.need("id", number)?;
        let puzzle = line.need("puzzle", |word| Some(word.to_owned()))?;
        let mut solve = Self {
            id,
            puzzle,
            geometry: 0,
            task: Task::Unique,
            limit_ns: None,
            limit_nodes: None,
            limit_rounds: None,
            limit_solutions: None,
            marks: None,
            peak: false,
        };
        for (key, value) in line.pairs() {
            match key {
                "geometry" => solve.geometry = need("geometry", value, number)?,
                "task" => solve.task = need("task", value, Task::of_keyword)?,
                "limit_ns" => solve.limit_ns = optional("limit_ns", value, number)?,
                // A precise `limit_ns` follows, unless another program sent the request.
                "limit_ms" => {
                    let limit_ms = optional("limit_ms", value, number)?;
                    solve.limit_ns = limit_ms.map(|limit| limit.saturating_mul(1_000_000));
                }
                "limit_nodes" => solve.limit_nodes = optional("limit_nodes", value, number)?,
                "limit_rounds" => solve.limit_rounds = optional("limit_rounds", value, number)?,
                "limit_solutions" => {
                    solve.limit_solutions = optional("limit_solutions", value, number)?;
                }
                "marks" => solve.marks = optional("marks", value, marks)?,
                "peak" => solve.peak = value == "yes",
                _ => {}
            }
        }
        Ok(solve)
    }
}

impl FromStr for Reply {
    type Err = ProtocolError;

    fn from_str(line: &str) -> Result<Self, ProtocolError> {
        let mut line = Line::new(line);
        Ok(match line.word() {
            Some("hello") => Self::Hello(Hello::read(line)?),
            Some("doing") => {
                line.verb = "doing";
                Self::Activity(
                    line.need("id", number)?,
                    line.need("activity", Activity::of_keyword)?,
                )
            }
            Some("step") => {
                line.verb = "step";
                let id = line.need("id", number)?;
                Self::Step(id, line.words.collect::<Vec<_>>().join(" "))
            }
            Some("result") => Self::Result(Box::new(Answer::read(line)?)),
            verb => return Err(ProtocolError::Verb(verb.unwrap_or_default().into())),
        })
    }
}

impl Hello {
    fn read(mut line: Line<'_>) -> Result<Self, ProtocolError> {
        line.verb = "hello";
        line.need("version", |word| (word == VERSION).then_some(()))?;
        let mut hello = Self::default();
        for (key, value) in line.pairs().filter(|(_, value)| *value != "-") {
            let list = || value.split(',').filter(|word| !word.is_empty());
            match key {
                "name" => hello.name = Some(value.into()),
                "version" => hello.version = Some(value.into()),
                "geometries" => hello.geometries = list().map(Into::into).collect(),
                "relations" => hello.relations = list().map(Into::into).collect(),
                "tasks" => hello.tasks = Some(list().filter_map(Task::of_keyword).collect()),
                "marks" => hello.marks = value == "yes",
                "blocks" => hello.blocks = value == "yes",
                _ => {}
            }
        }
        Ok(hello)
    }
}

impl Answer {
    fn read(mut line: Line<'_>) -> Result<Self, ProtocolError> {
        line.verb = "result";
        let id = line.need("id", number)?;
        let status = line.need("status", AnswerStatus::of_keyword)?;
        let text = |word: &str| Some(word.to_owned());
        let mut answer = Self::new(id, status);
        let time = line.word().ok_or(line.missing("time"))?;
        answer.wall_ns = optional("time", time, number)?;
        answer.first = optional("solution", line.word().unwrap_or("-"), text)?;
        // A carriage return cannot be written.
        let error = line.error.filter(|error| !matches!(*error, "" | "-"));
        answer.error = error.map(|error| error.replace(['\n', '\r'], " "));
        for (key, value) in line.pairs() {
            // The former name of the counter.
            let key = if key == "strikes" { "removals" } else { key };
            match Counter::ALL.into_iter().find(|counter| counter.name() == key) {
                Some(counter) => {
                    let value = optional(counter.name(), value, number)?;
                    answer.counters.extend(value.map(|value| (counter, value)));
                }
                None => answer.set(key, value)?,
            }
        }
        Ok(answer)
    }

    /// Sets the field of a key that is not a counter. Ignores unknown keys.
    fn set(&mut self, key: &str, value: &str) -> Result<(), ProtocolError> {
        match key {
            "second" => self.second = optional("second", value, |word| Some(word.to_owned()))?,
            "solutions" => {
                let count = |word: &str| match word.len() {
                    ..=MAX_DIGITS => word.parse().ok(),
                    _ => None,
                };
                self.solutions = optional("solutions", value, count)?;
            }
            "stop" => self.stop = optional("stop", value, Stop::of_keyword)?,
            "partial" => self.partial = optional("partial", value, |word| Some(word.to_owned()))?,
            "left" => self.left = optional("left", value, marks)?,
            "techniques" => {
                self.techniques = optional("techniques", value, counts)?.unwrap_or_default();
            }
            "wall_error_ns" => {
                self.wall_error_ns = optional("wall_error_ns", value, number)?;
            }
            "cpu_ns" => self.cpu_ns = optional("cpu_ns", value, number)?,
            "granularity" => {
                self.granularity = optional("granularity", value, Granularity::of_keyword)?;
            }
            "group_size" => self.group_size = optional("group_size", value, number)?,
            "setup_ns" => self.setup_ns = optional("setup_ns", value, number)?,
            "encode_ns" => self.encode_ns = optional("encode_ns", value, number)?,
            "solve_ns" => self.solve_ns = optional("solve_ns", value, number)?,
            "decode_ns" => self.decode_ns = optional("decode_ns", value, number)?,
            "peak_bytes" => self.peak_bytes = optional("peak_bytes", value, number)?,
            "more" => self.more = value == "yes",
            _ => {}
        }
        Ok(())
    }
}

/// A line that is being parsed.
struct Line<'t> {
    verb: &'static str,
    words: SplitWhitespace<'t>,
    /// The text after `error=`.
    error: Option<&'t str>,
}

impl<'t> Line<'t> {
    fn new(line: &'t str) -> Self {
        // Whatever blank is before it: otherwise it would be the word of a line, and end that line when it is written.
        let is_word = |&(at, _): &(usize, &str)| line[..at].ends_with(char::is_whitespace);
        let (words, error) = match line.match_indices("error=").find(is_word) {
            Some((at, key)) => (&line[..at], Some(line[at + key.len()..].trim())),
            None => (line, None),
        };
        Self { verb: "", words: words.split_whitespace(), error }
    }

    fn word(&mut self) -> Option<&'t str> {
        self.words.next()
    }

    fn pairs(self) -> impl Iterator<Item = (&'t str, &'t str)> {
        self.words.filter_map(|word| word.split_once('='))
    }

    fn missing(&self, what: &'static str) -> ProtocolError {
        ProtocolError::Missing { verb: self.verb, what }
    }

    fn need<T>(
        &mut self,
        what: &'static str,
        read: impl Fn(&str) -> Option<T>,
    ) -> Result<T, ProtocolError> {
        let word = self.word().ok_or(self.missing(what))?;
        need(what, word, read)
    }
}

/// Parses bit masks: `1ff.3.8`.
fn marks(word: &str) -> Option<Vec<u128>> {
    word.split('.').map(|bits| u128::from_str_radix(bits, 16).ok()).collect()
}

/// Parses counts: `naked-pair:3,x-wing:1`.
fn counts(word: &str) -> Option<Vec<(String, u64)>> {
    let count = |pair: &str| {
        let (id, count) = pair.split_once(':')?;
        Some((id.to_owned(), number(count)?))
    };
    word.split(',').map(count).collect()
}

fn number(word: &str) -> Option<u64> {
    word.parse().ok()
}

fn need<T>(
    what: &'static str,
    value: &str,
    read: impl Fn(&str) -> Option<T>,
) -> Result<T, ProtocolError> {
    read(value).ok_or_else(|| ProtocolError::Value { what, value: value.into() })
}

fn optional<T>(
    what: &'static str,
    value: &str,
    read: impl Fn(&str) -> Option<T>,
) -> Result<Option<T>, ProtocolError> {
    if value == "-" { Ok(None) } else { need(what, value, read).map(Some) }
}
