//! The page of `harness lesson`: what it holds, and how it is used by clicks and keys in a real browser.

mod sampled;

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::bench::{harness, prints, runs_slow_tests};
use crate::browser::Browser;

/// Returns a page of these arguments: its text.
#[track_caller]
fn page(folder: &Path, arguments: &[&str]) -> String {
    let path = folder.join("lesson.html");
    let mut all = vec!["lesson", "-o", path.to_str().expect("a path")];
    if !arguments.contains(&"--lang") {
        all.extend(["--lang", "en"]);
    }
    prints(&[&all, arguments].concat());
    fs::read_to_string(path).expect("a page")
}

/// Returns a page of these arguments in a browser; none without one.
fn opened(folder: &Path, arguments: &[&str]) -> Option<Browser> {
    page(folder, arguments);
    let mut browser = Browser::open(&folder.join("lesson.html"), folder)?;
    browser.wait("document.body.dataset.ready === 'true'");
    Some(browser)
}

fn dataset(name: &str) -> String {
    format!("{}/../datasets/{name}", env!("CARGO_MANIFEST_DIR"))
}

const SMALL: &str = "....1.3.431.2...";

/// A puzzle that breaks no rule and has no solution.
const IMPOSSIBLE: &str = "123....4........";

/// A puzzle whose name is HTML, ends a script, and has both quotes.
const HOSTILE: &str = "</script><img src=x onerror=alert(1)> \"' \\u003c ${1}";

fn hostile_corpus(folder: &Path) -> String {
    let path = folder.join("c.txt");
    fs::write(&path, format!("# geometry: classic4\n{SMALL} {HOSTILE}\n")).expect("a file");
    path.to_str().expect("a path").to_owned()
}

#[test]
fn a_page_loads_nothing_and_says_what_it_leaves_out() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = page(
        folder.path(),
        &[&hostile_corpus(folder.path()), "-b", "naive", "-b", "extended.cdcl"],
    );
    assert!(text.contains(
        "content=\"default-src 'none'; base-uri 'none'; form-action 'none'; style-src 'sha256-"
    ));
    // Essays name their sources; a text in the data is no load.
    let (before, data) = text.split_once("id=\"lessons\">").expect("data");
    let (_, script) = data.split_once("</script>").expect("an end");
    let code = [before, script].concat();
    assert_eq!(code.matches("http:").count() + code.matches("https:").count(), 1, "that of SVG");
    assert_eq!(text.matches("</script>").count(), 2, "the two elements end once each");
    for load in [" src=", "@import", "url(", "fetch(", "import("] {
        assert_eq!(code.matches(load).count(), 0, "{load}");
    }
    let out = folder.path().join("few.html");
    let few =
        ["lesson", SMALL, "-b", "naive", "--events", "3", "-o", out.to_str().expect("a path")];
    let printed = prints(&few);
    assert!(
        printed.starts_with("puzzle:1, backtrack/naive: ") && printed.contains(" of 32 steps: "),
        "{printed}"
    );
}

#[test]
fn nothing_to_record_is_an_error() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("lesson.html");
    let refused =
        harness(&["lesson", "queens:4", "-b", "naive", "-o", path.to_str().expect("a path")]);
    assert_eq!(refused.status.code(), Some(2));
    let errors = String::from_utf8_lossy(&refused.stderr);
    assert!(errors.contains("backtrack/naive does not support queens:4"), "{errors}");
    assert!(!path.exists());
}

#[test]
fn a_formula_is_recorded_step_by_step_and_has_no_frames() {
    let folder = tempfile::tempdir().expect("a folder");
    let [formula, page, frames] =
        ["f.cnf", "lesson.html", "frames"].map(|it| folder.path().join(it));
    fs::write(&formula, "p cnf 3 3\n1 2 0\n-1 3 0\n-2 -3 0\n").expect("a file");
    let [formula, page, frames] = [&formula, &page, &frames].map(|it| it.to_str().expect("a path"));
    let recorded = prints(&["lesson", formula, "-o", page]);
    assert!(recorded.starts_with("f, sat/extended.cdcl: 16 steps"), "{recorded}");
    let solved = prints(&["solve", formula, "--steps"]);
    assert!(solved.contains("learn (x3)"), "{solved}");
    let refused = harness(&["lesson", formula, "-o", page, "--frames", frames]);
    assert_eq!(refused.status.code(), Some(2));
    let errors = String::from_utf8_lossy(&refused.stderr);
    assert!(errors.contains("--frames: f is a formula, expected puzzles only"), "{errors}");
}

