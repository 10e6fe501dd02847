//! Colourings of a graph as text.
//!
//! The colour of a vertex is written as a number whose base is the number of characters available. A
//! graph never needs more colours than its largest degree plus one, so one character for each vertex is
//! enough unless a vertex has more than sixty neighbours.

use board::instance::VertexColour;
use board::{Graph, MAX_SYMBOLS, Symbol};

/// How the colours of a graph are written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Digits {
    /// The base of the numbers.
    pub(super) base: usize,
    /// The number of digits for each vertex.
    width: usize,
}

impl Digits {
    pub(super) fn of(graph: &Graph) -> Self {
        let largest = (0..graph.order()).map(|vertex| graph.degree(vertex)).max();
        let most = largest.map_or(1, |degree| degree + 1);
        let base = most.min(MAX_SYMBOLS);
        let width = (1..).find(|&width| base.pow(width) >= most).unwrap_or(1);
        Self { base, width: width as usize }
    }

    /// Returns the length of the text.
    pub(super) fn cells(self, graph: &Graph) -> usize {
        graph.order() * self.width
    }

    pub(super) fn symbols(self, colours: &[VertexColour]) -> Vec<Symbol> {
        let digit = |colour: VertexColour, place: usize| {
            (colour as usize / self.base.pow(place as u32) % self.base) as Symbol
        };
        let digits =
            |&colour: &VertexColour| (0..self.width).rev().map(move |place| digit(colour, place));
        colours.iter().flat_map(digits).collect()
    }

    /// Returns the colours that [`Self::symbols`] writes like this.
    pub(super) fn colours(self, symbols: &[Symbol]) -> Vec<VertexColour> {
        let number = |digits: &[Symbol]| {
            digits.iter().fold(0, |number, &digit| {
                number * self.base as VertexColour + VertexColour::from(digit)
            })
        };
        symbols.chunks(self.width).map(number).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn different_colours_have_different_digits() {
        for points in [0, 1, 5, 60, 61, 3720, 3721] {
            let star = Graph::new(points + 1, (1..=points).map(|it| (0, it))).expect("a star");
            let digits = Digits::of(&star);
            let colours: Vec<VertexColour> = (0..=points as VertexColour).collect();
            let symbols = digits.symbols(&colours);
            assert_eq!(symbols.len(), digits.cells(&star));
            assert_eq!(digits.colours(&symbols), colours);
            let written: HashSet<&[Symbol]> = symbols.chunks(digits.width).collect();
            assert_eq!(written.len(), colours.len(), "{points}");
        }
    }
}
