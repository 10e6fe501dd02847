//! A state as bands: for each digit three words of 27 bits, a bit for each cell of three rows.
//!
//! The picture is that of jczsolve and its kin: where a digit has a place in a band is told by nine
//! minirows, so that 512 cases are all that there are, and a table has what is left of each when the
//! ways to put three minirows into three rows and three boxes are gone through. Columns are the same
//! thing lying down: which columns a digit has in each of the three bands is nine bits a stack, and
//! the table is the same. A digit that both tables leave alone is *closed*: what is left in a row by
//! itself is a hidden single of row, column or box. Naked singles are counted for nine digits at once.

#![expect(clippy::needless_range_loop, reason = "three bands and nine digits go hand in hand")]

/// All cells of a band.
const BAND: u32 = (1 << 27) - 1;

/// For each set of minirows, as bits `3 * row + box`, those that some way uses.
static USED: [u16; 512] = used();

/// For each row, the minirows that are not empty.
static SHRUNK: [u8; 512] = shrunk();

/// For each row the cell that is alone in it, if one is.
static ALONE: [u16; 512] = alone();

/// For each set of minirows their cells.
static CELLS: [u32; 512] = cells();

/// The peers of each cell, by band.
pub(super) static PEERS: [[u32; 3]; 81] = peers();

/// What is still possible.
#[derive(Clone, Copy)]
pub(super) struct Bands {
    /// For each digit its cells, by band.
    pub(super) digits: [[u32; 3]; 9],
    /// The cells that are settled for all other digits.
    settled: [u32; 3],
}

/// How many candidates cells have, by band.
pub(super) struct Sizes {
    pub(super) two: [u32; 3],
    pub(super) three: [u32; 3],
    pub(super) more: [u32; 3],
}

impl Bands {
    /// Everything that a puzzle allows, given the cells of each digit.
    #[inline(always)]
    pub(super) fn new(digits: [[u32; 3]; 9]) -> Self {
        Self { digits, settled: [0; 3] }
    }

    /// Puts a digit into a cell, and strikes it from the peers.
    #[inline(always)]
    pub(super) fn put(&mut self, cell: usize, digit: usize) {
        let (band, bit) = (cell / 27, 1 << (cell % 27));
        for other in 0..9 {
            self.digits[other][band] &= !bit;
        }
        self.digits[digit][band] |= bit;
        self.settled[band] |= bit;
        self.strike(cell, digit);
    }

    /// The candidates of a cell, as bits.
    #[inline(always)]
    pub(super) fn values(&self, cell: usize) -> u32 {
        let mut values = 0;
        for digit in 0..9 {
            values |= (self.digits[digit][cell / 27] >> (cell % 27) & 1) << digit;
        }
        values
    }

    /// Closes the digits of the set `dirty` and what follows from it. Tells nothing when that is
    /// a contradiction, and else how many candidates the cells have.
    #[inline(always)]
    pub(super) fn settle(&mut self, mut dirty: u32) -> Option<Sizes> {
        loop {
            while dirty != 0 {
                let digit = dirty.trailing_zeros() as usize;
                dirty &= dirty - 1;
                if !self.close(digit) {
                    return None;
                }
                dirty |= self.hidden_singles(digit);
            }
            let mut sizes = Sizes { two: [0; 3], three: [0; 3], more: [0; 3] };
            for band in 0..3 {
                let mut least = [0; 4];
                for digit in 0..9 {
                    let here = self.digits[digit][band];
                    least[3] |= least[2] & here;
                    least[2] |= least[1] & here;
                    least[1] |= least[0] & here;
                    least[0] |= here;
                }
                if least[0] != BAND {
                    return None;
                }
                dirty |= self.naked_singles(band, BAND & !least[1] & !self.settled[band]);
                sizes.two[band] = least[1] & !least[2];
                sizes.three[band] = least[2] & !least[3];
                sizes.more[band] = least[3];
            }
            if dirty == 0 {
                return Some(sizes);
            }
        }
    }

    #[inline(always)]
    fn strike(&mut self, cell: usize, digit: usize) {
        for band in 0..3 {
            self.digits[digit][band] &= !PEERS[cell][band];
        }
    }

