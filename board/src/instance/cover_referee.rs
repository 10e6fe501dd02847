//! The referee of many solutions of one exact cover problem: [`check_cover`], without an allocation for each.
//!
//! It marks the items of a solution. Where items and colours fit into 128 bits, it has a bit for each way to cover
//! an item instead, without a colour or in one, and an option is two such words: the ways that it uses, and those
//! that it bars for others. Many problems whose solutions are listed are that small.

use super::exact_cover::{Colour, Entry, ExactCover};
use super::referee::{CoverRefutation, check_cover};

/// Judges solutions of one exact cover problem.
#[derive(Clone, Debug)]
pub struct CoverReferee<'p> {
    problem: &'p ExactCover,
    marks: CoverMarks,
}

/// What a referee writes on the items of a problem, so that it can go on later without holding the problem.
#[derive(Clone, Debug)]
pub struct CoverMarks {
    /// The options as words, if they fit, and the primary items.
    words: Option<(Vec<OptionWords>, u128)>,
    /// The solution in which each item was last covered, and its colour there.
    items: Vec<(u64, Option<Colour>)>,
    /// The number of solutions so far.
    solutions: u64,
    /// Whether items may be covered more than once, or not at all.
    is_multiple: bool,
}

/// An option as words.
#[derive(Clone, Copy, Debug)]
struct OptionWords {
    uses: u128,
    bars: u128,
}

impl CoverMarks {
    /// Returns the marks of a problem before the first solution.
    pub fn new(problem: &ExactCover) -> Self {
        let words = in_words(problem);
        let items = if words.is_some() { 0 } else { problem.items() };
        let is_multiple = problem.has_multiplicities();
        Self { words, items: vec![(0, None); items], solutions: 0, is_multiple }
    }
}

/// Returns the options as words and the set of the primary items, or `None` if there are more than 128 ways to cover
/// items, or items that are covered more than once.
fn in_words(problem: &ExactCover) -> Option<(Vec<OptionWords>, u128)> {
    if problem.items() > 128 || problem.has_multiplicities() {
        return None;
    }
    // Primary items are covered in one way, whether an option has them or not.
    let mut n_ways = problem.primary() as u32;
    let mut ways: Vec<Vec<(Option<Colour>, u128)>> = vec![Vec::new(); problem.items()];
    (0..n_ways).for_each(|item| ways[item as usize].push((None, 1 << item)));
    for &Entry { item, colour } in problem.options().flatten() {
        let ways = &mut ways[item as usize];
        if ways.iter().all(|way| way.0 != colour) {
            ways.push((colour, 1_u128.checked_shl(n_ways)?));
            n_ways += 1;
        }
    }
    let options = problem.options().map(|entries| {
        let mut words = OptionWords { uses: 0, bars: 0 };
        for &Entry { item, colour } in entries {
            for &(other, way) in &ways[item as usize] {
                words.uses |= if other == colour { way } else { 0 };
                words.bars |= if other == colour && colour.is_some() { 0 } else { way };
            }
        }
        words
    });
    let primary = ways[..problem.primary()].iter().fold(0, |primary, ways| primary | ways[0].1);
    Some((options.collect(), primary))
}

impl<'p> CoverReferee<'p> {
    /// Returns the referee of a problem.
    pub fn new(problem: &'p ExactCover) -> Self {
        Self::with_marks(problem, CoverMarks::new(problem))
    }

    /// Returns the referee of a problem, which uses the marks of an earlier one.
    pub fn with_marks(problem: &'p ExactCover, marks: CoverMarks) -> Self {
        Self { problem, marks }
    }

    /// Returns the marks.
    pub fn into_marks(self) -> CoverMarks {
        self.marks
    }

    /// Checks that `options` solve the problem.
    ///
    /// # Errors
    /// The first violation found, as by [`check_cover`].
    pub fn check(&mut self, options: &[u32]) -> Result<(), CoverRefutation> {
        let accepts = match &self.marks.words {
            Some((words, primary)) => accepts(words, *primary, options),
            // The marks do not count how often an item is covered.
            None if self.marks.is_multiple => false,
            None => self.accepts(options),
        };
        if accepts {
            return Ok(());
        }
        let options: Vec<usize> = options.iter().map(|&option| option as usize).collect();
        check_cover(self.problem, &options)
    }

    /// Returns whether `options` solve the problem. No option may be repeated, not even one without a primary item.
    fn accepts(&mut self, options: &[u32]) -> bool {
        self.marks.solutions += 1;
        let now = self.marks.solutions;
        let mut covered = 0;
        for &option in options {
            if option as usize >= self.problem.option_count() {
                return false;
            }
            let before = covered;
            for &Entry { item, colour } in self.problem.option(option as usize) {
                let mark = &mut self.marks.items[item as usize];
                if mark.0 == now && (colour.is_none() || mark.1 != colour) {
                    return false;
                }
                *mark = (now, colour);
                covered += usize::from((item as usize) < self.problem.primary());
            }
            // It has a primary item, so it cannot be repeated either.
            if covered == before {
                return false;
            }
        }
        covered == self.problem.primary()
    }
}

/// Returns whether `options` solve a problem whose options are words, as [`CoverReferee::accepts`] does.
fn accepts(words: &[OptionWords], primary: u128, options: &[u32]) -> bool {
    let mut barred = 0;
    for &option in options {
        let Some(&OptionWords { uses, bars }) = words.get(option as usize) else { return false };
        if uses & barred != 0 || uses & primary == 0 {
            return false;
        }
        barred |= bars;
    }
    barred & primary == primary
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instance::read_cover;

    const OPTIONS: &str = "a x:red\nb x:red\nb x:blue\na y\nb y\nx:red\na b\nb\n";

    #[test]
    fn it_judges_as_the_referee_of_one_solution_does() {
        // A few ways to cover items, more than 64, and more than 128.
        for n_items in [0, 70, 140] {
            let items: String = (0..n_items).map(|item| format!(" z{item}")).collect();
            // a b; a x:red and b x:red, b y or b; a y and b x:red, b x:blue or b; pairs in both orders.
            // With bounds, nine pairs of options with b, and five of these with an option with a, in every order.
            for (primary, accepted) in [("a b", 13), ("0:1|a 2|b", 9 * 2 + 5 * 6)] {
                let text = format!("{primary} | x y{items}\n{OPTIONS}");
                judges_like_the_other(&read_cover(&text).unwrap(), accepted);
            }
        }
    }

    /// Judges every list of up to three options, repeated ones and an unknown one among them.
    fn judges_like_the_other(problem: &ExactCover, expected: usize) {
        let mut referee = CoverReferee::new(problem);
        let mut accepted = 0;
        let numbers = 0..=problem.option_count() as u32;
        for length in 0..=3 {
            for index in 0..numbers.clone().count().pow(length) {
                let digit =
                    |place| index / numbers.clone().count().pow(place) % numbers.clone().count();
                let options: Vec<u32> = (0..length).map(|place| digit(place) as u32).collect();
                let wide: Vec<usize> = options.iter().map(|&option| option as usize).collect();
                let judged = referee.check(&options);
                assert_eq!(judged, check_cover(problem, &wide), "{options:?}");
                accepted += usize::from(judged.is_ok());
                let marks = referee.into_marks();
                referee = CoverReferee::with_marks(problem, marks);
            }
        }
        assert_eq!(accepted, expected);
    }
}
