//! Complex fish: a symbol that has to stand in each of *k* regions, and that *k* other regions cover.
//!
//! Lines in one direction covered by lines in the other are the [fish](super::fish) that everybody
//! knows. With blocks among either they are *Franken*, with any regions at all *mutant*. The argument is
//! the same for all, with two things to mind: a place that lies in two of the bases would fill both at
//! once, so it counts as a fin (an *endo-fin*); and a place of a base that lies in two of the covers can
//! be eliminated by its own fish (*cannibalism*).
//!
//! ```text
//!    the symbol at z         leaves the peers of z; then k − 1 covers hold all that is left of k bases,
//!         │                  which is one base too many. So z goes. With z in a base and in two covers
//!         ▼                  itself, k − 2 covers hold k − 1 bases.
//! ```
//!
//! The search goes from what is eliminated, like that for finned fish: for each *z* it chooses the few
//! covers, not the bases, and counts which regions lie in them. It does not choose the last cover, which has to
//! hold all that is missing of at least one more base. So the number of choices is that of *k* − 2 regions out of
//! those that are left, whatever the number of fins: on 9×9 at most 10,626 for the size 6. Larger fish, and most of
//! those of larger boards, are looked for where few regions are left, and no more than 128 places.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use board::{Cell, Symbol, SymbolSet};

use super::dual::{duals, in_regions};
use crate::contract::Step;
use crate::logic::board_index::{BoardIndex, Direction};
use crate::logic::store::CandidateStore;
use crate::logic::technique::{CONTINUE, StepSink};
use crate::sets::cells::{common, contains};

/// The maximum number of choices of covers, without the last one, for one place.
const EFFORT: usize = 11_000;

/// Which regions a fish is made of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    /// Lines in one direction, covered by lines in the other.
    Basic,
    /// The same with regions that are no lines among them.
    Franken,
    /// Any others.
    Mutant,
}

/// Franken fish of `SIZE` bases without fins.
pub(in crate::logic) fn franken<const SIZE: usize>(
    store: &CandidateStore,
    sink: &mut dyn StepSink,
) -> ControlFlow<()> {
    each(store, SIZE, Class::Franken, false, sink)
}

/// Franken fish of `SIZE` bases with fins.
pub(in crate::logic) fn finned_franken<const SIZE: usize>(
    store: &CandidateStore,
    sink: &mut dyn StepSink,
) -> ControlFlow<()> {
    each(store, SIZE, Class::Franken, true, sink)
}

/// Mutant fish of `SIZE` bases without fins.
pub(in crate::logic) fn mutant<const SIZE: usize>(
    store: &CandidateStore,
    sink: &mut dyn StepSink,
) -> ControlFlow<()> {
    each(store, SIZE, Class::Mutant, false, sink)
}

/// Mutant fish of `SIZE` bases with fins.
pub(in crate::logic) fn finned_mutant<const SIZE: usize>(
    store: &CandidateStore,
    sink: &mut dyn StepSink,
) -> ControlFlow<()> {
    each(store, SIZE, Class::Mutant, true, sink)
}

/// Two Franken fish of `SIZE` bases with fins, with the same bases, at once.
pub(in crate::logic) fn siamese_franken<const SIZE: usize>(
    store: &CandidateStore,
    sink: &mut dyn StepSink,
) -> ControlFlow<()> {
    duals(store, finned_franken::<SIZE>, in_regions, sink)
}

/// Two mutant fish of `SIZE` bases with fins, with the same bases, at once.
pub(in crate::logic) fn siamese_mutant<const SIZE: usize>(
    store: &CandidateStore,
    sink: &mut dyn StepSink,
) -> ControlFlow<()> {
    duals(store, finned_mutant::<SIZE>, in_regions, sink)
}

fn each(
    store: &CandidateStore,
    size: usize,
    class: Class,
    has_fins: bool,
    sink: &mut dyn StepSink,
) -> ControlFlow<()> {
    for symbol in store.symbols() {
        let mut known = BTreeSet::new();
        for z in common([store.holders(symbol)]) {
            sink.keep_going()?;
            Pool::new(store, symbol, z).collect(size, class, &mut known);
        }
        for regions in known {
            let step = conclude(store, symbol, &regions);
            if !step.eliminations.is_empty() && step.others.is_empty() != has_fins {
                sink.report(step)?;
            }
        }
    }
    CONTINUE
}

