//! The data embedded in a page for the filters of its plots: the costs of each backend on a sample of the
//! puzzles. Everything else is in the table (`workbench`).

use std::collections::HashMap;

use analysis::stats::rank_correlation::ranks;
use record::filter;
use serde_json::{Value, json};

use crate::plot::PlotData;

/// Returns the sample, and the packed points of its plots, as JSON that is safe to embed: nothing in it can end the
/// enclosing element.
pub(super) fn json(data: &PlotData<'_>, points: &[String]) -> String {
    value(data, points).to_string().replace('<', "\\u003c")
}

/// Returns the geometries of the puzzles, in the order of their indices in the page.
pub(super) fn geometries<'s>(data: &'s PlotData<'_>) -> Vec<&'s str> {
    numbered(data, |place| &data.puzzle(place).geometry).0
}

fn value(data: &PlotData<'_>, points: &[String]) -> Value {
    let (_, corpus) = numbered(data, |place| &data.puzzle(place).corpus);
    let highest = (0..data.entries.len()).flat_map(|one| data.costs(one)).fold(1.0, f64::max);
    json!({
        "metric": data.metric.name(),
        "limit": data.limit_ns,
        "rail": data.limit_ns.unwrap_or(highest * 2.0),
        "corpus": corpus,
        "level": levels(data).1,
        "points": points,
        "backends": (0..data.entries.len()).map(|one| backend(data, one)).collect::<Vec<_>>(),
    })
}

fn backend(data: &PlotData<'_>, one: usize) -> Value {
    let (row, entry) = (data.matrix.row(one), &data.entries[one]);
    let rounded = |value: Option<f64>| value.map(|value| value.round() as u64);
    json!({
        "label": entry.label,
        "family": filter::family(&entry.backend),
        "colour": entry.style.colour.to_string(),
        "marker": entry.style.marker,
        "own": data.has_own_values(one),
        "time": row.iter().map(|cell| rounded(data.cost(cell))).collect::<Vec<_>>(),
        "taken": row.iter().map(|cell| u8::from(cell.is_taken())).collect::<Vec<_>>(),
    })
}

/// Returns the distinct words, and the index of the word of each puzzle.
pub(super) fn numbered<'s>(
    data: &'s PlotData<'_>,
    word: impl Fn(usize) -> &'s str,
) -> (Vec<&'s str>, Vec<usize>) {
    let (mut words, mut known) = (Vec::new(), HashMap::new());
    let numbers = (0..data.puzzles())
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

/// Returns the levels stated in the rows, easiest first, and the index of the level of each puzzle; quartiles of
/// difficulty if the rows state none.
pub(super) fn levels<'s>(data: &'s PlotData<'_>) -> (Vec<&'s str>, Vec<usize>) {
    let places = || 0..data.puzzles();
    let level = |place| {
        let puzzle = data.puzzle(place);
        let word = if puzzle.level.is_empty() { "unknown" } else { &*puzzle.level };
        (puzzle.level_rank(), word)
    };
    if places().all(|place| data.puzzle(place).level.is_empty()) {
        return (QUARTILES.to_vec(), quartiles(data));
    }
    let mut levels: Vec<(u64, &str)> = places().map(level).collect();
    levels.sort_unstable();
    levels.dedup();
    let number = |place| levels.partition_point(|it| *it < level(place));
    (levels.iter().map(|(_, word)| *word).collect(), places().map(number).collect())
}

/// The names of the quartiles.
const QUARTILES: [&str; 4] =
    ["easiest quartile", "second quartile", "third quartile", "hardest quartile"];

/// Returns the quartile of difficulty of each puzzle, from 0, the easiest, to 3, by its mean rank among the costs of
/// each backend. Unsolved puzzles are the hardest.
fn quartiles(data: &PlotData<'_>) -> Vec<usize> {
    let n_puzzles = data.puzzles();
    let mut sums = vec![0.0; n_puzzles];
    for one in (0..data.entries.len()).filter(|&one| data.has_own_values(one)) {
        let row = data.matrix.row(one).iter();
        let costs: Vec<f64> = row.map(|cell| data.cost(cell).unwrap_or(f64::INFINITY)).collect();
        sums.iter_mut().zip(ranks(&costs)).for_each(|(sum, rank)| *sum += rank);
    }
    let ranks = ranks(&sums);
    ranks.iter().map(|rank| ((rank - 0.5) * 4.0 / n_puzzles as f64) as usize).collect()
}

/// Returns an uncontradicted solution of each puzzle, if the rows have one.
pub(super) fn solutions<'s>(data: &'s PlotData<'_>) -> Vec<Option<&'s str>> {
    let mut found = HashMap::new();
    let sound = |trial: &&analysis::load::Trial| {
        trial.status.is_answer() && !record::is_failure(trial.status, trial.verified)
    };
    for trial in data.runs.trials.iter().filter(sound) {
        if let Some(solution) = trial.solution {
            found.entry(trial.puzzle).or_insert(solution);
        }
    }
    let text = |puzzle: &u32| {
        let solution = found.get(puzzle)?;
        data.runs.solutions.get(*solution as usize).map(|solution| &*solution.text)
    };
    data.matrix.puzzles.iter().map(text).collect()
}

#[cfg(test)]
mod tests {
    use analysis::stats::scores::Metric;

    use super::*;
    use crate::golden::{ROWS, runs};
    use crate::plot::tests::data;

    #[test]
    fn levels_are_those_of_the_rows_or_else_quartiles() {
        let unstated = runs(ROWS);
        assert_eq!(levels(&data(&unstated, Metric::Time)).0, QUARTILES);
        let of = ["beyond", "easy", "", "moderate"];
        let rows: String = (of.iter().enumerate())
            .map(|(n, level)| {
                format!("a/b,p{n},h{n},{level},unique,7\nc/d,p{n},h{n},{level},unique,9\n")
            })
            .collect();
        let stated = runs(&format!("backend,puzzle,puzzle_hash,level,status,wall_ns\n{rows}"));
        let data = data(&stated, Metric::Time);
        let (words, numbers) = levels(&data);
        assert_eq!(words, ["easy", "beyond", "moderate", "unknown"]);
        assert_eq!(numbers, [1, 0, 3, 2]);
    }
}
