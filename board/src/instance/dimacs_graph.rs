//! Graphs as text, in the DIMACS format of colouring instances.
//!
//! ```text
//! c a comment: any line that starts with c
//! p edge 3 2
//! e 1 2
//! e 2 3
//! ```
//!
//! The line `p` gives the numbers of vertices and edges; some files write it `p col`. A line `e` is an
//! edge between two vertices, numbered from one. Published files differ in what they count: all their
//! lines, each edge once though it is listed both ways, or twice though it is listed once. Each of these
//! is accepted, and any other number is an error, so that most truncated files are detected. Lines `n`, `d`,
//! `v` and `x` (weights and positions of vertices) do not matter for colouring. Nor does an edge from a
//! vertex to itself, which some published files have: no colouring could satisfy it, so it is dropped, as
//! other programs do, and counted.

use std::fmt::Write as _;

use super::limits::{Ceiling, MaxAnnounced, announced};
use crate::graph::{Graph, Vertex};
use crate::source::{Span, TextError, counted, lines, words};

/// Reads a graph.
///
/// # Errors
/// If there is no line `p edge`, an end of an edge is not a vertex, or the number of edges is not the
/// announced one.
pub fn read_graph(text: &str) -> Result<GraphText, TextError> {
    read_graph_within(text, MaxAnnounced::default())
}

/// Reads a graph whose header announces a limited number of vertices.
///
/// # Errors
/// The same as [`read_graph`].
pub fn read_graph_within(text: &str, max: MaxAnnounced) -> Result<GraphText, TextError> {
    let mut reader = GraphReader { ceiling: max.ceiling(text), ..GraphReader::default() };
    let mut last = 1;
    for (number, line) in lines(text) {
        last = number;
        let words: Vec<Span<'_>> = words(number, line).collect();
        match words.first().map(|word| word.text) {
            None | Some("c" | "n" | "d" | "v" | "x") => {}
            Some("p") => reader.header(&words)?,
            Some("e") => reader.edge(&words)?,
            Some(word) if word.starts_with('c') => {}
            Some(word) => {
                let expected = "a line of `c`, `p edge VERTICES EDGES` or `e VERTEX VERTEX`";
                return Err(words[0].error(format!("{word:?}"), expected));
            }
        }
    }
    reader.finish(last)
}

/// A graph as it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphText {
    /// The graph, without loops.
    pub graph: Graph,
    /// The number of edges from a vertex to itself.
    pub loops: usize,
}

/// Writes a graph; [`read_graph`] reads the same one back.
pub fn write_graph(graph: &Graph) -> String {
    let mut text = format!("p edge {} {}\n", graph.order(), graph.size());
    for (a, b) in graph.edges() {
        writeln!(text, "e {} {}", a + 1, b + 1).expect("a string accepts every write");
    }
    text
}

/// The part of a graph that was read so far.
#[derive(Default)]
struct GraphReader {
    /// The maximum number of vertices.
    ceiling: Ceiling,
    /// The line `p`, the number of vertices, and the announced number of edges.
    header: Option<(usize, usize, usize)>,
    edges: Vec<(Vertex, Vertex)>,
    /// The number of edges from a vertex to itself.
    loops: usize,
}

