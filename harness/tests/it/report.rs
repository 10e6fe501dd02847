//! The page of `harness report`, opened in a real browser where there is one.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::browser::Browser;

/// Rows with a time-out, a wrong answer, a crash and names full of HTML.
const ROWS: &str = "\
backend,corpus,puzzle,geometry,status,verified,wall_ns,nodes,bets,limit_ms,solution
candidates/mrv,small,one,classic4,unique,yes,1000,5,0,1000,1234341221434321
candidates/mrv,small,<script>alert(1)</script>,classic4,unique,yes,4000,8,2,1000,1234341221434321
candidates/mrv,small,\"a \"\"b\"\" & 'c'\",classic4,wrong,no,100,20,6,1000,1234341221434321
candidates/mrv,<img src=x onerror=alert(2)>,hard,classic9,unique,yes,900000000,70000,30000,1000,
cover/dlx,small,one,classic4,unique,yes,2000,10,0,1000,1234341221434321
cover/dlx,small,<script>alert(1)</script>,classic4,unique,yes,3000,12,1,1000,1234341221434321
cover/dlx,small,\"a \"\"b\"\" & 'c'\",classic4,impossible,yes,5000,20,6,1000,
cover/dlx,<img src=x onerror=alert(2)>,hard,classic9,timeout,unchecked,,90000,40000,1000,
sat/<b onclick=alert(3)>&x,small,one,classic4,unique,yes,50000,,3,1000,1234341221434321
sat/<b onclick=alert(3)>&x,small,<script>alert(1)</script>,classic4,crashed,unchecked,,,,1000,
sat/<b onclick=alert(3)>&x,small,\"a \"\"b\"\" & 'c'\",classic4,impossible,yes,40000,,0,1000,
sat/<b onclick=alert(3)>&x,<img src=x onerror=alert(2)>,hard,classic9,unique,yes,7000000,,80,1000,
";

fn harness(folder: &Path, arguments: &[&str]) -> std::process::Output {
    let program = env!("CARGO_BIN_EXE_harness");
    Command::new(program).current_dir(folder).args(arguments).output().expect("it starts")
}

/// Returns what a script sees in the page, and the problems of the browser; none without a browser.
fn used(folder: &Path, script: &str) -> Option<(Value, Vec<String>)> {
    let mut browser = Browser::open(&folder.join("page.html"), folder)?;
    let seen = browser.value(script);
    Some((seen, browser.problems().to_vec()))
}

