//! The pseudo-code of the readable editions, with the events that each line causes.

use crate::contract::EventKind::{self, *};

/// A line of pseudo-code. Both texts are indented by two blanks a level.
#[derive(Clone, Copy, Debug)]
pub struct PseudocodeLine {
    /// The line in English.
    pub text_en: &'static str,
    /// The line in French; keywords are the same.
    pub text_fr: &'static str,
    /// The kinds of events that the line causes. No other line of the edition has them.
    pub events: &'static [EventKind],
}

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

pub(super) const BETS: &[PseudocodeLine] = &[
    line("search(grid):", "search(grille) :", &[Node]),
    line("  repeat until nothing changes:", "  repeat until rien ne change :", &[]),
    line(
        "    k cells of a region have k candidates: the other cells lose these",
        "    k cases d'une région ont k candidats : les autres cases les perdent",
        &[Step],
    ),
    line(
        "      a cell has one candidate left: it is filled",
        "      une case n'a plus qu'un candidat : elle est remplie",
        &[Deduce],
    ),
    line(
        "  if a cell has no candidate: return",
        "  if une case est sans candidat : return",
        &[Conflict],
    ),
    line(
        "  if each cell has one candidate: report grid; return",
        "  if chaque case a un candidat : annoncer grille ; return",
        &[Solution],
    ),
    line("  saved ← grid", "  sauvegarde ← grille", &[]),
    line(
        "  cell ← open cell with the fewest candidates",
        "  case ← case ouverte qui a le moins de candidats",
        &[],
    ),
    line("  for symbol in candidates[cell]:", "  for symbole in candidats[case] :", &[]),
    line("    bet: grid[cell] ← symbol", "    pari : grille[case] ← symbole", &[Bet]),
    line("    search(grid)", "    search(grille)", &[]),
    line("    grid ← saved", "    grille ← sauvegarde", &[Undo]),
];

pub(super) const BITBOARDS: &[PseudocodeLine] = &[
    line("search(board):", "search(plateau) :", &[Node]),
    line("  repeat until nothing changes:", "  repeat until rien ne change :", &[]),
    line(
        "    once, twice ← cells on at least one, at least two boards",
        "    une, deux ← cases sur au moins un, au moins deux plateaux",
        &[],
    ),
    line(
        "    for cell in once and not twice: board[its symbol] loses peers[cell]",
        "    for case in une et non deux : plateau[son symbole] perd liées[case]",
        &[Deduce],
    ),
    line(
        "    board[symbol] and region is one cell: other boards lose the cell",
        "    plateau[symbole] et région est une case : les autres plateaux la perdent",
        &[],
    ),
    line(
        "  if once lacks a cell, or a region a symbol: return",
        "  if une case manque dans une, ou un symbole dans une région : return",
        &[Conflict],
    ),
    line(
        "  if twice = ∅: report the grid; return",
        "  if deux = ∅ : annoncer la grille ; return",
        &[Solution],
    ),
    line(
        "  cell ← open cell on the fewest boards",
        "  case ← case ouverte sur le moins de plateaux",
        &[],
    ),
    line(
        "  for symbol with cell on board[symbol]:",
        "  for symbole avec case sur plateau[symbole] :",
        &[],
    ),
    line("    copy ← board with cell = symbol", "    copie ← plateau avec case = symbole", &[Bet]),
    line("    search(copy)", "    search(copie)", &[]),
    line("    forget copy", "    oublier copie", &[Undo]),
];

pub(super) const BITMATRIX: &[PseudocodeLine] = &[
    line("search(left, open):", "search(restantes, ouverts) :", &[Node]),
    line(
        "  if open = ∅: report the chosen options; return",
        "  if ouverts = ∅ : annoncer les options choisies ; return",
        &[Solution, Chosen],
    ),
    line(
        "  item ← item of open with the fewest options in left",
        "  élément ← celui d'ouverts qui a le moins d'options dans restantes",
        &[],
    ),
    line(
        "  if options[item] and left = ∅: return",
        "  if options[élément] et restantes = ∅ : return",
        &[Conflict],
    ),
    line(
        "  for option in options[item] and left:",
        "  for option in options[élément] et restantes :",
        &[],
    ),
    line("    choose option", "    choisir option", &[Choose, Bet, Deduce]),
    line(
        "    next open ← open without items[option]",
        "    ouverts suivants ← ouverts sans éléments[option]",
        &[Cover],
    ),
    line(
        "    next left ← left and not excluded[option]",
        "    restantes suivantes ← restantes et non exclues[option]",
        &[],
    ),
    line(
        "    search(next left, next open)",
        "    search(restantes suivantes, ouverts suivants)",
        &[],
    ),
    line("    give option up", "    abandonner option", &[Undo]),
];

