//! Answers to problems of any kind, and their text form: one character for each cell, option or
//! variable, and one or more for each vertex of a graph.

use board::instance::VertexColour;
use board::source::counted;
use board::text::line;
use board::{Alphabet, Grid, Symbol};
use solvers::colour::graphs::n_colours;

use super::AnyProblem;
use super::colours::{self, Digits};

/// An answer to a problem of any kind.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum AnyAnswer {
    /// The symbol of each cell of a puzzle.
    Grid(Grid),
    /// The numbers of the chosen options of an exact cover problem, ascending.
    Options(Vec<usize>),
    /// The value of each variable of a formula.
    Model(Vec<bool>),
    /// The colour of each vertex of a graph.
    Colours(Vec<VertexColour>),
}

impl AnyAnswer {
    /// Returns the grid, if the answer is one.
    pub const fn grid(&self) -> Option<&Grid> {
        match self {
            Self::Grid(grid) => Some(grid),
            Self::Options(_) | Self::Model(_) | Self::Colours(_) => None,
        }
    }

    /// Returns the number of colours, if the answer is a colouring.
    pub fn n_colours(&self) -> Option<usize> {
        match self {
            Self::Colours(colours) => Some(n_colours(colours)),
            Self::Grid(_) | Self::Options(_) | Self::Model(_) => None,
        }
    }
}

impl AnyProblem {
    /// Returns the text of an answer as rows have it: a grid in the characters of its geometry; `1` for
    /// each chosen option or true variable and `0` for the others; the colour of each vertex. Returns
    /// `None` if the answer does not fit the problem.
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

    /// Parses the output of [`Self::text_of`]. The grid of a puzzle is written in these characters, or else in those
    /// of its geometry.
    ///
    /// # Errors
    /// Describes what is invalid.
    pub fn read_text(&self, text: &str, symbols: Option<&str>) -> Result<AnyAnswer, String> {
        let standard = |size| Alphabet::standard(size).map_err(|error| error.to_string());
        let alphabet = match (self, symbols) {
            (Self::Puzzle(_), Some(symbols)) => {
                Alphabet::new(symbols).map_err(|error| error.to_string())?
            }
            (Self::Puzzle(puzzle), None) => puzzle.geometry().alphabet().clone(),
            (Self::Cover(_) | Self::Formula(_), _) => {
                Alphabet::new("01").map_err(|error| error.to_string())?
            }
            (Self::Graph(graph), _) => standard(Digits::of(graph).base)?,
        };
        let symbol = |character: char| {
            alphabet.symbol(character).ok_or_else(|| format!("{character:?} is not a symbol"))
        };
        let symbols: Vec<Symbol> = text.chars().map(symbol).collect::<Result<_, _>>()?;
        if symbols.len() != self.size() {
            return Err(format!("{} characters, expected {}", symbols.len(), self.size()));
        }
        Ok(match self {
            Self::Puzzle(_) => AnyAnswer::Grid(Grid::new(symbols)),
            Self::Cover(_) => {
                AnyAnswer::Options((0..symbols.len()).filter(|&it| symbols[it] == 1).collect())
            }
            Self::Formula(_) => AnyAnswer::Model(symbols.iter().map(|&it| it == 1).collect()),
            Self::Graph(graph) => AnyAnswer::Colours(Digits::of(graph).colours(&symbols)),
        })
    }

    /// Returns the text of an answer in the standard characters, whatever alphabet the corpus uses, for
    /// a process that does not share our memory: a colouring is the colour of each vertex, numbered from 1 and
    /// separated by commas. Returns `None` if the answer does not fit the problem.
    pub fn standard_text_of(&self, answer: &AnyAnswer) -> Option<String> {
        if let (Self::Graph(_), AnyAnswer::Colours(colours)) = (self, answer) {
            let colours: Vec<String> = colours.iter().map(|it| (it + 1).to_string()).collect();
            return Some(colours.join(","));
        }
        let alphabet = Alphabet::standard(self.base()).ok()?;
        let symbols = self.symbols_of(answer)?;
        let fits = symbols.iter().all(|&symbol| usize::from(symbol) < alphabet.len());
        fits.then(|| line::write_grid(&alphabet, &Grid::new(symbols)))
    }

    /// Parses the output of [`Self::standard_text_of`].
    ///
    /// # Errors
    /// Describes what is invalid.
    pub fn read_standard(&self, text: &str) -> Result<AnyAnswer, String> {
        let empty = |cell: usize| format!("cell {} of a grid is empty", cell + 1);
        let filled = |(cell, symbol): (usize, Option<Symbol>)| symbol.ok_or_else(|| empty(cell));
        let symbols = || {
            let cells = cells(text, self.size(), self.base())?.into_iter().enumerate();
            cells.map(filled).collect::<Result<Vec<Symbol>, String>>()
        };
        Ok(match self {
            Self::Puzzle(_) => AnyAnswer::Grid(Grid::new(symbols()?)),
            Self::Cover(_) => {
                let symbols = symbols()?;
                AnyAnswer::Options((0..symbols.len()).filter(|&it| symbols[it] == 1).collect())
            }
            Self::Formula(_) => {
                AnyAnswer::Model(symbols()?.into_iter().map(|symbol| symbol == 1).collect())
            }
            Self::Graph(graph) => AnyAnswer::Colours(colours::parse(text, graph)?),
        })
    }

    /// Returns a text of `.` as long as the text of an answer. It stands for the givens of a problem
    /// that is not a puzzle: an option, a variable or a vertex each.
    pub(crate) fn open_text(&self) -> String {
        match self {
            Self::Graph(graph) => ".".repeat(graph.order()),
            other => ".".repeat(other.size()),
        }
    }

    /// Returns the number of characters in the text of an answer.
    fn size(&self) -> usize {
        match self {
            Self::Puzzle(puzzle) => puzzle.geometry().cells(),
            Self::Cover(problem) => problem.option_count(),
            Self::Formula(formula) => formula.variables(),
            Self::Graph(graph) => Digits::of(graph).cells(graph),
        }
    }

    /// Returns the number of different characters.
    fn base(&self) -> usize {
        match self {
            Self::Puzzle(puzzle) => puzzle.geometry().symbols(),
            Self::Cover(_) | Self::Formula(_) => 2,
            Self::Graph(graph) => Digits::of(graph).base,
        }
    }

    /// Returns the number of each character in the text of an answer, or `None` if the answer does not
    /// fit the problem.
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
            (Self::Graph(graph), AnyAnswer::Colours(colours)) => {
                let digits = Digits::of(graph);
                digits.fit(colours).then(|| digits.symbols(colours))?
            }
            _ => return None,
        };
        (symbols.len() == self.size()).then_some(symbols)
    }
}

/// Parses `n` cells in the standard characters of so many symbols. `.` is an empty cell.
///
/// # Errors
/// Describes what is invalid.
pub(crate) fn cells(text: &str, n: usize, symbols: usize) -> Result<Vec<Option<Symbol>>, String> {
    let alphabet = Alphabet::standard(symbols).map_err(|error| error.to_string())?;
    let cell = |character: char| match alphabet.symbol(character) {
        _ if character == '.' => Ok(None),
        Some(symbol) => Ok(Some(symbol)),
        None => Err(format!("{character:?} is not a symbol")),
    };
    let cells = text.chars().map(cell).collect::<Result<Vec<_>, _>>()?;
    if cells.len() != n {
        return Err(format!("{}, expected {n}", counted(cells.len(), "cell")));
    }
    Ok(cells)
}
