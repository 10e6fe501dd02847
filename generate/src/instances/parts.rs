//! Partitions of the vertices of a graph into connected parts, and disjoint paths between terminals.
//!
//! Every connected part, or every simple path, is an option, so there may be exponentially many: both functions
//! stop at a number of options. Sets of vertices are the bits of a word.

use board::instance::{Entry, ExactCover, Item};
use board::{Graph, Vertex};

/// The largest number of vertices.
pub const MOST_VERTICES: usize = 128;

/// Returns the problem of all partitions of a graph into connected parts, or `None` if there are more than
/// `most` parts. The vertices have the given names.
///
/// # Panics
/// If the graph has more than [`MOST_VERTICES`] vertices.
pub fn connected_parts(graph: &Graph, names: Vec<String>, most: usize) -> Option<ExactCover> {
    let neighbours = neighbours(graph);
    let mut parts = Parts { neighbours: &neighbours, found: Vec::new(), most };
    for (root, its) in neighbours.iter().enumerate() {
        // A part is found from its first vertex.
        let not_later = u128::MAX >> (127 - root);
        parts.grow(1 << root, its & !not_later, not_later)?;
    }
    let mut problem = ExactCover::new(names, Vec::new(), Vec::new());
    for part in parts.found {
        let items = (0..graph.order()).filter(|vertex| part >> vertex & 1 == 1);
        let added = problem.add_option(items.map(|vertex| Entry::plain(vertex as Item)));
        added.expect("different vertices");
    }
    Some(problem)
}

/// Returns the problem of disjoint simple paths, one between the terminals of each pair, or `None` if there are
/// more than `most` paths. With `is_full` the paths visit every vertex. The first items are the pairs, the
/// others are the vertices, with the given names. No path goes through a terminal of another pair.
///
/// # Panics
/// If the graph has more than [`MOST_VERTICES`] vertices, or a terminal is not one of them.
pub fn disjoint_paths(
    graph: &Graph,
    names: Vec<String>,
    pairs: &[(Vertex, Vertex)],
    is_full: bool,
    most: usize,
) -> Option<ExactCover> {
    let called = |&(a, b): &(Vertex, Vertex)| format!("{}-{}", names[a], names[b]);
    let mut primary: Vec<String> = pairs.iter().map(called).collect();
    let secondary = if is_full {
        primary.extend(names);
        Vec::new()
    } else {
        names
    };
    let neighbours = neighbours(graph);
    let terminals = pairs.iter().fold(0, |set, (a, b)| set | 1_u128 << a | 1 << b);
    let mut problem = ExactCover::new(primary, secondary, Vec::new());
    for (pair, &(from, to)) in pairs.iter().enumerate() {
        let open = !terminals | 1 << to;
        let mut paths = Paths { neighbours: &neighbours, to, found: Vec::new(), most };
        paths.extend(&mut vec![from], open)?;
        paths.most = most - paths.found.len();
        for path in paths.found {
            let vertices = path.into_iter().map(|vertex| (pairs.len() + vertex) as Item);
            let items = std::iter::once(pair as Item).chain(vertices);
            problem.add_option(items.map(Entry::plain)).expect("different vertices");
        }
        if problem.option_count() > most {
            return None;
        }
    }
    Some(problem)
}

/// Returns the neighbours of each vertex as a set.
fn neighbours(graph: &Graph) -> Vec<u128> {
    assert!(graph.order() <= MOST_VERTICES, "too many vertices");
    let mut neighbours = vec![0; graph.order()];
    for (a, b) in graph.edges() {
        neighbours[a] |= 1 << b;
        neighbours[b] |= 1 << a;
    }
    neighbours
}

/// Finds all connected sets of vertices, each once.
struct Parts<'a> {
    neighbours: &'a [u128],
    found: Vec<u128>,
    most: usize,
}

impl Parts<'_> {
    /// Finds all connected sets that contain `part`, some vertices of `frontier`, and none of the others that
    /// are `decided`. Returns `None` if there are too many.
    fn grow(&mut self, part: u128, mut frontier: u128, mut decided: u128) -> Option<()> {
        if self.found.len() == self.most {
            return None;
        }
        self.found.push(part);
        while frontier != 0 {
            let next = frontier.trailing_zeros() as usize;
            decided |= 1 << next;
            frontier &= !decided;
            self.grow(part | 1 << next, frontier | (self.neighbours[next] & !decided), decided)?;
        }
        Some(())
    }
}

/// Finds all simple paths to a vertex.
struct Paths<'a> {
    neighbours: &'a [u128],
    to: Vertex,
    found: Vec<Vec<Vertex>>,
    most: usize,
}

impl Paths<'_> {
    /// Finds all paths that continue `path` through vertices of `open`. Returns `None` if there are too many.
    fn extend(&mut self, path: &mut Vec<Vertex>, open: u128) -> Option<()> {
        let end = path[path.len() - 1];
        if end == self.to {
            self.found.push(path.clone());
            return (self.found.len() <= self.most).then_some(());
        }
        let mut next = self.neighbours[end] & open;
        while next != 0 {
            let vertex = next.trailing_zeros() as usize;
            next &= next - 1;
            path.push(vertex);
            self.extend(path, open & !(1 << vertex))?;
            path.pop();
        }
        Some(())
    }
}
