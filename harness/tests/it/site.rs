//! The pages of `harness site`, used by clicks and keys in a real browser.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

use crate::bench;
use crate::browser::Browser;

fn harness(folder: &Path, arguments: &str) -> Output {
    let program = env!("CARGO_BIN_EXE_harness");
    let words = arguments.split(' ');
    Command::new(program).current_dir(folder).args(words).output().expect("it starts")
}

/// Returns a site in a folder.
fn site() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let made = harness(folder.path(), "site -o site");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    folder
}

/// Returns the playground in a browser, ready; none without one.
fn playground(folder: &Path) -> Option<Browser> {
    let mut browser = Browser::open(&folder.join("site/playground.html"), folder)?;
    browser.wait("document.documentElement.dataset.ready");
    Some(browser)
}

/// Clicks on a button and waits until its action is over.
#[track_caller]
fn press(browser: &mut Browser, button: &str) {
    browser.click(button);
    browser.value("new Promise((done) => setTimeout(done, 20))");
    browser.wait(IDLE);
}

/// Whether no action runs.
const IDLE: &str = "document.querySelector('#stop').disabled";

/// Returns the text of the first element that a selector names.
#[track_caller]
fn text(browser: &mut Browser, selector: &str) -> String {
    let text = browser.value(&format!("document.querySelector({selector:?}).textContent"));
    text.as_str().expect("a text").to_owned()
}

fn status(browser: &mut Browser) -> String {
    text(browser, "#status")
}

/// Returns the number of elements that a selector names.
fn count(browser: &mut Browser, selector: &str) -> u64 {
    let count = browser.value(&format!("document.querySelectorAll({selector:?}).length"));
    count.as_u64().expect("a number")
}

/// Chooses the backends with these ids.
fn choose_rows(browser: &mut Browser, ids: &str) {
    browser.value(&format!(
        "for (const option of document.querySelectorAll('#rows option')) option.selected = \
         {ids:?}.split(' ').includes(option.value)"
    ));
}

/// Reads a text.
#[track_caller]
fn read(browser: &mut Browser, puzzle: &str) {
    browser.choose("#text", puzzle);
    press(browser, "#read");
}

#[test]
fn a_site_loads_nothing_and_is_not_overwritten() {
    let folder = site();
    let page = |name: &str| fs::read_to_string(folder.path().join("site").join(name));
    let (index, playground) = (page("index.html").expect("a page"), page("playground.html"));
    let playground = playground.expect("a page");
    assert!(index.contains("href=\"playground.html\"") && !index.contains("report.html"));
    let lesson = page("lesson-dancing-links.html").expect("a page");
    assert_eq!(index.matches("href=\"lesson-").count(), 16);
    for page in [&index, &playground, &lesson] {
        // The names of namespaces are no addresses.
        let page = page.replace("http://www.w3.org/", "");
        assert!(!page.contains("http:") && !page.contains("https:"));
        assert!(page.contains("default-src 'none'") && !page.contains("connect-src"));
    }
    assert!(playground.len() < 2_000_000, "{}", playground.len());
    let again = harness(folder.path(), "site -o site");
    assert_eq!(again.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&again.stderr).contains("already exists"));
    fs::write(folder.path().join("a.wasm"), "<html>").expect("a file");
    let wrong = harness(folder.path(), "site -o other --module a.wasm");
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("a.wasm is no WebAssembly module"));
}

#[test]
fn a_puzzle_is_typed_explained_and_solved_in_the_page() {
    let folder = site();
    let Some(mut browser) = playground(folder.path()) else { return };
    read(&mut browser, "....1.3.431.2...");
    assert_eq!(status(&mut browser), "Read as line: classic4, 6 givens.");
    browser.click("#grid [data-cell='0']");
    browser.press("1", 49);
    browser.wait("document.querySelector('#status').textContent.includes('holds 1 twice')");
    browser.press("Delete", 46);
    browser.wait("!document.querySelector('#grid .bad')");
    press(&mut browser, "#hint");
    assert!(status(&mut browser).contains("; so r"));
    press(&mut browser, "#apply");
    assert_eq!(count(&mut browser, "#grid .entry"), 1);
    choose_rows(&mut browser, "cover/dlx sat/extended.varisat");
    press(&mut browser, "#solve");
    assert_eq!(text(&mut browser, "#grid").len(), 16);
    assert_eq!(count(&mut browser, "#results tbody tr"), 2);
    press(&mut browser, "#watch");
    assert_eq!(status(&mut browser), "The lesson is below the board.");
    browser.wait("document.querySelector('#lesson').contentDocument?.body?.dataset.ready");
    let panels = "document.querySelector('#lesson').contentDocument.querySelector('#panels')";
    assert_eq!(browser.value(&format!("{panels}.children.length")), 2);
    assert!(text(&mut browser, "#results tbody").contains("one solution"));
    read(&mut browser, "<img src=x onerror=alert(1)>");
    assert!(status(&mut browser).contains("expected 81 for classic9"));
    assert_eq!(browser.problems(), [""; 0]);
}

