//! Families of techniques: names by which several are chosen at once.
//!
//! They are HoDoKu's, whose [codes](Technique::codes) begin with the two digits of the family, so a row that is
//! added to the [table](super::table) with its codes is in its family. Singles and uniqueness are properties of
//! the rows themselves. A family holds what the presets use; the [rare](Technique::is_rare) techniques beside it,
//! most of them costly, are groups of their own, and all of them together are `rare`.

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

/// Every family, easiest first, and the groups of rare techniques, the widest first.
pub static GROUPS: &[TechniqueGroup] = &[
    TechniqueGroup {
        name: "singles",
        about: "full houses, naked and hidden singles",
        has: Technique::is_single,
    },
    TechniqueGroup {
        name: "intersections",
        about: "locked candidates, locked pairs and triples",
        has: |it| is_usual(it, &["01"]),
    },
    TechniqueGroup {
        name: "subsets",
        about: "naked and hidden pairs, triples, quads, and tuples of any size",
        has: |it| is_usual(it, &["02"]) || it.id == "naked-tuple",
    },
    TechniqueGroup {
        name: "fish",
        about: "X-Wing, Swordfish and Jellyfish, with and without fins",
        has: |it| is_usual(it, &["03"]),
    },
    TechniqueGroup {
        name: "single-symbol",
        about: "patterns of one symbol: skyscraper, two-string kite, empty rectangle",
        has: |it| is_usual(it, &["04"]),
    },
    TechniqueGroup {
        name: "colouring",
        about: "colours of the places of one symbol",
        has: |it| is_usual(it, &["05"]),
    },
    TechniqueGroup {
        name: "wings",
        about: "W-Wing, XY-Wing, XYZ-Wing",
        has: |it| is_usual(it, &["08"]),
    },
    TechniqueGroup {
        name: "uniqueness",
        about: "what assumes that the puzzle has one solution",
        has: |it| it.assumes_unique && !it.is_rare(),
    },
    TechniqueGroup {
        name: "chains",
        about: "chains and loops, remote pairs",
        has: |it| is_usual(it, &["07"]),
    },
    TechniqueGroup {
        name: "almost-locked-sets",
        about: "almost locked sets, Sue de Coq",
        has: |it| is_usual(it, &["09", "11"]),
    },
    TechniqueGroup {
        name: "last-resort",
        about: "what comes next to guessing: templates, forcing chains and nets",
        has: |it| it.level == HodokuLevel::Extreme && !it.is_rare(),
    },
    TechniqueGroup {
        name: "rare",
        about: "all techniques that only the presets `everything` use: most are costly, or special cases of others",
        has: Technique::is_rare,
    },
    TechniqueGroup {
        name: "large-fish",
        about: "fish of five to seven lines, with and without fins",
        has: |it| is_rare(it, LARGE_FISH),
    },
    TechniqueGroup {
        name: "franken-fish",
        about: "fish with blocks among their lines or covers",
        has: |it| is_rare(it, &["033", "034"]) && !is_siamese(it),
    },
    TechniqueGroup {
        name: "mutant-fish",
        about: "fish of any regions",
        has: |it| is_rare(it, &["035", "036"]) && !is_siamese(it),
    },
    TechniqueGroup {
        name: "siamese-fish",
        about: "two fish with fins in the same lines",
        has: is_siamese,
    },
    TechniqueGroup {
        name: "kraken-fish",
        about: "fish whose fins are tied by chains to what goes",
        has: |it| is_rare(it, &["037"]),
    },
    TechniqueGroup {
        name: "rare-single-symbol",
        about: "turbot fish, dual two-string kite, dual empty rectangle",
        has: |it| is_rare(it, &["04"]),
    },
    TechniqueGroup {
        name: "multi-colours",
        about: "two clusters of colours of the places of one symbol",
        has: |it| is_rare(it, &["05"]),
    },
    TechniqueGroup {
        name: "rare-uniqueness",
        about: "unique rectangles of types 5 and 6, hidden and avoidable rectangles",
        has: |it| it.assumes_unique && it.is_rare(),
    },
    TechniqueGroup {
        name: "rare-chains",
        about: "chains whose nodes are groups of cells or almost locked sets",
        has: |it| is_rare(it, &["07"]),
    },
    TechniqueGroup {
        name: "als-chains",
        about: "almost locked sets that overlap or form chains, Death Blossom",
        has: |it| is_rare(it, &["09"]),
    },
    TechniqueGroup {
        name: "templates",
        about: "all ways to place a symbol everywhere",
        has: |it| is_rare(it, &["12"]),
    },
    TechniqueGroup {
        name: "rare-forcing",
        about: "forcing chains, distinction of cases, and nets to a verity",
        has: |it| is_rare(it, &["13"]),
    },
    TechniqueGroup {
        name: "rated-only",
        about: "special cases that `harness rate` looks for, because they have scores of their own",
        has: |it| it.is_rare() && it.rung.is_some(),
    },
];

const LARGE_FISH: &[&str] =
    &["0303", "0304", "0305", "0313", "0314", "0315", "0323", "0324", "0325"];

/// Returns whether a technique that presets use has a code of one of these families of HoDoKu's.
fn is_usual(technique: &Technique, families: &[&str]) -> bool {
    !technique.is_rare() && is_of(technique, families)
}

/// Returns whether a rare technique has a code that begins like this.
fn is_rare(technique: &Technique, families: &[&str]) -> bool {
    technique.is_rare() && is_of(technique, families)
}

/// Returns whether a technique is one of the fish whose codes have five digits.
fn is_siamese(technique: &Technique) -> bool {
    is_rare(technique, &["03"]) && technique.codes.iter().any(|code| code.len() > "0300".len())
}

/// Returns whether a technique has a code of one of these families of HoDoKu's.
fn is_of(technique: &Technique, families: &[&str]) -> bool {
    technique.codes.iter().any(|code| families.iter().any(|family| code.starts_with(family)))
}
