use analysis::stats::scores::Metric;

use super::*;
use crate::golden::{ROWS, check_golden, runs};
use crate::plot::tests::data;

fn report() -> Report {
    Report {
        verdict: vec!["a <b>verdict</b>".into()],
        failures: vec!["sat/<b>&x crashed on <script>alert(1)</script>.".into()],
        caveats: vec!["a caveat".into()],
        setup: vec![("<i>run</i>".into(), vec![("command", "harness <x>".into())])],
        statuses: "<table></table>\n".into(),
        ranking: "<table></table>\n".into(),
        ..Report::default()
    }
}

#[test]
fn a_page_equals_its_golden_file_and_is_deterministic() {
    let runs = runs(ROWS);
    let data = data(&runs, Metric::Time);
    let page = report().html(&sampled(&data), &data);
    assert_eq!(page, report().html(&sampled(&data), &data));
    check_golden("tests/golden/report", "page.html", &page);
}

#[test]
fn names_are_never_markup() {
    let runs = runs(ROWS);
    let data = data(&runs, Metric::Time);
    let page = report().html(&sampled(&data), &data);
    for bad in ["<script>alert", "sat/<b>", "<b>verdict", "<i>run", "harness <x>"] {
        assert!(!page.contains(bad), "{bad}");
    }
    let markdown = report().markdown("a | b_c");
    assert!(!markdown.contains('<') || !markdown.contains("<script"), "{markdown}");
    assert!(markdown.starts_with("a \\| b\\_c\n"));
}

#[test]
fn a_page_is_self_contained() {
    let runs = runs(ROWS);
    let data = data(&runs, Metric::Time);
    let page = report().html(&sampled(&data), &data);
    let page = page.replace("http://www.w3.org/2000/svg", "");
    for outside in ["http:", "https:", "src=", "@import", "url("] {
        assert!(!page.contains(outside), "{outside}");
    }
}

#[test]
fn an_id_occurs_once_and_what_is_used_is_there() {
    let runs = runs(ROWS);
    let data = data(&runs, Metric::Time);
    let page = report().html(&sampled(&data), &data);
    let after = |words: &str| -> Vec<String> {
        let parts = page.split(words).skip(1);
        parts.filter_map(|part| part.split('"').next().map(str::to_owned)).collect()
    };
    let mut ids = after(" id=\"");
    ids.sort_unstable();
    assert!(ids.windows(2).all(|two| two[0] != two[1]), "{ids:?}");
    let used = after("<use href=\"#");
    assert!(used.iter().all(|id| ids.binary_search(id).is_ok()), "{used:?}");
    for svg in page.split("<svg ").filter(|svg| svg.contains("-marker0\"")) {
        let kind = svg.split("data-kind=\"").nth(1).and_then(|it| it.split('"').next());
        let markers = format!("id=\"{}-marker0\"", kind.expect("a kind"));
        assert!(svg.contains(&markers), "the script finds the markers by the kind: {markers}");
    }
}

#[test]
fn a_page_of_many_puzzles_states_that_it_is_a_sample() {
    let rows: String = (0..PUZZLES + 500)
        .map(|n| format!("a/b,p{n},unique,{0},{0}\nc/d,p{n},unique,{1},7\n", n + 1, 3 * n + 5))
        .collect();
    let runs = runs(&format!("backend,puzzle,status,wall_ns,nodes\n{rows}"));
    let whole = data(&runs, Metric::Time);
    let sample = sampled(&whole);
    assert_eq!(sample.puzzles(), PUZZLES);
    let page = report().html(&sample, &whole);
    assert!(page.contains("a random sample of 1000 of the 1500 puzzles"));
}
