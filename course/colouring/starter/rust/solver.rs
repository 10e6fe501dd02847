//! Graph colouring: what you start from. It speaks the protocol; the rest is yours, from TODO 1 to TODO 6.
//!
//!     rustc --edition 2021 -O solver.rs
//!     ./solver welsh-powell|dsatur|recursive     answers the harness
//!     ./solver referee < GRIDS                   1, -1 or 0 for each grid
//!     ./solver svg < GRIDS > grid.svg            a picture of the first grid
//!     ./solver dot < GRIDS | dot -Tsvg > g.svg   its graph, coloured

// Remove this line when the work is done: the compiler then names what you never use.
#![allow(unused_variables)]

use std::collections::HashMap;
use std::io::{self, BufRead};

const SYMBOLS: &str = "123456789ABCDEFG";

/// The neighbours of each vertex.
type Graph = Vec<Vec<usize>>;
/// A number from 1 for each vertex, or 0 if it is uncoloured.
type Colours = Vec<usize>;

/// TODO 1: the graph of a board whose blocks are n by n; its vertices are the cells, in reading order, from 0.
fn board_graph(n: usize) -> Graph {
    Graph::new()
}

/// TODO 2: 1: complete and right; -1: two neighbours have the same colour; 0: incomplete, and no rule is broken.
fn verify(graph: &Graph, colours: &Colours) -> i32 {
    0
}

/// TODO 3: by decreasing degree. So far, each vertex has a colour of its own.
fn welsh_powell(graph: &Graph) -> Colours {
    (1..=graph.len()).collect()
}

/// TODO 4: by decreasing saturation.
fn dsatur(graph: &Graph) -> Colours {
    welsh_powell(graph)
}

/// TODO 5: completes the colouring with colours up to `number`, recursively. Returns whether that is possible.
fn complete(graph: &Graph, colours: &mut Colours, number: usize) -> bool {
    false
}

/// TODO 5: a colouring with as few colours as possible, by `complete`.
fn fewest(graph: &Graph) -> Colours {
    welsh_powell(graph)
}

/// TODO 6: the text of a picture of the grid.
fn svg(cells: &str) -> String {
    String::new()
}

/// TODO 6: the graph of the grid for Graphviz, with its colours.
fn dot(cells: &str, graph: &Graph) -> String {
    String::new()
}

fn root(square: usize) -> usize {
    (1..).find(|root| root * root >= square).expect("a root")
}

/// The value behind `key=` among the words.
fn value<'a>(words: &[&'a str], key: &str) -> Option<&'a str> {
    words.iter().find_map(|word| word.strip_prefix(key)?.strip_prefix('='))
}

/// The graph of a line `geometry N graph vertices=5 edges=0-1,0-4,…`.
fn read_graph(words: &[&str]) -> Option<Graph> {
    let mut graph = vec![Vec::new(); value(words, "vertices")?.parse().ok()?];
    for edge in value(words, "edges").unwrap_or("").split(',').filter(|edge| !edge.is_empty()) {
        let (a, b) = edge.split_once('-')?;
        let (a, b): (usize, usize) = (a.parse().ok()?, b.parse().ok()?);
        graph[a].push(b);
        graph[b].push(a);
    }
    Some(graph)
}

/// The colours of the cells, 0 for an empty one.
fn read_cells(cells: &str) -> Colours {
    cells.chars().map(|symbol| SYMBOLS.find(symbol).map_or(0, |index| index + 1)).collect()
}

/// The result for a puzzle, from the status on.
fn solve_board(cells: &str, graph: &Graph) -> String {
    let mut colours = read_cells(cells);
    if verify(graph, &colours) == -1 || !complete(graph, &mut colours, root(graph.len())) {
        return "impossible - -".into();
    }
    let grid: String = colours.iter().filter_map(|&colour| SYMBOLS.chars().nth(colour - 1)).collect();
    format!("solved - {grid}")
}

/// The result for a graph: the colours in the order of the vertices.
fn solve_graph(graph: &Graph, algorithm: &str) -> String {
    let colours = match algorithm {
        "dsatur" => dsatur(graph),
        "recursive" => fewest(graph),
        _ => welsh_powell(graph),
    };
    let colours: Vec<String> = colours.iter().map(usize::to_string).collect();
    format!("solved - {}", colours.join(","))
}

/// One line in, one line out; `println!` flushes at the end of a line.
fn speak(algorithm: &str) {
    println!(
        "hello sudoku-backend/1 name={algorithm} version=1 geometries=classic4,classic9,classic16,graph tasks=first"
    );
    let (mut boards, mut graphs) = (HashMap::new(), HashMap::new());
    for line in io::stdin().lock().lines().map_while(Result::ok) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["quit", ..] => return,
            ["geometry", id, "graph", ..] => {
                graphs.extend(read_graph(&words).map(|graph| (id.to_owned(), graph)));
            }
            ["geometry", id, name, ..] => {
                let n = match name {
                    "classic4" => 2,
                    "classic9" => 3,
                    "classic16" => 4,
                    _ => continue,
                };
                boards.insert(id.to_owned(), board_graph(n));
            }
            ["solve", id, cells, ..] => {
                let geometry = value(&words, "geometry").unwrap_or_default();
                let result = match (graphs.get(geometry), boards.get(geometry)) {
                    (Some(graph), _) => solve_graph(graph, algorithm),
                    (None, Some(board)) if !board.is_empty() => solve_board(cells, board),
                    _ => "unsupported - -".into(),
                };
                println!("result {id} {result}");
            }
            _ => {}
        }
    }
}

fn main() {
    let mode = std::env::args().nth(1).unwrap_or("dsatur".into());
    if !["referee", "svg", "dot"].contains(&mode.as_str()) {
        return speak(&mode);
    }
    for line in io::stdin().lock().lines().map_while(Result::ok) {
        if line.starts_with('#') {
            continue;
        }
        let cells = line.trim();
        let graph = board_graph(root(root(cells.len())));
        match mode.as_str() {
            "referee" => println!("{}", verify(&graph, &read_cells(cells))),
            "svg" => return println!("{}", svg(cells)),
            _ => return println!("{}", dot(cells, &graph)),
        }
    }
}
