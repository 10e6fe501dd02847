//! The answer of a run with one problem, in a sentence: what its backends claim, and how many of them.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use board::Count;
use record::hash::PuzzleHash;
use record::verdict::Claim;
use record::{Row, Status, words};
use render::table::{counted, grouped};
use solvers::ProblemKind;

/// The problem of the rows so far, if there is one.
#[derive(Default)]
pub(super) enum Answer {
    #[default]
    None,
    One(OneProblem),
    /// Several problems, with their kind if they share it.
    Several(Option<ProblemKind>),
}

/// A problem, and what each backend claims about it.
pub(super) struct OneProblem {
    class: PuzzleHash,
    kind: ProblemKind,
    name: Arc<str>,
    backends: BTreeMap<Cow<'static, str>, Claims>,
}

/// The claims of a backend in all its rows.
#[derive(Default)]
struct Claims {
    ranges: Vec<Range>,
    is_wrong: bool,
}

/// A range of the number of solutions, or of colours of a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Range {
    low: Count,
    high: Option<Count>,
}

impl Answer {
    /// Adds a row.
    pub(super) fn add(&mut self, row: &Row) {
        let kind = words::problem(&row.geometry);
        match self {
            Self::None => {
                let mut one = OneProblem {
                    class: row.iso_class,
                    kind,
                    name: row.puzzle.clone(),
                    backends: BTreeMap::new(),
                };
                one.add(row);
                *self = Self::One(one);
            }
            Self::One(one) if one.class == row.iso_class => one.add(row),
            Self::One(one) => *self = Self::Several(Some(kind).filter(|it| *it == one.kind)),
            Self::Several(common) => *common = common.filter(|it| *it == kind),
        }
    }

    /// Returns the noun for the problems: that of their kind, if they share it.
    pub(super) fn noun(&self) -> &'static str {
        match self {
            Self::None => ProblemKind::Puzzle.in_words(),
            Self::One(one) => one.kind.in_words(),
            Self::Several(kind) => kind.map_or("problem", ProblemKind::in_words),
        }
    }

    /// Returns the answer as a sentence; `None` unless all rows are about one problem.
    pub(super) fn sentence(&self) -> Option<String> {
        match self {
            Self::One(one) => Some(format!("{}: {}.", one.name, one.answer())),
            _ => None,
        }
    }
}

impl OneProblem {
    fn add(&mut self, row: &Row) {
        let claims = self.backends.entry(row.backend.clone()).or_default();
        claims.is_wrong |= row.status == Status::Wrong;
        if let Some(range) = Range::of(row, self.kind).filter(|it| !claims.ranges.contains(it)) {
            claims.ranges.push(range);
        }
    }

    /// Returns what all claims together say, with the number of backends that say so, or all claims if they
    /// contradict each other.
    fn answer(&self) -> String {
        let (n_all, all) = (self.backends.len(), self.backends.values().flat_map(|it| &it.ranges));
        let Some(first) = all.clone().next() else {
            let wrong = match self.n_wrong() {
                0 => String::new(),
                n => format!(" ({n} wrong)"),
            };
            return format!("no answer from {}{wrong}", counted(n_all as u64, "backend"));
        };
        match all.into_iter().try_fold(first.clone(), |known, range| known.intersection(range)) {
            Some(range) => format!("{} ({})", range.in_words(self.kind), self.support(&range)),
            None => format!("the backends disagree: {}", self.disagreement()),
        }
    }

