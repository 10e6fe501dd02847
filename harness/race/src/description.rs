//! Problems and puzzles as one line of text, for processes that do not share our memory. Geometries are written
//! by [`record::structure`], puzzles always in the standard characters, whatever alphabet the corpus uses.

use std::sync::Arc;

use board::text::line;
use board::{Alphabet, Geometry, Graph, Puzzle, Symbol, SymbolSet, instance};
use record::structure::write_geometry;

use crate::problem::{AnyProblem, FileKind, cells};

/// Writes what a solver is prepared for: the geometry of a puzzle; the vertices and edges of a graph, as `graph
/// vertices=3 edges=0-1,1-2`; for any other problem `exact-cover` or `formula`, and its text as a JSON string. The
/// text of a problem that cannot be written is `null`, which the child rejects.
pub fn write_frame(problem: &AnyProblem) -> String {
    let text = match problem {
        AnyProblem::Puzzle(puzzle) => return write_geometry(puzzle.geometry()),
        AnyProblem::Cover(problem) => instance::write_cover(problem).ok(),
        AnyProblem::Formula(formula) => Some(instance::write_formula(formula)),
        AnyProblem::Graph(graph) => return write_graph(graph),
    };
    format!("{} {}", problem.kind().name(), serde_json::Value::from(text))
}

/// Parses the output of [`write_frame`]. Returns `None` if it is a geometry.
///
/// # Errors
/// Describes what is invalid.
pub fn parse_problem(text: &str) -> Option<Result<AnyProblem, String>> {
    let (name, text) = text.split_once(' ')?;
    let kind = match name {
        "exact-cover" => FileKind::Cover,
        "formula" => FileKind::Formula,
        "graph" => return Some(parse_graph(text)),
        _ => return None,
    };
    let text: Result<String, _> = serde_json::from_str(text);
    let read = |text: String| kind.read(&text).map_err(|error| error.to_string());
    Some(text.map_err(|error| error.to_string()).and_then(read))
}

/// Writes a graph as the number of its vertices and its edges, as pairs of vertices numbered from 0.
fn write_graph(graph: &Graph) -> String {
    let edges: Vec<String> = graph.edges().map(|(a, b)| format!("{a}-{b}")).collect();
    format!("graph vertices={} edges={}", graph.order(), edges.join(","))
}

/// Parses the pairs of [`write_graph`].
fn parse_graph(text: &str) -> Result<AnyProblem, String> {
    let value = |name: &str| {
        let pairs = text.split(' ').filter_map(|word| word.split_once('='));
        let found = pairs.filter(|(key, _)| *key == name).map(|(_, value)| value).next();
        found.ok_or_else(|| format!("{name}= is missing in a graph"))
    };
    let number = |text: &str| {
        text.parse::<usize>().map_err(|_| format!("{text:?} in a graph is not a number"))
    };
    let edge = |pair: &str| {
        let ends = pair.split_once('-').ok_or_else(|| format!("{pair:?} is not an edge"))?;
        Ok::<_, String>((number(ends.0)?, number(ends.1)?))
    };
    let edges = value("edges")?.split(',').filter(|pair| !pair.is_empty());
    let edges = edges.map(edge).collect::<Result<Vec<_>, _>>()?;
    let graph =
        Graph::new(number(value("vertices")?)?, edges).map_err(|error| error.to_string())?;
    Ok(AnyProblem::Graph(Arc::new(graph)))
}

/// Writes a puzzle in the standard characters, with `.` for each cell that is not given.
pub fn write_puzzle(puzzle: &Puzzle) -> String {
    match Alphabet::standard(puzzle.geometry().symbols()) {
        Ok(alphabet) => line::write(&alphabet, &puzzle.givens()),
        // Unreachable: a geometry has no more symbols than there are standard characters.
        Err(_) => String::new(),
    }
}

