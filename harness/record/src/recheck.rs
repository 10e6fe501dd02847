//! Shows the grids of rows to the referee again, on the puzzles that stand beside them.
//!
//! The hash in a row is that of the geometry and the cells of its puzzle. A line of `puzzles.csv` is read on the
//! board of its name, out of the catalog or `geometries.csv`, in the characters that the row states for its
//! grid. If the puzzle has the hash, it is the one that was solved, and the verdict of the referee is final.
//!
//! ```text
//!   rows.csv      hash h, solution 5346…, symbols 123456789
//!   puzzles.csv   hash h, geometry classic9, givens 53..7…     ──>  a puzzle  ──hash──> h?  ──referee──> verdict
//! ```

use std::collections::{BTreeSet, HashMap};
use std::path::Path;
use std::sync::Arc;

use board::referee::{check, solves_line};
use board::{Alphabet, Geometry, Grid, Puzzle, SymbolSet, catalog};

use crate::geometries;
use crate::hash::{PuzzleHash, PuzzleHasher};

/// The result of showing a grid to the referee again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GridCheck {
    /// It solves its puzzle.
    Solves,
    /// It does not, and why.
    Refuted(String),
    /// The line beside the rows is not the puzzle of the row: it does not have its hash.
    OtherPuzzle,
    /// It cannot be told.
    Unknown(Unknown),
}

/// Why a grid cannot be checked again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unknown {
    /// The problem is not a puzzle: it stands in its corpus alone.
    NoGivens,
    /// The board is neither in the catalog nor beside the rows.
    NoBoard,
    /// The row is of an older run, which does not state its symbols.
    NoSymbols,
}

/// The cells of a puzzle, as a line of `puzzles.csv` states them.
#[derive(Clone, Copy, Debug)]
pub struct PuzzleText<'a> {
    /// The hash.
    pub hash: PuzzleHash,
    /// The name of the geometry.
    pub geometry: &'a str,
    /// The cells in reading order; empty for other instances.
    pub givens: &'a str,
    /// Candidates, a hexadecimal set for each cell; empty if the givens imply them.
    pub candidates: &'a str,
}

/// A board in some characters.
struct Board {
    geometry: Arc<Geometry>,
    hasher: PuzzleHasher,
}

/// Checks the grids of a run folder.
pub struct GridReferee {
    /// The boards beside the rows.
    kept: HashMap<String, Vec<Arc<Geometry>>>,
    /// The boards of a name in some characters.
    boards: HashMap<(String, String), Vec<Board>>,
    /// Hashes puzzles of classic9, the most common ones.
    classic9: PuzzleHasher,
}

impl GridReferee {
    /// Returns the referee of a run folder.
    ///
    /// # Errors
    /// When its geometries cannot be read.
    pub fn of(folder: &Path) -> anyhow::Result<Self> {
        let classic9 = PuzzleHasher::new(&catalog::classic(9)?);
        Ok(Self { kept: geometries::read(folder)?, boards: HashMap::new(), classic9 })
    }

    /// Checks a grid, which a row writes in these symbols. Rows of older runs do not state them.
    pub fn check(
        &mut self,
        puzzle: &PuzzleText<'_>,
        grid: &str,
        symbols: Option<&str>,
    ) -> GridCheck {
        if puzzle.givens.is_empty() {
            return GridCheck::Unknown(Unknown::NoGivens);
        }
        if self.solves_line(puzzle, grid, symbols) {
            return GridCheck::Solves;
        }
        let Some(symbols) = symbols else { return self.check_in_unknown_symbols(puzzle, grid) };
        match self.puzzle(puzzle, symbols) {
            Ok(puzzle) => judged(&puzzle, grid),
            Err(why) => why,
        }
    }