    /// Strikes what no way leaves to a digit in its bands and stacks. Tells whether there is one.
    #[inline(always)]
    fn close(&mut self, digit: usize) -> bool {
        let mut bands = self.digits[digit];
        loop {
            let before = bands;
            let mut columns = [0u32; 3];
            for band in 0..3 {
                let cells = bands[band];
                let row = |row: u32| usize::from(SHRUNK[(cells >> (9 * row) & 0x1FF) as usize]);
                let used = USED[row(0) | row(1) << 3 | row(2) << 6];
                bands[band] &= CELLS[usize::from(used)];
                let cells = bands[band];
                columns[band] = (cells | cells >> 9 | cells >> 18) & 0x1FF;
            }
            let mut left = [0u32; 3];
            for stack in 0..3 {
                let of = |band: usize| (columns[band] >> (3 * stack) & 7) << (3 * band);
                let used = u32::from(USED[(of(0) | of(1) | of(2)) as usize]);
                for band in 0..3 {
                    left[band] |= (used >> (3 * band) & 7) << (3 * stack);
                }
            }
            for band in 0..3 {
                bands[band] &= left[band] | left[band] << 9 | left[band] << 18;
            }
            if bands == before {
                break;
            }
        }
        self.digits[digit] = bands;
        bands.iter().all(|&band| band != 0)
    }

    /// Settles the cells that are alone in a row of a closed digit. Tells the digits that lose one.
    #[inline(always)]
    fn hidden_singles(&mut self, digit: usize) -> u32 {
        let mut dirty = 0;
        for band in 0..3 {
            let cells = self.digits[digit][band];
            let row =
                |row: u32| u32::from(ALONE[(cells >> (9 * row) & 0x1FF) as usize]) << (9 * row);
            let new = (row(0) | row(1) | row(2)) & !self.settled[band];
            if new != 0 {
                self.settled[band] |= new;
                for other in 0..9 {
                    let lost = self.digits[other][band] & new;
                    self.digits[other][band] ^= lost;
                    dirty |= u32::from(lost != 0) << other;
                }
                self.digits[digit][band] |= new;
                dirty &= !(1 << digit);
            }
        }
        dirty
    }

    /// Strikes the digits of cells that have one candidate from their peers. Tells which they are.
    #[inline(always)]
    fn naked_singles(&mut self, band: usize, naked: u32) -> u32 {
        let mut dirty = 0;
        if naked != 0 {
            self.settled[band] |= naked;
            for digit in 0..9 {
                let mut cells = self.digits[digit][band] & naked;
                dirty |= u32::from(cells != 0) << digit;
                while cells != 0 {
                    self.strike(27 * band + cells.trailing_zeros() as usize, digit);
                    cells &= cells - 1;
                }
            }
        }
        dirty
    }
}

const fn used() -> [u16; 512] {
    let ways = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let mut table = [0; 512];
    let mut set = 0;
    while set < 512 {
        let mut way = 0;
        while way < 6 {
            let [a, b, c] = ways[way];
            let minirows = 1 << a | 8 << b | 64 << c;
            if set & minirows == minirows {
                table[set] |= minirows as u16;
            }
            way += 1;
        }
        set += 1;
    }
    table
}

const fn shrunk() -> [u8; 512] {
    let mut table = [0; 512];
    let mut row = 0;
    while row < 512 {
        let mut of = 0;
        while of < 3 {
            if row >> (3 * of) & 7 != 0 {
                table[row] |= 1 << of;
            }
            of += 1;
        }
        row += 1;
    }
    table
}

const fn alone() -> [u16; 512] {
    let mut table = [0; 512];
    let mut bit = 0;
    while bit < 9 {
        table[1 << bit] = 1 << bit;
        bit += 1;
    }
    table
}

const fn cells() -> [u32; 512] {
    let mut table = [0; 512];
    let mut set = 0;
    while set < 512 {
        let mut minirow = 0;
        while minirow < 9 {
            if set >> minirow & 1 == 1 {
                table[set] |= 7 << (3 * minirow);
            }
            minirow += 1;
        }
        set += 1;
    }
    table
}

const fn peers() -> [[u32; 3]; 81] {
    let mut table = [[0; 3]; 81];
    let mut cell = 0;
    while cell < 81 {
        let mut peer = 0;
        while peer < 81 {
            let same_box = cell / 27 == peer / 27 && cell % 9 / 3 == peer % 9 / 3;
            let sees = cell / 9 == peer / 9 || cell % 9 == peer % 9 || same_box;
            if sees && cell != peer {
                table[cell][peer / 27] |= 1 << (peer % 27);
            }
            peer += 1;
        }
        cell += 1;
    }
    table
}
