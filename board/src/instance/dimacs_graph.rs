//! Graphs as text, as the colouring instances of DIMACS are written.
//!
//! ```text
//! c a comment: any line that begins with c
//! p edge 3 2
//! e 1 2
//! e 2 3
//! ```
//!
//! The line `p` says how many vertices and edges there are; some files call it `p col`. A line `e` is
//! an edge between two vertices, numbered from one. Published files differ in what they count: all
//! their lines, each edge once though it stands there both ways, or twice though it stands there once.
//! Each of these is taken, and any other number is refused, so that a file that was cut off is found
//! out. Lines `n`, `d`, `v` and `x` (weights and places of vertices) say nothing of colours. Nor does an
//! edge from a vertex to itself, which some published files have: no colouring could obey it, so it is
//! dropped, as other programs do, and counted.

use std::fmt::Write as _;

use super::knuth::words;
use crate::graph::{Graph, Vertex};
use crate::text::problem::{Problem, TextError};

/// Reads a graph.
///
/// # Errors
/// When there is no line `p edge`, an end of an edge is no vertex, or there are not as many edges as
/// it says: with its line and column.
pub fn read_graph(text: &str) -> Result<GraphText, TextError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut reader = Reader { most: super::most_announced(text), ..Reader::default() };
    let mut last = 1;
    for (index, line) in text.lines().enumerate() {
        last = index + 1;
        let words: Vec<(usize, &str)> = words(line).collect();
        match words.first() {
            None | Some((_, "c" | "n" | "d" | "v" | "x")) => {}
            Some((_, "p")) => reader.header(last, &words)?,
            Some((_, "e")) => reader.edge(last, &words)?,
            Some((_, word)) if word.starts_with('c') => {}
            Some(&(column, word)) => {
                let expected = "a line of `c`, `p edge VERTICES EDGES` or `e VERTEX VERTEX`";
                return malformed(last, column, format!("{word:?}"), expected);
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
    /// The number of lines that joined a vertex with itself.
    pub loops: usize,
}

/// Writes a graph; [`read_graph`] reads it as the same one.
pub fn write_graph(graph: &Graph) -> String {
    let mut text = format!("p edge {} {}\n", graph.order(), graph.size());
    for (a, b) in graph.edges() {
        writeln!(text, "e {} {}", a + 1, b + 1).expect("a string takes everything");
    }
    text
}

/// What was read so far.
#[derive(Default)]
struct Reader {
    /// How many vertices there may be.
    most: usize,
    /// The line `p`, how many vertices there are, and how many edges it says there are.
    header: Option<(usize, usize, usize)>,
    edges: Vec<(Vertex, Vertex)>,
    /// The number of lines that joined a vertex with itself.
    loops: usize,
}

impl Reader {
    fn header(&mut self, number: usize, words: &[(usize, &str)]) -> Result<(), TextError> {
        let column = words[0].0;
        if let Some((before, ..)) = self.header {
            let expected = format!("one, as in line {before}");
            return malformed(number, column, "a second line p", expected);
        }
        let numbers = match words[1..] {
            [(_, "edge" | "edges" | "col"), (_, order), (_, size)] => {
                order.parse().ok().zip(size.parse().ok())
            }
            _ => None,
        };
        let most = self.most;
        let Some((order, size)) = numbers.filter(|&(order, _)| order <= most) else {
            let said: Vec<&str> = words.iter().map(|word| word.1).collect();
            let expected = format!(
                "`p edge VERTICES EDGES`, at most {most} vertices in a text of this length"
            );
            return malformed(number, column, format!("{:?}", said.join(" ")), expected);
        };
        self.header = Some((number, order, size));
        Ok(())
    }

    fn edge(&mut self, number: usize, words: &[(usize, &str)]) -> Result<(), TextError> {
        let (column, _) = words[0];
        let Some((_, order, _)) = self.header else {
            let expected = "a line `p edge VERTICES EDGES` before";
            return malformed(number, column, "\"e\"", expected);
        };
        let [_, a, b] = words[..] else {
            let found = format!("{} numbers", words.len() - 1);
            return malformed(number, column, found, "two behind `e`");
        };
        let end = |(column, word): (usize, &str)| {
            let end = word.parse().ok().filter(|vertex| (1..=order).contains(vertex));
            end.ok_or(()).or_else(|()| {
                malformed(
                    number,
                    column,
                    format!("{word:?}"),
                    format!("a vertex from 1 to {order}"),
                )
            })
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
        let Some((line, order, said)) = self.header else {
            let expected = "a line `p edge VERTICES EDGES` and edges";
            return malformed(last, 1, "no graph", expected);
        };
        let (n_edges, loops) = (self.edges.len(), self.loops);
        let graph = Graph::new(order, self.edges).expect("ends that were checked");
        // The loops may be counted or not.
        let counts = [n_edges, graph.size(), 2 * graph.size()];
        if !counts.iter().any(|&count| said == count || said == count + loops) {
            let expected = format!("{}, as there are", graph.size());
            return malformed(line, 1, format!("{said} edges said"), expected);
        }
        Ok(GraphText { graph, loops })
    }
}

fn malformed<T>(
    line: usize,
    column: usize,
    found: impl Into<String>,
    expected: impl Into<String>,
) -> Result<T, TextError> {
    Err(TextError::new(line, column, Problem::malformed(found, expected)))
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
    fn the_ways_of_published_files_are_one() {
        let path = read_graph(PATH);
        let both_ways = "e 1 2\ne 2 1\ne 3 2\ne 2 3\n";
        for said in [2, 4] {
            assert_eq!(read_graph(&format!("p col 3 {said}\n{both_ways}")), path);
        }
        assert_eq!(read_graph("p edge 3 4\ne 1 2\ne 2 3\n"), path);
        let more = "\u{feff}c named\r\nc\n\n  p edges\t3 2\r\nn 1 5\ne 1 2\nv 1 0\n  e  2 3 \n";
        assert_eq!(read_graph(more), path);
    }

    #[test]
    fn an_edge_from_a_vertex_to_itself_is_dropped_and_counted() {
        let path = read_graph(PATH).unwrap().graph;
        for said in [2, 3, 4] {
            let read = read_graph(&format!("p edge 3 {said}\ne 1 2\ne 2 2\ne 2 3\n")).unwrap();
            assert_eq!((&read.graph, read.loops), (&path, 1));
        }
    }

    #[test]
    fn a_malformed_text_is_refused_where_it_is_wrong() {
        let header =
            "expected `p edge VERTICES EDGES`, at most 1048576 vertices in a text of this length";
        check_refused("", "1:1: no graph, expected a line `p edge VERTICES EDGES` and edges");
        check_refused("c\ne 1 2", "2:1: \"e\", expected a line `p edge VERTICES EDGES` before");
        check_refused("p cnf 3 2", &format!("1:1: \"p cnf 3 2\", {header}"));
        check_refused("\n  p edge 3", &format!("2:3: \"p edge 3\", {header}"));
        check_refused("p edge 1048577 0", &format!("1:1: \"p edge 1048577 0\", {header}"));
        check_refused("p edge 1 0\np edge 1 0", "2:1: a second line p, expected one, as in line 1");
        check_refused("p edge 3 1\ne 1  4", "2:6: \"4\", expected a vertex from 1 to 3");
        check_refused("p edge 3 1\ne 0 1", "2:3: \"0\", expected a vertex from 1 to 3");
        check_refused("p edge 3 1\ne 1 -2", "2:5: \"-2\", expected a vertex from 1 to 3");
        check_refused("p edge 3 1\ne 2", "2:1: 1 numbers, expected two behind `e`");
        check_refused("p edge 3 5\ne 1 2\ne 2 3", "1:1: 5 edges said, expected 2, as there are");
        check_refused(
            "p edge 3 1\n1 2",
            "2:1: \"1\", expected a line of `c`, `p edge VERTICES EDGES` or `e VERTEX VERTEX`",
        );
    }
}