    /// Returns the puzzle of a line in these symbols, if it has the hash that the line states.
    ///
    /// # Errors
    /// Why it cannot be told.
    pub fn puzzle(&mut self, text: &PuzzleText<'_>, symbols: &str) -> Result<Puzzle, GridCheck> {
        let boards = self.boards(text.geometry, symbols);
        if boards.is_empty() {
            return Err(GridCheck::Unknown(Unknown::NoBoard));
        }
        let found = boards.iter().find_map(|board| {
            let puzzle = read(text, &board.geometry)?;
            (board.hasher.hash(&puzzle).0 == text.hash).then_some(puzzle)
        });
        found.ok_or(GridCheck::OtherPuzzle)
    }

    /// Returns whether the puzzle of a line has the hash that the line states; `None` if that cannot be told. The line
    /// does not state its symbols: they are those of the board, the standard ones, or those that occur.
    pub fn has_hash(&mut self, text: &PuzzleText<'_>) -> Option<bool> {
        if text.givens.is_empty() {
            return None;
        }
        if let Some(is_plain) = self.plain_line_has_hash(text) {
            return Some(is_plain);
        }
        let used: BTreeSet<char> = text.givens.chars().filter(|it| *it != '.').collect();
        let is_in_digits = used.iter().all(char::is_ascii_digit);
        for symbols in ["".to_owned(), String::from_iter(used)] {
            match self.puzzle(text, &symbols) {
                Ok(_) => return Some(true),
                Err(GridCheck::OtherPuzzle) => {}
                Err(_) => return None,
            }
        }
        // In other symbols, it may still be the puzzle.
        let fits = |board: &Board| read(text, &board.geometry).is_some();
        let is_read = self.boards(text.geometry, "").iter().any(fits);
        (is_read && is_in_digits).then_some(false)
    }

    /// Returns whether a line of classic9 in digits has its hash.
    fn plain_line_has_hash(&self, text: &PuzzleText<'_>) -> Option<bool> {
        let givens: &[u8; 81] = text.givens.as_bytes().try_into().ok()?;
        let is_plain =
            text.geometry == "classic9" && text.candidates.is_empty() && is_plain_line(givens);
        let has_hash = self.classic9.hash_line(givens).0 == text.hash;
        // Digits may be other symbols than those of their values.
        (is_plain && has_hash).then_some(true)
    }

    /// Returns the common case: a grid and a puzzle of classic9 in digits, about which nothing is to be said.
    fn solves_line(&self, puzzle: &PuzzleText<'_>, grid: &str, symbols: Option<&str>) -> bool {
        let is_plain = puzzle.geometry == "classic9"
            && puzzle.candidates.is_empty()
            && symbols.is_none_or(|symbols| symbols == "123456789");
        let line = |text: &'_ str| -> Option<[u8; 81]> { text.as_bytes().try_into().ok() };
        let (true, Some(givens), Some(grid)) = (is_plain, line(puzzle.givens), line(grid)) else {
            return false;
        };
        is_plain_line(&givens)
            && solves_line(&givens, &grid)
            && self.classic9.hash_line(&givens).0 == puzzle.hash
    }

    /// Returns the same in the characters of the catalog, the standard ones, or those that occur. Only a grid that
    /// solves its puzzle is certain then.
    fn check_in_unknown_symbols(&mut self, puzzle: &PuzzleText<'_>, grid: &str) -> GridCheck {
        let used: BTreeSet<char> =
            grid.chars().chain(puzzle.givens.chars()).filter(|it| *it != '.').collect();
        let used = String::from_iter(used);
        let mut last = GridCheck::Unknown(Unknown::NoSymbols);
        for symbols in ["", &used] {
            last = match self.puzzle(puzzle, symbols) {
                // A row may write its grid in other symbols than the table its puzzle.
                Ok(puzzle) if is_written_in(&puzzle, grid) => judged(&puzzle, grid),
                Ok(_) | Err(GridCheck::OtherPuzzle) => GridCheck::Unknown(Unknown::NoSymbols),
                Err(why) => why,
            };
            let is_guessed = !symbols.is_empty();
            match last {
                GridCheck::Solves => break,
                GridCheck::Refuted(_) if !is_guessed => break,
                GridCheck::Refuted(_) => last = GridCheck::Unknown(Unknown::NoSymbols),
                _ => {}
            }
        }
        last
    }

