//! The automaton of a relation over its cells, unrolled.

use std::collections::BTreeMap;

use super::kind::{RelationKind, START};
use crate::symbols::{Symbol, SymbolSet, SymbolWord};

/// No state follows.
const NONE: u32 = u32::MAX;

/// The states of an automaton before each cell, and the transitions between them. Each state is on a path from
/// the start to an accepting state; if no word is accepted, there is the start alone.
///
/// ```
/// use board::{RelationKind, SymbolSet};
/// use board::relation::Layers;
///
/// // Two cells that add up to 4, of which the first is not 1.
/// let layers = Layers::new(RelationKind::Sum(4), 2, 9);
/// let mut cells = [SymbolSet::all(9) - SymbolSet::only(0), SymbolSet::all(9)];
/// assert!(layers.restrict(&mut cells, &mut Vec::new()));
/// assert_eq!(cells[0], [1, 2].into_iter().collect());
/// assert_eq!(cells[1], [0, 1].into_iter().collect());
/// ```
#[derive(Clone, Debug)]
pub struct Layers {
    symbols: usize,
    /// A layer for each cell.
    layers: Vec<Layer>,
    /// The number of words of a set of states.
    words: usize,
}

/// The states before a cell.
#[derive(Clone, Debug)]
struct Layer {
    states: usize,
    /// For each state and symbol the state that follows; [`NONE`] if none does. All states after the last cell
    /// are accepting and the same one.
    next: Vec<u32>,
}

impl Layers {
    /// Returns an upper bound of the number of transitions, without unrolling.
    pub fn bound(kind: RelationKind, cells: usize, symbols: usize) -> usize {
        kind.most_states(cells, symbols).saturating_mul(cells).saturating_mul(symbols)
    }

    /// Creates the layers of a relation of so many cells.
    pub fn new(kind: RelationKind, cells: usize, symbols: usize) -> Self {
        let mut states: Vec<u32> = vec![START];
        let mut layers = Vec::with_capacity(cells);
        for cell in 0..cells {
            let is_last = cell + 1 == cells;
            let mut numbers: BTreeMap<u32, u32> = BTreeMap::new();
            let mut next = Vec::with_capacity(states.len() * symbols);
            for &state in &states {
                next.extend((0..symbols as Symbol).map(|symbol| {
                    match kind.step(symbols, state, symbol) {
                        Some(end) if is_last => {
                            if kind.accepts(end) {
                                0
                            } else {
                                NONE
                            }
                        }
                        Some(following) => {
                            let number = numbers.len() as u32;
                            *numbers.entry(following).or_insert(number)
                        }
                        None => NONE,
                    }
                }));
            }
            layers.push(Layer { states: states.len(), next });
            states = vec![START; numbers.len()];
            numbers.iter().for_each(|(&state, &number)| states[number as usize] = state);
        }
        let mut layers = Self { symbols, layers, words: 0 };
        layers.trim();
        layers.words = layers.layers.iter().map(|it| it.states).max().unwrap_or(1).div_ceil(64);
        layers
    }

    /// Removes the states that lead to no accepting one, except the start.
    fn trim(&mut self) {
        let mut kept: Vec<u32> = vec![0];
        for (index, layer) in self.layers.iter_mut().enumerate().rev() {
            for next in layer.next.iter_mut().filter(|next| **next != NONE) {
                *next = kept[*next as usize];
            }
            let rows = layer.next.chunks(self.symbols);
            let is_alive: Vec<bool> =
                rows.map(|row| index == 0 || row.iter().any(|&next| next != NONE)).collect();
            let mut n_kept = 0;
            kept = is_alive
                .iter()
                .map(|&alive| {
                    n_kept += u32::from(alive);
                    if alive { n_kept - 1 } else { NONE }
                })
                .collect();
            let alive = layer.next.chunks(self.symbols).zip(&is_alive).filter(|(_, alive)| **alive);
            layer.next = alive.flat_map(|(row, _)| row).copied().collect();
            layer.states = n_kept as usize;
        }
    }

    /// Returns the number of cells.
    pub fn cells(&self) -> usize {
        self.layers.len()
    }

    /// Returns the number of states before a cell.
    pub fn states(&self, cell: usize) -> usize {
        self.layers[cell].states
    }

    /// Returns the state before the next cell, or after the last one, if `cell` contains `symbol`; `None` if no
    /// accepted word continues so. There is one state after the last cell.
    pub fn next(&self, cell: usize, state: usize, symbol: usize) -> Option<usize> {
        let next = self.layers[cell].next[state * self.symbols + symbol];
        (next != NONE).then_some(next as usize)
    }

