//! The counts of a store agree with its sets after any change, on every kind of board.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use board::seed::{ChaCha8Rng, seeded};
use board::{Alphabet, Cell, Geometry, Position, Puzzle, Region, Symbol, SymbolSet, catalog};
use rand::RngExt;

use super::board_index::BoardIndex;
use super::store::{CandidateStore, Conflict, Last};
use super::techniques::{hidden_set, naked_set, singles};
use crate::contract::Step;

/// The stream of chance of these tests.
const STREAM: u64 = 0xc0de;

type Singles = BTreeSet<(Cell, Symbol, Option<usize>)>;

/// Boards with one and with several words of cells, one and several chunks of counts, and regions
/// that are short.
fn geometries() -> Vec<Arc<Geometry>> {
    let named = ["classic4", "classic9", "classic16", "latin7", "samurai", "windoku", "x6"];
    let mut all: Vec<_> = named.map(|name| catalog::named(name).unwrap()).into();
    let positions = (0..12).map(|cell| Position { row: cell / 4, column: cell % 4 }).collect();
    let region = |name: &str, cells: &[Cell]| Region { name: name.into(), cells: cells.to_vec() };
    let regions = vec![
        region("full", &[0, 1, 2, 3, 4]),
        region("a", &[4, 5, 6]),
        region("b", &[7, 8, 9, 10]),
    ];
    all.push(Geometry::new("short", Alphabet::standard(5).unwrap(), positions, regions).unwrap());
    all.into_iter().map(Arc::new).collect()
}

/// Returns a puzzle with about three givens and seven cells with pencil marks.
fn marked(geometry: &Arc<Geometry>, rng: &mut ChaCha8Rng) -> Puzzle {
    let all = SymbolSet::all(geometry.symbols());
    let mut cell = || match rng.random_range(0..geometry.cells()) {
        0..3 => SymbolSet::only(rng.random_range(0..geometry.symbols()) as Symbol),
        3..10 => all.iter().filter(|_| rng.random_bool(0.6)).collect(),
        _ => all,
    };
    Puzzle::from_allowed(geometry.clone(), (0..geometry.cells()).map(|_| cell()).collect())
}

/// Removes or places a candidate of an open cell.
fn change(store: &mut CandidateStore, rng: &mut ChaCha8Rng) -> Result<(), Conflict> {
    let cells = store.board().cells();
    let first = rng.random_range(0..cells);
    let mut open =
        (0..cells).map(|step| (first + step) % cells).filter(|&cell| store.is_open(cell));
    let Some(cell) = open.next() else { return Err(Conflict) };
    let candidates: Vec<Symbol> = store.candidates(cell).iter().collect();
    let symbol = candidates[rng.random_range(0..candidates.len())];
    if rng.random_bool(0.3) { store.place(cell, symbol) } else { store.eliminate(cell, symbol) }
}

fn counted(store: &CandidateStore, last: Last) -> Result<Singles, Conflict> {
    let mut singles = Vec::new();
    store.add_singles(last, &mut singles)?;
    Ok(singles.iter().map(|it| (it.cell, it.symbol, it.region)).collect())
}

fn seen(store: &CandidateStore, find: super::technique::Find) -> Singles {
    let mut singles = Singles::new();
    let _ = find(store, &mut |step: Step| {
        let (cell, symbol) = step.placements[0];
        singles.insert((cell, symbol, step.regions.first().copied()));
        ControlFlow::Continue(())
    });
    singles
}

/// Returns whether some full region has neither a cell nor a place for some symbol.
fn lacks_a_place(store: &CandidateStore) -> bool {
    let regions = store.board().regions().iter().enumerate().filter(|(_, shape)| shape.full);
    let mut lacks = regions.flat_map(|(region, shape)| {
        store.symbols().filter(move |&symbol| {
            let stands = |&cell: &Cell| store.candidates(cell).single() == Some(symbol);
            let is_placed = shape.cells.iter().any(|cell| !store.is_open(*cell) && stands(cell));
            !is_placed && store.places(region, symbol) == 0
        })
    });
    lacks.next().is_some()
}

fn check(store: &CandidateStore) {
    assert_eq!(counted(store, Last::Cell), Ok(seen(store, singles::full_houses)));
    assert_eq!(counted(store, Last::Candidate), Ok(seen(store, singles::naked_singles)));
    let expected = seen(store, singles::hidden_singles);
    let expected = if lacks_a_place(store) { Err(Conflict) } else { Ok(expected) };
    assert_eq!(counted(store, Last::Place), expected);
    for cell in 0..store.board().cells() {
        let symbols: SymbolSet = store.symbols().filter(|&it| store.has(cell, it)).collect();
        let expected = if store.is_open(cell) { store.candidates(cell) } else { SymbolSet::EMPTY };
        assert_eq!(symbols, expected);
    }
    for region in 0..store.board().regions().len() {
        assert_eq!(store.n_open_in(region), store.open_in(region).len());
    }
}

#[test]
fn singles_that_are_counted_are_those_that_are_seen() {
    let (mut singles, mut conflicts) = (0, 0);
    for geometry in geometries() {
        let board = Arc::new(BoardIndex::new(&geometry).unwrap());
        let mut checked = 0;
        for number in 0..40 {
            let mut rng = seeded(number, STREAM);
            let Ok(mut store) = CandidateStore::of(&board, &marked(&geometry, &mut rng)) else {
                continue;
            };
            let allowed: usize = (0..board.cells()).map(|cell| store.allowed(cell).len()).sum();
            while change(&mut store, &mut rng).is_ok() {
                let left: usize = store.sets().iter().map(|set| set.len()).sum();
                assert_eq!(store.removals(), (allowed - left) as u64);
                if rng.random_bool(0.3) {
                    check(&store);
                    checked += 1;
                    singles += counted(&store, Last::Candidate).map_or(0, |all| all.len());
                    conflicts += usize::from(lacks_a_place(&store));
                }
            }
        }
        assert!(checked > 5, "{checked} of {}", geometry.name());
    }
    assert!(singles > 100 && conflicts > 10, "{singles} singles, {conflicts} conflicts");
}

#[test]
fn sets_are_found_in_a_region_of_64_open_cells() {
    let geometry = Arc::new(catalog::latin(64).unwrap());
    let board = Arc::new(BoardIndex::new(&geometry).unwrap());
    let (all, pair) = (SymbolSet::all(64), SymbolSet::all(2));
    let steps = |allowed: Vec<SymbolSet>, find: super::technique::Find| {
        let store = CandidateStore::of(&board, &Puzzle::from_allowed(geometry.clone(), allowed));
        let store = store.unwrap();
        assert_eq!((store.n_open_in(0), store.n_open()), (64, 64 * 64));
        let mut sizes = Vec::new();
        let _ = find(&store, &mut |step: Step| {
            sizes.push((step.symbols, step.cells, step.eliminations.len()));
            ControlFlow::Continue(())
        });
        sizes
    };
    let mut allowed = vec![all; 64 * 64];
    allowed[..2].fill(pair);
    assert_eq!(steps(allowed, naked_set::naked::<2>), [(pair, vec![0, 1], 2 * 62)]);
    let mut allowed = vec![all; 64 * 64];
    allowed[2..64].fill(all - pair);
    assert_eq!(steps(allowed, hidden_set::hidden::<2>), [(pair, vec![0, 1], 2 * 62)]);
}
