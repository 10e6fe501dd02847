//! SAT: a sudoku as a formula, and a search on formulas (DPLL).
//!
//! A *formula* is a list of clauses, a *clause* a list of literals, a *literal* a variable or its
//! negation. The formula asks for a value for each variable such that every clause has a true
//! literal. Variable "cell c has symbol s" says everything about a sudoku:
//!
//! - each cell has a symbol: (c=1 ∨ c=2 ∨ … ∨ c=9), and no two: (¬c=1 ∨ ¬c=2), …;
//! - each symbol has a cell in each region: (a=1 ∨ b=1 ∨ …), and no two: (¬a=1 ∨ ¬b=1), …;
//! - each given is a clause of one literal.
//!
//! This is the *extended* encoding: some of these clauses follow from others, but they let the
//! search deduce more.
//!
//! *Unit propagation*: if all literals of a clause but one are false, the last one must be true. If
//! all are false, it is a *conflict*. When nothing more follows, DPLL decides: it takes a shortest
//! clause without a true literal, and tries its literals one by one. While one is tried, those
//! before it are false, since they were refuted. Clauses that could still be satisfied by a
//! variable being false need no decision, so only clauses of positive literals are considered.
//!
//! Sources: M. Davis, G. Logemann and D. Loveland, *A machine program for theorem-proving*, 1962;
//! the encoding is that of I. Lynce and J. Ouaknine, *Sudoku as a SAT problem*, 2006.

/// A literal: variable v is 2 · v, its negation is 2 · v + 1.
type Literal = usize;

/// Returns the solutions of a puzzle, at most `limit`, and how many literals were tried (bets).
///
/// A puzzle is a text with a character for each cell, in reading order: `1` to `9`, then letters;
/// `.` is an empty cell. It may have any size that is a square of a square: 16, 81 or 256 cells.
pub fn solve(puzzle: &str, limit: usize) -> (Vec<String>, u64) {
    let givens: Vec<usize> =
        puzzle.chars().map(|it| it.to_digit(36).unwrap_or(0) as usize).collect();
    let n = givens.len().isqrt();
    let mut clauses = encode(n);
    let given = givens.iter().enumerate().filter(|&(_, &symbol)| symbol > 0);
    clauses.extend(given.map(|(cell, &symbol)| vec![2 * (cell * n + symbol - 1)]));
    let mut clauses_with = vec![Vec::new(); 2 * n * n * n];
    for (number, clause) in clauses.iter().enumerate() {
        clause.iter().for_each(|&literal| clauses_with[literal].push(number));
    }
    let values = vec![None; n * n * n];
    let (trail, solutions) = (Vec::new(), Vec::new());
    let mut dpll = Dpll { n, clauses, clauses_with, values, trail, limit, solutions, bets: 0 };
    let units: Vec<Literal> =
        dpll.clauses.iter().filter(|clause| clause.len() == 1).map(|clause| clause[0]).collect();
    dpll.search(&units);
    (dpll.solutions, dpll.bets)
}

/// Returns the clauses of an empty grid. Variable cell · n + symbol says that a cell has a symbol.
fn encode(n: usize) -> Vec<Vec<Literal>> {
    let (size, all) = (n.isqrt(), n * n);
    let block = |cell: usize| cell / n / size * size + cell % n / size;
    let region_of: [&dyn Fn(usize) -> usize; 3] = [&|cell| cell / n, &|cell| cell % n, &block];
    // The sets of variables of which exactly one is true.
    let mut groups: Vec<Vec<usize>> =
        (0..all).map(|cell| (0..n).map(|symbol| cell * n + symbol).collect()).collect();
    for kind in region_of {
        for (region, symbol) in (0..all).map(|it| (it / n, it % n)) {
            let cells = (0..all).filter(|&cell| kind(cell) == region);
            groups.push(cells.map(|cell| cell * n + symbol).collect());
        }
    }
    let mut clauses = Vec::new();
    for group in groups {
        clauses.push(group.iter().map(|variable| 2 * variable).collect());
        for (place, one) in group.iter().enumerate() {
            clauses.extend(group[..place].iter().map(|other| vec![2 * other + 1, 2 * one + 1]));
        }
    }
    clauses
}