    /// Returns who claims this range, and what the others do.
    fn support(&self, range: &Range) -> String {
        let n_all = self.backends.len();
        let n_support = self.backends.values().filter(|it| it.ranges.contains(range)).count();
        if n_support == n_all {
            return match (self.backends.keys().next(), n_all) {
                (Some(id), 1) => id.to_string(),
                (_, 2) => "both backends".into(),
                _ => format!("all {n_all} backends"),
            };
        }
        let n_claiming = self.backends.values().filter(|it| !it.ranges.is_empty()).count();
        let n_wrong = self.n_wrong();
        let others = [
            (n_claiming - n_support, "less precise"),
            (n_wrong, "wrong"),
            (n_all - n_claiming - n_wrong, "without an answer"),
        ];
        let others = others.into_iter().filter(|(n, _)| *n > 0);
        let others = others.map(|(n, what)| format!("{n} {what}")).collect::<Vec<_>>().join(", ");
        match n_support {
            0 => format!("{n_claiming} of {n_all} backends together; {others}"),
            n => format!("{n} of {n_all} backends; {others}"),
        }
    }

    /// Returns each claim with its backends.
    fn disagreement(&self) -> String {
        let mut sides: Vec<(&Range, Vec<&str>)> = Vec::new();
        for (id, claims) in &self.backends {
            for range in &claims.ranges {
                match sides.iter_mut().find(|(known, _)| *known == range) {
                    Some((_, ids)) => ids.push(id),
                    None => sides.push((range, vec![id])),
                }
            }
        }
        let side = |(range, ids): &(&Range, Vec<&str>)| {
            format!("{} ({})", range.in_words(self.kind), ids.join(", "))
        };
        sides.iter().map(side).collect::<Vec<_>>().join("; ")
    }

    /// Returns the number of backends that only gave wrong answers.
    fn n_wrong(&self) -> usize {
        let is_wrong = |claims: &&Claims| claims.is_wrong && claims.ranges.is_empty();
        self.backends.values().filter(is_wrong).count()
    }
}

impl Range {
    /// Returns the range that a row claims, if it has an answer.
    fn of(row: &Row, kind: ProblemKind) -> Option<Self> {
        if !row.status.is_answer() {
            return None;
        }
        if kind == ProblemKind::Graph {
            let low = row.colours_at_least.unwrap_or_default().into();
            return Some(Self { low, high: Some(row.colours?.into()) });
        }
        Some(match Claim::of(row.status, row.solutions.clone()) {
            Claim::Exactly(n) => Self { high: Some(n.clone()), low: n },
            Claim::AtLeast(low) => Self { low, high: None },
        })
    }

    /// Returns what both ranges have in common; `None` if they contradict each other.
    fn intersection(&self, other: &Self) -> Option<Self> {
        let low = self.low.clone().max(other.low.clone());
        let high = self.high.iter().chain(&other.high).min().cloned();
        high.as_ref().is_none_or(|high| low <= *high).then_some(Self { low, high })
    }

    /// Returns the range in the terms of a kind of problem.
    fn in_words(&self, kind: ProblemKind) -> String {
        let exact = Some(&self.low) == self.high.as_ref();
        match (kind, &self.high) {
            (ProblemKind::Graph, Some(high)) if exact => {
                format!("chromatic number {}", figure(high))
            }
            (ProblemKind::Graph, high) => {
                let high = high.as_ref().unwrap_or(&self.low);
                format!("{}, possibly not the minimum", of_count(high, "colour"))
            }
            (ProblemKind::Formula, Some(high)) if high.is_zero() => "unsatisfiable".into(),
            (ProblemKind::Formula, None) if self.low <= Count::ONE => "satisfiable".into(),
            (ProblemKind::Formula, _) => format!("satisfiable, {}", self.number("model", exact)),
            (_, Some(high)) if high.is_zero() => "no solution".into(),
            _ => self.number("solution", exact),
        }
    }

    /// Returns how many solutions there are at least.
    fn number(&self, noun: &str, exact: bool) -> String {
        let least = if exact { "" } else { "at least " };
        format!("{least}{}", of_count(&self.low, noun))
    }
}

/// Returns a number of things, as [`counted`] does.
fn of_count(number: &Count, noun: &str) -> String {
    match number.to_u64() {
        Some(number) => counted(number, noun),
        None => format!("{number} {noun}s"),
    }
}

