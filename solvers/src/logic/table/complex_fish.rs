//! The last part of the table: large fish without blocks, and all with them. They differ in size and
//! kind alone.

use HodokuLevel::{Extreme, Unfair};

use crate::logic::technique::{Find, HodokuLevel, Technique};
use crate::logic::techniques::{complex_fish as complex, fish};

const BASIC: &str = "{symbols} in {regions} fits into {covers} only";
const FINNED: &str = "{symbols} in {regions} fits into {covers}, or else into {others}";
const SIAMESE: &str =
    "{symbols} in {regions} fits into two sets of covers, {covers}, or else into {others}";

/// The rows, by kind, smallest first.
pub(super) const COMPLEX_FISH: &[Technique] = &[
    row(("squirmbag", "Squirmbag"), &["0303"], BASIC, (Unfair, 470), fish::basic::<5>),
    row(("whale", "Whale"), &["0304"], BASIC, (Unfair, 470), fish::basic::<6>),
    row(("leviathan", "Leviathan"), &["0305"], BASIC, (Unfair, 470), fish::basic::<7>),
    row(
        ("finned-squirmbag", "finned Squirmbag"),
        &["0313"],
        FINNED,
        (Unfair, 470),
        fish::finned::<5>,
    ),
    row(("finned-whale", "finned Whale"), &["0314"], FINNED, (Unfair, 470), fish::finned::<6>),
    row(
        ("finned-leviathan", "finned Leviathan"),
        &["0315"],
        FINNED,
        (Unfair, 470),
        fish::finned::<7>,
    ),
    row(
        ("sashimi-squirmbag", "sashimi Squirmbag"),
        &["0323"],
        FINNED,
        (Unfair, 470),
        fish::sashimi::<5>,
    ),
    row(("sashimi-whale", "sashimi Whale"), &["0324"], FINNED, (Unfair, 470), fish::sashimi::<6>),
    row(
        ("sashimi-leviathan", "sashimi Leviathan"),
        &["0325"],
        FINNED,
        (Unfair, 470),
        fish::sashimi::<7>,
    ),
    row(
        ("franken-x-wing", "Franken X-Wing"),
        &["0330"],
        BASIC,
        (Unfair, 300),
        complex::franken::<2>,
    ),
    row(
        ("franken-swordfish", "Franken Swordfish"),
        &["0331"],
        BASIC,
        (Unfair, 350),
        complex::franken::<3>,
    ),
    row(
        ("franken-jellyfish", "Franken Jellyfish"),
        &["0332"],
        BASIC,
        (Unfair, 370),
        complex::franken::<4>,
    ),
    row(
        ("franken-squirmbag", "Franken Squirmbag"),
        &["0333"],
        BASIC,
        (Extreme, 470),
        complex::franken::<5>,
    ),
    row(
        ("franken-whale", "Franken Whale"),
        &["0334"],
        BASIC,
        (Extreme, 470),
        complex::franken::<6>,
    ),
    row(
        ("franken-leviathan", "Franken Leviathan"),
        &["0335"],
        BASIC,
        (Extreme, 470),
        complex::franken::<7>,
    ),
    row(
        ("finned-franken-x-wing", "finned Franken X-Wing"),
        &["0340"],
        FINNED,
        (Unfair, 390),
        complex::finned_franken::<2>,
    ),
    row(
        ("finned-franken-swordfish", "finned Franken Swordfish"),
        &["0341"],
        FINNED,
        (Unfair, 410),
        complex::finned_franken::<3>,
    ),
    row(
        ("finned-franken-jellyfish", "finned Franken Jellyfish"),
        &["0342"],
        FINNED,
        (Unfair, 430),
        complex::finned_franken::<4>,
    ),
    row(
        ("finned-franken-squirmbag", "finned Franken Squirmbag"),
        &["0343"],
        FINNED,
        (Extreme, 470),
        complex::finned_franken::<5>,
    ),
    row(
        ("finned-franken-whale", "finned Franken Whale"),
        &["0344"],
        FINNED,
        (Extreme, 470),
        complex::finned_franken::<6>,
    ),
    row(
        ("finned-franken-leviathan", "finned Franken Leviathan"),
        &["0345"],
        FINNED,
        (Extreme, 470),
        complex::finned_franken::<7>,
    ),
    row(("mutant-x-wing", "mutant X-Wing"), &["0350"], BASIC, (Extreme, 450), complex::mutant::<2>),
    row(
        ("mutant-swordfish", "mutant Swordfish"),
        &["0351"],
        BASIC,
        (Extreme, 450),
        complex::mutant::<3>,
    ),
    row(
        ("mutant-jellyfish", "mutant Jellyfish"),
        &["0352"],
        BASIC,
        (Extreme, 450),
        complex::mutant::<4>,
    ),
    row(
        ("mutant-squirmbag", "mutant Squirmbag"),
        &["0353"],
        BASIC,
        (Extreme, 470),
        complex::mutant::<5>,
    ),
    row(("mutant-whale", "mutant Whale"), &["0354"], BASIC, (Extreme, 470), complex::mutant::<6>),
    row(
        ("mutant-leviathan", "mutant Leviathan"),
        &["0355"],
        BASIC,
        (Extreme, 470),
        complex::mutant::<7>,
    ),
    row(
        ("finned-mutant-x-wing", "finned mutant X-Wing"),
        &["0360"],
        FINNED,
        (Extreme, 470),
        complex::finned_mutant::<2>,
    ),
    row(
        ("finned-mutant-swordfish", "finned mutant Swordfish"),
        &["0361"],
        FINNED,
        (Extreme, 470),
        complex::finned_mutant::<3>,
    ),
    row(
        ("finned-mutant-jellyfish", "finned mutant Jellyfish"),
        &["0362"],
        FINNED,
        (Extreme, 470),
        complex::finned_mutant::<4>,
    ),
    row(
        ("finned-mutant-squirmbag", "finned mutant Squirmbag"),
        &["0363"],
        FINNED,
        (Extreme, 470),
        complex::finned_mutant::<5>,
    ),
    row(
        ("finned-mutant-whale", "finned mutant Whale"),
        &["0364"],
        FINNED,
        (Extreme, 470),
        complex::finned_mutant::<6>,
    ),
    row(
        ("finned-mutant-leviathan", "finned mutant Leviathan"),
        &["0365"],
        FINNED,
        (Extreme, 470),
        complex::finned_mutant::<7>,
    ),
    row(
        ("siamese-finned-swordfish", "siamese finned Swordfish"),
        &["03111"],
        SIAMESE,
        (Unfair, 200),
        fish::siamese_finned::<3>,
    ),
    row(
        ("siamese-finned-jellyfish", "siamese finned Jellyfish"),
        &["03121"],
        SIAMESE,
        (Unfair, 250),
        fish::siamese_finned::<4>,
    ),
    row(
        ("siamese-sashimi-swordfish", "siamese sashimi Swordfish"),
        &["03211"],
        SIAMESE,
        (Unfair, 240),
        fish::siamese_sashimi::<3>,
    ),
    row(
        ("siamese-sashimi-jellyfish", "siamese sashimi Jellyfish"),
        &["03221"],
        SIAMESE,
        (Unfair, 260),
        fish::siamese_sashimi::<4>,
    ),
    row(
        ("siamese-finned-franken-swordfish", "siamese finned Franken Swordfish"),
        &["03411"],
        SIAMESE,
        (Unfair, 410),
        complex::siamese_franken::<3>,
    ),
    row(
        ("siamese-finned-franken-jellyfish", "siamese finned Franken Jellyfish"),
        &["03421"],
        SIAMESE,
        (Unfair, 430),
        complex::siamese_franken::<4>,
    ),
    row(
        ("siamese-finned-mutant-jellyfish", "siamese finned mutant Jellyfish"),
        &["03621"],
        SIAMESE,
        (Extreme, 470),
        complex::siamese_mutant::<4>,
    ),
];

/// A row.
const fn row(
    (id, name): (&'static str, &'static str),
    codes: &'static [&'static str],
    says: &'static str,
    (level, weight): (HodokuLevel, u16),
    find: Find,
) -> Technique {
    Technique {
        id,
        name,
        says,
        codes,
        rung: None,
        level,
        weight,
        assumes_unique: false,
        deduces: false,
        find,
    }
}