#[test]
fn without_webassembly_the_page_says_so_and_lessons_are_played() {
    let folder = site();
    let page = folder.path().join("site/playground.html");
    let options = ["--js-flags=--jitless"];
    let Some(mut browser) = Browser::open_with(&options, &page, folder.path()) else { return };
    assert_eq!(browser.value("typeof WebAssembly"), "undefined");
    browser.wait("document.querySelector('#status').textContent.includes('WebAssembly')");
    let told = "This page has no solvers, or the browser has no WebAssembly: ";
    assert!(status(&mut browser).starts_with(told), "{}", status(&mut browser));
    let is_off = "[...document.querySelectorAll('fieldset')].every((it) => it.disabled)";
    assert_eq!(browser.value(is_off), true);
    assert_eq!(browser.problems(), [""; 0]);
    let lesson = folder.path().join("site/lesson-dancing-links.html");
    let other = tempfile::tempdir().expect("a folder");
    let Some(mut browser) = Browser::open_with(&options, &lesson, other.path()) else { return };
    browser.wait("document.body.dataset.ready === 'true'");
    browser.press("s", 83);
    assert_eq!(text(&mut browser, ".words"), "a solution");
    assert_eq!(browser.problems(), [""; 0]);
}

#[test]
fn everything_in_the_page_works_on_every_board() {
    if !bench::runs_slow_tests() {
        return;
    }
    let folder = site();
    let Some(mut browser) = playground(folder.path()) else { return };
    impossible_puzzles_are_recognised(&mut browser);
    puzzles_are_generated(&mut browser);
    large_boards_take_letters_and_searches_are_stopped(&mut browser);
    boards_are_drawn(&mut browser);
    browser.choose("#language", "fr");
    assert_eq!(text(&mut browser, "h1"), "Terrain de jeu");
    assert_eq!(browser.problems(), [""; 0]);
}

fn impossible_puzzles_are_recognised(browser: &mut Browser) {
    read(browser, "12........3...4.");
    assert_eq!(status(browser), "Read as line: classic4, 4 givens.");
    press(browser, "#hint");
    assert!(!status(browser).contains("; so r"), "{}", status(browser));
    press(browser, "#solve");
    assert_eq!(status(browser), "No solution.");
    read(browser, "# geometry:\n#   name: <b onclick=alert(1)>\n#   board:\n#   AB\n#   AB\n1...");
    assert!(status(browser).contains("<b onclick=alert(1)>, 1 givens."), "{}", status(browser));
}

fn puzzles_are_generated(browser: &mut Browser) {
    browser.choose("#board", "windoku");
    browser.choose("#level", "medium");
    for seed in ["-1", "1.5"] {
        browser.choose("#seed", seed);
        press(browser, "#generate");
        assert!(status(browser).starts_with("A seed is a whole number"), "{}", status(browser));
    }
    browser.choose("#seed", "7");
    press(browser, "#generate");
    assert!(status(browser).contains("of seed 7: medium"), "{}", status(browser));
    assert_eq!(count(browser, "#grid .tint"), 36);
}

fn large_boards_take_letters_and_searches_are_stopped(browser: &mut Browser) {
    browser.choose("#board", "classic16");
    press(browser, "#empty");
    assert_eq!(count(browser, "#grid [data-cell]"), 256);
    browser.click("#grid [data-cell='0']");
    browser.press("g", 71);
    browser.wait("document.querySelector(\"#grid [data-cell='0']\").textContent === 'G'");
    browser.press("ArrowRight", 39);
    assert_eq!(browser.value("document.activeElement.dataset.cell"), "1");
    browser.choose("#board", "classic25");
    press(browser, "#empty");
    choose_rows(browser, "backtrack/naive");
    browser.click("#solve");
    browser
        .wait("document.querySelector('#status').textContent === 'backtrack/naive is working …'");
    press(browser, "#stop");
    assert_eq!(status(browser), "Stopped.");
}

fn boards_are_drawn(browser: &mut Browser) {
    browser.choose("#size", "4");
    press(browser, "#draw");
    assert_eq!(text(browser, "#grid"), "AAAABBBBCCCCDDDD");
    for (cell, letter) in [(2, "B"), (3, "B"), (4, "A"), (5, "A")] {
        browser.choose("#letter", letter);
        browser.click(&format!("#grid [data-cell='{cell}']"));
    }
    assert_eq!(text(browser, "#grid"), "AABBAABBCCCCDDDD");
    press(browser, "#use");
    choose_rows(browser, "cover/dlx");
    press(browser, "#solve");
    assert_eq!(text(browser, "#results tbody th"), "cover/dlx");
    assert_eq!(text(browser, "#grid").len(), 16);
}

#[test]
fn a_run_that_cannot_be_read_leaves_no_site() {
    let folder = tempfile::tempdir().expect("a folder");
    let refused = harness(folder.path(), "site -o site --run nowhere");
    assert_eq!(refused.status.code(), Some(2));
    assert!(!folder.path().join("site").exists());
}