#[test]
fn the_page_works_in_a_browser_and_names_do_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("a.csv"), ROWS).expect("a file");
    let output = harness(folder.path(), &["report", "a.csv", "-o", "page.html"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let page = fs::read_to_string(folder.path().join("page.html")).expect("a page");
    assert!(page.contains("crashed on") && page.contains("gave a wrong answer on"));
    let Some((seen, problems)) = used(folder.path(), include_str!("probe.js")) else { return };
    assert_eq!(problems, [""; 0], "{seen}");
    let kinds = [
        "cactus",
        "critical-difference",
        "ecdf",
        "profile",
        "scatter",
        "nodes",
        "hardness",
        "bets",
        "growth",
    ];
    assert_eq!(seen["kinds"], serde_json::json!(kinds));
    assert_eq!((&seen["hidden"], &seen["changed"]), (&true.into(), &true.into()), "{seen}");
    assert_eq!(seen["same"], true, "the script draws what was drawn before: {seen}");
    assert_eq!(seen["left"], "3 of 4 puzzles, 3 of 3 backends");
    assert_eq!(seen["family"], true, "{seen}");
    assert_eq!(seen["pair"], "sat/<b onclick=alert(3)>&x: wall time per puzzle (log scale)");
    assert_eq!(seen["points"], 4, "{seen}");
    let better =
        "candidates/mrv is better on 2, sat/<b onclick=alert(3)>&x on 2 puzzles, equal on 0.";
    assert!(seen["better"].as_str().is_some_and(|text| text.starts_with(better)), "{seen}");
    assert_eq!((&seen["old"], &seen["closed"]), (&0.into(), &true.into()), "{seen}");
    assert_eq!(seen["hover"], "<script>alert(1)</script>");
    assert_eq!(seen["puzzle"], "<script>alert(1)</script>");
    assert_eq!((&seen["rows"], &seen["cells"]), (&4.into(), &"1234341221434321".into()));
}

/// Opens a puzzle, reads its boards, and closes it.
const POPUP: &str = r##"
(async () => {
const cells = (board, kind) => [...board.querySelectorAll(`[data-cell]${kind}`)].map((cell) => cell.textContent || ".").join("");
while (document.querySelector("[data-points]")) await new Promise((done) => setTimeout(done, 10));
document.querySelector("[data-puzzle='1']").dispatchEvent(new MouseEvent("click", { bubbles: true }));
while (document.querySelector("#puzzle").hidden) await new Promise((done) => setTimeout(done, 10));
const [puzzle, solution] = document.querySelectorAll("#puzzle .boards > div");
const seen = { puzzle: cells(puzzle, ""), solution: cells(solution, ""), givens: cells(solution, ".given") };
seen.open = !document.querySelector("#puzzle").hidden;
document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
seen.closed = document.querySelector("#puzzle").hidden;
return seen;
})()
"##;

#[test]
fn a_puzzle_is_shown_with_its_solution_and_any_baseline_against_all() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("c.txt"), "....1.3.431.2... one\n3421............ two\n")
        .expect("a file");
    let run = |arguments: &[&str]| {
        let output = harness(folder.path(), arguments);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        fs::read_to_string(folder.path().join("page.html"))
    };
    let backends = ["-b", "mrv", "-b", "dlx", "-b", "naive", "--no-probe", "--isolate", "none"];
    let _ = run(&[&["c.txt", "-o", "run"], &backends[..]].concat());
    let page = run(&["report", "run", "-o", "page.html", "--baseline", "naive"]).expect("a page");
    assert!(page.contains("<h2>Comparison with backtrack/naive</h2>"));
    assert!(page.contains("candidates/mrv / backtrack/naive, geometric mean"));
    assert!(page.contains("cover/dlx / backtrack/naive, geometric mean"));
    let matrix = page.split("<h2>Pairwise ratios</h2>").nth(1).expect("a matrix");
    let matrix = matrix.split("</table>").next().expect("a table");
    assert_eq!((matrix.matches("<tr>").count(), matrix.matches("<td").count()), (4, 12));
    let refused = harness(folder.path(), &["report", "run", "-o", "b.html", "--baseline", "mvr"]);
    assert!(String::from_utf8_lossy(&refused.stderr).contains("did you mean candidates/mrv?"));
    let Some((seen, problems)) = used(folder.path(), POPUP) else { return };
    assert_eq!(problems, [""; 0], "{seen}");
    assert_eq!((&seen["open"], &seen["closed"]), (&true.into(), &true.into()), "{seen}");
    assert_eq!((&seen["puzzle"], &seen["givens"]), (&"....1.3.431.2...".into(), &"134312".into()));
    assert_eq!(seen["solution"], "3421123443122143");
}

#[test]
fn markdown_is_put_between_the_markers_and_nowhere_else() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("a.csv"), ROWS).expect("a file");
    let readme = folder.path().join("README.md");
    fs::write(&readme, "top\n<!-- begin: report -->\nstale\n<!-- end: report -->\nend\n")
        .expect("a file");
    let splice = || harness(folder.path(), &["report", "a.csv", "--splice", "README.md"]);
    assert!(splice().status.success());
    let once = fs::read_to_string(&readme).expect("a file");
    assert!(once.starts_with("top\n<!-- begin: report -->\n") && once.ends_with("-->\nend\n"));
    assert!(once.contains("| cover/dlx") && !once.contains("stale") && !once.contains("<script"));
    assert!(splice().status.success());
    assert_eq!(once, fs::read_to_string(&readme).expect("a file"));
    fs::write(&readme, "no markers\n").expect("a file");
    let output = splice();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("README.md:1:1: missing"));
}