/// Returns the steps of the panel `index` as `solve --steps --json` has them; the page's functions name candidates.
fn steps(page: &mut Browser, index: usize) -> Value {
    page.value(&format!(
        "(() => {{ const {{ player }} = stage.panels[{index}]; const {{ lesson }} = player; \
         const clause = (list) => [...list].map((it) => literalOf(lesson, it)); \
         const pair = ([cell, symbol]) => candidateOf(lesson, cell, symbol); \
         const value = (it) => ({{ \
           bet: () => ({{ bet: pair([it.cell, it.symbol]), among: it.alternatives }}), \
           deduce: () => ({{ forced: pair([it.cell, it.symbol]) }}), conflict: () => ({{ conflict: true }}), \
           undo: () => ({{ undo: true }}), solution: () => ({{ solution: true }}), restart: () => ({{ restart: true }}), \
           decide: () => ({{ decided: literalOf(lesson, it.literal), level: it.level }}), \
           imply: () => ({{ implied: literalOf(lesson, it.literal), reason: clause(it.reason) }}), \
           falsify: () => ({{ falsified: clause(it.list) }}), learn: () => ({{ learnt: clause(it.list) }}), \
           backjump: () => ({{ backjump: it.level }}), step: () => ({{ explained: lesson.texts[it.text], \
             placements: it.placements.map(pair), eliminations: it.eliminations.map(pair) }}), \
         }})[it.kind](); \
         return Array.from({{ length: lesson.last }}, (_, at) => value(stepEvent(lesson, at + 1))); }})()"
    ))
}

/// Checks that each backend's steps in the page are those that `solve` prints.
fn check_steps(page: &mut Browser, puzzle: &str, backends: &[&str]) {
    for (index, backend) in backends.iter().enumerate() {
        let printed =
            prints(&["solve", puzzle, "-b", backend, "--steps", "--json", "--timeout", "none"]);
        let printed: Value = serde_json::from_str(&printed).expect("JSON");
        let mut expected = printed[0]["steps"].clone();
        for step in expected.as_array_mut().expect("steps") {
            step.as_object_mut().expect("an object").remove("technique");
        }
        assert_eq!(steps(page, index), expected, "{backend}");
    }
}

/// The words of the first panel.
const WORDS: &str = "document.querySelector('.words').textContent";

/// The position, as the page writes it.
const AT: &str = "document.querySelector('#at').textContent.split(' ')[0]";

#[test]
fn searches_are_played_side_by_side_by_clicks_and_keys() {
    let folder = tempfile::tempdir().expect("a folder");
    let corpus = hostile_corpus(folder.path());
    let backends = ["naive", "mrv", "cover/dlx$", "deduce/all$", "extended.dpll", "extended.cdcl"];
    let mut arguments = vec![corpus.as_str(), "queens:4"];
    backends.iter().for_each(|backend| arguments.extend(["-b", backend]));
    let Some(mut page) = opened(folder.path(), &arguments) else { return };
    assert_eq!(page.value("document.querySelector('#name').textContent"), HOSTILE);
    let ids = "[...document.querySelectorAll('.lead')].map((it) => it.textContent)";
    let ids = page.value(ids);
    let ids: Vec<&str> = ids.as_array().expect("ids").iter().filter_map(Value::as_str).collect();
    assert_eq!(ids.len(), backends.len());
    check_steps(&mut page, &corpus, &ids);

    page.click("#step");
    assert_eq!(page.value(AT), "1");
    page.press("ArrowRight", 39);
    assert_eq!(page.value(AT), "2");
    page.click("#back");
    page.press("b", 66);
    assert_eq!(page.value("stepEvent(lead().player.lesson, lead().player.step).kind"), "bet");
    page.click("#next-solution");
    assert_eq!(page.value(WORDS), "a solution");
    let symbols = "[...document.querySelectorAll('.board')[0].querySelectorAll('.symbol')].length";
    assert_eq!(page.value(symbols), 16, "the board is full");
    page.press("Home", 36);
    assert_eq!(page.value(AT), "0");
    page.choose("#unit", "share");
    page.press("End", 35);
    assert_eq!(page.value(AT), "1,000");
    let ends = "stage.panels.every(({ player }) => player.step === player.lesson.last)";
    assert_eq!(page.value(ends), true);
    page.choose("#unit", "steps");

    page.press("Home", 36);
    page.press("p", 80);
    let right = page.value("quiz.answer").as_u64().expect("a number") + 1;
    page.press(&right.to_string(), 48 + right as u32);
    assert_eq!(page.value("document.querySelector('#quiz-score').textContent"), "Score: 1 / 1");
    assert_eq!(page.value(AT), "1");
    page.press("p", 80);
    page.press("l", 76);
    assert_eq!(page.value("document.querySelector('#play').textContent"), "Lire");
    assert_eq!(page.value("document.documentElement.lang"), "fr");

    page.choose("#problem", "1");
    assert_eq!(page.value("document.querySelector('#name').textContent"), "queens:4");
    page.press("c", 67);
    assert!(page.value(WORDS).as_str().expect("words").contains("un élément n’a plus d’option"));
    assert_eq!(page.value("document.querySelectorAll('.view-matrix .entry').length > 10"), true);
    assert_eq!(page.problems(), [""; 0]);
}