struct Dpll {
    n: usize,
    clauses: Vec<Vec<Literal>>,
    /// For each literal, the numbers of the clauses that contain it.
    clauses_with: Vec<Vec<usize>>,
    /// For each variable, its value.
    values: Vec<Option<bool>>,
    /// The literals that are true, in the order in which they became so.
    trail: Vec<Literal>,
    limit: usize,
    solutions: Vec<String>,
    bets: u64,
}

impl Dpll {
    /// Finds all solutions in which these literals are true.
    fn search(&mut self, assumed: &[Literal]) {
        let before = self.trail.len();
        if self.assume(assumed) && self.propagate(before) {
            match self.shortest_open_clause() {
                None => self.solutions.push(self.grid()),
                Some(clause) => self.branch(&clause),
            }
        }
        for literal in self.trail.drain(before..) {
            self.values[literal / 2] = None;
        }
    }

    /// Tries the literals of a clause, one by one.
    fn branch(&mut self, clause: &[Literal]) {
        for place in 0..clause.len() {
            self.bets += 1;
            let refuted = clause[..place].iter().map(|literal| literal ^ 1);
            let assumed: Vec<Literal> = [clause[place]].into_iter().chain(refuted).collect();
            self.search(&assumed);
            if self.solutions.len() == self.limit {
                return;
            }
        }
    }

    /// Makes literals true. Returns false if one of them is false.
    fn assume(&mut self, literals: &[Literal]) -> bool {
        for &literal in literals {
            match self.value(literal) {
                Some(false) => return false,
                Some(true) => {}
                None => {
                    self.values[literal / 2] = Some(is_positive(literal));
                    self.trail.push(literal);
                }
            }
        }
        true
    }

    /// Unit propagation from a place of the trail on. Returns false on a conflict.
    fn propagate(&mut self, mut next: usize) -> bool {
        while let Some(&literal) = self.trail.get(next) {
            next += 1;
            for index in 0..self.clauses_with[literal ^ 1].len() {
                let clause = &self.clauses[self.clauses_with[literal ^ 1][index]];
                if clause.iter().any(|&it| self.value(it) == Some(true)) {
                    continue;
                }
                let mut open = clause.iter().filter(|&&it| self.value(it).is_none());
                match (open.next(), open.next()) {
                    (None, _) => return false,
                    (Some(&unit), None) => _ = self.assume(&[unit]),
                    _ => {}
                }
            }
        }
        true
    }

    /// Returns the unassigned literals of a shortest clause that has no true one, and only positive
    /// unassigned ones; `None` if every other clause can be satisfied by false variables.
    fn shortest_open_clause(&self) -> Option<Vec<Literal>> {
        let open = self.clauses.iter().filter_map(|clause| {
            let is_true = clause.iter().any(|&it| self.value(it) == Some(true));
            let open: Vec<Literal> =
                clause.iter().copied().filter(|&it| self.value(it).is_none()).collect();
            (!is_true && open.iter().all(|&literal| is_positive(literal))).then_some(open)
        });
        open.min_by_key(Vec::len)
    }

    fn value(&self, literal: Literal) -> Option<bool> {
        self.values[literal / 2].map(|value| value == is_positive(literal))
    }

    fn grid(&self) -> String {
        let symbol = |cell| self.values[cell * self.n..].iter().position(|&it| it == Some(true));
        (0..self.n * self.n).filter_map(symbol).map(|it| character(it + 1)).collect()
    }
}

fn is_positive(literal: Literal) -> bool {
    literal & 1 == 0
}

fn character(symbol: usize) -> char {
    char::from_digit(symbol as u32, 36).unwrap_or('.').to_ascii_uppercase()
}

fn main() {
    let puzzle = std::env::args().nth(1).expect("a puzzle: 81 characters, `.` is an empty cell");
    let (solutions, bets) = solve(&puzzle, 2);
    println!("{bets} bets\n{}", solutions.join("\n"));
}