    /// Returns the boards of a name in these characters, or in their own.
    fn boards(&mut self, geometry: &str, symbols: &str) -> &[Board] {
        let key = (geometry.to_owned(), symbols.to_owned());
        let Self { kept, boards, .. } = self;
        boards.entry(key).or_insert_with(|| {
            let named = catalog::named(geometry).ok().map(Arc::new);
            let kept = kept.get(geometry).into_iter().flatten().cloned();
            let of = |board: Arc<Geometry>| {
                let geometry = match symbols {
                    "" => board,
                    _ => {
                        let alphabet = Alphabet::new(symbols).ok()?;
                        Arc::new(Geometry::clone(&board).with_alphabet(alphabet).ok()?)
                    }
                };
                Some(Board { hasher: PuzzleHasher::new(&geometry), geometry })
            };
            named.into_iter().chain(kept).filter_map(of).collect()
        })
    }
}

/// Returns whether a line has nothing but digits and empty cells.
fn is_plain_line(line: &[u8; 81]) -> bool {
    line.as_slice().iter().all(|byte| matches!(byte, b'.' | b'1'..=b'9'))
}

/// Returns a puzzle from its text on a board; `None` if it does not fit.
fn read(text: &PuzzleText<'_>, geometry: &Arc<Geometry>) -> Option<Puzzle> {
    let all = SymbolSet::all(geometry.symbols());
    let allowed: Vec<SymbolSet> = if text.candidates.is_empty() {
        let alphabet = geometry.alphabet();
        let cell = |character: char| match character {
            '.' => Some(all),
            other => alphabet.symbol(other).map(SymbolSet::only),
        };
        text.givens.chars().map(cell).collect::<Option<_>>()?
    } else {
        let bits = |word: &str| u128::from_str_radix(word, 16).ok().map(SymbolSet::from_bits);
        text.candidates.split('.').map(bits).collect::<Option<_>>()?
    };
    let fits = allowed.len() == geometry.cells() && allowed.iter().all(|set| set.is_subset(all));
    fits.then(|| Puzzle::from_allowed(geometry.clone(), allowed))
}

/// Returns whether a grid has no characters but those of the puzzle.
fn is_written_in(puzzle: &Puzzle, grid: &str) -> bool {
    let alphabet = puzzle.geometry().alphabet();
    grid.chars().all(|character| alphabet.symbol(character).is_some())
}

