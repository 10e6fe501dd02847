//! Steps in words: [`Step::explain`] fills in the sentence of a technique in the table. In it `{cells}`,
//! `{others}`, `{regions}`, `{covers}`, `{symbols}` and `{chain}` stand for the fields of a step with
//! these names.

use board::{Cell, Geometry, Symbol, SymbolSet};

use super::technique::Technique;
use crate::contract::{Link, Step};

impl Step {
    /// Why and what, in one line: `hidden single: 9 has one place left in row 6, r6c2; so r6c2=9`.
    pub fn explain(&self, technique: &Technique, geometry: &Geometry) -> String {
        let words = Words { geometry };
        let mut why = technique.says.to_string();
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
        format!("{}: {why}; so {}", technique.name, self.conclusion(geometry))
    }

    /// What follows: `r6c2=9`, or `r8c4≠3, r9c4≠3`.
    pub fn conclusion(&self, geometry: &Geometry) -> String {
        let words = Words { geometry };
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
}

impl Words<'_> {
    fn candidate(&self, cell: Cell, symbol: Symbol, sign: char) -> String {
        let character = self.geometry.alphabet().character(symbol);
        format!("{}{sign}{character}", self.geometry.position(cell))
    }

    fn cells(&self, cells: &[Cell]) -> String {
        listed(cells.iter().map(|&cell| self.geometry.position(cell).to_string()))
    }

    fn regions(&self, regions: &[usize]) -> String {
        listed(regions.iter().map(|&region| self.geometry.regions()[region].name.clone()))
    }

    fn symbols(&self, symbols: SymbolSet) -> String {
        listed(symbols.iter().map(|symbol| self.geometry.alphabet().character(symbol).to_string()))
    }

    fn chain(&self, chain: &[Link]) -> String {
        let link = |link: &Link| {
            self.candidate(link.cell, link.symbol, if link.holds { '=' } else { '≠' })
        };
        chain.iter().map(link).collect::<Vec<_>>().join(" → ")
    }
}

/// `a`, `a and b`, `a, b and c`.
fn listed(items: impl Iterator<Item = String>) -> String {
    let mut items: Vec<String> = items.collect();
    let Some(last) = items.pop() else { return "nothing".into() };
    if items.is_empty() { last } else { format!("{} and {last}", items.join(", ")) }
}
