//! Graphs: from files to rows, and boards as graphs.

use std::fs;
use std::process::Command;

use board::instance::{read_graph, write_graph};
use generate::instances::{mycielski, petersen, queen_graph};
use record::{Status, Task, Verified};

use crate::bench::Bench;
use crate::instances::{self, bench, errors, harness, run};

/// Returns a jigsaw of 20×20: 400 cells, and blocks of five rows and four columns whose sides are
/// bent.
fn jigsaw() -> String {
    let letter = |row: usize, column: usize| {
        // Two cells of each block change places with two of its right neighbour.
        let bent = column % 4 == 3 && row.is_multiple_of(5) && column < 19;
        let bent_back = column.is_multiple_of(4) && row % 5 == 1 && column > 0;
        let block = match (bent, bent_back) {
            (true, _) => column / 4 + 1,
            (_, true) => column / 4 - 1,
            _ => column / 4,
        };
        char::from(b'A' + (row / 5 * 5 + block) as u8)
    };
    let line = |row| (0..20).map(|column| letter(row, column)).collect::<String>();
    let picture: Vec<String> = (0..20).map(line).collect();
    format!("name: bent20\nboard:\n{}\n\nrows\ncolumns\n", picture.join("\n"))
}

#[track_caller]
fn printed(bench: &Bench, arguments: &[&str]) -> String {
    let output = harness(bench, arguments);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", errors(&output));
    instances::printed(&output)
}

