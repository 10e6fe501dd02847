//! A problem of a corpus that is no puzzle: an exact cover problem (Knuth's `.dlx` and `.xcc`), a
//! formula (DIMACS `.cnf`) or a graph to be coloured (DIMACS `.col`).
//!
//! What is asked of it, timed and written is what is asked of puzzles, so it comes with a stand-in
//! that the rest of the race handles like one: a cell for each option or variable, each with the
//! symbols `0` and `1`, in no region. An answer is such a grid: `1` where an option is chosen or a
//! variable true. Vertices have cells for their colours (`colours.rs`). The stand-in says nothing of
//! what is allowed: a backend is prepared for the instance itself, and the referee of instances judges
//! its grids.

mod colours;
#[cfg(test)]
mod tests;

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use board::TextError;
use board::instance::{self, ExactCover, Formula, GraphText, VertexColour};
use board::{Alphabet, Geometry, Graph, Grid, Position, Puzzle, Symbol, referee};
use record::hash::PuzzleHash;
use solvers::colour::graphs::n_colours;
use solvers::{
    Backend, Certificate, Limits, Observer, Outcome, Problem, ProblemKind, Prover, Solver,
    Unsupported,
};

use self::colours::Digits;

/// Such a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Instance {
    /// Choose options so that each item is covered.
    Cover(ExactCover),
    /// Choose values so that each clause holds.
    Formula(Formula),
    /// Choose colours, as few as can be, so that joined vertices differ.
    Graph(Graph),
}

/// The kinds of instances, told by how a file is called, or by how it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `.dlx`, `.xcc`.
    Cover,
    /// `.cnf`, or a line `p cnf` behind comments.
    Formula,
    /// `.col`, or a line `p edge` or `p col` behind comments.
    Graph,
}

impl Kind {
    /// The kind of a file that is called so and begins so; none if it is a corpus of puzzles.
    pub fn of(name: &str, head: &str) -> Option<Self> {
        let is_packed = |ending: &&str| !["gz", "zst"].contains(ending);
        let name = Path::new(name).file_name()?.to_string_lossy();
        match name.rsplit('.').find(is_packed) {
            Some("dlx" | "xcc") if name.contains('.') => Some(Self::Cover),
            Some("cnf") if name.contains('.') => Some(Self::Formula),
            Some("col") if name.contains('.') => Some(Self::Graph),
            _ => {
                let is_comment =
                    |line: &&str| line.is_empty() || *line == "c" || line.starts_with("c ");
                let first = head.lines().map(str::trim).find(|line| !is_comment(line))?;
                let mut words = first.split_whitespace();
                match (words.next()?, words.next()?) {
                    ("p", "cnf") => Some(Self::Formula),
                    ("p", "col" | "edge" | "edges") => Some(Self::Graph),
                    _ => None,
                }
            }
        }
    }

    /// The instance of a text.
    ///
    /// # Errors
    /// Where the text breaks the format, and how.
    pub fn read(self, text: &str) -> Result<Instance, TextError> {
        self.read_noted(text).map(|(instance, _)| instance)
    }

    /// The instance of a text, and what was left out of it, in words.
    ///
    /// # Errors
    /// As [`Kind::read`].
    pub fn read_noted(self, text: &str) -> Result<(Instance, Option<String>), TextError> {
        Ok(match self {
            Self::Cover => (Instance::Cover(instance::read_cover(text)?), None),
            Self::Formula => (Instance::Formula(instance::read_formula(text)?), None),
            Self::Graph => {
                let GraphText { graph, loops } = instance::read_graph(text)?;
                let edges = if loops == 1 { "edge" } else { "edges" };
                let note = format!("{loops} {edges} from a vertex to itself dropped");
                (Instance::Graph(graph), Some(note).filter(|_| loops > 0))
            }
        })
    }
}