pub(super) const DPLL: &[PseudocodeLine] = &[
    line("search(literals):", "search(littéraux) :", &[Node]),
    line("  make literals true", "  rendre littéraux vrais", &[Assume]),
    line(
        "  while a clause has one literal that is not false: make it true",
        "  while une clause a un seul littéral non faux : le rendre vrai",
        &[Imply],
    ),
    line("  if a clause is false:", "  if une clause est fausse :", &[Falsify]),
    line("    return", "    return", &[Conflict]),
    line(
        "  if no clause of positive literals is open: report the values; return",
        "  if aucune clause de littéraux positifs n'est ouverte : annoncer les valeurs ; return",
        &[Solution, Chosen, Model],
    ),
    line(
        "  clause ← a shortest open clause of positive literals",
        "  clause ← une plus courte clause ouverte de littéraux positifs",
        &[],
    ),
    line("  for literal in clause:", "  for littéral in clause :", &[]),
    line(
        "    search(literal, and the negations of those before it)",
        "    search(littéral, et les négations des précédents)",
        &[],
    ),
    line("    undo what became true", "    défaire ce qui est devenu vrai", &[Backjump]),
];

pub(super) const CDCL: &[PseudocodeLine] = &[
    line("repeat:", "repeat :", &[]),
    line(
        "  while a clause has one literal that is not false: make it true",
        "  while une clause a un seul littéral non faux : le rendre vrai",
        &[Imply],
    ),
    line("  if a clause is false:", "  if une clause est fausse :", &[Falsify]),
    line(
        "    if nothing is decided: return no solution",
        "    if rien n'est décidé : return pas de solution",
        &[Conflict],
    ),
    line(
        "    while clause has several literals of this level:",
        "    while clause a plusieurs littéraux de ce niveau :",
        &[],
    ),
    line(
        "      resolve clause with the reason of the last one",
        "      résoudre clause avec la raison du dernier",
        &[],
    ),
    line("    learn clause", "    apprendre clause", &[Learn]),
    line(
        "    undo all levels above the second highest of clause",
        "    défaire tous les niveaux au-dessus du second de clause",
        &[Backjump],
    ),
    line(
        "  else if conflicts have been many: undo all levels",
        "  else if les conflits ont été nombreux : défaire tous les niveaux",
        &[Restart],
    ),
    line(
        "  else if each variable has a value: return the values",
        "  else if chaque variable a une valeur : return les valeurs",
        &[Solution, Chosen, Model],
    ),
    line(
        "  else: decide a value of the most active variable, on a new level",
        "  else : décider d'une valeur de la variable la plus active, à un nouveau niveau",
        &[Assume],
    ),
];

pub(super) const DSATUR: &[PseudocodeLine] = &[
    line("colour(graph):", "colorie(graphe) :", &[Node]),
    line(
        "  if each vertex has a colour: report graph; return",
        "  if chaque sommet a une couleur : annoncer graphe ; return",
        &[Solution, Coloured],
    ),
    line(
        "  vertex ← uncoloured vertex with the most impossible colours",
        "  sommet ← sommet non coloré qui a le plus de couleurs impossibles",
        &[],
    ),
    line(
        "  possible ← colours that no neighbour of vertex has",
        "  possibles ← couleurs qu'aucun voisin de sommet n'a",
        &[],
    ),
    line("  if possible = ∅: return", "  if possibles = ∅ : return", &[Conflict]),
    line("  for colour in possible:", "  for couleur in possibles :", &[]),
    line("    graph[vertex] ← colour", "    graphe[sommet] ← couleur", &[Bet, Deduce, Paint]),
    line("    colour(graph)", "    colorie(graphe)", &[]),
    line("    graph[vertex] ← none", "    graphe[sommet] ← aucune", &[Undo]),
];

pub(super) const PAIRS: &[PseudocodeLine] = &[
    line("remove each given from its peers", "ôter chaque donnée des cases liées", &[]),
    line("repeat until nothing changes:", "repeat until rien ne change :", &[]),
    line(
        "  for technique in naked single, hidden single, naked pair, hidden pair:",
        "  for technique in singleton nu, singleton caché, paire nue, paire cachée :",
        &[],
    ),
    line("    for each of its patterns:", "    for chacun de ses motifs :", &[]),
    line(
        "      fill the cell, or remove candidates",
        "      remplir la case, ou ôter des candidats",
        &[Step],
    ),
    line(
        "      a cell is filled: remove its symbol from its peers",
        "      une case est remplie : ôter son symbole des cases liées",
        &[Deduce],
    ),
    line("    note whether something changed", "    noter si quelque chose a changé", &[Pass]),
    line(
        "  if a cell has no candidate or a symbol no place: return no solution",
        "  if une case est sans candidat ou un symbole sans place : return pas de solution",
        &[Conflict],
    ),
    line(
        "if each cell is filled: report grid",
        "if chaque case est remplie : annoncer grille",
        &[Solution],
    ),
    line("else: stuck", "else : bloqué", &[]),
];
