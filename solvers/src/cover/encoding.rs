//! Puzzles as exact cover problems: the problem of a board, and that of what the givens of a puzzle leave open.

use board::instance::{Entry, ExactCover, Item};
use board::{Geometry, Puzzle, Symbol};

/// Returns the items and options of `geometry`, without givens and relations: option `cell · |S| + symbol` places the
/// symbol in the cell.
pub fn encode(geometry: &Geometry) -> ExactCover {
    let items = Items::new(geometry);
    let all: Vec<usize> = (0..items.number()).collect();
    items.problem(&all, 0..geometry.cells() * geometry.symbols())
}

/// What the givens of a puzzle leave open.
#[derive(Clone, Debug)]
pub(crate) struct OpenPart {
    /// The items that no given covers, and the options that share no item with a given and that the pencil marks allow,
    /// both in the order of [`encode`].
    pub(crate) problem: ExactCover,
    /// The number that [`encode`] gives to each option.
    pub(crate) options: Vec<usize>,
    /// The numbers of the options of the givens.
    pub(crate) givens: Vec<usize>,
}

impl OpenPart {
    /// Returns the open part of a puzzle, without its relations, or `None` if two givens clash.
    pub(crate) fn of(puzzle: &Puzzle) -> Option<Self> {
        let geometry = puzzle.geometry();
        let (items, symbols) = (Items::new(geometry), geometry.symbols());
        let number = |cell: usize, symbol: Symbol| cell * symbols + usize::from(symbol);
        let cells = 0..geometry.cells();
        let given = |cell| puzzle.given(cell).map(|symbol| number(cell, symbol));
        let givens: Vec<usize> = cells.filter_map(given).collect();
        let mut is_covered = vec![false; items.number()];
        for item in givens.iter().flat_map(|&option| items.of(option)) {
            if std::mem::replace(&mut is_covered[item], true) {
                return None;
            }
        }
        let open = puzzle.allowed().enumerate().filter(|(cell, _)| !is_covered[*cell]);
        let allowed = open.flat_map(|(cell, allowed)| {
            allowed.iter().map(move |symbol| number(cell, symbol)).collect::<Vec<_>>()
        });
        let is_possible = |option: &usize| items.of(*option).all(|item| !is_covered[item]);
        let options: Vec<usize> = allowed.filter(is_possible).collect();
        let open: Vec<usize> = (0..items.number()).filter(|&item| !is_covered[item]).collect();
        let problem = items.problem(&open, options.iter().copied());
        Some(Self { problem, options, givens })
    }
}

/// The items of a geometry: its cells, then each symbol in each full region, and then in each shorter one.
struct Items<'g> {
    geometry: &'g Geometry,
    /// The full regions, then the others.
    regions: Vec<usize>,
    /// For each region, the item of its first symbol.
    first: Vec<usize>,
    /// The number of primary items.
    primary: usize,
}

impl<'g> Items<'g> {
    fn new(geometry: &'g Geometry) -> Self {
        let (cells, symbols) = (geometry.cells(), geometry.symbols());
        let (mut regions, short): (Vec<usize>, Vec<usize>) =
            (0..geometry.regions().len()).partition(|&region| geometry.is_full(region));
        let primary = cells + regions.len() * symbols;
        regions.extend(short);
        let mut first = vec![0; regions.len()];
        for (rank, &region) in regions.iter().enumerate() {
            first[region] = cells + rank * symbols;
        }
        Self { geometry, regions, first, primary }
    }

    /// Returns the number of items.
    fn number(&self) -> usize {
        self.geometry.cells() + self.regions.len() * self.geometry.symbols()
    }

    /// Returns the items of an option, that of its cell first.
    fn of(&self, option: usize) -> impl Iterator<Item = usize> {
        let (cell, symbol) = (option / self.geometry.symbols(), option % self.geometry.symbols());
        let regions = self.geometry.regions_of(cell).iter();
        std::iter::once(cell).chain(regions.map(move |&region| self.first[region] + symbol))
    }

    /// Returns the name of an item, without blanks.
    fn name(&self, item: usize) -> String {
        let (cells, symbols) = (self.geometry.cells(), self.geometry.symbols());
        let Some(rest) = item.checked_sub(cells) else {
            return self.geometry.position(item).to_string();
        };
        let region = &self.geometry.regions()[self.regions[rest / symbols]];
        let character = self.geometry.alphabet().character((rest % symbols) as Symbol);
        format!("{character}/{}", region.name.replace(' ', "-"))
    }

    /// Returns the problem with these items, which are in ascending order, and these options.
    fn problem(&self, items: &[usize], options: impl Iterator<Item = usize>) -> ExactCover {
        let (primary, secondary) =
            items.split_at(items.partition_point(|&item| item < self.primary));
        let names = |items: &[usize]| items.iter().map(|&item| self.name(item)).collect();
        let mut problem = ExactCover::new(names(primary), names(secondary), Vec::new());
        let mut numbers = vec![0; self.number()];
        (0..).zip(items).for_each(|(number, &item)| numbers[item] = number);
        for option in options {
            let mut of_option: Vec<Item> = self.of(option).map(|item| numbers[item]).collect();
            of_option.sort_unstable();
            let entries = of_option.into_iter().map(Entry::plain);
            problem.add_option(entries).expect("each region has its own items");
        }
        problem
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use board::catalog;
    use board::text::line;

    use super::*;

    #[test]
    fn the_open_part_of_a_puzzle_is_what_forced_options_leave() {
        let geometry = Arc::new(catalog::classic(4).unwrap());
        let (puzzle, _) = line::read("1.....2........3", &geometry).unwrap();
        let (whole, part) = (encode(&geometry), OpenPart::of(&puzzle).unwrap());
        assert_eq!(part.givens, [0, 25, 62]);
        assert_eq!(part.problem.option_count(), part.options.len());
        let names = |problem: &ExactCover, option: usize| -> Vec<String> {
            let entries = problem.option(option).iter();
            entries.map(|entry| problem.name(entry.item).to_owned()).collect()
        };
        for (option, &number) in part.options.iter().enumerate() {
            assert_eq!(names(&part.problem, option), names(&whole, number));
        }
        let covered: Vec<Item> =
            part.givens.iter().flat_map(|&it| whole.option(it)).map(|entry| entry.item).collect();
        assert_eq!(part.problem.items(), whole.items() - covered.len());
        let is_possible = |option: &usize| {
            !whole.option(*option).iter().any(|entry| covered.contains(&entry.item))
        };
        let possible: Vec<usize> = (0..whole.option_count()).filter(is_possible).collect();
        assert_eq!(part.options, possible);
    }
}
