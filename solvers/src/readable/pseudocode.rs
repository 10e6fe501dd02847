//! The pseudo-code of the readable editions, with the events that each line causes.

use super::PseudocodeLine;
use crate::contract::EventKind::{self, *};

/// Returns a line, in English and in French.
const fn line(
    text_en: &'static str,
    text_fr: &'static str,
    events: &'static [EventKind],
) -> PseudocodeLine {
    PseudocodeLine { text_en, text_fr, events }
}

pub(super) const NAIVE: &[PseudocodeLine] = &[
    line("search(grid):", "search(grille) :", &[Node]),
    line(
        "  if no cell is empty: report grid; return",
        "  if aucune case n'est vide : annoncer grille ; return",
        &[Solution],
    ),
    line("  cell ← first empty cell", "  case ← première case vide", &[]),
    line(
        "  valid ← symbols in no row, column or block of cell",
        "  valides ← symboles absents de la ligne, de la colonne et du bloc de case",
        &[],
    ),
    line("  if valid = ∅: return", "  if valides = ∅ : return", &[Conflict]),
    line("  for symbol in valid:", "  for symbole in valides :", &[]),
    line("    grid[cell] ← symbol", "    grille[case] ← symbole", &[Bet]),
    line("    search(grid)", "    search(grille)", &[]),
    line("    grid[cell] ← empty", "    grille[case] ← vide", &[Undo]),
];

pub(super) const MRV: &[PseudocodeLine] = &[
    line("search(state):", "search(état) :", &[Node]),
    line("  repeat until nothing changes:", "  repeat until rien ne change :", &[]),
    line(
        "    a cell has one candidate: remove it from its peers",
        "    une case a un seul candidat : l'ôter des cases liées",
        &[Deduce],
    ),
    line(
        "    a symbol has one place in a region: keep only this candidate there",
        "    un symbole a une seule place dans une région : n'y garder que ce candidat",
        &[],
    ),
    line(
        "  if a cell has no candidate or a symbol no place: return",
        "  if une case est sans candidat ou un symbole sans place : return",
        &[Conflict],
    ),
    line(
        "  if each cell has one candidate: report state; return",
        "  if chaque case a un candidat : annoncer état ; return",
        &[Solution],
    ),
    line(
        "  cell ← open cell with the fewest candidates",
        "  case ← case ouverte qui a le moins de candidats",
        &[],
    ),
    line("  for symbol in candidates[cell]:", "  for symbole in candidats[case] :", &[]),
    line("    copy ← state with cell = symbol", "    copie ← état avec case = symbole", &[Bet]),
    line("    search(copy)", "    search(copie)", &[]),
    line("    forget copy", "    oublier copie", &[Undo]),
];

pub(super) const DLX: &[PseudocodeLine] = &[
    line("search():", "search() :", &[Node]),
    line(
        "  if no item is left: report the chosen options; return",
        "  if aucun élément ne reste : annoncer les options choisies ; return",
        &[Solution, Chosen],
    ),
    line(
        "  item ← item with the fewest options",
        "  élément ← celui qui a le moins d'options",
        &[],
    ),
    line("  if item has no option: return", "  if élément est sans option : return", &[Conflict]),
    line("  cover(item)", "  cover(élément)", &[]),
    line("  for option in options(item):", "  for option in options(élément) :", &[]),
    line("    choose option", "    choisir option", &[Choose, Bet, Deduce]),
    line("    cover(its other items)", "    cover(ses autres éléments)", &[]),
    line("    search()", "    search()", &[]),
    line("    give option up", "    abandonner option", &[Undo]),
    line(
        "    uncover(its other items), in reverse order",
        "    uncover(ses autres éléments), en ordre inverse",
        &[],
    ),
    line("  uncover(item)", "  uncover(élément)", &[]),
    line(
        "cover(item): unlink item and each option that contains it",
        "cover(élément) : délier élément et chaque option qui le contient",
        &[Cover],
    ),
    line(
        "uncover(item): link them again, in reverse order",
        "uncover(élément) : les relier, en ordre inverse",
        &[Uncover],
    ),
];
