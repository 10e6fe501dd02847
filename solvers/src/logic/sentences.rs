//! The arguments of the techniques, in English and in French. `{cells}`, `{others}`, `{regions}`, `{covers}`,
//! `{symbols}` and `{chain}` stand for the fields of a [step](crate::contract::step) with these names.

use crate::contract::language::{Bilingual, both};

pub(super) const LAST_OPEN: Bilingual = both(
    "{cells} is the last open cell of {regions}",
    "dans {regions}, {cells} est la dernière case libre",
);
pub(super) const ONLY_CANDIDATE: Bilingual = both(
    "{cells} has {symbols} as its only candidate",
    "{cells} n’a plus qu’un candidat, {symbols}",
);
pub(super) const ONLY_PLACE: Bilingual = both(
    "in {regions}, the only place for {symbols} is {cells}",
    "dans {regions}, la seule place pour {symbols} est {cells}",
);
pub(super) const LOCKED_PAIR: Bilingual = both(
    "{cells} are a naked pair, {symbols}, in {regions} at once",
    "{cells} forment une paire nue, {symbols}, à la fois dans {regions}",
);
pub(super) const LOCKED_TRIPLE: Bilingual = both(
    "{cells} are a naked triple, {symbols}, in {regions} at once",
    "{cells} forment un triplet nu, {symbols}, à la fois dans {regions}",
);
pub(super) const LOCKED: Bilingual = both(
    "in {regions}, {symbols} fits into {cells} only, all of them in {covers}",
    "dans {regions}, {symbols} ne va que dans {cells}, toutes dans {covers}",
);
pub(super) const NAKED_SET: Bilingual = both(
    "{cells} in {regions} take {symbols} and nothing else",
    "dans {regions}, {cells} n’acceptent que {symbols}",
);
pub(super) const HIDDEN_SET: Bilingual = both(
    "in {regions}, {symbols} fit into {cells} only",
    "dans {regions}, {symbols} ne vont que dans {cells}",
);
pub(super) const FISH: Bilingual = both(
    "{symbols} in {regions} fits into {covers} only",
    "dans {regions}, {symbols} ne va que dans {covers}",
);
pub(super) const FINNED_FISH: Bilingual = both(
    "{symbols} in {regions} fits into {covers}, or else into {others}",
    "dans {regions}, {symbols} va dans {covers}, ou sinon dans {others}",
);
pub(super) const SIAMESE_FISH: Bilingual = both(
    "{symbols} in {regions} fits into two sets of covers, {covers}, or else into {others}",
    "dans {regions}, {symbols} va dans deux jeux de couvertures, {covers}, ou sinon dans {others}",
);
pub(super) const REMOTE_PAIRS: Bilingual = both(
    "{cells} all hold one of {symbols}, and {others} all hold the other",
    "{cells} ont toutes le même symbole et {others} toutes l’autre, parmi {symbols}",
);
pub(super) const BUG_1: Bilingual = both(
    "without {symbols} in {cells} every cell and every symbol of a region would have two possibilities, and all could be exchanged",
    "sans {symbols} dans {cells}, chaque case et chaque symbole d’une région auraient deux possibilités, et tout pourrait s’échanger",
);
pub(super) const TURBOT: Bilingual = both(
    "{symbols} in {regions}: one of {others} holds it, since {cells} share {covers}",
    "{symbols} dans {regions}\u{a0}: l’une des cases {others} le contient, car {cells} partagent {covers}",
);
pub(super) const EMPTY_RECTANGLE: Bilingual = both(
    "{symbols} in {regions} fits into {covers} only, and of {others} one holds it",
    "dans {regions}, {symbols} ne va que dans {covers}, et l’une des cases {others} le contient",
);
pub(super) const W_WING: Bilingual = both(
    "{cells} take the same two, and one of {others} holds {symbols}, in {regions}",
    "{cells} ont les deux mêmes candidats, et dans {regions} l’une des cases {others} contient {symbols}",
);
pub(super) const XY_WING: Bilingual = both(
    "whatever {cells} is, one of {others} is {symbols}",
    "quel que soit le symbole de {cells}, l’une des cases {others} contient {symbols}",
);
pub(super) const XYZ_WING: Bilingual = both(
    "one of {cells}, {others} is {symbols}",
    "l’une des cases {cells}, {others} contient {symbols}",
);
pub(super) const RECTANGLE: Bilingual = both(
    "{cells} would take {symbols} crosswise, and they could be exchanged, but for {others}",
    "sans {others}, {cells} prendraient {symbols} en croix, et l’on pourrait les échanger",
);
/// As `others` it has the other cells of the set, and the two of the rectangle.
pub(super) const RECTANGLE_SET: Bilingual = both(
    "{cells} would take {symbols} crosswise, and they could be exchanged, unless one of two cells takes another symbol; with these two as one, {others} have as many symbols as cells",
    "{cells} prendraient {symbols} en croix, et l’on pourrait les échanger, si l’une de deux cases ne prenait un autre symbole\u{202f}; ces deux comptant pour une, {others} ont autant de symboles que de cases",
);
pub(super) const RECTANGLE_LOCKED: Bilingual = both(
    "{cells} would take {symbols} crosswise, and they could be exchanged, if {others} took one each; a region leaves one of the symbols no other place",
    "si {others} prenaient chacune l’un de {symbols}, {cells} les prendraient en croix, et l’on pourrait les échanger\u{202f}; or une région ne laisse à l’un d’eux aucune autre place",
);
pub(super) const RECTANGLE_CROSSED: Bilingual = both(
    "one of {symbols} has no place but {cells} in their rows and columns; in {others} it would bring about the pattern, whose symbols could be exchanged",
    "dans leurs lignes et colonnes, l’un de {symbols} ne va que dans {cells}\u{202f}; dans {others}, il amènerait le motif dont on peut échanger les symboles",
);
pub(super) const HIDDEN_RECTANGLE: Bilingual = both(
    "one of {symbols} has no place but {cells} in the row and the column of {others}; the other in {others} would bring about the pattern, whose symbols could be exchanged",
    "dans la ligne et la colonne de {others}, l’un de {symbols} ne va que dans {cells}\u{202f}; l’autre, dans {others}, amènerait le motif dont on peut échanger les symboles",
);
pub(super) const SUE_DE_COQ: Bilingual = both(
    "where {regions} meet, {cells} and {others} have as many symbols as cells",
    "là où se croisent {regions}, {cells} et {others} ont autant de symboles que de cases",
);
pub(super) const COLOURS_TRAP: Bilingual = both(
    "{symbols} stands in all of {cells} or in all of {others}",
    "{symbols} est dans toutes les cases {cells} ou dans toutes les cases {others}",
);
pub(super) const COLOURS_WRAP: Bilingual = both(
    "{symbols} would stand in all of {cells}, some of which see each other, unless in all of {others}",
    "{symbols} serait dans toutes les cases {cells}, dont certaines se voient, s’il n’était dans toutes les cases {others}",
);
pub(super) const CHAIN: Bilingual = both("{chain}", "{chain}");
pub(super) const ALS_XZ: Bilingual = both(
    "{cells} on the one side, {others} on the other each have one symbol more than cells; on one side at most: {symbols}",
    "{cells} d’une part, {others} d’autre part ont un symbole de plus que de cases\u{202f}; d’un seul côté au plus\u{a0}: {symbols}",
);
pub(super) const FORCING: Bilingual =
    both("{chain} leads to a contradiction", "{chain} mène à une contradiction");
