//! The rows that a page has in it, for its filters: a sample of the puzzles, and what each backend did
//! with them.

use std::collections::HashMap;

use analysis::stats::rank_correlation::ranks;
use record::{Status, filter};
use serde_json::{Value, json};

use crate::plot::Shown;

/// The sample as JSON that may stand in a page: no word in it can end the element around it.
pub(super) fn json(shown: &Shown<'_>, givens: &HashMap<String, String>) -> String {
    value(shown, givens).to_string().replace('<', "\\u003c")
}

/// The geometries of the puzzles, in the order of their numbers in the page.
pub(super) fn geometries<'s>(shown: &'s Shown<'_>) -> Vec<&'s str> {
    numbered(shown, |place| &shown.puzzle(place).geometry).0
}

fn value(shown: &Shown<'_>, givens: &HashMap<String, String>) -> Value {
    let places = 0..shown.puzzles();
    let (corpora, corpus) = numbered(shown, |place| &shown.puzzle(place).corpus);
    let (geometries, geometry) = numbered(shown, |place| &shown.puzzle(place).geometry);
    let names: Vec<&str> = places.clone().map(|place| &*shown.puzzle(place).name).collect();
    let clues: Vec<_> = places.clone().map(|place| shown.puzzle(place).clues).collect();
    let highest = (0..shown.entries.len()).flat_map(|one| shown.costs(one)).fold(1.0, f64::max);
    json!({
        "metric": shown.metric.name(),
        "limit": shown.limit_ns,
        "rail": shown.limit_ns.unwrap_or(highest * 2.0),
        "statuses": Status::ALL.map(Status::name),
        "corpora": corpora,
        "geometries": geometries,
        "names": names,
        "corpus": corpus,
        "geometry": geometry,
        "clues": clues,
        "level": levels(shown).1,
        "givens": places.map(|place| givens.get(&shown.puzzle(place).hash)).collect::<Vec<_>>(),
        "solutions": solutions(shown),
        "backends": (0..shown.entries.len()).map(|one| backend(shown, one)).collect::<Vec<_>>(),
    })
}

fn backend(shown: &Shown<'_>, one: usize) -> Value {
    let (row, entry) = (shown.sheet.row(one), &shown.entries[one]);
    let status = |status| Status::ALL.iter().position(|&known| known == status);
    let rounded = |value: Option<f64>| value.map(|value| value.round() as u64);
    json!({
        "label": entry.label,
        "family": filter::family(&entry.backend),
        "colour": entry.style.colour,
        "marker": entry.style.marker,
        "own": shown.has_own_values(one),
        "time": row.iter().map(|cell| rounded(shown.cost(cell))).collect::<Vec<_>>(),
        "taken": row.iter().map(|cell| u8::from(cell.is_taken())).collect::<Vec<_>>(),
        "status": row.iter()
            .map(|cell| if cell.trials > 0 { status(cell.status) } else { None })
            .collect::<Vec<_>>(),
        "nodes": row.iter().map(|cell| rounded(cell.nodes)).collect::<Vec<_>>(),
        "bets": row.iter().map(|cell| rounded(cell.bets)).collect::<Vec<_>>(),
    })
}

/// Words that come again as numbers: the words, and the number of each puzzle's.
fn numbered<'s>(
    shown: &'s Shown<'_>,
    word: impl Fn(usize) -> &'s str,
) -> (Vec<&'s str>, Vec<usize>) {
    let (mut words, mut known) = (Vec::new(), HashMap::new());
    let numbers = (0..shown.puzzles())
        .map(|place| {
            let word = word(place);
            *known.entry(word).or_insert_with(|| {
                words.push(word);
                words.len() - 1
            })
        })
        .collect();
    (words, numbers)
}

/// The levels of the puzzles that the rows tell, easiest first, and the number of each puzzle's;
/// quarters of hardness where they tell none.
pub(super) fn levels<'s>(shown: &'s Shown<'_>) -> (Vec<&'s str>, Vec<usize>) {
    let places = || 0..shown.puzzles();
    let level = |place| {
        let puzzle = shown.puzzle(place);
        let word = if puzzle.level.is_empty() { "unknown" } else { &*puzzle.level };
        (puzzle.place_of_level(), word)
    };
    if places().all(|place| shown.puzzle(place).level.is_empty()) {
        return (QUARTERS.to_vec(), quarters(shown));
    }
    let mut levels: Vec<(u64, &str)> = places().map(level).collect();
    levels.sort_unstable();
    levels.dedup();
    let number = |place| levels.partition_point(|it| *it < level(place));
    (levels.iter().map(|(_, word)| *word).collect(), places().map(number).collect())
}

/// What the quarters are called.
const QUARTERS: [&str; 4] =
    ["easiest quarter", "second quarter", "third quarter", "hardest quarter"];

/// The quarter of the puzzles that each belongs to, from the easiest, 0, to the hardest, 3: by the
/// mean of its ranks among the costs of each backend. What is not solved is the hardest.
fn quarters(shown: &Shown<'_>) -> Vec<usize> {
    let n_puzzles = shown.puzzles();
    let mut sums = vec![0.0; n_puzzles];
    for one in (0..shown.entries.len()).filter(|&one| shown.has_own_values(one)) {
        let row = shown.sheet.row(one).iter();
        let costs: Vec<f64> = row.map(|cell| shown.cost(cell).unwrap_or(f64::INFINITY)).collect();
        sums.iter_mut().zip(ranks(&costs)).for_each(|(sum, rank)| *sum += rank);
    }
    let ranks = ranks(&sums);
    ranks.iter().map(|rank| ((rank - 0.5) * 4.0 / n_puzzles as f64) as usize).collect()
}

/// A solution of each puzzle that nothing contradicts, where the rows hold one.
fn solutions<'s>(shown: &'s Shown<'_>) -> Vec<Option<&'s str>> {
    let mut found = HashMap::new();
    let sound = |trial: &&analysis::load::Trial| {
        trial.status.is_answer() && !record::must_not_happen(trial.status, trial.verified)
    };
    for trial in shown.runs.trials.iter().filter(sound) {
        if let Some(solution) = trial.solution {
            found.entry(trial.puzzle).or_insert(solution);
        }
    }
    let text = |puzzle: &u32| {
        let solution = found.get(puzzle)?;
        shown.runs.solutions.get(*solution as usize).map(|solution| &*solution.text)
    };
    shown.sheet.puzzles.iter().map(text).collect()
}

#[cfg(test)]
mod tests {
    use analysis::stats::scores::Metric;

    use super::*;
    use crate::golden::{ROWS, runs};
    use crate::plot::tests::shown;

    #[test]
    fn levels_are_those_of_the_rows_and_quarters_where_these_tell_none() {
        let untold = runs(ROWS);
        assert_eq!(levels(&shown(&untold, Metric::Time)).0, QUARTERS);
        let of = ["beyond", "easy", "", "moderate"];
        let rows: String = (of.iter().enumerate())
            .map(|(n, level)| {
                format!("a/b,p{n},h{n},{level},unique,7\nc/d,p{n},h{n},{level},unique,9\n")
            })
            .collect();
        let told = runs(&format!("backend,puzzle,puzzle_hash,level,status,wall_ns\n{rows}"));
        let shown = shown(&told, Metric::Time);
        let (words, numbers) = levels(&shown);
        assert_eq!(words, ["easy", "beyond", "moderate", "unknown"]);
        assert_eq!(numbers, [1, 0, 3, 2]);
    }
}
