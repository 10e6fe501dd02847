//! The referee of many solutions of one exact cover problem: [`check_cover`], without an allocation for each.

use super::exact_cover::{Colour, Entry, ExactCover};
use super::referee::{CoverRefutation, check_cover};

/// Judges solutions of one exact cover problem.
#[derive(Clone, Debug)]
pub struct CoverReferee<'p> {
    problem: &'p ExactCover,
    marks: CoverMarks,
}

/// What a referee writes on the items of a problem, so that it can go on later without holding the problem.
#[derive(Clone, Debug, Default)]
pub struct CoverMarks {
    /// The solution in which each item was last covered, and its colour there.
    items: Vec<(u64, Option<Colour>)>,
    /// The number of solutions so far.
    solutions: u64,
}

impl<'p> CoverReferee<'p> {
    /// Returns the referee of a problem.
    pub fn new(problem: &'p ExactCover) -> Self {
        Self::with_marks(problem, CoverMarks::default())
    }

    /// Returns the referee of a problem, which uses the marks of an earlier one.
    pub fn with_marks(problem: &'p ExactCover, mut marks: CoverMarks) -> Self {
        marks.items.resize(problem.items(), (0, None));
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
        if self.accepts(options) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instance::read_cover;

    /// Every list of up to three options, repeated ones and an unknown one among them.
    #[test]
    fn it_judges_as_the_referee_of_one_solution_does() {
        let text = "a b | x y\na x:red\nb x:red\nb x:blue\na y\nb y\nx:red\na b\nb\n";
        let problem = read_cover(text).unwrap();
        let mut referee = CoverReferee::new(&problem);
        let mut accepted = 0;
        let numbers = 0..=problem.option_count() as u32;
        for length in 0..=3 {
            for index in 0..numbers.clone().count().pow(length) {
                let digit =
                    |place| index / numbers.clone().count().pow(place) % numbers.clone().count();
                let options: Vec<u32> = (0..length).map(|place| digit(place) as u32).collect();
                let wide: Vec<usize> = options.iter().map(|&option| option as usize).collect();
                let judged = referee.check(&options);
                assert_eq!(judged, check_cover(&problem, &wide), "{options:?}");
                accepted += usize::from(judged.is_ok());
                let marks = referee.into_marks();
                referee = CoverReferee::with_marks(&problem, marks);
            }
        }
        // a b; a x:red and b x:red, b y or b; a y and b x:red, b x:blue or b; pairs in both orders.
        assert_eq!(accepted, 13);
    }
}