impl GraphReader {
    fn header(&mut self, words: &[Span<'_>]) -> Result<(), TextError> {
        if let Some((before, ..)) = self.header {
            return Err(words[0].error("a second line p", format!("one, as in line {before}")));
        }
        let texts: Vec<&str> = words.iter().map(|word| word.text).collect();
        let numbers = match texts[1..] {
            ["edge" | "edges" | "col", order, size] => announced(order).zip(announced(size)),
            _ => None,
        };
        let Some((order, size)) = numbers else {
            let found = format!("{:?}", texts.join(" "));
            return Err(words[0].error(found, "`p edge VERTICES EDGES`"));
        };
        self.ceiling.check(words[0], order, "vertices")?;
        self.header = Some((words[0].line, order, size));
        Ok(())
    }

    fn edge(&mut self, words: &[Span<'_>]) -> Result<(), TextError> {
        let Some((_, order, _)) = self.header else {
            return Err(words[0].error("\"e\"", "a line `p edge VERTICES EDGES` before"));
        };
        let [_, a, b] = words[..] else {
            let found = counted(words.len() - 1, "number");
            return Err(words[0].error(found, "two after `e`"));
        };
        let end = |span: Span<'_>| {
            let vertex = span.text.parse().ok().filter(|vertex| (1..=order).contains(vertex));
            let expected = || format!("a vertex from 1 to {order}");
            vertex.ok_or_else(|| span.error(format!("{:?}", span.text), expected()))
        };
        let (from, to): (usize, usize) = (end(a)?, end(b)?);
        if from == to {
            self.loops += 1;
        } else {
            self.edges.push((from - 1, to - 1));
        }
        Ok(())
    }

    fn finish(self, last: usize) -> Result<GraphText, TextError> {
        let Some((line, order, announced)) = self.header else {
            let expected = "a line `p edge VERTICES EDGES` and edges";
            return Err(TextError::new(last, 1, "no graph", expected));
        };
        let (n_edges, loops) = (self.edges.len(), self.loops);
        let graph = Graph::new(order, self.edges).expect("ends that were checked");
        // Loops may be counted or not.
        let counts = [n_edges, graph.size(), 2 * graph.size()];
        if !counts.iter().any(|&count| announced == count || announced == count + loops) {
            let found = format!("{} announced", counted(announced, "edge"));
            return Err(TextError::new(line, 1, found, format!("{}, as listed", graph.size())));
        }
        Ok(GraphText { graph, loops })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATH: &str = "p edge 3 2\ne 1 2\ne 2 3\n";

    #[track_caller]
    fn check_refused(text: &str, error: &str) {
        assert_eq!(read_graph(text).unwrap_err().to_string(), error);
    }

    #[test]
    fn what_is_written_reads_back_as_the_same() {
        let graph = read_graph(PATH).unwrap().graph;
        assert_eq!(graph.edges().collect::<Vec<_>>(), [(0, 1), (1, 2)]);
        assert_eq!(write_graph(&graph), PATH);
        assert_eq!(read_graph("p edge 2 0").unwrap().graph, Graph::new(2, []).unwrap());
    }

    #[test]
    fn every_count_of_published_files_is_accepted() {
        let path = read_graph(PATH);
        let both_ways = "e 1 2\ne 2 1\ne 3 2\ne 2 3\n";
        for announced in [2, 4] {
            assert_eq!(read_graph(&format!("p col 3 {announced}\n{both_ways}")), path);
        }
        assert_eq!(read_graph("p edge 3 4\ne 1 2\ne 2 3\n"), path);
        let more = "\u{feff}c named\r\nc\n\n  p edges\t3 2\r\nn 1 5\ne 1 2\nv 1 0\n  e  2 3 \n";
        assert_eq!(read_graph(more), path);
    }

    #[test]
    fn an_edge_from_a_vertex_to_itself_is_dropped_and_counted() {
        let path = read_graph(PATH).unwrap().graph;
        for announced in [2, 3, 4] {
            let read = read_graph(&format!("p edge 3 {announced}\ne 1 2\ne 2 2\ne 2 3\n")).unwrap();
            assert_eq!((&read.graph, read.loops), (&path, 1));
        }
    }

    #[test]
    fn a_malformed_text_is_refused_where_it_is_wrong() {
        let header = "expected `p edge VERTICES EDGES`";
        check_refused("", "1:1: no graph, expected a line `p edge VERTICES EDGES` and edges");
        check_refused("c\ne 1 2", "2:1: \"e\", expected a line `p edge VERTICES EDGES` before");
        check_refused("p cnf 3 2", &format!("1:1: \"p cnf 3 2\", {header}"));
        check_refused("\n  p edge 3", &format!("2:3: \"p edge 3\", {header}"));
        check_refused(
            "p edge 1048577 0",
            "1:1: 1048577 vertices, expected at most 1048576 vertices in a text of this length, unless \
             --max-announced allows more",
        );
        check_refused("p edge 1 0\np edge 1 0", "2:1: a second line p, expected one, as in line 1");
        check_refused("p edge 3 1\ne 1  4", "2:6: \"4\", expected a vertex from 1 to 3");
        check_refused("p edge 3 1\ne 0 1", "2:3: \"0\", expected a vertex from 1 to 3");
        check_refused("p edge 3 1\ne 1 -2", "2:5: \"-2\", expected a vertex from 1 to 3");
        check_refused("p edge 3 1\ne 2", "2:1: 1 number, expected two after `e`");
        check_refused("p edge 3 5\ne 1 2\ne 2 3", "1:1: 5 edges announced, expected 2, as listed");
        check_refused(
            "p edge 3 1\n1 2",
            "2:1: \"1\", expected a line of `c`, `p edge VERTICES EDGES` or `e VERTEX VERTEX`",
        );
    }
}