/// Words of English sentences that no French sentence has.
const ENGLISH: &[&str] = &[
    "the", "of", "and", "is", "are", "be", "it", "its", "in", "at", "to", "by", "with", "without",
    "from", "only", "that", "which", "has", "have", "not", "no", "one", "so", "if", "each", "left",
    "row", "step", "steps",
];

#[test]
fn a_french_page_has_no_english_sentence() {
    let folder = tempfile::tempdir().expect("a folder");
    let hard = fs::read_to_string(dataset("hard.txt")).expect("a corpus");
    let puzzle = hard.lines().find(|line| !line.starts_with('#')).expect("a puzzle");
    let corpus = folder.path().join("c.txt");
    fs::write(&corpus, format!("{puzzle} grille\n")).expect("a file");
    let backends = ["deduce/all$", "cover/dlx$", "extended.cdcl", "naive$", "dsatur-exact$"];
    let mut arguments = vec![corpus.to_str().expect("a path"), "queens:5"];
    backends.iter().for_each(|backend| arguments.extend(["-b", backend]));
    arguments.extend(["--events", "300", "--lang", "fr"]);
    let Some(mut page) = opened(folder.path(), &arguments) else { return };
    // All texts of all steps, with the labels of pictures and controls, but without programs and ids.
    let words = "(() => { const texts = new Set(); \
        const look = () => { \
          all('[aria-label], [title]').forEach((it) => { texts.add(it.getAttribute('aria-label') ?? ''); texts.add(it.title ?? ''); }); \
          const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT); \
          while (walk.nextNode()) { \
            if (!walk.currentNode.parentElement.closest('script, .view-code pre, .code, .lead, #language')) texts.add(walk.currentNode.data); } }; \
        groups.forEach((_, index) => { showProblem(index); all('details').forEach((it) => { it.open = true; }); \
          for (let step = 0; step <= furthest(); step += 1) { moveTo(step); look(); } }); \
        return [...new Set([...texts].flatMap((it) => it.split(/[^\\p{L}\\p{N}’/.-]+/u)))]; })()";
    let words = page.value(words);
    let words: Vec<&str> =
        words.as_array().expect("words").iter().filter_map(Value::as_str).collect();
    assert!(
        words.contains(&"singleton") && words.contains(&"apprendre") && words.contains(&"couvrir"),
        "{words:?}"
    );
    let english: Vec<&&str> =
        words.iter().filter(|it| ENGLISH.contains(&&*it.to_lowercase())).collect();
    assert_eq!(english, [&""; 0], "{words:?}");
    assert_eq!(page.problems(), [""; 0]);
}

#[test]
fn any_board_and_an_impossible_puzzle_are_shown_to_the_end() {
    if !runs_slow_tests() {
        return;
    }
    for (file, backends) in [
        (IMPOSSIBLE, ["backtrack/naive", "candidates/mrv"]),
        ("16x16.txt", ["candidates/mrv", "cover/dlx"]),
        ("samurai.txt", ["candidates/mrv", "deduce/all"]),
        ("jigsaw9-1.txt", ["candidates/mrv", "sat/extended.cdcl"]),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let corpus = match file {
            IMPOSSIBLE => file.to_owned(),
            _ => fs::read_to_string(dataset(file)).expect("a corpus"),
        };
        let mut lines: Vec<&str> = corpus.lines().filter(|line| line.starts_with('#')).collect();
        lines.extend(corpus.lines().find(|line| !line.starts_with('#')));
        let path = folder.path().join("c.txt");
        fs::write(&path, lines.join("\n")).expect("a file");
        let path = path.to_str().expect("a path");
        let [first, second] = backends.map(|id| format!("^{id}$"));
        let arguments = [path, "-b", &first, "-b", &second, "--events", "none"];
        let Some(mut page) = opened(folder.path(), &arguments) else { return };
        let ids = page.value("stage.panels.map(({ player }) => player.lesson.backend.id)");
        let ids: Vec<&str> =
            ids.as_array().expect("ids").iter().filter_map(Value::as_str).collect();
        check_steps(&mut page, path, &ids);
        // Whether a step is reached forwards or backwards, the state is the same.
        let same = "(() => { const { player } = lead(); const { last } = player.lesson; \
            const seen = () => JSON.stringify([[...player.state(BoardState).value], [...player.state(BoardState).can], player.words]); \
            const steps = [1, last >> 2, last >> 1, last - 1, last]; \
            const there = steps.map((step) => { player.go(step); return seen(); }); \
            const back = steps.slice().reverse().map((step) => { player.go(step); return seen(); }); \
            return steps.every((_, at) => there[at] === back[steps.length - 1 - at]); })()";
        assert_eq!(page.value(same), true, "{file}");
        page.value("moveTo(furthest())");
        assert_eq!(page.problems(), [""; 0], "{file}");
    }
}

