//! Sudoku as graph colouring: exact colouring, most constrained vertex first.
//!
//! The cells are the vertices of a graph. Two cells in the same row, column or block are
//! neighbours, and the symbols are colours: a solution is a *colouring*, in which no two neighbours
//! have the same colour. The givens are coloured before the search.
//!
//! 1. If every vertex has a colour, this is a colouring.
//! 2. Otherwise choose the vertex for which most colours are impossible: its *saturation* is the
//!    number of different colours of its neighbours.
//! 3. Take the colours that none of its neighbours has.
//! 4. Give it each of them in turn, and continue with 1 each time.
//!
//! The greedy form, DSATUR, gives each vertex the first possible colour and never goes back, so it
//! may need more colours than there are symbols. Of equally saturated vertices it takes the one
//! with the most uncoloured neighbours; here it is the first.
//!
//! Sources: H. Malherbe's document (*colorie_graphe*); D. Brélaz, *New methods to color the vertices
//! of a graph*, 1979; J. R. Brown, *Chromatic scheduling and the chromatic number problem*, 1972.

/// A colour: symbol number s is colour s.
type Colour = usize;

/// Returns the solutions of a puzzle, at most `limit`, and how many colours were tried where there
/// were at least two (bets).
///
/// A puzzle is a text with a character for each cell, in reading order: `1` to `9`, then letters;
/// `.` is an empty cell. It may have any size that is a square of a square: 16, 81 or 256 cells.
pub fn solve(puzzle: &str, limit: usize) -> (Vec<String>, u64) {
    let given = |character: char| character.to_digit(36).filter(|&it| it > 0).map(|it| it as usize);
    let givens: Vec<Option<Colour>> = puzzle.chars().map(given).collect();
    let n = givens.len().isqrt();
    let colours = vec![None; givens.len()];
    let neighbours = graph(n);
    let mut graph = Graph { n, neighbours, colours, limit, solutions: Vec::new(), bets: 0 };
    for (vertex, given) in givens.into_iter().enumerate() {
        if given.is_some_and(|colour| !graph.possible(vertex).contains(&colour)) {
            return (Vec::new(), 0); // Two givens clash.
        }
        graph.colours[vertex] = given;
    }
    graph.colour();
    (graph.solutions, graph.bets)
}

/// Returns the neighbours of each cell of a grid with n rows.
fn graph(n: usize) -> Vec<Vec<usize>> {
    let size = n.isqrt();
    let are_neighbours = |a: usize, b: usize| {
        let [row_a, column_a, row_b, column_b] = [a / n, a % n, b / n, b % n];
        let same_block = row_a / size == row_b / size && column_a / size == column_b / size;
        a != b && (row_a == row_b || column_a == column_b || same_block)
    };
    (0..n * n).map(|a| (0..n * n).filter(|&b| are_neighbours(a, b)).collect()).collect()
}

struct Graph {
    /// The number of colours.
    n: usize,
    /// For each vertex, its neighbours.
    neighbours: Vec<Vec<usize>>,
    /// For each vertex, its colour, if it has one.
    colours: Vec<Option<Colour>>,
    limit: usize,
    solutions: Vec<String>,
    bets: u64,
}

impl Graph {
    /// Colours the other vertices in every possible way (*colorie_graphe*).
    fn colour(&mut self) {
        let uncoloured = (0..self.colours.len()).filter(|&it| self.colours[it].is_none());
        let Some(vertex) = uncoloured.min_by_key(|&it| self.possible(it).len()) else {
            self.solutions.push(self.colours.iter().flatten().map(|&it| character(it)).collect());
            return;
        };
        let possible = self.possible(vertex);
        for &colour in &possible {
            self.bets += u64::from(possible.len() > 1);
            self.colours[vertex] = Some(colour);
            self.colour();
            if self.solutions.len() == self.limit {
                return;
            }
        }
        self.colours[vertex] = None;
    }

    /// Returns the colours that no neighbour of a vertex has. The fewer, the higher its saturation.
    fn possible(&self, vertex: usize) -> Vec<Colour> {
        let mut is_possible = vec![true; self.n + 1];
        for colour in self.neighbours[vertex].iter().filter_map(|&it| self.colours[it]) {
            is_possible[colour] = false;
        }
        (1..=self.n).filter(|&colour| is_possible[colour]).collect()
    }
}

fn character(colour: Colour) -> char {
    char::from_digit(colour as u32, 36).unwrap_or('.').to_ascii_uppercase()
}

fn main() {
    let puzzle = std::env::args().nth(1).expect("a puzzle: 81 characters, `.` is an empty cell");
    let (solutions, bets) = solve(&puzzle, 2);
    println!("{bets} bets\n{}", solutions.join("\n"));
}
