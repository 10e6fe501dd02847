//! What sets and counts tell is what a slower look tells, on random candidates.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use board::seed::seeded;
use board::{Cell, Puzzle, Symbol, SymbolSet};
use generate::{Generator, Grids};
use rand::RngExt;

use super::aligned;
use super::net::{Kind, Net};
use super::one_symbol::OneSymbol;
use super::reach::Reach;
use crate::backtrack::oracle::named;
use crate::contract::Step;
use crate::logic::board_index::BoardIndex;
use crate::logic::consequences::statement;
use crate::logic::store::CandidateStore;
use crate::sets::cells::common;

/// Stores with a solution, whose cells take few further candidates.
fn stores(name: &str, n: u64, stream: u64) -> Vec<CandidateStore> {
    let geometry = named(name);
    let board = Arc::new(BoardIndex::new(&geometry).expect("few symbols"));
    let (mut generator, mut rng) = (Generator::new(geometry.clone()), seeded(23, stream));
    let mut store = |number| {
        let grid = generator.grid(23, number, Grids::FewestFirst).expect("a grid");
        let share = rng.random_range(0.1..0.3);
        let symbols = geometry.symbols() as Symbol;
        let marks = (0..geometry.cells()).map(|cell| {
            (0..symbols).filter(|&it| it == grid[cell] || rng.random_bool(share)).collect()
        });
        let puzzle = Puzzle::from_allowed(geometry.clone(), marks.collect());
        CandidateStore::of(&board, &puzzle).expect("it has a solution")
    };
    (0..n).map(&mut store).collect()
}

#[test]
fn sets_tell_which_nets_have_something_in_common() {
    let mut n_common = [0; 2];
    for store in ["classic9", "windoku", "jigsaw7"].iter().flat_map(|name| stores(name, 12, 1)) {
        let (mut reach, symbols) = (Reach::new(&store), store.board().symbols());
        for cell in common([store.open_cells()]) {
            let its = store.candidates(cell).iter();
            let starts: Vec<_> =
                its.map(|it| statement(cell * symbols + usize::from(it), true)).collect();
            let nets = starts.iter().map(|&start| {
                let mut net = Net::new(&store, Kind::Static);
                net.follow(start);
                net.conclusions().collect::<BTreeSet<_>>()
            });
            let shared = nets.reduce(|all, its| &all & &its).expect("candidates");
            let is_common = !shared.is_empty();
            assert_eq!(reach.is_common(&starts), is_common, "cell {cell}");
            n_common[usize::from(is_common)] += 1;
        }
    }
    assert!(n_common.iter().all(|&n| n > 100), "{n_common:?}");
}

#[test]
fn a_symbol_contradicts_itself_where_its_net_does() {
    let mut n_contradictions = [0; 2];
    for store in ["classic9", "windoku", "latin5"].iter().flat_map(|name| stores(name, 12, 2)) {
        let mut follower = OneSymbol::new(&store);
        let mut net = Net::new(&store, Kind::OneSymbol);
        for cell in common([store.open_cells()]) {
            for symbol in store.candidates(cell).iter() {
                for holds in [true, false] {
                    let node = cell * store.board().symbols() + usize::from(symbol);
                    net.follow(statement(node, holds));
                    let expected = net.refutation().is_some();
                    let found = follower.contradicts(cell, symbol, holds);
                    assert_eq!(found, expected, "{symbol} in {cell}: {holds}");
                    n_contradictions[usize::from(found)] += 1;
                }
            }
        }
    }
    assert!(n_contradictions.iter().all(|&n| n > 100), "{n_contradictions:?}");
}

/// Returns all ways to fill the cells after those that are filled, so that no two that see each other are the same.
fn ways(
    store: &CandidateStore,
    rest: &[Cell],
    filled: &[(Cell, Symbol)],
) -> Vec<Vec<(Cell, Symbol)>> {
    let Some((&cell, rest)) = rest.split_first() else { return vec![filled.to_vec()] };
    let clashes = |symbol: Symbol| {
        filled.iter().any(|&(other, its)| its == symbol && store.board().sees(other, cell))
    };
    let symbols = store.candidates(cell).iter().filter(|&symbol| !clashes(symbol));
    symbols.flat_map(|symbol| ways(store, rest, &[filled, &[(cell, symbol)]].concat())).collect()
}

#[test]
fn what_aligned_sets_rule_out_stands_in_no_way_to_fill_them() {
    let mut n_ruled_out = 0;
    for store in ["classic9", "windoku"].iter().flat_map(|name| stores(name, 25, 3)) {
        for find in [aligned::pairs, aligned::triplets] {
            let _ = find(&store, &mut |step: Step| {
                let mut ways = ways(&store, &step.cells, &[]);
                ways.retain(|way| {
                    let taken: SymbolSet = way.iter().map(|&(_, symbol)| symbol).collect();
                    step.others.iter().all(|&it| !store.candidates(it).is_subset(taken))
                });
                let stand: BTreeSet<_> = ways.into_iter().flatten().collect();
                let its = store.candidates_among(&step.cells, SymbolSet::all(9));
                let gone: Vec<_> = its.into_iter().filter(|it| !stand.contains(it)).collect();
                assert_eq!(step.eliminations, gone, "{step:?}");
                n_ruled_out += gone.len();
                ControlFlow::Continue(())
            });
        }
    }
    assert!(n_ruled_out > 100, "{n_ruled_out}");
}
