//! `harness leaderboard`: one page from folders of marks, without the names of students.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;

use anyhow::Context;
use board::seed::seeded;
use race::text_file;
use rand::seq::SliceRandom;

use super::grade::html::{escaped, page, table};
use super::grade::labels::Labels;
use super::grade::marks::{ClassMarks, HardPuzzle, PartMarks, Ratio, rounded};
use super::grade::{MARKS, student_page};
use super::{End, must_be_new};
use crate::cli::LeaderboardArgs;

/// The random stream of the names.
const STREAM: u64 = 0x6c;

/// The words of which names are made.
const WORDS: [[&str; 8]; 2] = [
    ["Amber", "Coral", "Indigo", "Jade", "Olive", "Opal", "Rose", "Ruby"],
    ["Badger", "Falcon", "Gecko", "Heron", "Ibis", "Lynx", "Otter", "Puffin"],
];

/// A student on the board.
#[derive(Default)]
struct Entry {
    points: f64,
    max_points: f64,
    accepted: usize,
    parts: usize,
    ratios: Vec<(String, Ratio)>,
    hardest: Option<HardPuzzle>,
}

/// Writes the page.
///
/// # Errors
/// When marks cannot be read, or the page exists.
pub fn run(arguments: &LeaderboardArgs, out: &mut dyn Write) -> anyhow::Result<End> {
    must_be_new(&arguments.output)?;
    let mut entries: BTreeMap<String, Entry> = BTreeMap::new();
    for folder in &arguments.grades {
        let path = folder.join(MARKS);
        let name = path.display().to_string();
        let text = text_file::read(&path)?;
        let class: ClassMarks =
            serde_json::from_str(&text).with_context(|| format!("{name} has no marks"))?;
        for marks in class.submissions {
            let entry = entries.entry(marks.id.clone()).or_default();
            entry.points = rounded(entry.points + marks.points());
            entry.max_points += marks.max_points();
            marks.parts.into_iter().for_each(|part| entry.add(&class.title, part));
        }
    }
    let labels = Labels::of(arguments.language.or_locale());
    let names = names(entries.len(), arguments.seed.number);
    let mut entries: Vec<(String, Entry)> = names.into_iter().zip(entries.into_values()).collect();
    entries.sort_by(|a, b| b.1.points.total_cmp(&a.1.points).then_with(|| a.0.cmp(&b.0)));
    let html = page(labels.code, labels.leaderboard, &body(&entries, labels));
    fs::write(&arguments.output, html)
        .with_context(|| format!("cannot write {}", arguments.output.display()))?;
    writeln!(out, "{}", arguments.output.display())?;
    writeln!(
        out,
        "Anyone who knows the seed and the list of students can work out the names: keep it secret."
    )?;
    Ok(End::Well)
}

impl Entry {
    fn add(&mut self, title: &str, part: PartMarks) {
        self.parts += 1;
        self.accepted += usize::from(part.total > 0 && part.passed == part.total);
        // A ratio of counters has no rounds.
        let ratio = part.ratio.filter(|ratio| ratio.rounds > 0);
        self.ratios.extend(ratio.map(|ratio| (format!("{title}, {}", part.title), ratio)));
        let nodes = |puzzle: &Option<HardPuzzle>| puzzle.as_ref().map_or(0, |it| it.nodes);
        if nodes(&part.hardest) > nodes(&self.hardest) {
            self.hardest = part.hardest;
        }
    }
}

/// Names in random order, so that neither place nor name tells who is who. The seed and the number of students do.
fn names(count: usize, seed: u64) -> Vec<String> {
    let pairs = WORDS[0].iter().flat_map(|first| WORDS[1].iter().map(move |it| [*first, *it]));
    let mut pairs: Vec<[&str; 2]> = pairs.collect();
    let random = &mut seeded(seed, STREAM);
    pairs.shuffle(random);
    let rounds = |at: usize| if at < 64 { String::new() } else { format!(" {}", at / 64 + 1) };
    let mut names: Vec<String> = (0..count)
        .map(|at| format!("{} {}{}", pairs[at % 64][0], pairs[at % 64][1], rounds(at)))
        .collect();
    names.shuffle(random);
    names
}

fn body(entries: &[(String, Entry)], labels: &Labels) -> String {
    let better = |points: f64| entries.iter().filter(|(_, it)| it.points > points).count();
    let row = |(name, entry): &(String, Entry)| {
        let ratios = entry
            .ratios
            .iter()
            .map(|(part, ratio)| format!("{}: {}", escaped(part), student_page::in_words(ratio)));
        let hardest = entry.hardest.as_ref();
        vec![
            (better(entry.points) + 1).to_string(),
            escaped(name),
            format!("{} / {}", entry.points, entry.max_points),
            format!("{} / {}", entry.accepted, entry.parts),
            ratios.collect::<Vec<_>>().join("<br>"),
            hardest.map(|it| format!("{} ({})", escaped(&it.name), it.nodes)).unwrap_or_default(),
        ]
    };
    let rows: Vec<Vec<String>> = entries.iter().map(row).collect();
    let [place, points, accepted] =
        [labels.place, labels.points_column, labels.accepted].map(|it| format!("#{it}"));
    let titles = [&place, labels.name, &points, &accepted, labels.ratio_column, labels.hardest];
    format!("<p class=\"note\">{}</p>\n{}", labels.leaderboard_note, table(&titles, &rows))
}
