//! Colourings of a graph as text.
//!
//! The colour of a vertex is written as a number whose base is the number of characters available, or of vertices if
//! there are fewer. A graph never needs more colours than its largest degree plus one, so one character for each vertex
//! is enough unless a vertex has more neighbours than there are characters. A program may number its colours as it
//! likes: numbers that cannot be written are replaced, in the order in which they appear.

use std::collections::HashMap;

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
        let base = graph.order().clamp(1, MAX_SYMBOLS);
        let width = (1..).find(|&width| base.pow(width) >= most).unwrap_or(1);
        Self { base, width: width as usize }
    }

    /// Returns the length of the text.
    pub(super) fn cells(self, graph: &Graph) -> usize {
        graph.order() * self.width
    }

    /// Returns whether all numbers of colours can be written.
    pub(super) fn fit(self, colours: &[VertexColour]) -> bool {
        colours.iter().all(|&colour| (colour as usize) < self.end())
    }

    /// Returns how many colours there are numbers for.
    fn end(self) -> usize {
        self.base.pow(self.width as u32)
    }

    /// Returns the digits of colours that [fit](Self::fit).
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

/// Parses the colours of the vertices of a graph, numbered from 1 and separated by commas. 0 is no colour. Errors number
/// vertices from 0, as the protocol does.
pub(super) fn parse(text: &str, graph: &Graph) -> Result<Vec<VertexColour>, String> {
    let colour = |(vertex, word): (usize, &str)| match word.parse::<VertexColour>() {
        Ok(0) => Err(format!("vertex {vertex} has no colour")),
        Ok(number) => Ok(number - 1),
        Err(_) => {
            let largest = VertexColour::MAX;
            Err(format!(
                "vertex {vertex}: {word:?} is not a colour, expected a number from 1 to {largest}"
            ))
        }
    };
    let colours: Vec<_> = text.split(',').enumerate().map(colour).collect::<Result<_, _>>()?;
    if colours.len() != graph.order() {
        return Err(format!("{} colours, expected {}", colours.len(), graph.order()));
    }
    let digits = Digits::of(graph);
    if digits.fit(&colours) {
        return Ok(colours);
    }
    let mut numbers = HashMap::new();
    let number = |colour| {
        let next = numbers.len() as VertexColour;
        *numbers.entry(colour).or_insert(next)
    };
    let renumbered: Vec<VertexColour> = colours.into_iter().map(number).collect();
    match digits.fit(&renumbered) {
        true => Ok(renumbered),
        false => {
            Err(format!("{} different colours, expected {} at most", numbers.len(), digits.end()))
        }
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
    #[test]
    fn colours_of_any_number_are_read_as_long_as_they_can_be_written() {
        let path = Graph::new(4, [(0, 1), (1, 2), (2, 3)]).expect("a path");
        assert_eq!(parse("2,1,2,4", &path), Ok(vec![1, 0, 1, 3]));
        assert_eq!(parse("9,7,4000000000,9", &path), Ok(vec![0, 1, 2, 0]));
        assert!(!Digits::of(&path).fit(&[4]));
        let large = Graph::new(101, [(0, 1)]).expect("an edge");
        let all: Vec<String> = (1..=101).map(|colour| colour.to_string()).collect();
        let expected = format!("101 different colours, expected {MAX_SYMBOLS} at most");
        assert_eq!(parse(&all.join(","), &large), Err(expected));
        for (text, why) in [
            ("1,2,1", "3 colours, expected 4"),
            ("1,0,1,2", "vertex 1 has no colour"),
            ("1,2,1,", "vertex 3: \"\" is not a colour, expected a number from 1 to 4294967295"),
            ("1,-1,1,2", "vertex 1: \"-1\" is not a colour, expected a number from 1 to"),
            ("1,4294967296,1,2", "vertex 1: \"4294967296\" is not a colour, expected a number"),
        ] {
            let error = parse(text, &path).unwrap_err();
            assert!(error.starts_with(why), "{error}");
        }
    }
}