#[test]
fn pictures_are_written_and_wrong_arguments_are_told() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("a.csv"), ROWS).expect("a file");
    let run = |arguments: &[&str]| harness(folder.path(), arguments);
    assert!(run(&["plot", "cactus", "a.csv", "-o", "a.svg"]).status.success());
    let svg = fs::read_to_string(folder.path().join("a.svg")).expect("a picture");
    assert_eq!(String::from_utf8_lossy(&run(&["plot", "cactus", "a.csv", "-o", "-"]).stdout), svg);
    let look =
        ["--label", "dlx=DLX", "--colour", "dlx=#010203", "--sort", "dlx", "--data", "c.csv"];
    let paper = ["plot", "cactus", "a.csv", "--width", "column", "-o", "c.svg"];
    assert!(run(&[&paper[..], &look[..]].concat()).status.success());
    let svg = fs::read_to_string(folder.path().join("c.svg")).expect("a picture");
    assert!(svg.contains(r#"width="84mm""#) && svg.contains(">DLX (") && svg.contains("#010203"));
    let data = fs::read_to_string(folder.path().join("c.csv")).expect("data");
    assert!(data.starts_with("panel,series,puzzle,x,y,low,high\n,DLX,,1,"), "{data}");
    let puzzle = "1...............";
    assert!(run(&["draw", puzzle, "-o", "b.svg"]).status.success());
    assert!(run(&["draw", puzzle, puzzle, "-o", "b.html"]).status.success());
    for (arguments, part) in [
        (vec!["plot", "cactus", "a.csv", "-o", "a.jpg"], "a.jpg: expected FILE.svg, "),
        (
            vec!["plot", "cactus", "a.csv", "-o", "d.svg", "--data", "./a.csv"],
            "./a.csv is a file of a run that is read, expected another output",
        ),
        (vec!["report", "a.csv", "-o", "a.csv"], "a.csv is a file of a run that is read"),
        (vec!["plot", "scatter", "a.csv", "-o", "a.svg"], "choose two with -b ID -b ID"),
        (
            vec!["plot", "bets", "a.csv", "--metric", "nodes", "-o", "a.svg"],
            "the metric of bets cannot be chosen",
        ),
        (vec!["plot", "cactus", "none.csv", "-o", "a.svg"], "cannot open none.csv"),
        (vec!["plot", "bets", "a.csv", "--to", "pdf,svg", "-o", "-"], "takes one format"),
        (
            vec!["plot", "bets", "a.csv", "--panels", "level", "-o", "a.svg"],
            "bets has no common axes",
        ),
        (vec!["plot", "cactus", "a.csv", "--width", "1", "-o", "a.svg"], "expected 30 to 2000"),
        (vec!["plot", "cactus", "a.csv", "--colour", "mrv=red", "-o", "a.svg"], "expected #rrggbb"),
        (vec!["plot", "cactus", "a.csv", "--sort", "none", "-o", "a.svg"], "--sort"),
        (vec!["draw", puzzle, puzzle, "-o", "b.svg"], "2 puzzles, but a picture holds one"),
        (
            vec!["draw", puzzle, "-o", "b.bmp"],
            "b.bmp: expected FILE.svg, .pdf, .png, .tex or .html, or --to",
        ),
        (vec!["draw", puzzle, "--paper", "-o", "b.svg"], "--paper makes a page"),
        (vec!["draw", "none.txt", "-o", "b.svg"], "there is no file of this name either"),
        (vec!["draw", puzzle, "--solution", "12", "-o", "b.svg"], "--solution:1:"),
        (vec!["report", "a.csv"], "expected a file for the page"),
    ] {
        let output = run(&arguments);
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {told}");
        assert!(told.contains(part), "{arguments:?}: {told}");
    }
}
