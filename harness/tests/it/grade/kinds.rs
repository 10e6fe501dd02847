//! Each kind of part is marked: one program, whose arguments choose what it does.

use super::assignment::{ASSIGNMENT, Course};
use crate::mistakes::SOLVER;
use crate::outside::has_python;

/// The parts: id, kind, arguments, further keys, and the points that are expected.
const PARTS: &[(&str, &str, &str, f64)] = &[
    (r#"partial" arguments="solve"#, DEDUCED, "filled", 1.0),
    (r#"partial" arguments="nothing"#, DEDUCED, "filled", 0.0),
    (r#"partial" arguments="wrong"#, DEDUCED, "candidates", 0.0),
    (r#"counters" arguments="bets"#, COUNTED, "", 0.5),
    (r#"counters" arguments="solve"#, COUNTED, "", 0.0),
    (r#"colours" arguments="greedy"#, COLOURED, "", 1.0),
    (r#"colours" arguments="one"#, COLOURED, "", 0.0),
    (r#"output" arguments="reverse"#, "cases = \"cases\"", "", 0.5),
    (r#"answers" arguments="solve"#, SOME, "", 0.75),
];

const DEDUCED: &str =
    "reference = \"deduce/singles\"\npuzzles = { generate = \"classic4\", count = 3 }";
const COUNTED: &str = "counter = \"bets\"\nreference = \"candidates/mrv\"\n\
    thresholds = [{ ratio = 1.0, share = 1.0 }, { ratio = 1e9, share = 0.5 }]\n\
    puzzles = { generate = \"classic4\", count = 3 }";
const COLOURED: &str = "reference = \"colour/dsatur-exact\"\nextra = 2\n\
    puzzles = { graphs = [\"petersen\", \"queens:4\", \"grid:2x3\", \"board:classic4\", \"random:8:0.5\"], isomorphs = true }";
const SOME: &str = "task = \"first\"\nthresholds = [{ from = 0.5, share = 0.75 }, { from = 1.1, share = 1.0 }]\n\
    puzzles = { file = \"visible.txt\", count = 5, isomorphs = true, seed = \"cohort\" }";

/// A second program in the solver: it colours graphs, deduces nothing, or reverses a line.
const MODES: &str = r#"
def coloured(line):
    words = dict(x.split("=") for x in line.split() if "=" in x)
    edges = [tuple(map(int, e.split("-"))) for e in words["edges"].split(",")]
    colours = [0] * int(words["vertices"])
    for v in range(len(colours)):
        near = {colours[a + b - v] for a, b in edges if v in (a, b)}
        colours[v] = 1 if MODE == "one" else min(c for c in range(1, 99) if c not in near)
    return "solved - " + ",".join(map(str, colours))
def modes():
    say("hello sudoku-backend/1 geometries=classic4,graph tasks=first,unique")
    graphs = {}
    for line in sys.stdin:
        w = line.split()
        if w[:1] == ["geometry"] and w[2] == "graph":
            graphs["geometry=" + w[1]] = line
        if w[:1] == ["solve"]:
            found = [graphs[x] for x in w if x in graphs]
            bad = "1" * len(w[2])
            say("result %s %s" % (w[1], coloured(found[0]) if found
                else "stuck - - partial=" + w[2] if MODE == "nothing"
                else "stuck - - partial=" + bad if MODE == "wrong"
                else answer(w[2], "unique") + " bets=7 nodes=8"))
MODE = sys.argv[1]
if MODE == "reverse":
    print(input()[::-1])
elif MODE == "solve":
    main()
else:
    modes()
"#;

#[test]
fn every_kind_of_part_is_marked() {
    if !has_python() {
        return;
    }
    let course = Course::new();
    let (head, _) = ASSIGNMENT.split_once("[[part]]").expect("parts");
    let mut assignment = head.to_owned();
    for (at, (kind, keys, measure, _)) in PARTS.iter().enumerate() {
        let kind = kind.replace("\" arguments=\"", "\"\narguments = \"");
        let measure = match *measure {
            "" => String::new(),
            measure => format!("measure = \"{measure}\"\n"),
        };
        assignment += &format!(
            "[[part]]\nid = \"p{at}\"\nkind = \"{kind}\"\npoints = 1\n{keys}\n{measure}title = {{ en = \"a\", fr = \"b\" }}\n"
        );
    }
    course.put("assignment/assignment.toml", &assignment);
    for folder in ["assignment/cases", "submissions/one"] {
        std::fs::create_dir_all(course.path(folder)).expect("a folder");
    }
    for (file, text) in
        [("a.in", "abc\n"), ("a.out", "cba  \n\n"), ("b.in", "ab\n"), ("b.out", "ab\n")]
    {
        course.put(&format!("assignment/cases/{file}"), text);
    }
    let script = SOLVER.replace("\nmain()\n", "\n") + MODES;
    course.put("submissions/one/solver.py", &script);
    let graded = course.grade("marks", &["--lang", "en"]);
    let errors = String::from_utf8_lossy(&graded.stderr).into_owned();
    assert_eq!(graded.status.code(), Some(0), "{errors}");
    let expected: Vec<f64> = PARTS.iter().map(|part| part.3).collect();
    let marks = course.read("marks/marks.json");
    assert_eq!(course.points("marks")["one"], expected, "{marks}");
}