    /// Removes from each cell the symbols that occur in no accepted word of the others; returns whether there is such a
    /// word. `scratch` may contain anything.
    ///
    /// # Panics
    /// If the number of sets is not that of the cells.
    pub fn restrict(&self, sets: &mut [SymbolSet], scratch: &mut Vec<u64>) -> bool {
        assert_eq!(sets.len(), self.cells(), "a set for each cell");
        let words = self.words;
        scratch.clear();
        scratch.resize((sets.len() + 1) * words, 0);
        scratch[0] = 1;
        for (cell, &set) in sets.iter().enumerate() {
            let (before, after) = scratch.split_at_mut((cell + 1) * words);
            for state in bits(&before[cell * words..]) {
                for symbol in set.iter() {
                    if let Some(next) = self.next(cell, state, symbol.into()) {
                        after[next / 64] |= 1 << (next % 64);
                    }
                }
            }
        }
        for (cell, set) in sets.iter_mut().enumerate().rev() {
            let (before, after) = scratch.split_at_mut((cell + 1) * words);
            let mut left = SymbolSet::EMPTY;
            for (word, before) in before[cell * words..].iter_mut().enumerate() {
                let mut alive = 0;
                for bit in bits(&[*before]) {
                    let follows = |&symbol: &Symbol| {
                        let next = self.next(cell, word * 64 + bit, symbol.into());
                        next.is_some_and(|next| after[next / 64] >> (next % 64) & 1 == 1)
                    };
                    let symbols: SymbolSet = set.iter().filter(follows).collect();
                    left |= symbols;
                    alive |= u64::from(!symbols.is_empty()) << bit;
                }
                *before = alive;
            }
            *set = left;
        }
        sets.iter().all(|set| !set.is_empty())
    }
}

/// Returns the numbers of the bits of a set.
fn bits(words: &[u64]) -> impl Iterator<Item = usize> {
    words.iter().enumerate().flat_map(|(index, &word)| {
        SymbolWord::from_bits(word).iter().map(move |bit| index * 64 + usize::from(bit))
    })
}

#[cfg(test)]
mod tests {
    use super::super::kind::tests::words;
    use super::*;

    const KINDS: [RelationKind; 8] = [
        RelationKind::Sum(7),
        RelationKind::Sum(99),
        RelationKind::Rising,
        RelationKind::Difference(1),
        RelationKind::NotDifference(1),
        RelationKind::Ratio(2),
        RelationKind::NotRatio(2),
        RelationKind::Sandwich(3),
    ];

    #[test]
    fn what_is_left_are_the_symbols_of_accepted_words() {
        let mut scratch = vec![7; 3];
        for kind in KINDS {
            for (cells, symbols) in [(1, 4), (2, 4), (3, 4), (4, 3), (4, 4)] {
                let layers = Layers::new(kind, cells, symbols);
                for seed in 0..200_u64 {
                    let set = |cell: usize| {
                        let bits = (seed + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (5 * cell + 7);
                        SymbolSet::from(bits) & SymbolSet::all(symbols)
                    };
                    let before: Vec<SymbolSet> = (0..cells).map(set).collect();
                    let fits = |word: &Vec<Symbol>| {
                        kind.holds(symbols, word)
                            && word.iter().zip(&before).all(|(&symbol, set)| set.contains(symbol))
                    };
                    let mut expected = vec![SymbolSet::EMPTY; cells];
                    for word in words(cells, symbols).filter(fits) {
                        word.iter().zip(&mut expected).for_each(|(&it, set)| set.insert(it));
                    }
                    let mut sets = before.clone();
                    let is_possible = layers.restrict(&mut sets, &mut scratch);
                    assert_eq!(is_possible, !expected[0].is_empty());
                    assert_eq!(sets, expected, "{kind} {before:?}");
                }
            }
        }
    }

    #[test]
    fn every_state_is_on_a_path_and_within_the_bound() {
        for kind in KINDS {
            for (cells, symbols) in [(1, 4), (3, 4), (9, 9), (5, 100)] {
                let layers = Layers::new(kind, cells, symbols);
                let transitions: usize = layers.layers.iter().map(|layer| layer.next.len()).sum();
                assert!(transitions <= Layers::bound(kind, cells, symbols), "{kind}");
                for (cell, layer) in layers.layers.iter().enumerate().skip(1) {
                    for state in 0..layer.states {
                        assert!((0..symbols).any(|it| layers.next(cell, state, it).is_some()));
                        let before = 0..layers.states(cell - 1);
                        let leads =
                            |it| (0..symbols).any(|s| layers.next(cell - 1, it, s) == Some(state));
                        assert!(before.into_iter().any(leads), "{kind} {cell} {state}");
                    }
                }
            }
        }
    }
}