/// Bases, and covers.
type Regions = (Vec<usize>, Vec<usize>);

/// What is left of the regions when the symbol stands at some place.
struct Pool<'a> {
    board: &'a BoardIndex,
    /// The regions of that place.
    own: Vec<usize>,
    /// The other regions with a place left.
    regions: Vec<Left>,
    /// For each place that is left those of the regions, by their indices, that it lies in.
    around: Vec<Vec<usize>>,
}

/// What is left of a region.
struct Left {
    region: usize,
    /// A bit for each place.
    places: u128,
    /// Whether it has to hold the symbol.
    full: bool,
}

impl<'a> Pool<'a> {
    fn new(store: &'a CandidateStore, symbol: Symbol, z: Cell) -> Self {
        let board = store.board();
        let own: Vec<usize> = board.memberships(z).iter().map(|&(region, _)| region).collect();
        let is_left = |&cell: &Cell| cell != z && !board.sees(cell, z);
        let cells: Vec<Cell> = common([store.holders(symbol)]).filter(is_left).collect();
        let mut pool =
            Self { board, own, regions: Vec::new(), around: vec![Vec::new(); cells.len()] };
        if cells.len() > u128::BITS as usize {
            return pool;
        }
        for region in (0..board.regions().len()).filter(|region| !pool.own.contains(region)) {
            let inside = |&place: &usize| contains(board.cell_set(region), cells[place]);
            let places: Vec<usize> = (0..cells.len()).filter(inside).collect();
            if places.is_empty() {
                continue;
            }
            places.iter().for_each(|&place| pool.around[place].push(pool.regions.len()));
            let places = places.iter().fold(0, |all, place| all | 1 << place);
            pool.regions.push(Left { region, places, full: board.regions()[region].full });
        }
        pool
    }

    /// Adds the fish of a size and a class that eliminate the symbol at the place.
    fn collect(&self, size: usize, class: Class, known: &mut BTreeSet<Regions>) {
        // The place lies in one of the covers.
        self.cover(size - 1, 0, &mut Vec::new(), 0, &mut |bases, covers| {
            for &own in &self.own {
                self.add(class, bases, covers, (&[], &[own]), known);
            }
        });
        // It lies in one of the bases, too, and in two covers.
        if size > 2 {
            self.cover(size - 2, 0, &mut Vec::new(), 0, &mut |bases, covers| {
                for &base in self.own.iter().filter(|&&own| self.board.regions()[own].full) {
                    for (index, &one) in self.own.iter().enumerate() {
                        for &other in &self.own[index + 1..] {
                            if one != base && other != base {
                                self.add(class, bases, covers, (&[base], &[one, other]), known);
                            }
                        }
                    }
                }
            });
        }
    }

    /// Adds a fish, if it has the class.
    fn add(
        &self,
        class: Class,
        bases: &[usize],
        covers: &[usize],
        own: (&[usize], &[usize]),
        known: &mut BTreeSet<Regions>,
    ) {
        let joined = |one: &[usize], other: &[usize]| {
            let mut all = [one, other].concat();
            all.sort_unstable();
            all
        };
        let regions = (joined(bases, own.0), joined(covers, own.1));
        if class_of(self.board, &regions) == class {
            known.insert(regions);
        }
    }

    /// Chooses `more` further covers, at least one, from the index `from` on, and calls `take` with them and each
    /// set of bases, one more than covers, of which they hold all places.
    fn cover(
        &self,
        more: usize,
        from: usize,
        covers: &mut Vec<usize>,
        union: u128,
        take: &mut dyn FnMut(&[usize], &[usize]),
    ) {
        if covers.is_empty() && choices(self.regions.len(), more - 1) > EFFORT {
            return;
        }
        let lasts = if more == 1 { self.last_covers(covers, union) } else { Vec::new() };
        for (index, left) in self.regions.iter().enumerate().skip(from) {
            let wider = union | left.places;
            if wider == union || more == 1 && !lasts.contains(&index) {
                continue;
            }
            covers.push(left.region);
            if more == 1 {
                self.take_bases(covers, wider, take);
            } else {
                self.cover(more - 1, index + 1, covers, wider, take);
            }
            covers.pop();
        }
    }

