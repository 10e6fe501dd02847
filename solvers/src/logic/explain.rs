//! Steps in words: [`Step::explain`] fills in the sentence of a technique in the table. In it `{cells}`,
//! `{others}`, `{regions}`, `{covers}`, `{symbols}` and `{chain}` stand for the fields of a step with
//! these names. French names a cell by its *ligne* and *colonne*: `L6C2` for `r6c2`.

use board::{Cell, Geometry, Symbol, SymbolSet};

use super::technique::Technique;
use crate::contract::{Language, Link, Step};

impl Step {
    /// Returns why and what, in one line: `hidden single: in row 6 the only place for 9 is r6c2; so r6c2=9`.
    pub fn explain(
        &self,
        technique: &Technique,
        geometry: &Geometry,
        language: Language,
    ) -> String {
        let words = Words { geometry, language };
        let mut why = technique.says.of(language).to_string();
        let parts: [(&str, &dyn Fn() -> String); 6] = [
            ("{cells}", &|| words.cells(&self.cells)),
            ("{others}", &|| words.cells(&self.others)),
            ("{regions}", &|| words.regions(&self.regions)),
            ("{covers}", &|| words.regions(&self.covers)),
            ("{symbols}", &|| words.symbols(self.symbols)),
            ("{chain}", &|| words.chain(&self.chain)),
        ];
        for (name, words) in parts {
            if why.contains(name) {
                why = why.replace(name, &words());
            }
        }
        let (name, what) = (technique.name.of(language), self.conclusion(geometry, language));
        match language {
            Language::En => format!("{name}: {why}; so {what}"),
            Language::Fr => format!("{name}\u{a0}: {why}\u{202f}; donc {what}"),
        }
    }

    /// Returns what follows: `r6c2=9`, or `r8c4≠3, r9c4≠3`.
    pub fn conclusion(&self, geometry: &Geometry, language: Language) -> String {
        let words = Words { geometry, language };
        let placed =
            self.placements.iter().map(|&(cell, symbol)| words.candidate(cell, symbol, '='));
        let gone =
            self.eliminations.iter().map(|&(cell, symbol)| words.candidate(cell, symbol, '≠'));
        placed.chain(gone).collect::<Vec<_>>().join(", ")
    }
}

/// Numbers in the words of a geometry.
struct Words<'a> {
    geometry: &'a Geometry,
    language: Language,
}

impl Words<'_> {
    fn cell(&self, cell: Cell) -> String {
        let position = self.geometry.position(cell);
        match self.language {
            Language::En => position.to_string(),
            Language::Fr => format!("L{}C{}", position.row + 1, position.column + 1),
        }
    }

    fn candidate(&self, cell: Cell, symbol: Symbol, sign: char) -> String {
        format!("{}{sign}{}", self.cell(cell), self.geometry.alphabet().name(symbol))
    }

    fn cells(&self, cells: &[Cell]) -> String {
        self.listed(cells.iter().map(|&cell| self.cell(cell)))
    }

    fn regions(&self, regions: &[usize]) -> String {
        self.listed(regions.iter().map(|&region| {
            let name = &self.geometry.regions()[region].name;
            match self.language {
                Language::En => name.clone(),
                Language::Fr => {
                    let (article, name) = region_in_french(name);
                    article.to_owned() + &name
                }
            }
        }))
    }

    fn symbols(&self, symbols: SymbolSet) -> String {
        self.listed(symbols.iter().map(|symbol| self.geometry.alphabet().name(symbol)))
    }

    fn chain(&self, chain: &[Link]) -> String {
        let link = |link: &Link| {
            self.candidate(link.cell, link.symbol, if link.holds { '=' } else { '≠' })
        };
        chain.iter().map(link).collect::<Vec<_>>().join(" → ")
    }

    /// `a`, `a and b`, `a, b and c`.
    fn listed(&self, items: impl Iterator<Item = String>) -> String {
        let (and, nothing) = match self.language {
            Language::En => ("and", "nothing"),
            Language::Fr => ("et", "rien"),
        };
        let mut items: Vec<String> = items.collect();
        let Some(last) = items.pop() else { return nothing.into() };
        if items.is_empty() { last } else { format!("{} {and} {last}", items.join(", ")) }
    }
}

/// The kinds of regions that boards of the catalog have, and in French their articles and names.
const REGIONS: &[(&str, &str, &str)] = &[
    ("asterisk", "l’", "astérisque"),
    ("block", "le ", "bloc"),
    ("centres", "les ", "centres"),
    ("colour", "la ", "couleur"),
    ("column", "la ", "colonne"),
    ("diagonal", "la ", "diagonale"),
    ("row", "la ", "ligne"),
    ("window", "la ", "fenêtre"),
];

/// Returns the French article and name of a region: `la` and `ligne 3 de la grille 1` for `grid 1 row 3`. The
/// names of other boards are their own, and kept.
pub fn region_in_french(name: &str) -> (&'static str, String) {
    if let Some((grid, rest)) = name.strip_prefix("grid ").and_then(|it| it.split_once(' ')) {
        let (article, rest) = region_in_french(rest);
        return (article, format!("{rest} de la grille {grid}"));
    }
    let (kind, number) = name.split_once(' ').unwrap_or((name, ""));
    if let Some((_, article, french)) = REGIONS.iter().find(|it| it.0 == kind) {
        return (article, format!("{french} {number}").trim_end().to_owned());
    }
    match name.split_once(" and ").map(|(one, other)| (position(one), position(other))) {
        Some((Some(one), Some(other))) => ("les ", format!("cases {one} et {other}")),
        _ => ("", name.to_owned()),
    }
}

/// Returns `L1C2` for `r1c2`.
fn position(text: &str) -> Option<String> {
    let (row, column) = text.strip_prefix('r')?.split_once('c')?;
    let is_number = |it: &str| it.bytes().all(|byte| byte.is_ascii_digit());
    (is_number(row) && is_number(column)).then(|| format!("L{row}C{column}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regions_have_french_names() {
        for (name, french) in [
            ("row 12", "la ligne 12"),
            ("grid 2 block 3", "le bloc 3 de la grille 2"),
            ("asterisk", "l’astérisque"),
            ("r1c1 and r2c10", "les cases L1C1 et L2C10"),
            ("r1c1 and x", "r1c1 and x"),
            ("Nord", "Nord"),
        ] {
            let (article, name) = region_in_french(name);
            assert_eq!(format!("{article}{name}"), french);
        }
    }
}