/// Returns the verdict of the referee on a grid in the characters of the puzzle.
fn judged(puzzle: &Puzzle, grid: &str) -> GridCheck {
    let alphabet = puzzle.geometry().alphabet();
    let mut symbols = Vec::with_capacity(puzzle.geometry().cells());
    for character in grid.chars() {
        match alphabet.symbol(character) {
            Some(symbol) => symbols.push(symbol),
            None => return GridCheck::Refuted(format!("{character:?} is not a symbol")),
        }
    }
    match check(puzzle, &Grid::new(symbols)) {
        Ok(()) => GridCheck::Solves,
        Err(why) => GridCheck::Refuted(why.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use board::text::line;

    use super::*;
    use crate::hash;
    use crate::structure::write_structure;

    const GIVENS: &str = "....1.3.431.2...";
    const GRID: &str = "3421123443122143";

    fn referee() -> (tempfile::TempDir, GridReferee) {
        let folder = tempfile::tempdir().expect("a folder");
        let referee = GridReferee::of(folder.path()).expect("no geometries");
        (folder, referee)
    }

    fn text(givens: &str) -> PuzzleText<'_> {
        let four = Arc::new(catalog::classic(4).expect("a board"));
        let hash = hash::puzzle(&line::parse(givens, &four).expect("a puzzle"));
        PuzzleText { hash, geometry: "classic4", givens, candidates: "" }
    }

    #[test]
    fn a_grid_is_judged_on_the_puzzle_with_the_hash() {
        let (_folder, mut referee) = referee();
        let puzzle = text(GIVENS);
        assert_eq!(referee.check(&puzzle, GRID, Some("1234")), GridCheck::Solves);
        assert_eq!(referee.check(&puzzle, GRID, None), GridCheck::Solves);
        let ones = "1".repeat(16);
        for wrong in [&*ones, "3421", "342112344312214x"] {
            let found = referee.check(&puzzle, wrong, Some("1234"));
            assert!(matches!(found, GridCheck::Refuted(_)), "{wrong}: {found:?}");
        }
        let changed = PuzzleText { givens: "3...1.3.431.2...", ..puzzle };
        assert_eq!(referee.check(&changed, GRID, Some("1234")), GridCheck::OtherPuzzle);
        assert_eq!(referee.check(&puzzle, GRID, Some("4321")), GridCheck::OtherPuzzle);
        let unknown = GridCheck::Unknown(Unknown::NoBoard);
        let elsewhere = PuzzleText { geometry: "own", ..puzzle };
        assert_eq!(referee.check(&elsewhere, GRID, Some("1234")), unknown);
        let instance = PuzzleText { givens: "", ..puzzle };
        let unknown = GridCheck::Unknown(Unknown::NoGivens);
        assert_eq!(referee.check(&instance, GRID, None), unknown);
    }

    #[test]
    fn lines_of_classic9_are_judged_like_others() {
        let (_folder, mut referee) = referee();
        let grid = "1234567894567891237891234562143658973658972148972143655316429786429785319785316\
                    42";
        let givens = grid.replacen('1', ".", 4);
        let nine = Arc::new(catalog::classic(9).expect("a board"));
        let hash = hash::puzzle(&line::parse(&givens, &nine).expect("a puzzle"));
        let puzzle = PuzzleText { hash, geometry: "classic9", givens: &givens, candidates: "" };
        assert!(referee.solves_line(&puzzle, grid, Some("123456789")));
        assert_eq!(referee.check(&puzzle, grid, None), GridCheck::Solves);
        let other = PuzzleText { hash: PuzzleHash(hash.0 + 1), ..puzzle };
        assert_eq!(referee.check(&other, grid, Some("123456789")), GridCheck::OtherPuzzle);
        let ones = "1".repeat(81);
        assert!(matches!(referee.check(&puzzle, &ones, None), GridCheck::Refuted(_)));
        let letters: String = grid.bytes().map(|digit| char::from(digit - b'1' + b'A')).collect();
        let in_letters: String = givens
            .bytes()
            .map(|it| if it == b'.' { '.' } else { char::from(it - b'1' + b'A') })
            .collect();
        let puzzle = PuzzleText { givens: &in_letters, ..puzzle };
        assert_eq!(referee.check(&puzzle, &letters, Some("ABCDEFGHI")), GridCheck::Solves);
        assert_eq!(referee.check(&puzzle, &letters, None), GridCheck::Solves);
    }

    #[test]
    fn boards_and_candidates_beside_the_rows_are_read() {
        let folder = tempfile::tempdir().expect("a folder");
        let own = catalog::latin(4).expect("a board");
        let structure = write_structure(&own);
        std::fs::write(
            folder.path().join(geometries::FILE),
            format!("geometry,structure\nown,\"{structure}\"\n"),
        )
        .expect("room");
        let mut referee = GridReferee::of(folder.path()).expect("a board");
        let own = Arc::new(own);
        let puzzle = line::parse("1...............", &own).expect("a puzzle");
        let mut allowed: Vec<_> = puzzle.allowed().collect();
        allowed[1].remove(3);
        let puzzle = Puzzle::from_allowed(own, allowed.clone());
        let sets: Vec<String> = allowed.iter().map(|set| format!("{:x}", set.bits())).collect();
        let text = PuzzleText {
            hash: hash::puzzle(&puzzle),
            geometry: "own",
            givens: "1...............",
            candidates: &sets.join("."),
        };
        assert_eq!(referee.check(&text, "1234214334124321", Some("1234")), GridCheck::Solves);
        let refuted = referee.check(&text, "1423213434124321", Some("1234"));
        assert!(matches!(refuted, GridCheck::Refuted(why) if why.starts_with("r1c2 holds 4")));
    }
}