    /// Returns the indices of the regions that make, as a last cover, bases enough for all of them.
    fn last_covers(&self, covers: &[usize], union: u128) -> Vec<usize> {
        let (mut held, mut completed) = (0, vec![0_usize; self.regions.len()]);
        for (index, base) in self.regions.iter().enumerate() {
            let rest = base.places & !union;
            if !base.full || covers.contains(&base.region) {
                continue;
            }
            if rest == 0 {
                held += 1;
                continue;
            }
            for &other in &self.around[rest.trailing_zeros() as usize] {
                if other != index && rest & !self.regions[other].places == 0 {
                    completed[other] += 1;
                }
            }
        }
        let bases = covers.len() + 2;
        let is_last = |&index: &usize| held + completed[index] >= bases;
        (0..self.regions.len()).filter(is_last).collect()
    }

    /// Calls `take` with each set of bases among what the covers hold.
    fn take_bases(&self, covers: &[usize], union: u128, take: &mut dyn FnMut(&[usize], &[usize])) {
        let is_inside =
            |left: &&Left| left.full && left.places & !union == 0 && !covers.contains(&left.region);
        let inside: Vec<&Left> = self.regions.iter().filter(is_inside).collect();
        if inside.len() > covers.len() {
            disjoint(&inside, covers.len() + 1, &mut Vec::new(), 0, &mut |bases| {
                take(bases, covers);
            });
        }
    }
}

/// Returns the number of ways to choose some of a number of things.
fn choices(of: usize, some: usize) -> usize {
    (0..some).fold(1, |all, it| all * of.saturating_sub(it) / (it + 1))
}

/// Calls `take` with each choice of `more` further regions that share no place with another.
fn disjoint(
    rest: &[&Left],
    more: usize,
    bases: &mut Vec<usize>,
    union: u128,
    take: &mut dyn FnMut(&[usize]),
) {
    if more == 0 {
        return take(bases);
    }
    for (index, left) in rest.iter().enumerate() {
        if rest.len() - index < more {
            return;
        }
        if left.places & union == 0 {
            bases.push(left.region);
            disjoint(&rest[index + 1..], more - 1, bases, union | left.places, take);
            bases.pop();
        }
    }
}

fn class_of(board: &BoardIndex, (bases, covers): &Regions) -> Class {
    let directions = |regions: &[usize], direction: Direction| {
        regions.iter().filter(|&&it| board.regions()[it].line == Some(direction)).count()
    };
    let [across, down] = [Direction::Across, Direction::Down];
    let is_one_way = |one: Direction, other: Direction| {
        directions(bases, other) == 0 && directions(covers, one) == 0
    };
    let is_of_lines = |regions: &[usize]| {
        directions(regions, across) + directions(regions, down) == regions.len()
    };
    if !is_one_way(across, down) && !is_one_way(down, across) {
        Class::Mutant
    } else if is_of_lines(bases) && is_of_lines(covers) {
        Class::Basic
    } else {
        Class::Franken
    }
}

/// Returns what a fish rules out: what lies in more covers than bases and sees all fins.
fn conclude(store: &CandidateStore, symbol: Symbol, (bases, covers): &Regions) -> Step {
    let board = store.board();
    let count = |regions: &[usize], cell: Cell| {
        regions.iter().filter(|&&region| contains(board.cell_set(region), cell)).count()
    };
    let (mut cells, mut fins, mut targets) = (Vec::new(), Vec::new(), Vec::new());
    for cell in common([store.holders(symbol)]) {
        let (in_bases, in_covers) = (count(bases, cell), count(covers, cell));
        if in_bases > 1 || in_bases > in_covers {
            fins.push(cell);
        } else {
            if in_bases == 1 {
                cells.push(cell);
            }
            if in_covers > in_bases {
                targets.push(cell);
            }
        }
    }
    targets.retain(|&cell| fins.iter().all(|&fin| board.sees(fin, cell)));
    Step {
        symbols: SymbolSet::only(symbol),
        cells,
        others: fins,
        regions: bases.clone(),
        covers: covers.clone(),
        eliminations: targets.into_iter().map(|cell| (cell, symbol)).collect(),
        ..Step::default()
    }
}
