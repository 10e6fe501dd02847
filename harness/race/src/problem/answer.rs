//! An answer to a problem of any kind, and its text: a character for each cell, option or variable, and
//! some for each vertex of a graph.

use board::instance::VertexColour;
use board::text::line;
use board::{Alphabet, Grid, Symbol};
use solvers::colour::graphs::n_colours;

use super::AnyProblem;
use super::colours::Digits;

/// An answer.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum AnyAnswer {
    /// To a puzzle: the symbol of each cell.
    Grid(Grid),
    /// To an exact cover problem: the numbers of the options, ascending.
    Options(Vec<usize>),
    /// To a formula: the value of each variable.
    Model(Vec<bool>),
    /// To a graph: the colour of each vertex.
    Colours(Vec<VertexColour>),
}

impl AnyAnswer {
    /// The grid, if it is one.
    pub const fn grid(&self) -> Option<&Grid> {
        match self {
            Self::Grid(grid) => Some(grid),
            Self::Options(_) | Self::Model(_) | Self::Colours(_) => None,
        }
    }

    /// The number of colours, if it is a colouring.
    pub fn n_colours(&self) -> Option<usize> {
        match self {
            Self::Colours(colours) => Some(n_colours(colours)),
            Self::Grid(_) | Self::Options(_) | Self::Model(_) => None,
        }
    }
}

impl AnyProblem {
    /// The text of an answer, as it stands in rows: a grid in the characters of its geometry; `1` for
    /// each option that is chosen or variable that is true, `0` for any other; the colour of each vertex.
    /// None where it does not fit the problem.
    pub fn text_of(&self, answer: &AnyAnswer) -> Option<String> {
        let alphabet = match self {
            Self::Puzzle(puzzle) => {
                let alphabet = puzzle.geometry().alphabet();
                return answer.grid().map(|grid| line::write_grid(alphabet, grid));
            }
            Self::Cover(_) | Self::Formula(_) => Alphabet::new("01"),
            Self::Graph(graph) => Alphabet::standard(Digits::of(graph).base),
        };
        Some(line::write_grid(&alphabet.ok()?, &Grid::new(self.symbols_of(answer)?)))
    }

    /// The text of an answer in the standard characters, whatever the corpus uses: for a process that does
    /// not share our memory. None where it does not fit the problem.
    pub fn standard_text_of(&self, answer: &AnyAnswer) -> Option<String> {
        let alphabet = Alphabet::standard(self.base()).ok()?;
        let symbols = self.symbols_of(answer)?;
        let fits = symbols.iter().all(|&symbol| usize::from(symbol) < alphabet.len());
        fits.then(|| line::write_grid(&alphabet, &Grid::new(symbols)))
    }

    /// The answer of a text in the standard characters.
    ///
    /// # Errors
    /// What is wrong, in words.
    pub fn read_standard(&self, text: &str) -> Result<AnyAnswer, String> {
        let symbols = cells(text, self.size(), self.base())?;
        let open = |cell: usize| format!("cell {} is empty, in a grid", cell + 1);
        let symbols = symbols.into_iter().enumerate();
        let symbols = symbols.map(|(cell, symbol)| symbol.ok_or_else(|| open(cell)));
        Ok(self.answer_of(symbols.collect::<Result<Vec<_>, _>>()?))
    }

    /// A text of open cells, as many as characters in the text of an answer: what is given of a problem
    /// that is no puzzle.
    pub(crate) fn open_text(&self) -> String {
        ".".repeat(self.size())
    }

    /// How many characters the text of an answer has.
    fn size(&self) -> usize {
        match self {
            Self::Puzzle(puzzle) => puzzle.geometry().cells(),
            Self::Cover(problem) => problem.option_count(),
            Self::Formula(formula) => formula.variables(),
            Self::Graph(graph) => Digits::of(graph).cells(graph),
        }
    }

    /// How many different characters there are.
    fn base(&self) -> usize {
        match self {
            Self::Puzzle(puzzle) => puzzle.geometry().symbols(),
            Self::Cover(_) | Self::Formula(_) => 2,
            Self::Graph(graph) => Digits::of(graph).base,
        }
    }

    /// The number of each character of the text of an answer. None where it does not fit the problem.
    fn symbols_of(&self, answer: &AnyAnswer) -> Option<Vec<Symbol>> {
        let symbols: Vec<Symbol> = match (self, answer) {
            (Self::Puzzle(_), AnyAnswer::Grid(grid)) => grid.symbols().to_vec(),
            (Self::Cover(problem), AnyAnswer::Options(options)) => {
                let mut symbols = vec![0; problem.option_count()];
                for &option in options {
                    *symbols.get_mut(option)? = 1;
                }
                symbols
            }
            (Self::Formula(_), AnyAnswer::Model(values)) => {
                values.iter().map(|&value| Symbol::from(value)).collect()
            }
            (Self::Graph(graph), AnyAnswer::Colours(colours)) => Digits::of(graph).symbols(colours),
            _ => return None,
        };
        (symbols.len() == self.size()).then_some(symbols)
    }

    /// The answer of the number of each character of its text.
    fn answer_of(&self, symbols: Vec<Symbol>) -> AnyAnswer {
        match self {
            Self::Puzzle(_) => AnyAnswer::Grid(Grid::new(symbols)),
            Self::Cover(_) => {
                AnyAnswer::Options((0..symbols.len()).filter(|&it| symbols[it] == 1).collect())
            }
            Self::Formula(_) => {
                AnyAnswer::Model(symbols.into_iter().map(|symbol| symbol == 1).collect())
            }
            Self::Graph(graph) => AnyAnswer::Colours(Digits::of(graph).colours(&symbols)),
        }
    }
}

/// A symbol for each of so many cells, in the standard characters of so many symbols; nothing for `.`.
///
/// # Errors
/// What is wrong, in words.
pub(crate) fn cells(text: &str, n: usize, symbols: usize) -> Result<Vec<Option<Symbol>>, String> {
    let alphabet = Alphabet::standard(symbols).map_err(|error| error.to_string())?;
    let cell = |character: char| match alphabet.symbol(character) {
        _ if character == '.' => Ok(None),
        Some(symbol) => Ok(Some(symbol)),
        None => Err(format!("{character:?} is no symbol")),
    };
    let cells = text.chars().map(cell).collect::<Result<Vec<_>, _>>()?;
    if cells.len() != n {
        return Err(format!("{} cells, expected {n}", cells.len()));
    }
    Ok(cells)
}
