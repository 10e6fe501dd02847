//! Families of techniques: names by which several are chosen at once.
//!
//! They are HoDoKu's, whose [codes](Technique::codes) begin with the two digits of the family, so a row that is
//! added to the [table](super::table) with its codes is in its family. Singles and uniqueness are properties of
//! the rows themselves.

use super::technique::{HodokuLevel, Technique};

/// A family of techniques.
#[derive(Clone, Copy, Debug)]
pub struct TechniqueGroup {
    /// Its name.
    pub name: &'static str,
    /// A one-line description.
    pub about: &'static str,
    /// Whether a technique belongs to it.
    pub has: fn(&Technique) -> bool,
}

/// Every family, easiest first.
pub static GROUPS: &[TechniqueGroup] = &[
    TechniqueGroup {
        name: "singles",
        about: "full houses, naked and hidden singles",
        has: Technique::is_single,
    },
    TechniqueGroup {
        name: "intersections",
        about: "locked candidates, locked pairs and triples",
        has: |it| is_of(it, &["01"]),
    },
    TechniqueGroup {
        name: "subsets",
        about: "naked and hidden pairs, triples, quads, and tuples of any size",
        has: |it| is_of(it, &["02"]) || it.id == "naked-tuple",
    },
    TechniqueGroup {
        name: "fish",
        about: "X-Wing, Swordfish and Jellyfish, with and without fins",
        has: |it| is_of(it, &["03"]),
    },
    TechniqueGroup {
        name: "single-symbol",
        about: "patterns of one symbol: skyscraper, two-string kite, empty rectangle",
        has: |it| is_of(it, &["04"]),
    },
    TechniqueGroup {
        name: "colouring",
        about: "colours of the places of one symbol",
        has: |it| is_of(it, &["05"]),
    },
    TechniqueGroup {
        name: "wings",
        about: "W-Wing, XY-Wing, XYZ-Wing",
        has: |it| is_of(it, &["08"]),
    },
    TechniqueGroup {
        name: "uniqueness",
        about: "what assumes that the puzzle has one solution",
        has: |it| it.assumes_unique,
    },
    TechniqueGroup {
        name: "chains",
        about: "chains and loops, remote pairs",
        has: |it| is_of(it, &["07"]),
    },
    TechniqueGroup {
        name: "almost-locked-sets",
        about: "almost locked sets, Sue de Coq",
        has: |it| is_of(it, &["09", "11"]),
    },
    TechniqueGroup {
        name: "last-resort",
        about: "what comes next to guessing: templates, forcing chains and nets",
        has: |it| is_of(it, &["10", "12", "13"]) || it.level == HodokuLevel::Extreme,
    },
];

/// Whether a technique has a code of one of these families of HoDoKu's.
fn is_of(technique: &Technique, families: &[&str]) -> bool {
    technique.codes.iter().any(|code| families.iter().any(|family| code.starts_with(family)))
}