impl Instance {
    /// The column `geometry`.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Cover(_) => ProblemKind::ExactCover.name(),
            Self::Formula(_) => ProblemKind::Formula.name(),
            Self::Graph(_) => ProblemKind::Graph.name(),
        }
    }

    /// How many cells stand for it: its options or variables, or the digits of its vertices' colours.
    pub fn size(&self) -> usize {
        match self {
            Self::Cover(problem) => problem.option_count(),
            Self::Formula(formula) => formula.variables(),
            Self::Graph(graph) => Digits::of(graph).cells(graph),
        }
    }

    /// What stands for it where puzzles are handled.
    ///
    /// # Errors
    /// When there is nothing to choose: no option, no variable, or no vertex.
    pub fn stand_in(&self) -> Result<Puzzle, String> {
        let positions = (0..self.size()).map(|column| Position { row: 0, column }).collect();
        let alphabet = match self {
            Self::Cover(_) | Self::Formula(_) => Alphabet::new("01"),
            Self::Graph(graph) => Alphabet::standard(Digits::of(graph).base),
        };
        let alphabet = alphabet.map_err(|error| error.to_string())?;
        let geometry = Geometry::new(self.name(), alphabet, positions, Vec::new());
        let nothing = |_| match self {
            Self::Cover(_) => "no option, expected one a line behind the items".to_owned(),
            Self::Formula(_) => "no variable, expected some".to_owned(),
            Self::Graph(_) => "no vertex, expected some".to_owned(),
        };
        Ok(Puzzle::empty(Arc::new(geometry.map_err(nothing)?)))
    }

    /// Its hash: of its items and options, of its clauses, or of its edges; what they are called does
    /// not matter.
    pub fn hash(&self) -> PuzzleHash {
        let mut hasher = blake3::Hasher::new();
        let mut number = |value: u64| {
            hasher.update(&value.to_le_bytes());
        };
        match self {
            Self::Cover(problem) => {
                [0, problem.primary() as u64, problem.items() as u64]
                    .into_iter()
                    .for_each(&mut number);
                for option in problem.options() {
                    number(option.len() as u64);
                    for entry in option {
                        number(entry.item.into());
                        number(entry.colour.map_or(0, |colour| u64::from(colour) + 1));
                    }
                }
            }
            Self::Formula(formula) => {
                [1, formula.variables() as u64].into_iter().for_each(&mut number);
                for clause in formula.clauses() {
                    number(clause.len() as u64);
                    for literal in clause {
                        number(
                            u64::from(literal.variable()) << 1 | u64::from(literal.is_positive()),
                        );
                    }
                }
            }
            Self::Graph(graph) => {
                [2, graph.order() as u64].into_iter().for_each(&mut number);
                for (a, b) in graph.edges() {
                    [a as u64, b as u64].into_iter().for_each(&mut number);
                }
            }
        }
        hasher.finalize().into()
    }

    /// Whether a grid of the stand-in solves it.
    ///
    /// # Errors
    /// Why not, in words.
    pub fn check(&self, grid: &Grid) -> Result<(), String> {
        let symbols = grid.symbols();
        if symbols.len() != self.size() {
            return Err(format!("{} values, expected {}", symbols.len(), self.size()));
        }
        match self {
            Self::Cover(problem) => {
                instance::check_cover(problem, &chosen(grid)).map_err(|error| error.to_string())
            }
            Self::Formula(formula) => {
                instance::check_model(formula, &values(grid)).map_err(|error| error.to_string())
            }
            Self::Graph(graph) => {
                let colours = Digits::of(graph).colours(grid);
                instance::check_colouring(graph, &colours).map_err(|error| error.to_string())
            }
        }
    }

    /// The colours of a graph's vertices by a grid of the stand-in; none if it is no graph.
    pub fn colours(&self, grid: &Grid) -> Option<Vec<VertexColour>> {
        match self {
            Self::Cover(_) | Self::Formula(_) => None,
            Self::Graph(graph) => Some(Digits::of(graph).colours(grid)),
        }
    }

    /// How many colours a grid of the stand-in has; none if it is no graph.
    pub fn n_colours(&self, grid: &Grid) -> Option<usize> {
        self.colours(grid).map(|colours| n_colours(&colours))
    }

    /// Writes a grid of the stand-in: each option that it chooses as a line, the values as numbers, or
    /// each vertex and its colour as DIMACS has it, `l VERTEX COLOUR`.
    ///
    /// # Errors
    /// When `out` takes no more.
    pub fn write_answer(&self, grid: &Grid, out: &mut dyn Write) -> io::Result<()> {
        match self {
            Self::Cover(problem) => {
                let mut chosen = (0..problem.option_count()).filter(|&it| grid.symbols()[it] == 1);
                chosen.try_for_each(|option| writeln!(out, "{}", in_words(problem, option)))
            }
            Self::Formula(_) => {
                let sign = |symbol| if symbol == 1 { "" } else { "-" };
                let values = (1..).zip(grid.symbols());
                let words: Vec<String> =
                    values.map(|(n, &it)| format!("{}{n}", sign(it))).collect();
                writeln!(out, "{}", words.join(" "))
            }
            Self::Graph(graph) => {
                let mut colours = (1..).zip(Digits::of(graph).colours(grid));
                colours.try_for_each(|(vertex, colour)| writeln!(out, "l {vertex} {}", colour + 1))
            }
        }
    }

    /// A solver of this instance; it takes the stand-in.
    ///
    /// # Errors
    /// When the backend does not take instances of this kind, or not this one.
    pub fn prepare(&self, backend: &Backend) -> Result<Box<dyn Solver>, Unsupported> {
        let instance = self.clone();
        Ok(match self {
            Self::Cover(problem) => {
                let (inner, problem) = (backend.prepare(problem)?, problem.clone());
                let grid = move |options| instance.grid_of_options(options);
                Box::new(Translated { inner, problem, grid, answer: chosen })
            }
            Self::Formula(formula) => {
                let (inner, problem) = (backend.prepare(formula)?, formula.clone());
                Box::new(Translated { inner, problem, grid: of_values, answer: values })
            }
            Self::Graph(graph) => {
                let (inner, problem) = (backend.prepare(graph)?, graph.clone());
                let digits = Digits::of(graph);
                let grid = move |colours: Vec<VertexColour>| digits.grid(&colours);
                Box::new(Translated { inner, problem, grid, answer: () })
            }
        })
    }

    /// A prover of this instance; it takes the stand-in. None when the backend has none.
    pub fn prover(&self, backend: &Backend) -> Option<Box<dyn Prover>> {
        Some(match self {
            Self::Cover(problem) => {
                let inner = backend.prover::<ExactCover>()?(problem).ok()?;
                Box::new(Translated { inner, problem: problem.clone(), grid: (), answer: chosen })
            }
            Self::Formula(formula) => {
                let inner = backend.prover::<Formula>()?(formula).ok()?;
                Box::new(Translated { inner, problem: formula.clone(), grid: (), answer: values })
            }
            Self::Graph(_) => return None,
        })
    }

    /// Chosen options as a grid of the stand-in.
    fn grid_of_options(&self, options: Vec<usize>) -> Grid {
        let mut symbols: Vec<Symbol> = vec![0; self.size()];
        options.into_iter().for_each(|option| symbols[option] = 1);
        Grid::new(symbols)
    }

    /// What it is, for people.
    pub const fn in_words(&self) -> &'static str {
        match self {
            Self::Cover(_) => "exact cover problem",
            Self::Formula(_) => "formula",
            Self::Graph(_) => "graph",
        }
    }
}

