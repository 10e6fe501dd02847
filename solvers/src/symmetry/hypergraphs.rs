//! Each kind of problem as a hypergraph.

use std::collections::{BTreeMap, BTreeSet};

use board::instance::{Colour, Entry, ExactCover, Formula, Item, Literal, Variable};
use board::{Cell, Graph, Puzzle, RelationKind};

use super::hypergraph::{EdgeLink, Hypergraph};

/// The ways in which an edge links points, where there is only one.
const PLAIN: u32 = 0;

/// Returns the hypergraph of a formula. The points are the literals, by [`Literal::index`], and the edges are the clauses.
/// An edge of another kind links a variable to its negation, so that the image of a negation is the negation of the image.
/// A clause that repeats another one, or that is always true, makes no edge: the models do not depend on it.
pub fn of_formula(formula: &Formula) -> Hypergraph {
    let mut occurs = vec![false; formula.variables()];
    let mut edges = Vec::with_capacity(formula.clause_count());
    let mut seen: BTreeSet<BTreeSet<u32>> = BTreeSet::new();
    for clause in formula.clauses() {
        let literals: BTreeSet<u32> = clause.iter().map(|it| it.index() as u32).collect();
        if clause.iter().any(|&it| literals.contains(&((!it).index() as u32)))
            || seen.contains(&literals)
        {
            continue;
        }
        clause.iter().for_each(|literal| occurs[literal.variable() as usize] = true);
        edges.push(linked(literals.iter().copied(), PLAIN));
        seen.insert(literals);
    }
    for (variable, _) in (0..).zip(occurs).filter(|(_, occurs)| *occurs) {
        edges.push(linked(both(variable).map(|literal| literal.index() as u32), 1));
    }
    Hypergraph::new(vec![0; 2 * formula.variables()], edges)
}

fn both(variable: Variable) -> [Literal; 2] {
    [Literal::positive(variable), Literal::negative(variable)]
}

fn linked(points: impl IntoIterator<Item = u32>, kind: u32) -> Vec<EdgeLink> {
    points.into_iter().map(|to| EdgeLink { to, kind }).collect()
}

/// Returns the hypergraph of an exact cover problem. The points are the items, and then the [`coloured_items`]; edge *n* is
/// option *n*, and the last ones link items to their coloured forms. An option that no solution contains, since it has no
/// primary item, links nothing.
pub fn of_cover(problem: &ExactCover) -> Hypergraph {
    let multiplicities: BTreeSet<_> =
        problem.multiplicities().iter().map(|it| (it.low, it.high)).collect();
    let costs: BTreeSet<i64> = problem.costs().iter().copied().collect();
    let coloured = coloured_items(problem);
    let colour = |item: usize| match problem.multiplicities().get(item) {
        Some(it) => multiplicities.range(..(it.low, it.high)).count(),
        None => multiplicities.len(),
    };
    let mut colours: Vec<u32> = (0..problem.items()).map(|item| colour(item) as u32).collect();
    colours.extend(coloured.iter().map(|_| multiplicities.len() as u32 + 1));
    let point_of = |place: usize| (problem.items() + place) as u32;
    let point = |&Entry { item, colour }: &Entry| match colour {
        None => item,
        Some(colour) => point_of(coloured.partition_point(|&it| it < (item, colour))),
    };
    let options = problem.options().zip(problem.costs()).map(|(entries, cost)| {
        let kind = costs.range(..cost).count() as u32;
        match has_primary(problem, entries) {
            true => linked(entries.iter().map(point), kind),
            false => Vec::new(),
        }
    });
    let forms = coloured.iter().enumerate();
    let forms =
        forms.map(|(place, &(item, _))| linked([item, point_of(place)], costs.len() as u32));
    Hypergraph::new(colours, options.chain(forms))
}

/// Returns each secondary item in each colour that an option with a primary item gives it, in ascending order.
pub fn coloured_items(problem: &ExactCover) -> Vec<(Item, Colour)> {
    let options = problem.options().filter(|entries| has_primary(problem, entries));
    let forms = options.flatten().filter_map(|entry| Some((entry.item, entry.colour?)));
    forms.collect::<BTreeSet<_>>().into_iter().collect()
}

fn has_primary(problem: &ExactCover, entries: &[Entry]) -> bool {
    entries.iter().any(|entry| (entry.item as usize) < problem.primary())
}

/// Returns the hypergraph of a puzzle. The points are the cells and then the symbols. Edges are the regions, and what each
/// cell may contain if that is not every symbol; one more links all symbols. A relation states something about numbers:
/// it is an edge, too, and then symbols stay what they are.
pub fn of_puzzle(puzzle: &Puzzle) -> Hypergraph {
    let geometry = puzzle.geometry();
    let (cells, symbols) = (geometry.cells(), geometry.symbols() as u32);
    let are_numbers = !geometry.relations().is_empty();
    let of_symbol = |symbol: u32| if are_numbers { 1 + symbol } else { 1 };
    let colours = vec![0; cells].into_iter().chain((0..symbols).map(of_symbol)).collect();
    let cell = |cell: &Cell| *cell as u32;
    let mut edges: Vec<Vec<EdgeLink>> = geometry
        .regions()
        .iter()
        .map(|region| linked(region.cells.iter().map(cell), PLAIN))
        .collect();
    for (place, allowed) in puzzle.allowed().enumerate() {
        if allowed.len() < symbols as usize {
            let mut edge = linked([place as u32], 1);
            edge.extend(linked(allowed.iter().map(|symbol| cells as u32 + u32::from(symbol)), 2));
            edges.push(edge);
        }
    }
    // Symbols take each other's places even if no cell is restricted.
    edges.push(linked(cells as u32..cells as u32 + symbols, PLAIN));
    let kinds: BTreeSet<RelationKind> = geometry.relations().iter().map(|it| it.kind).collect();
    let mut first_kind = BTreeMap::new();
    let mut next = 3;
    for &kind in &kinds {
        first_kind.insert(kind, next);
        next += cells as u32;
    }
    for relation in geometry.relations() {
        let is_ordered = match relation.kind {
            RelationKind::Sum(_) => false,
            RelationKind::Rising => true,
            // These may be read backwards, which is no use to name unless there are two cells.
            _ => relation.cells.len() > 2,
        };
        let kind =
            |place: usize| first_kind[&relation.kind] + if is_ordered { place } else { 0 } as u32;
        let links = relation.cells.iter().enumerate();
        edges.push(links.map(|(place, it)| EdgeLink { to: cell(it), kind: kind(place) }).collect());
    }
    Hypergraph::new(colours, edges)
}

/// Returns the hypergraph of a graph, whose points are the vertices.
pub fn of_graph(graph: &Graph) -> Hypergraph {
    let edges = graph.edges().map(|(one, other)| linked([one as u32, other as u32], PLAIN));
    Hypergraph::new(vec![0; graph.order()], edges)
}