/// Returns the candidates of each cell as bit masks, or `None` if the givens imply them.
pub fn marks(puzzle: &Puzzle) -> Option<Vec<u128>> {
    let is_plain = puzzle.plain().is_some();
    (!is_plain).then(|| puzzle.allowed().map(|allowed| allowed.bits()).collect())
}

/// Writes candidate masks as hexadecimal numbers separated by points.
pub(crate) fn hexadecimal(marks: &[u128]) -> String {
    marks.iter().map(|bits| format!("{bits:x}")).collect::<Vec<_>>().join(".")
}

/// Parses a puzzle in the standard characters, or its candidate masks if there are any.
///
/// # Errors
/// Describes what is invalid.
pub fn parse_puzzle(
    text: &str,
    marks: Option<&[u128]>,
    geometry: &Arc<Geometry>,
) -> Result<Puzzle, String> {
    let all = SymbolSet::all(geometry.symbols());
    let Some(marks) = marks else {
        // Each character is a cell, even where a corpus would read `21` as one number.
        let given = |given: Option<Symbol>| given.map_or(all, SymbolSet::only);
        let allowed: Vec<SymbolSet> =
            cells(text, geometry.cells(), geometry.symbols())?.into_iter().map(given).collect();
        return Ok(Puzzle::from_allowed(geometry.clone(), allowed));
    };
    let allowed: Vec<SymbolSet> = marks.iter().map(|&bits| SymbolSet::from_bits(bits)).collect();
    if allowed.len() != geometry.cells() || !allowed.iter().all(|set| set.is_subset(all)) {
        return Err("the marks do not fit the geometry".into());
    }
    Ok(Puzzle::from_allowed(geometry.clone(), allowed))
}

#[cfg(test)]
mod tests {
    use board::catalog;
    use record::structure::parse_geometry;

    use super::*;

    #[test]
    fn a_graph_is_written_as_its_vertices_and_edges() {
        let graph = Graph::new(4, [(0, 1), (2, 1)]).expect("a graph");
        let problem = AnyProblem::Graph(Arc::new(graph));
        assert_eq!(write_frame(&problem), "graph vertices=4 edges=0-1,1-2");
        assert_eq!(parse_problem("graph vertices=4 edges=0-1,1-2"), Some(Ok(problem)));
        for bad in ["graph vertices=4", "graph vertices=1 edges=0-1", "graph vertices=2 edges=01"] {
            assert!(parse_problem(bad).is_some_and(|it| it.is_err()), "{bad}");
        }
        assert!(matches!(parse_problem("graph vertices=2 edges="), Some(Ok(_))));
    }

    #[test]
    fn digits_are_cells_and_not_numbers() {
        let geometry =
            Arc::new(parse_geometry("symbols=3 cells=2 regions=0.1").expect("a geometry"));
        for text in ["..", "21", "1."] {
            let puzzle = parse_puzzle(text, None, &geometry).expect("a puzzle");
            assert_eq!(write_puzzle(&puzzle), text);
        }
        for bad in ["", "1", "213", "41", "1 2", "12."] {
            assert!(parse_puzzle(bad, None, &geometry).is_err(), "{bad}");
        }
    }

    #[test]
    fn givens_and_marks_parse_to_the_same_puzzle() {
        let geometry = Arc::new(catalog::named("classic4").expect("a geometry"));
        let puzzle = line::parse("....1.3.431.2...", &geometry).expect("a puzzle");
        assert_eq!((write_puzzle(&puzzle).as_str(), marks(&puzzle)), ("....1.3.431.2...", None));
        assert_eq!(parse_puzzle("....1.3.431.2...", None, &geometry), Ok(puzzle.clone()));
        let mut allowed: Vec<_> = puzzle.allowed().collect();
        allowed[0].remove(2);
        let pencilled = Puzzle::from_allowed(geometry.clone(), allowed);
        let bits = marks(&pencilled).expect("marks");
        assert_eq!(parse_puzzle("", Some(&bits), &geometry), Ok(pencilled));
    }
}
