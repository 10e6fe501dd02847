//! Tuples of any size as one rule: *N* cells of a region that take *N* symbols between them keep
//! these symbols to themselves, from the naked single (*N* = 1) to the whole region but one.
//!
//! The rule is that of Sudoto; the way here is Régin's (1994), since trying all combinations doubles
//! with each cell. Give each open cell of the region a symbol of its own (a *matching*), and draw an
//! arrow from a cell to each cell whose symbol it could take instead:
//!
//! ```text
//!    a {1 2} → 1      a ⇄ b        From a set of cells that no arrow leaves nothing but its own
//!    b {1 2} → 2      ↑   ↑        symbols can be taken: it is a tuple. The smallest such set
//!    c {2 3} → 3      c ───        around a cell is what can be reached from it: here {a, b}.
//! ```
//!
//! A symbol nobody was given is an arrow out of every such set. Cells and symbols are at most 64, so
//! that a set is a word; the whole costs about the cube of the size of the region, on 36×36 as on
//! 9×9, and finds an instance for each smallest set. Their eliminations are all that any tuple
//! makes, which is all that follows from one region by itself.

use std::ops::ControlFlow;

use board::{Cell, SymbolSet};

use crate::contract::Step;
use crate::logic::store::CandidateStore;
use crate::logic::technique::StepSink;
use crate::sets::cells::bits;

/// Tuples of any size from two on.
pub(in crate::logic) fn tuples(store: &CandidateStore, sink: &mut dyn StepSink) -> ControlFlow<()> {
    for region in 0..store.board().regions().len() {
        let cells = store.open_in(region);
        if cells.len() <= 2 {
            continue;
        }
        sink.keep_going()?;
        let sets: Vec<u64> = cells.iter().map(|&cell| store.candidates(cell).word()).collect();
        let Some(given) = matching(&sets) else { continue };
        let closed = closed_sets(&sets, &given);
        for (index, &members) in closed.iter().enumerate() {
            let is_new = !closed[..index].contains(&members);
            if members.count_ones() > 1 && is_new {
                report(&cells, &sets, region, members, sink)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Returns a symbol for each set, all different; none if there is no such choice.
fn matching(sets: &[u64]) -> Option<Vec<usize>> {
    let mut owner = [usize::MAX; SymbolSet::CAPACITY];
    for cell in 0..sets.len() {
        let mut tried = 0;
        if !give(cell, sets, &mut owner, &mut tried) {
            return None;
        }
    }
    let mut given = vec![0; sets.len()];
    for (symbol, &cell) in owner.iter().enumerate().filter(|(_, cell)| **cell != usize::MAX) {
        given[cell] = symbol;
    }
    Some(given)
}

/// Finds a symbol for a cell, if need be by giving its owner another one. It is called at most once
/// for each symbol, so that it is no deeper than the alphabet is long.
fn give(cell: usize, sets: &[u64], owner: &mut [usize], tried: &mut u64) -> bool {
    for symbol in bits(sets[cell]) {
        if *tried & (1 << symbol) != 0 {
            continue;
        }
        *tried |= 1 << symbol;
        if owner[symbol] == usize::MAX || give(owner[symbol], sets, owner, tried) {
            owner[symbol] = cell;
            return true;
        }
    }
    false
}

/// For each cell the smallest set around it that no arrow leaves; 0 where a symbol that nobody was
/// given can be reached.
fn closed_sets(sets: &[u64], given: &[usize]) -> Vec<u64> {
    let all_given = given.iter().fold(0u64, |all, symbol| all | 1 << symbol);
    let mut owner = [0; SymbolSet::CAPACITY];
    given.iter().enumerate().for_each(|(cell, &symbol)| owner[symbol] = cell);
    let reach = |start: usize| {
        let (mut members, mut symbols, mut news) = (0u64, 0u64, 1u64 << start);
        while news != 0 {
            members |= news;
            symbols |= bits(news).fold(0, |all, cell| all | sets[cell]);
            if symbols & !all_given != 0 {
                return 0;
            }
            news = bits(symbols).fold(0, |all, symbol| all | 1 << owner[symbol]) & !members;
        }
        members
    };
    (0..sets.len()).map(reach).collect()
}

fn report(
    cells: &[Cell],
    sets: &[u64],
    region: usize,
    members: u64,
    sink: &mut dyn StepSink,
) -> ControlFlow<()> {
    let symbols = bits(members).fold(0, |all, cell| all | sets[cell]);
    let outside = (0..cells.len()).filter(|cell| members & (1 << cell) == 0);
    let eliminations: Vec<_> = outside
        .flat_map(|cell| bits(sets[cell] & symbols).map(move |it| (cells[cell], it as u8)))
        .collect();
    if eliminations.is_empty() {
        return ControlFlow::Continue(());
    }
    sink.report(Step {
        symbols: SymbolSet::from(symbols),
        cells: bits(members).map(|cell| cells[cell]).collect(),
        regions: vec![region],
        eliminations,
        ..Step::default()
    })
}

#[cfg(test)]
mod tests {
    use board::seed::seeded;
    use rand::RngExt;

    use super::*;

    /// Returns the union of the eliminations of every subset of the cells, by trying them all.
    fn by_force(sets: &[u64]) -> Vec<u64> {
        let mut rest = sets.to_vec();
        for members in 1u32..1 << sets.len() {
            let is_in = |cell: &usize| members & (1 << cell) != 0;
            let symbols = (0..sets.len()).filter(is_in).fold(0, |all, cell| all | sets[cell]);
            if symbols.count_ones() == members.count_ones() {
                (0..sets.len()).filter(|it| !is_in(it)).for_each(|it| rest[it] &= !symbols);
            }
        }
        rest
    }

    #[test]
    fn the_smallest_sets_eliminate_what_all_sets_eliminate() {
        let mut rng = seeded(1, 0x70b1);
        let mut effective = 0;
        for _ in 0..3000 {
            let (cells, symbols) = (rng.random_range(2..9), 9);
            let density = rng.random_range(0.15..0.6);
            let sets: Vec<u64> = (0..cells)
                .map(|_| {
                    (0..symbols).filter(|_| rng.random_bool(density)).fold(0, |s, b| s | 1 << b)
                })
                .collect();
            let Some(given) = matching(&sets) else { continue };
            let mut rest = sets.clone();
            for members in closed_sets(&sets, &given) {
                let gone = bits(members).fold(0, |all, cell| all | sets[cell]);
                let outside = (0..sets.len()).filter(|cell| members & (1 << cell) == 0);
                outside.for_each(|cell| rest[cell] &= !gone);
            }
            assert_eq!(rest, by_force(&sets), "{sets:?}");
            effective += usize::from(rest != sets);
        }
        assert!(effective > 100);
    }

    #[test]
    fn cells_with_too_few_symbols_have_no_matching() {
        assert_eq!(matching(&[0b11, 0b11, 0b11]), None);
        assert_eq!(matching(&[0b11, 0b01]), Some(vec![1, 0]));
    }
}
