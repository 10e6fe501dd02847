//! A page with a sample of the steps: its boards and counters are right beside each gap.

use std::fs;

use serde_json::json;

use super::opened;
use crate::bench::prints;

/// Al Escargot, by Arto Inkala.
const ESCARGOT: &str =
    "100007090030020008009600500005300900010080002600004000300000010040000007007000300";

/// Whether the boards and the counters before and after each gap of a sampled page are those that the whole page has,
/// forwards and backwards.
const GAPS_ARE_RIGHT: &str = "(() => { const [whole, sampled] = stage.panels.map(({ player }) => player); \
    const board = ({ states: [state] }) => JSON.stringify(state.value ? [...state.value].map((it, cell) => it < 0 ? state.ofCell(cell) : `=${it}`) \
      : [...state.covered]); \
    const gaps = Array.from({ length: sampled.lesson.last }, (_, at) => at + 1) \
      .filter((step) => stepEvent(sampled.lesson, step).kind === 'below'); \
    let [at, missing, wrong] = [0, 0, []]; const seen = []; \
    for (const gap of gaps) { \
      sampled.go(gap - 1); whole.go(gap - 1 + missing); \
      if (stepEvent(sampled.lesson, gap - 1).kind !== 'chosen' && board(sampled) !== board(whole)) wrong.push(gap); \
      missing += stepEvent(sampled.lesson, gap).count - 1; \
      sampled.go(gap); seen.push([gap, board(sampled)]); \
      if (gap < sampled.lesson.last) { \
        sampled.go(gap + 1); whole.go(gap + 1 + missing); \
        if (stepEvent(sampled.lesson, gap + 1).kind !== 'chosen' && board(sampled) !== board(whole)) wrong.push(-gap); \
        for (const name of NAMES) if (sampled.lesson.counters[name][gap + 1] !== whole.lesson.counters[name][gap + 1 + missing]) wrong.push(name); } } \
    for (const [gap, there] of seen.reverse()) { sampled.go(gap); if (board(sampled) !== there) wrong.push(`back ${gap}`); } \
    return [gaps.length, wrong.slice(0, 20)]; })()";

#[test]
fn a_sampled_search_is_right_after_each_gap() {
    for (problem, backend, events) in [
        (ESCARGOT, "naive$", "500"),
        (ESCARGOT, "mrv$", "500"),
        (ESCARGOT, "extended.dpll", "2000"),
        (ESCARGOT, "extended.cdcl", "2000"),
        ("queens:7", "cover/dlx$", "150"),
    ] {
        let arguments = ["-b", backend, "--max-solutions", "5"];
        let folder = tempfile::tempdir().expect("a folder");
        let whole = folder.path().join("whole.html");
        let whole_path = whole.to_str().expect("a path");
        prints(
            &[&["lesson", problem, "--events", "none", "-o", whole_path], &arguments[..]].concat(),
        );
        let Some(mut page) =
            opened(folder.path(), &[&[problem, "--events", events], &arguments[..]].concat())
        else {
            return;
        };
        let note = page.value("document.querySelector('.sample').textContent");
        assert!(note.as_str().expect("a note").contains("those up to level"), "{note}");
        let text = fs::read_to_string(&whole).expect("a page");
        let (_, data) = text.split_once("id=\"lessons\">").expect("data");
        let (data, _) = data.split_once("</script>").expect("an end");
        page.value(&format!(
            "(async () => {{ const sampled = groups[0].lessons[0]; const [whole] = {data}; \
             groups[0].lessons = [indexed(await unpacked(whole)), sampled]; showProblem(0); }})()"
        ));
        let found = page.value(GAPS_ARE_RIGHT);
        assert!(found[0].as_u64() > Some(2), "{backend}: {found}");
        assert_eq!(found[1], json!([]), "{backend}");
        assert_eq!(page.value("stage.panels[1].player.lesson.jumps.solution.length > 0"), true);
        assert_eq!(page.problems(), [""; 0]);
    }
}