/// Whether a grid solves a puzzle, or the instance for which it stands.
///
/// # Errors
/// Why not, in words.
pub fn check(puzzle: &Puzzle, instance: Option<&Instance>, grid: &Grid) -> Result<(), String> {
    match instance {
        Some(instance) => instance.check(grid),
        None => referee::check(puzzle, grid).map_err(|refuted| refuted.to_string()),
    }
}

/// An option as its line in Knuth's format.
pub fn in_words(problem: &ExactCover, option: usize) -> String {
    let word = |entry: &instance::Entry| match entry.colour {
        None => problem.name(entry.item).to_owned(),
        Some(colour) => format!("{}:{}", problem.name(entry.item), problem.colour_name(colour)),
    };
    problem.option(option).iter().map(word).collect::<Vec<_>>().join(" ")
}

/// Answers to a problem as grids of its stand-in, and the other way round.
struct Translated<S, P, G, A> {
    inner: S,
    problem: P,
    grid: G,
    answer: A,
}

impl<P: Problem, G: Fn(P::Answer) -> Grid, A> Solver for Translated<Box<dyn Solver<P>>, P, G, A> {
    fn solve(&mut self, _: &Puzzle, limits: &Limits<'_>) -> Outcome {
        self.inner.solve(&self.problem, limits).map(&self.grid)
    }

    fn trace(&mut self, _: &Puzzle, limits: &Limits<'_>, observer: &mut dyn Observer) -> Outcome {
        self.inner.trace(&self.problem, limits, observer).map(&self.grid)
    }
}

impl<P: Problem, G, A: Fn(&Grid) -> P::Answer> Prover for Translated<Box<dyn Prover<P>>, P, G, A> {
    fn certify(&mut self, _: &Puzzle, known: Option<&Grid>, limits: &Limits<'_>) -> Certificate {
        self.inner.certify(&self.problem, known.map(&self.answer).as_ref(), limits)
    }
}

/// The options that a grid of the stand-in chooses.
fn chosen(grid: &Grid) -> Vec<usize> {
    (0..grid.symbols().len()).filter(|&it| grid.symbols()[it] == 1).collect()
}

/// The values of a grid of the stand-in.
fn values(grid: &Grid) -> Vec<bool> {
    grid.symbols().iter().map(|&symbol| symbol == 1).collect()
}

fn of_values(values: Vec<bool>) -> Grid {
    Grid::new(values.into_iter().map(Symbol::from).collect::<Vec<_>>())
}
