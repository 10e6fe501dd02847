//! Dancing Links: Algorithm X on linked lists.
//!
//! An *exact cover problem* has items and options, each option being a set of items. Choose options
//! such that every item is in exactly one of them. In a sudoku, an item is something that must
//! happen once ("cell 5 is filled", "the 3 of row 2", "the 3 of column 7", "the 3 of block 1"), and
//! an option "symbol s in cell c" does four of these things.
//!
//! *Algorithm X*: take an item with the fewest options and try each of them. Choosing an option
//! *covers* its items: they disappear, and so does each option that contains one of them. If an
//! item has no option left, an earlier choice was wrong.
//!
//! *Dancing Links* make this cheap to undo. The options of an item are a circular list, and so are
//! the items. `right[left[x]] = right[x]; left[right[x]] = left[x]` takes x out of a list, but x
//! still knows its neighbours. So `right[left[x]] = x; left[right[x]] = x` puts it back, as long as
//! everything comes back in reverse order.
//!
//! Source: D. E. Knuth, *Dancing links*, 2000, and *The Art of Computer Programming* 4B, §7.2.2.1.

/// Returns the solutions of a puzzle, at most `limit`, and how many options were tried where there
/// were at least two (bets).
///
/// A puzzle is a text with a character for each cell, in reading order: `1` to `9`, then letters;
/// `.` is an empty cell. It may have any size that is a square of a square: 16, 81 or 256 cells.
pub fn solve(puzzle: &str, limit: usize) -> (Vec<String>, u64) {
    let givens: Vec<u32> = puzzle.chars().map(|it| it.to_digit(36).unwrap_or(0)).collect();
    let mut links = Links::new(givens.len().isqrt(), limit);
    for (cell, &symbol) in givens.iter().enumerate().filter(|&(_, &symbol)| symbol > 0) {
        let option = cell * links.n + symbol as usize - 1;
        let items = items(option, links.n);
        if items.iter().any(|&item| links.right[links.left[item]] != item) {
            return (Vec::new(), 0); // An item is covered already: two givens clash.
        }
        items.iter().for_each(|&item| links.cover(item));
        links.chosen.push(option);
    }
    links.search();
    (links.solutions, links.bets)
}

/// Returns the items of the option that puts a symbol into a cell: option cell · n + symbol.
fn items(option: usize, n: usize) -> [usize; 4] {
    let (cell, symbol, size) = (option / n, option % n, n.isqrt());
    let (row, column) = (cell / n, cell % n);
    let block = row / size * size + column / size;
    [cell, n * (n + row) + symbol, n * (2 * n + column) + symbol, n * (3 * n + block) + symbol]
}

/// The lists. The numbers below 4n² are items, 4n² is the root of the list of items, and each
/// option has four numbers after that, one for each of its items. These are its *nodes*.
struct Links {
    n: usize,
    /// The neighbours of each item in the list of items.
    left: Vec<usize>,
    right: Vec<usize>,
    /// The neighbours of each node in the list of its item, which the item belongs to as well.
    up: Vec<usize>,
    down: Vec<usize>,
    /// The number of options of each item.
    sizes: Vec<usize>,
    chosen: Vec<usize>,
    limit: usize,
    solutions: Vec<String>,
    bets: u64,
}

impl Links {
    fn new(n: usize, limit: usize) -> Self {
        let root = 4 * n * n;
        let alone: Vec<usize> = (0..=root + 4 * n * n * n).collect();
        let mut links = Self {
            n,
            left: (0..=root).map(|it| if it == 0 { root } else { it - 1 }).collect(),
            right: (0..=root).map(|it| if it == root { 0 } else { it + 1 }).collect(),
            up: alone.clone(),
            down: alone,
            sizes: vec![0; root],
            chosen: Vec::new(),
            limit,
            solutions: Vec::new(),
            bets: 0,
        };
        for node in root + 1..links.up.len() {
            let item = links.item(node);
            (links.up[node], links.down[node]) = (links.up[item], item);
            links.put_back(node); // At the end of the list of its item.
        }
        links
    }

    fn search(&mut self) {
        let Some(item) = self.item_with_fewest_options() else {
            let mut chosen = self.chosen.clone();
            chosen.sort_unstable();
            self.solutions.push(chosen.iter().map(|it| character(it % self.n + 1)).collect());
            return;
        };
        let alternatives = self.sizes[item];
        self.cover(item);
        let mut node = self.down[item];
        while node != item {
            self.bets += u64::from(alternatives > 1);
            self.chosen.push(self.option(node));
            self.others(node).for_each(|other| self.cover(self.item(other)));
            self.search();
            if self.solutions.len() == self.limit {
                return;
            }
            self.others(node).rev().for_each(|other| self.uncover(self.item(other)));
            self.chosen.pop();
            node = self.down[node];
        }
        self.uncover(item);
    }

    /// Returns the first item with the fewest options, or `None` if every item is covered.
    fn item_with_fewest_options(&self) -> Option<usize> {
        let root = self.sizes.len();
        let next = |&item: &usize| Some(self.right[item]).filter(|&item| item != root);
        std::iter::successors(next(&root), next).min_by_key(|&item| self.sizes[item])
    }

    /// Takes an item out of the list of items, and its options out of the lists of other items.
    fn cover(&mut self, item: usize) {
        let (left, right) = (self.left[item], self.right[item]);
        (self.right[left], self.left[right]) = (right, left);
        let mut node = self.down[item];
        while node != item {
            self.others(node).for_each(|other| self.take_out(other));
            node = self.down[node];
        }
    }

    /// Undoes `cover`, in reverse order.
    fn uncover(&mut self, item: usize) {
        let mut node = self.up[item];
        while node != item {
            self.others(node).rev().for_each(|other| self.put_back(other));
            node = self.up[node];
        }
        let (left, right) = (self.left[item], self.right[item]);
        (self.right[left], self.left[right]) = (item, item);
    }

    fn take_out(&mut self, node: usize) {
        let (item, up, down) = (self.item(node), self.up[node], self.down[node]);
        (self.down[up], self.up[down]) = (down, up);
        self.sizes[item] -= 1;
    }

    fn put_back(&mut self, node: usize) {
        let (item, up, down) = (self.item(node), self.up[node], self.down[node]);
        (self.down[up], self.up[down]) = (node, node);
        self.sizes[item] += 1;
    }

    fn option(&self, node: usize) -> usize {
        (node - self.sizes.len() - 1) / 4
    }

    fn item(&self, node: usize) -> usize {
        items(self.option(node), self.n)[(node - self.sizes.len() - 1) % 4]
    }

    /// Returns the other nodes of the option of a node.
    fn others(&self, node: usize) -> impl DoubleEndedIterator<Item = usize> + use<> {
        let first = self.sizes.len() + 1 + 4 * self.option(node);
        (first..first + 4).filter(move |&other| other != node)
    }
}

fn character(symbol: usize) -> char {
    char::from_digit(symbol as u32, 36).unwrap_or('.').to_ascii_uppercase()
}

fn main() {
    let puzzle = std::env::args().nth(1).expect("a puzzle: 81 characters, `.` is an empty cell");
    let (solutions, bets) = solve(&puzzle, 2);
    println!("{bets} bets\n{}", solutions.join("\n"));
}
