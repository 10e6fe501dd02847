use analysis::stats::scores::Metric;

use super::*;
use crate::golden::{ROWS, check_golden, runs};
use crate::plot::tests::shown;

fn report() -> Report {
    Report {
        verdict: vec!["a <b>verdict</b>".into()],
        failures: vec!["sat/<b>&x crashed on <script>alert(1)</script>.".into()],
        warnings: vec!["a warning".into()],
        setup: vec![("<i>run</i>".into(), vec![("command", "harness <x>".into())])],
        statuses: "<table></table>\n".into(),
        ranking: "<table></table>\n".into(),
        ..Report::default()
    }
}

#[test]
fn a_page_is_as_it_is_kept_and_the_same_rows_give_the_same_bytes() {
    let runs = runs(ROWS);
    let shown = sampled(&shown(&runs, Metric::Time));
    let page = report().html(&shown, 4);
    assert_eq!(page, report().html(&shown, 4));
    check_golden("tests/golden/report", "page.html", &page);
}

#[test]
fn names_of_others_are_no_markup_anywhere() {
    let runs = runs(ROWS);
    let page = report().html(&sampled(&shown(&runs, Metric::Time)), 4);
    for bad in ["<script>alert", "sat/<b>", "<b>verdict", "<i>run", "harness <x>"] {
        assert!(!page.contains(bad), "{bad}");
    }
    let markdown = report().markdown("a | b_c");
    assert!(!markdown.contains('<') || !markdown.contains("<script"), "{markdown}");
    assert!(markdown.starts_with("a \\| b\\_c\n"));
}

#[test]
fn a_page_asks_for_nothing_outside_of_it() {
    let runs = runs(ROWS);
    let page = report().html(&sampled(&shown(&runs, Metric::Time)), 4);
    let page = page.replace("http://www.w3.org/2000/svg", "");
    for outside in ["http:", "https:", "src=", "@import", "url("] {
        assert!(!page.contains(outside), "{outside}");
    }
}

#[test]
fn a_page_of_many_puzzles_holds_a_sample_and_says_so() {
    let rows: String = (0..PUZZLES + 500)
        .map(|n| format!("a/b,p{n},unique,{0},{0}\nc/d,p{n},unique,{1},7\n", n + 1, 3 * n + 5))
        .collect();
    let runs = runs(&format!("backend,puzzle,status,wall_ns,nodes\n{rows}"));
    let whole = shown(&runs, Metric::Time);
    let sample = sampled(&whole);
    assert_eq!(sample.puzzles(), PUZZLES);
    let page = report().html(&sample, whole.puzzles());
    assert!(page.contains("a random sample of 2000 of the 2500 puzzles"));
}