pub(super) const BESIDE_POINTING: Bilingual = both(
    "a symbol is locked in a block nearby; in {regions}, the only place left for {symbols} is {cells}",
    "un symbole est verrouillé dans un bloc voisin\u{202f}; dans {regions}, la seule place qui reste pour {symbols} est {cells}",
);
pub(super) const BESIDE_CLAIMING: Bilingual = both(
    "a symbol is locked in a line; in {regions}, the only place left for {symbols} is {cells}",
    "un symbole est verrouillé dans une ligne ou une colonne\u{202f}; dans {regions}, la seule place qui reste pour {symbols} est {cells}",
);
pub(super) const BESIDE_HIDDEN_PAIR: Bilingual = both(
    "beside a hidden pair in {regions}, the only place left for {symbols} is {cells}",
    "à côté d’une paire cachée dans {regions}, la seule place qui reste pour {symbols} est {cells}",
);
pub(super) const BESIDE_HIDDEN_TRIPLE: Bilingual = both(
    "beside a hidden triple in {regions}, the only place left for {symbols} is {cells}",
    "à côté d’un triplet caché dans {regions}, la seule place qui reste pour {symbols} est {cells}",
);
pub(super) const LOOP: Bilingual = both(
    "{cells} would take {symbols} by turns, and they could be exchanged, unless one of them among {others} takes another symbol",
    "{cells} prendraient {symbols} à tour de rôle, et l’on pourrait les échanger, si l’une d’elles parmi {others} ne prenait un autre symbole",
);
pub(super) const BUG_3: Bilingual = both(
    "without {symbols} in {cells} every cell and every symbol of a region would have two possibilities; with {others} they are a naked set",
    "sans {symbols} dans {cells}, chaque case et chaque symbole d’une région auraient deux possibilités\u{202f}; avec {others}, ils forment un ensemble nu",
);
pub(super) const BUG_4: Bilingual = both(
    "without {symbols} in {cells} every cell and every symbol of a region would have two possibilities; one cell holds what both take beside",
    "sans {symbols} dans {cells}, chaque case et chaque symbole d’une région auraient deux possibilités\u{202f}; l’une des cases contient l’autre candidat qu’elles ont en commun",
);
pub(super) const ALIGNED: Bilingual = both(
    "in {cells} {symbols} would leave one of {others} nothing",
    "{symbols} dans {cells} ne laisseraient rien à l’une des cases {others}",
);
pub(super) const CYCLE: Bilingual =
    both("{chain}, and round again", "{chain}, et ainsi de suite en boucle");
