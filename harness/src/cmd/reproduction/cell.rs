//! A cell: one printed figure or claim, and the verdict on what is measured in its place.

use std::ops::Range;

use analysis::stats::bootstrap::Interval;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::figure::Figure;
use super::measure::{Measure, Measured};

/// How a measured figure is compared with what is printed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::cmd) enum Comparison {
    /// It is the printed figure.
    Exact,
    /// Rounded to this many decimals, it is the printed figure.
    Rounded(u32),
    /// Its ratio to the printed figure differs from 1 by at most this.
    Within(f64),
    /// The claim is a direction: it lies between these, which may be infinite.
    Between(f64, f64),
}

/// How a cell compares.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, JsonSchema, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(in crate::cmd) enum Verdict {
    /// What is measured is what is printed.
    #[default]
    Agrees,
    /// It is not.
    Differs,
    /// Nothing is printed, or what it was measured on is missing.
    NotComparable,
    /// A file that is measured is not here, or the printed figure could not be read.
    NotReproducible,
}

impl Verdict {
    /// Returns the words for people.
    pub(in crate::cmd) fn in_words(self) -> &'static str {
        match self {
            Self::Agrees => "agrees",
            Self::Differs => "differs",
            Self::NotComparable => "not comparable",
            Self::NotReproducible => "not reproducible",
        }
    }
}

/// How a printed figure is known.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, JsonSchema, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(in crate::cmd) enum Known {
    /// It was read in the source.
    #[default]
    Read,
    /// It is from memory: that it agrees is claimed of no source.
    Recalled,
}

impl Known {
    /// Returns the word for people.
    pub(in crate::cmd) fn in_words(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Recalled => "recalled",
        }
    }
}

/// One printed figure or claim.
pub(in crate::cmd) struct Cell {
    /// Section, page or table of the source.
    pub(in crate::cmd) place: String,
    /// What it says, in a few words.
    pub(in crate::cmd) claim: String,
    /// The printed figure, if the place has one.
    pub(in crate::cmd) printed: Option<Figure>,
    pub(super) comparison: Comparison,
    /// The verdict that is expected.
    pub(in crate::cmd) expected: Verdict,
    /// How the printed figure is known.
    pub(in crate::cmd) known: Known,
    /// Why the figures differ, cannot be compared, or agree only within a tolerance.
    pub(in crate::cmd) why: Option<String>,
    /// What is measured; nothing where the source lacks what it was measured on.
    pub(super) measure: Option<Measure>,
    /// Where it is, if it is part of a table.
    pub(in crate::cmd) at: Option<CellPlace>,
    /// Its place in the file.
    pub(super) span: Range<usize>,
}

/// The place of a cell in a table.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(in crate::cmd) struct CellPlace {
    /// What the table is.
    pub(in crate::cmd) table: String,
    pub(in crate::cmd) row: String,
    pub(in crate::cmd) column: String,
}

/// A cell that was measured.
#[derive(Clone, Debug)]
pub(in crate::cmd) struct Replayed {
    /// The measured figure.
    pub(in crate::cmd) ours: Option<Figure>,
    pub(in crate::cmd) verdict: Verdict,
    /// What a sample leaves open about the figure.
    pub(in crate::cmd) interval: Option<Interval>,
    /// How the figure was proved, or why there is none.
    note: Option<String>,
    /// Where it was measured, if it depends on that.
    setting: Option<String>,
}

impl Replayed {
    /// Returns a cell that cannot be measured, and why.
    pub(super) fn impossible(why: String) -> Self {
        let (verdict, note) = (Verdict::NotReproducible, Some(why));
        Self { ours: None, verdict, interval: None, note, setting: None }
    }
}

impl Cell {
    /// Returns the verdict on what was measured.
    pub(super) fn judge(&self, measured: Option<Measured>) -> Replayed {
        let Measured { figure: ours, interval, proof, setting } = measured.unwrap_or_default();
        let verdict = match &ours {
            _ if matches!(self.expected, Verdict::NotComparable | Verdict::NotReproducible) => {
                self.expected
            }
            Some(ours) if self.holds(ours) => Verdict::Agrees,
            _ => Verdict::Differs,
        };
        Replayed { ours, verdict, interval, note: proof, setting }
    }

    /// Returns whether something that is expected to agree does not.
    pub(in crate::cmd) fn fails(&self, replayed: &Replayed) -> bool {
        let is_met = matches!(replayed.verdict, Verdict::Agrees | Verdict::NotReproducible);
        self.expected == Verdict::Agrees && !is_met
    }

    /// Returns whether it has a printed figure that is from memory.
    pub(in crate::cmd) fn is_recalled(&self) -> bool {
        self.printed.is_some() && self.known == Known::Recalled
    }

    /// Returns a verdict on it in words, which say so if the printed figure is recalled.
    pub(in crate::cmd) fn verdict(&self, verdict: Verdict) -> String {
        let mark = if self.is_recalled() { ", recalled" } else { "" };
        format!("{}{mark}", verdict.in_words())
    }

    /// Returns why the verdict is what it is.
    pub(in crate::cmd) fn reason(&self, replayed: &Replayed) -> String {
        let note = replayed.note.as_deref().unwrap_or_default();
        let setting = replayed.setting.as_deref().unwrap_or_default();
        let why = self.why.as_deref().unwrap_or_default();
        let expected = format!("Expected: {}.", self.expected.in_words());
        let parts = match (self.expected, replayed.verdict) {
            (Verdict::Agrees, Verdict::Agrees) => vec![why, setting],
            (Verdict::Agrees | Verdict::Differs, Verdict::NotReproducible) => vec![note],
            (expected, verdict) if expected == verdict => vec![why, note, setting],
            _ => vec![&*expected, why, note, setting],
        };
        let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        parts.join(" ")
    }

    fn holds(&self, ours: &Figure) -> bool {
        let value = ours.number();
        let ratio = || Some(value? / self.printed.as_ref()?.number()?);
        match self.comparison {
            Comparison::Exact => self.printed.as_ref().is_some_and(|printed| printed.is(ours)),
            Comparison::Rounded(decimals) => {
                let printed = self.printed.as_ref().and_then(Figure::number);
                let rounded = |it: f64| format!("{it:.*}", decimals as usize);
                value.is_some() && value.map(rounded) == printed.map(rounded)
            }
            Comparison::Within(share) => ratio().is_some_and(|it| (it - 1.0).abs() <= share),
            Comparison::Between(low, high) => value.is_some_and(|it| low < it && it < high),
        }
    }
}
