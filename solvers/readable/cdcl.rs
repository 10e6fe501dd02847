//! CDCL: a search on formulas that learns a clause from each conflict.
//!
//! The formula is that of `dpll.rs`: variable "cell c has symbol s", and clauses which say that each
//! cell has exactly one symbol, and each symbol exactly one cell in each region.
//!
//! DPLL tries the alternatives of a decision one after the other and forgets why one failed. CDCL
//! (conflict-driven clause learning) asks: which decisions caused this conflict? Each literal that
//! was implied has a *reason*, the clause that implied it. Start with the clause that is false, and
//! replace the literal that was assigned last by the other literals of its reason (*resolution*),
//! until only one literal of the current level remains. It is the *first unique implication point*:
//! at this level, it alone caused the conflict. The clause that was found follows from the formula,
//! so it is *learnt*.
//!
//! All its literals are false, one of them only since the current level. So the search jumps back
//! to the last level before at which another of them is false, where the learnt clause implies the
//! one literal. Decisions in between, which had nothing to do with the conflict, are skipped.
//!
//! The next variable is the one that was most active in recent conflicts. After some conflicts the
//! search restarts with what it has learnt, and often decides better.
//!
//! Sources: J. Marques-Silva and K. Sakallah, *GRASP*, 1996; M. Moskewicz et al., *Chaff*, 2001;
//! N. Eén and N. Sörensson, *An extensible SAT-solver*, 2003.

/// A literal: variable v is 2 · v, its negation is 2 · v + 1.
type Literal = usize;

/// Returns the solutions of a puzzle, at most `limit`, and the number of decisions (bets).
///
/// A puzzle is a text with a character for each cell, in reading order: `1` to `9`, then letters;
/// `.` is an empty cell. It may have any size that is a square of a square: 16, 81 or 256 cells.
pub fn solve(puzzle: &str, limit: usize) -> (Vec<String>, u64) {
    let givens: Vec<usize> =
        puzzle.chars().map(|it| it.to_digit(36).unwrap_or(0) as usize).collect();
    let n = givens.len().isqrt();
    let mut cdcl = Cdcl::new(n * n * n);
    let given = givens.iter().enumerate().filter(|&(_, &symbol)| symbol > 0);
    let units = given.map(|(cell, &symbol)| vec![2 * (cell * n + symbol - 1)]);
    let mut is_possible = encode(n).into_iter().chain(units).all(|clause| cdcl.add(clause));
    let mut solutions = Vec::new();
    while is_possible && solutions.len() < limit && cdcl.search() {
        let chosen = (0..n * n * n).filter(|&variable| cdcl.values[variable] == Some(true));
        let chosen: Vec<usize> = chosen.collect();
        solutions.push(chosen.iter().map(|variable| character(variable % n + 1)).collect());
        // Forbid this solution, and search again.
        cdcl.back_to(0);
        is_possible = cdcl.add(chosen.iter().map(|variable| 2 * variable + 1).collect());
    }
    (solutions, cdcl.decisions)
}

struct Cdcl {
    clauses: Vec<Vec<Literal>>,
    /// For each literal, the numbers of the clauses that contain it.
    clauses_with: Vec<Vec<usize>>,
    /// For each variable, its value, the level at which it was assigned, the number of the clause
    /// that implied it, and how active it was in recent conflicts.
    values: Vec<Option<bool>>,
    levels: Vec<usize>,
    reasons: Vec<Option<usize>>,
    activities: Vec<f64>,
    /// What an activity is increased by.
    bump: f64,
    /// The literals that are true, in the order in which they became so.
    trail: Vec<Literal>,
    /// For each level, the length of the trail before its decision.
    starts: Vec<usize>,
    /// The literals of the trail from this place on have not been propagated.
    next: usize,
    decisions: u64,
}

impl Cdcl {
    fn new(variables: usize) -> Self {
        Self {
            clauses: Vec::new(),
            clauses_with: vec![Vec::new(); 2 * variables],
            values: vec![None; variables],
            levels: vec![0; variables],
            reasons: vec![None; variables],
            activities: vec![0.0; variables],
            bump: 1.0,
            trail: Vec::new(),
            starts: Vec::new(),
            next: 0,
            decisions: 0,
        }
    }