pub(super) const SUPPOSED: Bilingual =
    both("what is supposed contradicts itself: {chain}", "l’hypothèse se contredit\u{a0}: {chain}");
pub(super) const CASES: Bilingual = both(
    "the same follows in every case: {chain}",
    "la même conclusion suit dans chaque cas\u{a0}: {chain}",
);
pub(super) const DUAL_KITE: Bilingual = both(
    "{symbols} in {regions}: two kites share {covers}",
    "{symbols} dans {regions}\u{a0}: deux cerfs-volants partagent {covers}",
);
pub(super) const DUAL_EMPTY_RECTANGLE: Bilingual = both(
    "{symbols} in {regions} fits into {covers} only, and two links lead away from them, {others}",
    "dans {regions}, {symbols} ne va que dans {covers}, et deux liens en partent, {others}",
);
pub(super) const MULTI_COLOURS_TRAP: Bilingual = both(
    "a colour of {symbols} in {cells} sees one in {others}, so one of the opposite colours holds",
    "une couleur de {symbols} dans {cells} en voit une dans {others}\u{a0}: l’une des deux couleurs opposées est donc la bonne",
);
pub(super) const MULTI_COLOURS_WRAP: Bilingual = both(
    "a colour of {symbols} sees both colours of the other cluster; the clusters are {cells}, and {others}",
    "une couleur de {symbols} voit les deux couleurs de l’autre groupe\u{202f}; les groupes sont {cells}, puis {others}",
);
pub(super) const ALS_CHAIN: Bilingual = both(
    "by way of {others}, {symbols} stands in one end or the other of {cells}",
    "en passant par {others}, {symbols} est à l’un ou à l’autre bout de {cells}",
);
pub(super) const DEATH_BLOSSOM: Bilingual = both(
    "whatever {cells} is, {symbols} stands in {others}",
    "quel que soit le symbole de {cells}, {symbols} est dans {others}",
);
pub(super) const KRAKEN_1: Bilingual = both(
    "{symbols} in {regions} fits into {covers}, or else into {others}, which chains rule out, too: {chain}",
    "dans {regions}, {symbols} va dans {covers}, ou sinon dans {others}, ce que des chaînes excluent aussi\u{a0}: {chain}",
);
pub(super) const KRAKEN_2: Bilingual = both(
    "{symbols} in {regions} would be left {covers} only, one too few, since chains rule out {others}: {chain}",
    "dans {regions}, il ne resterait à {symbols} que {covers}, une de trop peu, car des chaînes excluent {others}\u{a0}: {chain}",
);
pub(super) const CHAIN_TO_CONTRADICTION: Bilingual =
    both("what follows contradicts itself: {chain}", "ce qui s’ensuit se contredit\u{a0}: {chain}");
pub(super) const NET: Bilingual = both(
    "in every case of {symbols} in {cells}, singles lead to the same",
    "dans chaque cas de {symbols} dans {cells}, les singletons mènent à la même conclusion",
);
pub(super) const TEMPLATE_SET: Bilingual = both(
    "every way to place {symbols} everywhere uses {cells}",
    "toute façon de placer {symbols} sur la grille utilise {cells}",
);
pub(super) const TEMPLATE_DELETE: Bilingual = both(
    "no way to place {symbols} everywhere uses {cells}",
    "aucune façon de placer {symbols} sur la grille n’utilise {cells}",
);