fn figure(number: &Count) -> String {
    number.to_u64().map_or_else(|| number.to_string(), grouped)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the sentence on rows of one problem, each a backend, its status and its number of solutions.
    fn sentence(kind: ProblemKind, rows: &[(&'static str, Status, u64)]) -> String {
        let mut answer = Answer::default();
        for &(backend, status, solutions) in rows {
            answer.add(&Row {
                puzzle: "it".into(),
                geometry: kind.name().into(),
                backend: backend.into(),
                status,
                solutions: solutions.into(),
                ..Row::default()
            });
        }
        answer.sentence().expect("one problem")
    }

    #[test]
    fn who_agrees_is_counted_and_the_others_are_named() {
        use Status::{Counted, Impossible, Limited, Multiple, Solved, Timeout, Unique, Wrong};
        let formula = |rows: &[_]| sentence(ProblemKind::Formula, rows);
        assert_eq!(formula(&[("a", Impossible, 0)]), "it: unsatisfiable (a).");
        let both = [("a", Impossible, 0), ("b", Impossible, 0)];
        assert_eq!(formula(&both), "it: unsatisfiable (both backends).");
        let some = [("a", Solved, 1), ("b", Timeout, 0), ("c", Wrong, 0)];
        assert_eq!(
            formula(&some),
            "it: satisfiable (1 of 3 backends; 1 wrong, 1 without an answer)."
        );
        assert_eq!(formula(&[("a", Unique, 1)]), "it: satisfiable, 1 model (a).");
        assert_eq!(formula(&[("a", Multiple, 2)]), "it: satisfiable, at least 2 models (a).");
        assert_eq!(formula(&[("a", Timeout, 0)]), "it: no answer from 1 backend.");
        assert_eq!(formula(&[("a", Wrong, 0)]), "it: no answer from 1 backend (1 wrong).");
        let cover = |rows: &[_]| sentence(ProblemKind::ExactCover, rows);
        let counts = [("a", Counted, 14_200), ("b", Limited, 1_000)];
        assert_eq!(cover(&counts), "it: 14,200 solutions (1 of 2 backends; 1 less precise).");
        assert_eq!(cover(&[("a", Counted, 0)]), "it: no solution (a).");
    }

    #[test]
    fn claims_that_contradict_each_other_are_all_listed() {
        let rows =
            [("a", Status::Counted, 4), ("b", Status::Counted, 5), ("c", Status::Counted, 4)];
        assert_eq!(
            sentence(ProblemKind::ExactCover, &rows),
            "it: the backends disagree: 4 solutions (a, c); 5 solutions (b)."
        );
    }

    #[test]
    fn a_graph_has_a_chromatic_number_or_a_colouring_that_may_not_be_the_best() {
        let row = |backend: &'static str, colours, colours_at_least| Row {
            puzzle: "it".into(),
            geometry: ProblemKind::Graph.name().into(),
            backend: backend.into(),
            status: Status::Solved,
            colours: Some(colours),
            colours_at_least,
            ..Row::default()
        };
        let mut answer = Answer::default();
        answer.add(&row("a", 4, None));
        let sentence = answer.sentence().expect("one problem");
        assert_eq!(sentence, "it: 4 colours, possibly not the minimum (a).");
        answer.add(&row("b", 3, Some(3)));
        let sentence = answer.sentence().expect("one problem");
        assert_eq!(sentence, "it: chromatic number 3 (1 of 2 backends; 1 less precise).");
    }

    #[test]
    fn several_problems_have_no_answer_and_the_noun_of_their_kind() {
        let row = |hash: u64, kind: ProblemKind| Row {
            iso_class: PuzzleHash(hash),
            geometry: kind.name().into(),
            ..Row::default()
        };
        let mut answer = Answer::default();
        assert_eq!(answer.noun(), "puzzle");
        answer.add(&row(1, ProblemKind::Formula));
        answer.add(&row(2, ProblemKind::Formula));
        assert_eq!((answer.noun(), answer.sentence()), ("formula", None));
        answer.add(&row(3, ProblemKind::Graph));
        assert_eq!(answer.noun(), "problem");
    }
}
