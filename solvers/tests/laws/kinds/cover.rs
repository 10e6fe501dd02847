//! Exact cover problems: families with published counts, and random ones with secondary items,
//! colours and multiplicities, counted by brute force.

use std::sync::LazyLock;

use board::instance::{Entry, ExactCover, Item, Multiplicity, check_cover};
use board::seed::ChaCha8Rng;
use generate::instances::{langford, queens, regular_graphs};
use rand::RngExt;
use rand::seq::SliceRandom;
use solvers::{Counter, Preparation, Takes};

use super::{Case, Kind};
use crate::puzzles::chance;

static CASES: LazyLock<Vec<Case<ExactCover>>> = LazyLock::new(|| {
    let mut cases = vec![
        Case { problem: queens(5), solutions: 10 },
        Case { problem: queens(6), solutions: 4 },
        Case { problem: langford(4), solutions: 2 },
        Case { problem: langford(6), solutions: 0 },
        Case { problem: langford(7), solutions: 52 },
    ];
    let mut rng = chance(51);
    cases.extend((0..60).map(|_| random(&mut rng)).map(|problem| {
        let solutions = brute_force(&problem);
        Case { problem, solutions }
    }));
    cases.extend((0..40).map(|_| with_multiplicities(random(&mut rng), &mut rng)).map(|problem| {
        let solutions = brute_force(&problem);
        Case { problem, solutions }
    }));
    cases.push(Case { problem: regular_graphs(6, 3), solutions: 70 });
    cases
});

impl Kind for ExactCover {
    // These count loading of givens, and there are none.
    const UNUSED: &'static [Counter] = &[Counter::InputUpdates, Counter::InputAccesses];

    fn cases() -> &'static [Case<Self>] {
        &CASES
    }

    fn long() -> (Self, u64) {
        (langford(8), u64::MAX)
    }

    fn shuffled(&self, seed: u64) -> Self {
        let mut rng = chance(seed);
        let mut order = |range: std::ops::Range<usize>| {
            let mut all: Vec<usize> = range.collect();
            all.shuffle(&mut rng);
            all
        };
        let places = [order(0..self.primary()), order(self.primary()..self.items())].concat();
        let colours = order(0..self.colours());
        let options = order(0..self.option_count());
        let names = |range: std::ops::Range<usize>| range.map(|it| format!("i{it}")).collect();
        let colour_names = (0..self.colours()).map(|it| format!("c{it}")).collect();
        let (primary, all) = (self.primary(), self.items());
        let mut shuffled = Self::new(names(0..primary), names(primary..all), colour_names);
        for (&place, &multiplicity) in places.iter().zip(self.multiplicities()) {
            shuffled.set_multiplicity(place as Item, multiplicity).expect("a primary item");
        }
        for option in options {
            let moved = |&Entry { item, colour }: &Entry| Entry {
                item: places[item as usize] as Item,
                colour: colour.map(|colour| colours[colour as usize] as u32),
            };
            let entries = self.option(option).iter().map(moved);
            shuffled.add_option(entries).expect("items as different as before");
        }
        shuffled
    }

    /// Only Algorithm M, sweeps and formulas take multiplicities.
    fn may_be_refused(&self) -> bool {
        self.has_multiplicities()
    }

    fn in_words(&self) -> String {
        format!("{self:?}")
    }

    fn takes(preparation: Preparation<Self>) -> Takes {
        Takes { covers: Some(preparation), ..Takes::NOTHING }
    }
}

/// Returns a random problem with up to four items of either kind, and ten options.
fn random(rng: &mut ChaCha8Rng) -> ExactCover {
    let names = |of: &str, n: usize| (0..n).map(|number| format!("{of}{number}")).collect();
    let (primary, secondary) = (rng.random_range(1..=4), rng.random_range(0..=4));
    let colours = rng.random_range(1..=3);
    let mut problem =
        ExactCover::new(names("p", primary), names("s", secondary), names("c", colours));
    for _ in 0..rng.random_range(1..=10) {
        let mut entries: Vec<Entry> = Vec::new();
        for item in 0..primary + secondary {
            if rng.random_bool(0.4) {
                let is_coloured = item >= primary && rng.random_bool(0.8);
                let colour = is_coloured.then(|| rng.random_range(0..colours) as u32);
                entries.push(Entry { item: item as Item, colour });
            }
        }
        problem.add_option(entries).expect("different items");
    }
    problem
}

/// Returns a problem whose items are to be covered up to three times.
fn with_multiplicities(mut problem: ExactCover, rng: &mut ChaCha8Rng) -> ExactCover {
    for item in 0..problem.primary() as Item {
        let high = rng.random_range(1..=3);
        let multiplicity = Multiplicity { low: rng.random_range(0..=high), high };
        problem.set_multiplicity(item, multiplicity).expect("bounds in order");
    }
    problem
}

/// Returns the number of sets of options that the referee accepts.
fn brute_force(problem: &ExactCover) -> u64 {
    let chosen = |set: usize| (0..problem.option_count()).filter(move |it| set >> it & 1 == 1);
    let sets = (0..1_usize << problem.option_count()).map(|set| chosen(set).collect::<Vec<_>>());
    sets.filter(|options| check_cover(problem, options).is_ok()).count() as u64
}
