//! Givens and solutions of all puzzles in the page.
//!
//! ```text
//!   givens     53..7....6..195…      mask  1100100001001110…, a bit for each cell; symbols  537619…
//!   solution   534678912672195…      path (`path.rs`)
//! ```
//!
//! The symbols of each puzzle are a line, then the path of each puzzle is one, and the masks of all follow as bytes.
//! Givens that are not one character for each cell of a board with a name stand as they are after `=`, and have no
//! mask.

use std::collections::HashMap;

use board::{Geometry, catalog};

use super::path;
use crate::plot::PlotData;
use crate::report::pack::packed;
use crate::report::page_data;

/// Returns the boards of the puzzles, in the order of their indices in the page; `None` for one that has no name.
pub(super) fn geometries(all: &PlotData<'_>) -> Vec<Option<Geometry>> {
    page_data::geometries(all).into_iter().map(|name| catalog::named(name).ok()).collect()
}

/// Returns the packed texts of all puzzles, and of those of the plots only; the givens are by hash.
pub(super) fn texts(
    givens: &HashMap<String, String>,
    all: &PlotData<'_>,
    sample: &[usize],
) -> [String; 2] {
    let geometries = geometries(all);
    let which = page_data::numbered(all, |place| &all.puzzle(place).geometry).1;
    let solutions = page_data::solutions(all);
    let mut texts = Texts::default();
    let mut sampled = Texts::default();
    let mut is_sampled = vec![false; all.puzzles()];
    sample.iter().for_each(|&place| is_sampled[place] = true);
    for place in 0..all.puzzles() {
        let geometry = geometries[which[place]].as_ref();
        let givens = givens.get(&all.puzzle(place).hash).map_or("", |text| &**text);
        let solution = path::written(geometry, givens, solutions[place].unwrap_or_default());
        texts.push(geometry, givens, solution.clone());
        match is_sampled[place] {
            true => sampled.push(geometry, givens, solution),
            false => sampled.push(None, "", String::new()),
        }
    }
    [packed(&texts.bytes()), packed(&sampled.bytes())]
}

/// What is written of the puzzles.
#[derive(Default)]
struct Texts {
    masks: Vec<bool>,
    givens: Vec<String>,
    solutions: Vec<String>,
}

impl Texts {
    fn push(&mut self, geometry: Option<&Geometry>, givens: &str, solution: String) {
        let cells = geometry.map(Geometry::cells);
        let symbols: String = givens.chars().filter(|it| *it != '.').collect();
        if cells == Some(givens.chars().count()) && !symbols.is_empty() && !symbols.starts_with('=')
        {
            self.masks.extend(givens.chars().map(|it| it != '.'));
            self.givens.push(symbols);
        } else {
            self.givens.push(if givens.is_empty() { String::new() } else { format!("={givens}") });
        }
        self.solutions.push(solution);
    }

    /// Returns the lines, and the masks as bits, the lowest first.
    fn bytes(&self) -> Vec<u8> {
        let line = |text: &String| text.replace('\n', " ") + "\n";
        let lines: String = self.givens.iter().chain(&self.solutions).map(line).collect();
        let byte =
            |bits: &[bool]| bits.iter().rev().fold(0_u8, |byte, &bit| byte << 1 | u8::from(bit));
        lines.into_bytes().into_iter().chain(self.masks.chunks(8).map(byte)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn givens_are_a_mask_and_symbols() {
        let four = catalog::named("classic4").expect("a board");
        let mut texts = Texts::default();
        texts.push(Some(&four), "1..2............", "+0".into());
        texts.push(Some(&four), "................", String::new());
        texts.push(None, "1..2............", String::new());
        texts.push(Some(&four), "", String::new());
        let (empty, given) = (".".repeat(16), "1..2............");
        assert_eq!(texts.givens, ["12", &format!("={empty}"), &format!("={given}"), ""]);
        let ones: Vec<usize> = (0..texts.masks.len()).filter(|&cell| texts.masks[cell]).collect();
        assert_eq!((texts.masks.len(), ones), (16, vec![0, 3]));
        let lines = format!("12\n={empty}\n={given}\n\n+0\n\n\n\n");
        assert_eq!(texts.bytes(), [lines.as_bytes(), &[0b1001, 0]].concat());
    }
}
