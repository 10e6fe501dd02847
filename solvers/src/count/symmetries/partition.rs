//! Partitions of bits into cells of bits that look alike, and their refinement.
//!
//! Two bits of a state may be images of each other only if the options on them look alike, and the bits of these,
//! and so on. *Refinement* splits cells until the bits of each look alike (Weisfeiler & Leman 1968): an option has a
//! hash of the cells of its bits, a bit has the sum of those of its options, and a cell is split by these sums. Only
//! options on bits whose cell is new are looked at, so a refinement after a small change is cheap.
//!
//! Cells have an order that depends on no numbering: where a cell is split, its parts are sorted by their sums. So two
//! refinements are comparable, cell by cell, and the *trace*, a hash of all that was done, is the same for images.

use super::graph::{BitGraph, Link};
use super::hash::mix;

/// A partition of the bits of a graph into ordered cells.
#[derive(Clone, Debug)]
pub(super) struct Partition {
    /// The bits, cell by cell.
    bits: Vec<u32>,
    /// The place of each bit among them.
    places: Vec<u32>,
    /// For each bit, the start of its cell.
    cells: Vec<u32>,
    /// For each start of a cell, its size.
    sizes: Vec<u32>,
    trace: u64,
}

impl Partition {
    /// Returns the refined partition of a graph. Bits without an option are cells of their own: to move them is of no
    /// use. `work` is increased by the number of links that were followed.
    pub(super) fn new(graph: &BitGraph, work: &mut usize) -> Self {
        let n_bits = graph.bits();
        let kind = |bit: &u32| match graph.on_bit(*bit as usize) {
            [] => (2, *bit),
            _ => (u32::from(!graph.is_primary(*bit as usize)), 0),
        };
        let mut bits: Vec<u32> = (0..n_bits as u32).collect();
        bits.sort_by_key(kind);
        let zeros = vec![0; n_bits];
        let mut partition =
            Self { bits, places: zeros.clone(), cells: zeros.clone(), sizes: zeros, trace: 0 };
        let bits = partition.bits.clone();
        let mut start = 0;
        for cell in bits.chunk_by(|one, other| kind(one) == kind(other)) {
            partition.set_cell(start, cell);
            start += cell.len();
        }
        partition.refine(graph, bits, work);
        partition
    }

    /// Returns the cells, in order.
    pub(super) fn cells(&self) -> impl Iterator<Item = &[u32]> {
        let mut start = 0;
        std::iter::from_fn(move || {
            let size = *self.sizes.get(start)? as usize;
            start += size;
            Some(&self.bits[start - size..start])
        })
    }

    /// Returns the number of a bit's cell, by which cells are ordered.
    pub(super) fn cell_of(&self, bit: u32) -> u32 {
        self.cells[bit as usize]
    }

    /// Returns whether a partition may be the image of this one.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        (self.trace, &self.sizes) == (other.trace, &other.sizes)
    }

    /// Makes a cell of a bit, before the rest of its cell, and refines the partition.
    pub(super) fn single_out(&mut self, bit: u32, graph: &BitGraph, work: &mut usize) {
        let start = self.cell_of(bit) as usize;
        let mut cell = self.bits[start..start + self.sizes[start] as usize].to_vec();
        let place = self.places[bit as usize] as usize - start;
        cell.swap(0, place);
        self.set_cell(start, &cell[..1]);
        if cell.len() > 1 {
            self.set_cell(start + 1, &cell[1..]);
        }
        self.trace = mix(self.trace, start as u64);
        self.refine(graph, vec![bit], work);
    }

    /// Sets the bits of the cell with this start.
    fn set_cell(&mut self, start: usize, bits: &[u32]) {
        self.sizes[start] = bits.len() as u32;
        for (&bit, place) in bits.iter().zip(start..) {
            self.bits[place] = bit;
            self.places[bit as usize] = place as u32;
            self.cells[bit as usize] = start as u32;
        }
    }

    /// Refines the partition, in which the cells of some bits are new.
    fn refine(&mut self, graph: &BitGraph, mut new: Vec<u32>, work: &mut usize) {
        while !new.is_empty() {
            let sums = self.sums(graph, &new, work);
            new.clear();
            for cell in sums.chunk_by(|one, other| one.cell == other.cell) {
                self.split(cell, &mut new);
            }
        }
    }

    /// Returns the sums of the hashes of options on these bits, for each bit of the options, sorted by cell and sum.
    fn sums(&self, graph: &BitGraph, new: &[u32], work: &mut usize) -> Vec<Sum> {
        let mut options: Vec<u32> =
            new.iter().flat_map(|&bit| graph.on_bit(bit as usize)).map(|link| link.to).collect();
        options.sort_unstable();
        options.dedup();
        let (mut sums, mut bits) = (vec![None; self.bits.len()], Vec::new());
        for option in options {
            let links = graph.effects(option as usize);
            let of_link = |link: &Link| mix(u64::from(self.cell_of(link.to)), u64::from(link.kind));
            let hash = links.iter().map(of_link).fold(0, u64::wrapping_add);
            for link in links {
                let sum = &mut sums[link.to as usize];
                if sum.is_none() {
                    bits.push(link.to);
                }
                *sum = Some(sum.unwrap_or(0_u64).wrapping_add(mix(hash, u64::from(link.kind))));
            }
            *work += links.len();
        }
        let sum = |bit| Some(Sum { cell: self.cell_of(bit), sum: sums[bit as usize]?, bit });
        let mut sums: Vec<Sum> = bits.into_iter().filter_map(sum).collect();
        sums.sort_unstable();
        sums
    }

    /// Splits a cell by the sums of its bits. Those without a sum come first. The bits of new cells are added to `new`.
    fn split(&mut self, sums: &[Sum], new: &mut Vec<u32>) {
        let start = sums[0].cell as usize;
        let size = self.sizes[start] as usize;
        let mut place = start + size - sums.len();
        if size > sums.len() {
            let mut with_sum: Vec<u32> = sums.iter().map(|sum| sum.bit).collect();
            with_sum.sort_unstable();
            let cell = self.bits[start..start + size].iter().copied();
            let rest: Vec<u32> = cell.filter(|bit| with_sum.binary_search(bit).is_err()).collect();
            self.set_cell(start, &rest);
        }
        for part in sums.chunk_by(|one, other| one.sum == other.sum) {
            let bits: Vec<u32> = part.iter().map(|sum| sum.bit).collect();
            self.trace = mix(self.trace, mix(part[0].sum, place as u64));
            self.set_cell(place, &bits);
            if place > start {
                new.extend(&bits);
            }
            place += bits.len();
        }
    }
}

/// The sum of the hashes of a bit's options.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Sum {
    cell: u32,
    sum: u64,
    bit: u32,
}