    /// Finds an assignment that satisfies all clauses. Returns false if there is none.
    fn search(&mut self) -> bool {
        let (mut conflicts, mut restart) = (0, 100);
        loop {
            if let Some(conflict) = self.propagate() {
                if self.starts.is_empty() {
                    return false; // Without any decision: the clauses contradict each other.
                }
                let (learnt, level) = self.analyse(conflict);
                self.back_to(level);
                self.add(learnt);
                self.bump /= 0.95; // So that earlier conflicts count less.
                conflicts += 1;
            } else if conflicts >= restart {
                self.back_to(0);
                (conflicts, restart) = (0, restart + restart / 2);
            } else {
                let open = (0..self.values.len()).filter(|&it| self.values[it].is_none());
                let by_activity = |a: &usize, b: &usize| {
                    self.activities[*a].total_cmp(&self.activities[*b]).then(b.cmp(a))
                };
                let Some(variable) = open.max_by(by_activity) else { return true };
                self.decisions += 1;
                self.starts.push(self.trail.len());
                self.assign(2 * variable + 1, None);
            }
        }
    }

    /// Unit propagation. Returns the number of a clause whose literals are all false, if there is.
    fn propagate(&mut self) -> Option<usize> {
        while let Some(&literal) = self.trail.get(self.next) {
            self.next += 1;
            for index in 0..self.clauses_with[literal ^ 1].len() {
                let number = self.clauses_with[literal ^ 1][index];
                let clause = &self.clauses[number];
                if clause.iter().any(|&it| self.value(it) == Some(true)) {
                    continue;
                }
                let mut open = clause.iter().filter(|&&it| self.value(it).is_none());
                match (open.next(), open.next()) {
                    (None, _) => return Some(number),
                    (Some(&unit), None) => self.assign(unit, Some(number)),
                    _ => {}
                }
            }
        }
        None
    }

    /// Returns the clause of the first unique implication point, which literal is the first one,
    /// and the level to jump back to.
    fn analyse(&mut self, conflict: usize) -> (Vec<Literal>, usize) {
        let level = self.starts.len();
        let (mut learnt, mut is_seen) = (vec![0], vec![false; self.values.len()]);
        let (mut clause, mut n_open, mut place) = (conflict, 0, self.trail.len());
        loop {
            for &literal in &self.clauses[clause] {
                let variable = literal / 2;
                if is_seen[variable] || self.levels[variable] == 0 {
                    continue;
                }
                is_seen[variable] = true;
                self.activities[variable] += self.bump;
                match self.levels[variable] == level {
                    true => n_open += 1,
                    false => learnt.push(literal),
                }
            }
            // The literal of the current level that was assigned last, of those in the clause.
            place = (0..place).rev().find(|&it| is_seen[self.trail[it] / 2]).unwrap_or(0);
            n_open -= 1;
            match self.reasons[self.trail[place] / 2] {
                Some(reason) if n_open > 0 => clause = reason,
                _ => break,
            }
        }
        learnt[0] = self.trail[place] ^ 1;
        let level = learnt[1..].iter().map(|literal| self.levels[literal / 2]).max();
        (learnt, level.unwrap_or(0))
    }

    /// Adds a clause, and assigns its literal if only one is not false. Returns false if all are.
    fn add(&mut self, clause: Vec<Literal>) -> bool {
        let number = self.clauses.len();
        clause.iter().for_each(|&literal| self.clauses_with[literal].push(number));
        let is_true = clause.iter().any(|&it| self.value(it) == Some(true));
        let open: Vec<Literal> =
            clause.iter().copied().filter(|&it| self.value(it).is_none()).collect();
        self.clauses.push(clause);
        if let (false, [unit]) = (is_true, &open[..]) {
            self.assign(*unit, Some(number));
        }
        is_true || !open.is_empty()
    }

    fn assign(&mut self, literal: Literal, reason: Option<usize>) {
        let variable = literal / 2;
        self.values[variable] = Some(is_positive(literal));
        self.levels[variable] = self.starts.len();
        self.reasons[variable] = reason;
        self.trail.push(literal);
    }

    /// Undoes everything above a level.
    fn back_to(&mut self, level: usize) {
        if let Some(&start) = self.starts.get(level) {
            self.trail.drain(start..).for_each(|literal| self.values[literal / 2] = None);
            self.starts.truncate(level);
            self.next = start;
        }
    }

    fn value(&self, literal: Literal) -> Option<bool> {
        self.values[literal / 2].map(|value| value == is_positive(literal))
    }
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