#[track_caller]
fn refused(bench: &Bench, arguments: &[&str]) -> String {
    let output = harness(bench, arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    let errors = errors(&output);
    assert!(!errors.contains("panicked"), "{errors}");
    errors
}

#[test]
fn a_published_graph_keeps_its_name_and_loses_its_loops_with_a_word() {
    let graph = "c registers\np edge 3 4\ne 1 2\ne 2 2\ne 2 3\ne 3 1\n";
    let bench = bench(&[("fpsol2.i.1.col", graph)]);
    let run = ["run", "@fpsol2.i.1.col", "-b", "colour/.*", "-o", "@run", "--no-probe"];
    let output = harness(&bench, &run);
    let errors = errors(&output);
    assert_eq!(output.status.code(), Some(0), "{errors}");
    assert!(errors.contains("fpsol2.i.1.col: 1 edge from a vertex to itself dropped"), "{errors}");
    let rows = crate::bench::rows(&bench.path("run"));
    assert!(!rows.is_empty());
    for row in rows {
        assert_eq!((&*row.puzzle, row.colours), ("fpsol2.i.1", Some(3)));
    }
    let told = harness(&bench, &["graph", "@fpsol2.i.1.col"]);
    assert!(crate::instances::errors(&told).contains("1 edge from a vertex to itself dropped"));
}

#[test]
fn graphs_are_coloured_refereed_and_proved_to_need_their_colours() {
    let (queens, petersen) = (write_graph(&queen_graph(6)), write_graph(&petersen()));
    let bench = bench(&[("queens6.col", &queens), ("petersen.col", &petersen)]);
    let files = ["run", "@queens6.col", "@petersen.col", "-b", "colour/.*", "-b", "cover/dlx$"];
    let rows = run(&bench, &files);
    assert_eq!(rows.len(), 10);
    for row in &rows {
        assert_eq!((&*row.geometry, row.task), ("graph", Task::First));
        if row.backend == "cover/dlx" {
            assert_eq!((row.status, row.colours), (Status::Unsupported, None));
            continue;
        }
        let chromatic = if &*row.puzzle == "queens6" { 7 } else { 3 };
        assert_eq!((row.status, row.verified), (Status::Solved, Verified::Yes), "{}", row.backend);
        assert!(row.colours.is_some_and(|colours| colours >= chromatic));
        let proved = row.backend.contains("exact").then_some(chromatic);
        assert_eq!(row.colours_at_least, proved, "{}", row.backend);
    }
}

#[test]
fn a_limit_leaves_the_best_colouring_and_children_answer_alike() {
    let bench = bench(&[("myciel5.col", &write_graph(&mycielski(4)))]);
    let limited = ["run", "@myciel5.col", "-b", "colour/dsatur-exact", "--node-limit", "60"];
    for row in run(&bench, &[&limited[..], &["--isolate", "all"]].concat()) {
        let found = (row.status, row.colours, row.colours_at_least, row.isolated);
        assert_eq!(found, (Status::Nodeout, Some(6), None, true), "{}", row.backend);
    }
}

#[test]
fn solve_colours_a_graph_and_tells_its_steps() {
    let bench = bench(&[("petersen.col", &write_graph(&petersen()))]);
    let solved = printed(&bench, &["solve", "@petersen.col"]);
    assert!(solved.contains("\nl 10 ") && solved.contains("3 colours, the minimum"));
    let steps =
        printed(&bench, &["solve", "@petersen.col", "--steps", "--backend", "colour/dsatur"]);
    assert!(steps.contains("vertex 1 gets colour 1, the only one"), "{steps}");
    assert!(
        refused(&bench, &["solve", "@petersen.col", "--backend", "cover/dlx"]).contains("graph")
    );
    assert!(refused(&bench, &["encode", "@petersen.col", "--to", "cnf"]).contains("not a formula"));
    assert!(refused(&bench, &["encode", "@petersen.col", "--to", "opb"]).contains("harness graph"));
}

#[test]
fn orders_edges_and_colours_of_boards_are_told() {
    let bench = bench(&[]);
    let told = |arguments: &[&str]| printed(&bench, &[&["graph"], arguments].concat());
    let classic9 = told(&["classic9"]);
    for line in ["order 81", "edges 810", "degrees 20", "clique 9", "chromatic number 9"] {
        assert!(words(&classic9).contains(line), "{line} in {classic9}");
    }
    let samurai = words(&told(&["samurai", "--timeout", "100ms"]));
    assert!(samurai.contains("order 369") && samurai.contains("edges 3,906"), "{samurai}");
    let petersen = words(&told(&["petersen"]));
    assert!(petersen.contains("clique 2") && petersen.contains("chromatic number 3"), "{petersen}");
    let myciel = words(&told(&["mycielski:4", "--timeout", "1ms"]));
    assert!(myciel.contains("chromatic number"), "{myciel}");
}

/// The search would look at all vertices for each one.
#[test]
fn vertices_with_few_neighbours_take_linear_time() {
    let path: String = (1..100_000).map(|vertex| format!("e {vertex} {}\n", vertex + 1)).collect();
    let bench = bench(&[
        ("apart.col", "p edge 200000 0\n"),
        ("path.col", &format!("p edge 100000 99999\n{path}")),
        ("none.col", "p edge 0 0\n"),
    ]);
    for (file, colours) in [("@apart.col", "1"), ("@path.col", "2"), ("@none.col", "0")] {
        let size = words(&printed(&bench, &["graph", file, "--timeout", "none"]));
        assert!(size.contains(&format!("clique {colours}, the largest")), "{size}");
        assert!(size.contains(&format!("chromatic number {colours}")), "{size}");
    }
}

#[test]
fn a_graph_goes_out_as_a_file_and_comes_back() {
    let bench = bench(&[("queens8.txt", "c no name\n")]);
    let written = printed(&bench, &["graph", "queens:8", "--col"]);
    assert_eq!(read_graph(&written).map(|read| read.graph), Ok(queen_graph(8)));
    printed(&bench, &["graph", "petersen", "--col", "-o", "@petersen.col"]);
    assert_eq!(printed(&bench, &["graph", "@petersen.col", "--col"]), write_graph(&petersen()));
    assert!(
        refused(&bench, &["graph", "petersen", "--col", "-o", "@petersen.col"]).contains("exists")
    );
}

#[test]
fn adjacency_and_the_coloured_graph_are_the_dictionaries_of_the_document() {
    let bench = bench(&[]);
    let board: serde_json::Value =
        serde_json::from_str(&printed(&bench, &["graph", "classic4", "--json"])).expect("JSON");
    assert_eq!(board["vertices"].as_array().map(Vec::len), Some(16));
    let first = serde_json::json!([[1, 2], [1, 3], [1, 4], [2, 1], [2, 2], [3, 1], [4, 1]]);
    assert_eq!(board["vertices"][0]["cell"], serde_json::json!([1, 1]));
    assert_eq!(board["vertices"][0]["neighbours"], first);
    assert_eq!(board["vertices"][0].get("colour"), None);
    // Its text lacks the keys (1, 4) and (4, 3).
    assert_eq!(board["vertices"][3]["cell"], serde_json::json!([1, 4]));
    let puzzle = printed(&bench, &["graph", "....1.3.431.2...", "--json"]);
    let puzzle: serde_json::Value = serde_json::from_str(&puzzle).expect("JSON");
    assert_eq!(puzzle["vertices"][0]["colour"], 0);
    assert_eq!(puzzle["vertices"][4]["colour"], 1);
    assert_eq!(puzzle["vertices"][0]["neighbours"], first);
}

#[test]
fn json_has_a_line_for_each_vertex() {
    let bench = bench(&[]);
    let json = printed(&bench, &["graph", "classic4", "--json"]);
    assert_eq!(json.lines().count(), 18);
    let second = json.lines().nth(1).expect("a vertex");
    assert!(second.starts_with(r#"{"cell":[1,1],"neighbours":[[1,2],"#), "{second}");
}

#[test]
fn a_vertex_and_its_neighbours_are_highlighted() {
    let bench = bench(&[]);
    // The figure of the document: the vertex in row 3 and column 2 of a 4×4 grid.
    let dot = printed(&bench, &["graph", "classic4", "--highlight", "r3c2", "--dot"]);
    let fills = |colour: &str| dot.matches(&format!("fillcolor=\"{colour}\"")).count();
    assert_eq!((fills("#ff7f6b"), fills("#9fc8ff"), dot.matches("penwidth").count()), (1, 7, 7));
    printed(&bench, &["graph", "classic4", "--highlight", "r3c2", "-o", "@near.svg"]);
    let svg = fs::read_to_string(bench.path("near.svg")).expect("a picture");
    assert_eq!((svg.matches("class=\"near\"").count(), svg.matches("#9fc8ff").count()), (7, 7));
    let board = ["graph", "classic4", "--highlight", "r3c2", "--layout", "board", "-o", "@b.svg"];
    printed(&bench, &board);
    let svg = fs::read_to_string(bench.path("b.svg")).expect("a picture");
    assert_eq!((svg.matches("#ff7f6b").count(), svg.matches("#9fc8ff").count()), (1, 7));
    let told = printed(&bench, &["graph", "petersen", "--highlight", "1"]);
    assert!(words(&told).contains("around 1 2 5 6"), "{told}");
    let far = refused(&bench, &["graph", "petersen", "--highlight", "11"]);
    assert!(far.contains("petersen has no vertex \"11\", expected its number"), "{far}");
}

#[test]
fn any_graph_is_coloured_and_drawn() {
    let bench = bench(&[("petersen.col", &write_graph(&petersen()))]);
    let exact = "colour/dsatur-exact.brelaz";
    let graph = ["graph", "@petersen.col", "-b", exact];
    let dot = printed(&bench, &[&graph[..], &["--dot"]].concat());
    let fills: std::collections::HashSet<&str> =
        dot.lines().filter_map(|line| line.split_once("fillcolor=\"#")?.1.get(..6)).collect();
    assert_eq!(fills.len(), 3, "three colours: {dot}");
    for layout in ["circle", "springs"] {
        let picture = format!("@{layout}.svg");
        let told = printed(&bench, &[&graph[..], &["--layout", layout, "-o", &picture]].concat());
        assert!(told.contains("10 of 10 vertices, 3 colours, by colour/dsatur-exact"), "{told}");
        let svg = fs::read_to_string(bench.path(&picture[1..])).expect("a picture");
        assert_eq!((svg.matches("<circle").count(), svg.matches("<line").count()), (10, 15));
        assert!(fills.iter().all(|fill| svg.contains(fill)), "{svg}");
    }
    let json = printed(&bench, &[&graph[..], &["--json"]].concat());
    assert!(json.contains(r#"{"colour":1,"neighbours":[2,5,6],"vertex":1}"#), "{json}");
    assert!(refused(&bench, &["graph", "petersen", "-b", "cover/dlx"]).contains("cover/dlx: "));
    let flat = ["graph", "petersen", "--layout", "board", "-o", "@x.svg"];
    assert!(refused(&bench, &flat).contains("not the graph of a board"));
    let no_picture = ["graph", "petersen", "--layout", "circle"];
    assert!(refused(&bench, &no_picture).contains("expected -o FILE.svg"));
}

#[test]
fn one_command_checks_constructs_colours_and_draws() {
    let bench = bench(&[]);
    let puzzle = "....1.3.431.2...";
    let scenario = ["graph", puzzle, "-b", "colour/dsatur-exact.brelaz", "-o", "@solved.svg"];
    let steps = printed(&bench, &scenario);
    let starts: Vec<&str> = steps.lines().filter_map(|it| it.split_whitespace().next()).collect();
    assert_eq!(starts, ["check", "graph", "colouring", "picture"]);
    for what in ["0: incomplete, no rule", "16 vertices, 56 edges", "16 vertices, 4 colours"] {
        assert!(steps.contains(what), "{what} in {steps}");
    }
    let svg = fs::read_to_string(bench.path("solved.svg")).expect("a picture");
    assert_eq!(
        (svg.matches("class=\"given\"").count(), svg.matches("class=\"found\"").count()),
        (6, 10)
    );
    assert!(refused(&bench, &scenario).contains("already exists"));
    let clash = ["graph", "11..............", "-b", "colour/dsatur-exact.brelaz", "-o", "@no.svg"];
    assert!(refused(&bench, &clash).contains("violates a rule: row 1 holds 1 twice"));
}

#[test]
fn graphviz_draws_what_is_written() {
    let bench = bench(&[]);
    let files: [(&str, &[&str], usize); 4] = [
        ("dot", &["classic4", "--dot", "dot"], 56),
        ("circo", &["classic4", "--dot", "circo"], 56),
        ("neato", &["petersen", "--dot", "neato"], 15),
        ("osage", &["3421123443122143", "--dot", "osage"], 0),
    ];
    for (layout, arguments, n_edges) in files {
        let written = printed(&bench, &[&["graph"], arguments].concat());
        assert_eq!(written.matches(" -- ").count(), n_edges, "{layout}");
        assert!(written.contains(&format!("layout={layout}")), "{written}");
        let path = bench.path(layout);
        fs::write(&path, &written).expect("a file");
        match Command::new("dot").arg("-Tsvg").arg(&path).output() {
            Ok(drawn) => {
                let said = String::from_utf8_lossy(&drawn.stderr).into_owned();
                assert!(drawn.status.success() && said.is_empty(), "{layout}: {said}");
                let svg = String::from_utf8_lossy(&drawn.stdout).into_owned();
                assert_eq!(svg.matches("class=\"edge\"").count(), n_edges, "{layout}");
            }
            Err(_) => eprintln!("SKIPPED: {layout} was not drawn, because there is no Graphviz"),
        }
    }
}

#[test]
fn what_is_no_graph_is_refused_with_its_place() {
    let bench = bench(&[
        ("far.col", "p edge 2 1\ne 1 3\n"),
        ("cut.col", "p edge 3 3\ne 1 2\n"),
        ("two.txt", "....1.3.431.2...\n....1.3.431.2...\n"),
        ("a.cnf", "p cnf 1 1\n1 0\n"),
    ]);
    for (argument, problem) in [
        ("@far.col", "far.col:2:5: \"3\", expected a vertex from 1 to 2"),
        ("@cut.col", "cut.col:1:1: 3 edges announced, expected 1, as listed"),
        ("@two.txt", "2 puzzles, expected one"),
        ("@a.cnf", "a formula is not a graph"),
        ("queens:0", "not a size"),
        ("clasic9", "did you mean classic9?"),
    ] {
        let errors = refused(&bench, &["graph", argument]);
        assert!(errors.contains(problem), "{errors}");
    }
}

#[test]
fn a_jigsaw_of_four_hundred_cells_is_a_graph_a_picture_and_a_puzzle_to_colour() {
    let bench = bench(&[("bent20.txt", &jigsaw())]);
    let told = words(&printed(&bench, &["graph", "@bent20.txt", "--timeout", "100ms"]));
    assert!(told.contains("order 400") && told.contains("clique 20"), "{told}");
    let generate = ["generate", "--geometry", "@bent20.txt", "--clues", "330", "-o", "@p.txt"];
    printed(&bench, &generate);
    printed(&bench, &["draw", "@p.txt", "-o", "@p.svg"]);
    let svg = fs::read_to_string(bench.path("p.svg")).expect("a picture");
    assert_eq!(svg.matches("class=\"given\"").count(), 330);
    let rows = run(&bench, &["run", "@p.txt", "-b", "colour/.*", "--task", "first"]);
    assert_eq!(rows.len(), 4);
    for row in rows {
        let is_exact = row.backend.contains("exact");
        let statuses: &[Status] =
            if is_exact { &[Status::Solved] } else { &[Status::Solved, Status::Stuck] };
        assert!(statuses.contains(&row.status), "{} {:?}", row.backend, row.status);
        if row.status == Status::Stuck {
            assert!(row.colours.is_some_and(|colours| colours > 20));
            assert!(row.fill_rate.is_some_and(|rate| rate > 0.0 && rate < 1.0));
        }
    }
}

/// Returns a text with one blank wherever there are several.
fn words(text: &str) -> String {
    text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ") + "\n").collect()
}