#[test]
fn a_million_steps_are_played_to_the_end() {
    if !runs_slow_tests() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    // Brute force needs 2,733,907 steps for it.
    let corpus = dataset("hardest.txt");
    let name = "^Platinum Blonde$";
    let arguments = [&corpus, "-f", name, "-b", "naive", "--events", "none", "--timeout", "none"];
    let Some(mut page) = opened(folder.path(), &arguments) else { return };
    let size = fs::metadata(folder.path().join("lesson.html")).expect("a page").len();
    assert!(size < 2_000_000, "{size}");
    page.value("moveTo(1000000)");
    let word = page.value(WORDS);
    assert!(word.as_str().expect("words").starts_with("bet on r"), "{word}");
    page.press("s", 83);
    assert_eq!(page.value(WORDS), "a solution");
    assert_eq!(page.value("document.querySelectorAll('.symbol').length"), 81);
    assert_eq!(page.problems(), [""; 0]);
}

#[test]
fn playing_stops_at_the_end_and_a_sheet_has_numbered_steps() {
    if !runs_slow_tests() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let Some(mut page) = opened(folder.path(), &[SMALL, "-b", "deduce/all$"]) else { return };
    page.value("setSpeed(8)");
    page.press(" ", 32);
    page.wait("!play.isOn && stage.position === furthest()");
    page.value("window.print = () => {}; moveTo(0)");
    page.click("#print");
    let sheet = "[...document.querySelectorAll('#sheet li')].map((it) => [it.querySelector('p').textContent, \
        it.querySelectorAll('.board').length])";
    let sheet = page.value(sheet);
    let printed = prints(&["solve", SMALL, "-b", "deduce/all", "--steps", "--json"]);
    let printed: Value = serde_json::from_str(&printed).expect("JSON");
    let words = printed[0]["steps"].as_array().expect("steps");
    let words = words.iter().take(24).map(|step| match &step["explained"] {
        Value::String(text) => json!([text, 1]),
        _ => json!(["a solution", 1]),
    });
    assert_eq!(sheet, words.collect::<Value>());
    assert_eq!(page.problems(), [""; 0]);
}

#[test]
fn frames_show_the_board_after_each_step() {
    let folder = tempfile::tempdir().expect("a folder");
    let frames = folder.path().join("frames");
    let path = frames.to_str().expect("a path");
    page(
        folder.path(),
        &[SMALL, "-b", "mrv", "-b", "extended.cdcl", "--frames", path, "--to", "svg,png,gif"],
    );
    let solved = prints(&["solve", SMALL, "-b", "mrv", "--steps", "--json"]);
    let solved: Value = serde_json::from_str(&solved).expect("JSON");
    let n_steps = solved[0]["steps"].as_array().expect("steps").len();
    let of = |name: &str| fs::read_dir(frames.join(name)).expect("a folder").count();
    let n_frames = n_steps + 1;
    assert_eq!(
        of("puzzle_1-candidates_mrv"),
        2 * n_frames,
        "the start and each step, in two formats"
    );
    let png = fs::read(frames.join("puzzle_1-candidates_mrv/0000.png")).expect("a picture");
    assert!(png.starts_with(b"\x89PNG"));
    let gif = fs::read(frames.join("puzzle_1-candidates_mrv.gif")).expect("a picture");
    // Before each frame stands a block with its time: four bytes of data after `21 F9`.
    let n_shown = gif.windows(3).filter(|it| it.starts_with(b"\x21\xf9\x04")).count();
    assert!(gif.starts_with(b"GIF89a") && n_shown >= n_frames, "{n_shown}");
    assert!(of("puzzle_1-sat_extended.cdcl") > 16);
    let first = fs::read_to_string(frames.join("puzzle_1-candidates_mrv/0001.svg"));
    assert!(first.expect("a picture").contains("candidates/mrv: 1. r"));
}
