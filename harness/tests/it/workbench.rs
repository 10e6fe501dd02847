//! The table of all puzzles in the page of `harness report`, used by clicks and keys in a real browser.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::browser::Browser;

/// Boards of two geometries, with a name that is HTML and one that a shell has to be careful with.
const CORPUS: &str = "\
# geometry: classic4
....1.3.431.2... one
3421............ <img src=x onerror=alert(1)>
# geometry: latin4
1...2...3...4... it's $HOME
";

fn harness(folder: &Path, arguments: &[&str]) -> Output {
    let program = env!("CARGO_BIN_EXE_harness");
    Command::new(program).current_dir(folder).args(arguments).output().expect("it starts")
}

/// Returns a page about a run of three backends, in a browser; none without one.
fn opened(folder: &Path) -> Option<Browser> {
    fs::write(folder.join("c.txt"), CORPUS).expect("a file");
    let run = "c.txt -b mrv -b dlx -b naive --no-probe --isolate none --timeout 7s -o run";
    for arguments in [run, "report run -o page.html"] {
        let output = harness(folder, &arguments.split(' ').collect::<Vec<_>>());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    let mut browser = Browser::open(&folder.join("page.html"), folder)?;
    browser.wait("document.querySelector('#grid-rows .row')");
    Some(browser)
}

/// The names in the first column.
const NAMES: &str =
    "[...document.querySelectorAll('#grid-rows [role=rowheader]')].map((it) => it.textContent)";

/// How many puzzles are left.
const LEFT: &str = "document.querySelector('#bench-left').textContent";

#[test]
fn the_table_is_sorted_filtered_and_opened_by_clicks_and_keys() {
    let folder = tempfile::tempdir().expect("a folder");
    let Some(mut page) = opened(folder.path()) else { return };
    let image = "<img src=x onerror=alert(1)>";
    assert_eq!(page.value(NAMES), serde_json::json!([image, "it's $HOME", "one"]));
    page.click("[data-sort='0']");
    assert_eq!(page.value(NAMES), serde_json::json!(["one", "it's $HOME", image]));
    let order = "document.querySelector('[role=columnheader]').getAttribute('aria-sort')";
    assert_eq!(page.value(order), "descending");
    page.press("Enter", 13);
    assert_eq!(page.value(order), "ascending", "Enter on a header sorts");

    let latin = "[...document.querySelector('#bench-geometry').options].find((it) => it.text === 'latin4').value";
    let latin = page.value(latin);
    page.choose("#bench-geometry", latin.as_str().expect("a number"));
    page.wait(&format!("{LEFT} === '1 of 3 puzzles'"));
    page.click("#bench button[type=reset]");
    page.wait(&format!("{LEFT} === '3 of 3 puzzles'"));
    for (control, value, left) in [
        ("text", "$home", 1),
        ("least", "5", 1),
        ("most", "4", 2),
        ("status", "multiple", 2),
        ("status", "none", 0),
    ] {
        page.choose(&format!("#bench-{control}"), value);
        page.wait(&format!("{LEFT} === '{left} of 3 puzzles'"));
        page.click("#bench button[type=reset]");
        page.wait(&format!("{LEFT} === '3 of 3 puzzles'"));
    }

    page.value("document.querySelector('#grid').focus()");
    page.press("ArrowDown", 40);
    let chosen = "document.querySelector('[aria-selected=true] [role=rowheader]').textContent";
    assert_eq!(page.value(chosen), "it's $HOME");
    page.press("Enter", 13);
    page.wait("!document.querySelector('#puzzle').hidden");
    assert_eq!(
        page.value("document.querySelector('#puzzle-givens').textContent"),
        "1...2...3...4..."
    );
    let commands = page.value("document.querySelector('#puzzle-commands').textContent");
    let commands = commands.as_str().expect("a text");
    let first = r"harness run c.txt -f '^it'\''s \$HOME$' -b backtrack/naive --timeout 7s";
    assert_eq!(commands.lines().next(), Some(first));
    page.press("Escape", 27);
    assert_eq!(page.value("document.querySelector('#puzzle').hidden"), true);
    assert_eq!(page.value("document.activeElement.id"), "grid", "the focus is back");
    page.click("#grid-rows .row");
    page.wait("!document.querySelector('#puzzle').hidden");
    assert_eq!(page.value("document.querySelector('#puzzle h3').textContent"), image);
    assert_eq!(page.problems(), [""; 0]);

    // The command is one that the harness understands.
    let words = shell_words::split(first).expect("words");
    let arguments: Vec<&str> = words[1..].iter().map(String::as_str).collect();
    let again = harness(folder.path(), &[&arguments[..], &["-o", "again", "--no-probe"]].concat());
    assert!(again.status.success(), "{}", String::from_utf8_lossy(&again.stderr));
    assert_eq!(
        fs::read_to_string(folder.path().join("again/rows.csv")).expect("rows").lines().count(),
        2
    );
}

/// A puzzle as the page shows it: its name, the filled boards, the titles and first cells of the results, and the
/// commands.
const SHOWN: &str = "(() => { const it = document.querySelector('#puzzle'); \
    const texts = (selector, root = it) => [...root.querySelectorAll(selector)].map((cell) => cell.textContent); \
    return { name: it.querySelector('h3').textContent, \
        boards: [...it.querySelectorAll('.boards > div')].map((board) => texts('[data-cell]', board) \
            .map((text) => text || '.').join('')), \
        titles: texts('th'), results: [...it.querySelectorAll('tr')].slice(1).map((row) => texts('td', row)), \
        commands: texts('#puzzle-commands')[0].split('\\n') }; })()";

/// Returns the first puzzle of a corpus of the project, and its header.
fn first_of(corpus: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../datasets").join(corpus);
    let text = fs::read_to_string(path).expect("a corpus");
    let puzzle = text.lines().find(|line| !line.starts_with('#')).expect("a puzzle");
    let geometry = text.lines().find(|line| line.starts_with("# geometry")).unwrap_or("");
    format!("{geometry}\n{} {corpus}\n", puzzle.split(' ').next().expect("givens"))
}

#[test]
fn a_click_shows_givens_and_solution_on_any_board() {
    let folder = tempfile::tempdir().expect("a folder");
    let boards = ["16x16.txt", "hardest.txt", "jigsaw7.txt", "samurai.txt"];
    let corpus: String = boards.iter().rev().map(|name| first_of(name)).collect();
    // Without a header, the board is the classic one: it comes first.
    let (headed, plain): (Vec<&str>, Vec<&str>) =
        corpus.split_inclusive("txt\n").partition(|puzzle| puzzle.starts_with("# geometry"));
    fs::write(folder.path().join("c.txt"), [plain, headed].concat().concat()).expect("a file");
    let run = "c.txt -b mrv -b dlx --no-probe --isolate none --timeout 60s -o run";
    for arguments in [run, "report run -o page.html"] {
        let output = harness(folder.path(), &arguments.split(' ').collect::<Vec<_>>());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    let rows = crate::bench::rows(&folder.path().join("run"));
    let Some(mut page) = Browser::open(&folder.path().join("page.html"), folder.path()) else {
        return;
    };
    page.wait("document.querySelector('#grid-rows .row')");
    for (row, name) in boards.iter().enumerate() {
        page.click(&format!("#grid-rows .row:nth-child({})", row + 1));
        page.wait(&format!("document.querySelector('#puzzle h3')?.textContent === '{name}'"));
        let shown = page.value(SHOWN);
        let mine = |row: &&record::Row| &*row.puzzle == *name;
        let solved = rows.iter().filter(mine).find_map(|row| row.solution.clone());
        assert_eq!(shown["boards"][1], *solved.expect("a solution"), "{name}");
        let givens = first_of(name);
        let givens = givens.lines().last().and_then(|line| line.split(' ').next());
        assert_eq!(shown["boards"][0], givens.expect("givens").replace('0', "."), "{name}");
        let titles = ["backend", "status", "wall time", "CPU time", "nodes", "bets", "conflicts"];
        let missing = titles.iter().find(|title| {
            !shown["titles"].as_array().expect("titles").iter().any(|known| known == *title)
        });
        assert!(missing.is_none(), "{missing:?} of {:?}", shown["titles"]);
        for result in shown["results"].as_array().expect("results") {
            let texts = result.as_array().expect("cells");
            // A solve may be too short for the clock of CPU time, the fourth column.
            let mut known = texts.iter().enumerate().filter(|(column, _)| *column != 3);
            assert!(known.all(|(_, text)| *text != ""), "{name}: {texts:?}");
            assert_eq!(texts[1], "unique (verified)");
        }
        assert_eq!(shown["commands"].as_array().expect("commands").len(), 2);
        page.press("Escape", 27);
    }
    assert_eq!(page.problems(), [""; 0]);
}

#[test]
fn what_is_left_of_the_table_is_saved_as_a_corpus_and_as_csv() {
    let folder = tempfile::tempdir().expect("a folder");
    let Some(mut page) = opened(folder.path()) else { return };
    let corpus = page.saved(folder.path(), "#bench-corpus-file", "selection.txt");
    let lines: Vec<&str> = corpus.lines().collect();
    for line in ["....1.3.431.2... one", "# geometry: classic4", "# geometry: latin4"] {
        assert!(lines.contains(&line), "{corpus}");
    }
    assert_eq!(lines.len(), 5);
    let checked = harness(folder.path(), &["check", "selection.txt", "--format", "csv"]);
    assert_eq!(String::from_utf8_lossy(&checked.stdout).lines().count(), 4);
    let csv = page.saved(folder.path(), "#bench-csv", "selection.csv");
    assert!(csv.starts_with("backend,corpus,puzzle,geometry,level,clues,givens,status,wall_ns,"));
    assert_eq!(csv.lines().count(), 1 + 3 * 3);
    assert_eq!(page.problems(), [""; 0]);
}

#[test]
fn the_policy_of_the_page_lets_no_other_script_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let Some(mut page) = opened(folder.path()) else { return };
    page.value(
        "(() => { const it = document.createElement('script'); it.textContent = 'window.ran = 1'; \
         document.body.append(it); document.body.setAttribute('style', 'color: red'); })()",
    );
    assert_eq!(page.value("window.ran ?? 'no'"), "no");
    let problems = page.problems();
    assert_eq!(problems.len(), 2, "{problems:?}");
    assert!(problems.iter().all(|problem| problem.contains("Content Security Policy")));
}

/// Passes of two backends: on p1 within the noise of 10 %, on p2 beyond it; p3 is solved by one of them.
const PASSES: &str = "\
backend,corpus,puzzle,geometry,status,verified,rep,wall_ns,limit_ms
cover/dlx,c,p1,classic4,unique,yes,1,100000,1000
cover/dlx,c,p1,classic4,unique,yes,2,110000,1000
cover/dlx,c,p2,classic4,unique,yes,1,100000,1000
cover/dlx,c,p2,classic4,unique,yes,2,110000,1000
cover/dlx,c,p3,classic4,unique,yes,1,100000,1000
cover/dlx,c,p3,classic4,unique,yes,2,110000,1000
candidates/mrv,c,p1,classic4,unique,yes,1,110000,1000
candidates/mrv,c,p1,classic4,unique,yes,2,100000,1000
candidates/mrv,c,p2,classic4,unique,yes,1,140000,1000
candidates/mrv,c,p2,classic4,unique,yes,2,150000,1000
candidates/mrv,c,p3,classic4,timeout,unchecked,1,,1000
candidates/mrv,c,p3,classic4,timeout,unchecked,2,,1000
";

#[test]
fn a_backend_beats_another_by_more_than_the_noise() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("a.csv"), PASSES).expect("a file");
    assert!(harness(folder.path(), &["report", "a.csv", "-o", "page.html"]).status.success());
    let Some(mut page) = Browser::open(&folder.path().join("page.html"), folder.path()) else {
        return;
    };
    page.wait("document.querySelector('#grid-rows .row')");
    page.choose("#bench-winner", "1");
    page.wait(&format!("{LEFT} === '2 of 3 puzzles'"));
    assert_eq!(page.value(NAMES), serde_json::json!(["p2", "p3"]));
    page.choose("#bench-winner", "0");
    page.wait(&format!("{LEFT} === '0 of 3 puzzles'"));
    assert_eq!(page.problems(), [""; 0]);
}
