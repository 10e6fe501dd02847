//! Prints an ablation: a row for each technique for people, one for each comparison for programs.

use std::io::Write;

use render::table::{Format, Table, in_full};
use serde_json::json;

use super::{Effect, Effects, SharePair};
use crate::cmd::compare::wording::figure;
use crate::cmd::printing;
use crate::cmd::technique_pairs::Added;

impl Effects {
    /// Prints the table and the notes.
    ///
    /// # Errors
    /// When `out` takes no more.
    pub(in crate::cmd::ablate) fn print(
        &self,
        out: &mut dyn Write,
        format: Format,
    ) -> anyhow::Result<()> {
        match format {
            Format::Json => {
                return printing::json(out, &json!({ "effects": self.all, "notes": self.notes }));
            }
            Format::Csv => self.whole().print(out, format)?,
            _ => {
                let caption = "What each technique adds, alone and last.";
                self.table().captioned(caption, "ablate").print(out, format)?;
            }
        }
        printing::notes(out, &self.notes, format)
    }

    fn table(&self) -> Table {
        let mut table = Table::default().words("technique");
        for title in ["fill", "elimination", "solved", "time"] {
            table = table.numbers(&format!("alone: {title}"));
        }
        for title in ["fill", "elimination", "solved", "time"] {
            table = table.numbers(&format!("last: {title}"));
        }
        for of_one in self.all.chunk_by(|a, b| a.technique == b.technique) {
            let cells = [Added::Alone, Added::Last]
                .into_iter()
                .flat_map(|added| cells(of_one.iter().find(|effect| effect.added == added)));
            table.row([of_one[0].technique.to_owned()].into_iter().chain(cells));
        }
        table
    }

    /// Returns all figures at full precision.
    fn whole(&self) -> Table {
        let mut table = Table::default();
        for (number, effect) in self.all.iter().enumerate() {
            let columns = columns(effect);
            if number == 0 {
                table = columns.iter().fold(table, |table, (title, _)| table.words(title));
            }
            table.row(columns.into_iter().map(|(_, cell)| cell));
        }
        table
    }
}

/// Returns the four figures of an effect; empty if there is none.
fn cells(effect: Option<&Effect>) -> [String; 4] {
    let Some(effect) = effect else { return Default::default() };
    let points = |share: SharePair| {
        let is_sure = share.interval.is_some_and(|interval| !interval.contains(0.0));
        format!("{:+.2}{}", share.difference * 100.0, if is_sure { "*" } else { "" })
    };
    let times = effect.wall_with_ns.zip(effect.wall_without_ns);
    [
        effect.fill_rate.map_or(String::new(), points),
        effect.elimination_rate.map_or(String::new(), points),
        format!("{:+}", effect.solved_with as i64 - effect.solved_without as i64),
        times.map_or(String::new(), |(with, without)| figure(with / without)),
    ]
}

/// Returns the columns of a row of CSV, with their names.
fn columns(effect: &Effect) -> Vec<(String, String)> {
    let text = |name: &str, value: String| (name.to_owned(), value);
    let number = |value: Option<f64>| value.map_or(String::new(), in_full);
    let added = json!(effect.added).as_str().unwrap_or_default().to_owned();
    let mut columns = vec![
        text("technique", effect.technique.into()),
        text("added", added),
        text("without", effect.without.clone()),
        text("with", effect.with.clone()),
        text("puzzles", effect.puzzles.to_string()),
        text("clusters", effect.clusters.to_string()),
    ];
    for (name, share) in
        [("fill_rate", effect.fill_rate), ("elimination_rate", effect.elimination_rate)]
    {
        let interval = share.and_then(|share| share.interval);
        let of_share = |of: fn(SharePair) -> f64| number(share.map(of));
        columns.extend([
            (format!("{name}_puzzles"), share.map_or(0, |share| share.puzzles).to_string()),
            (format!("{name}_without"), of_share(|share| share.without)),
            (format!("{name}_with"), of_share(|share| share.with)),
            (format!("{name}_difference"), of_share(|share| share.difference)),
            (format!("{name}_low"), number(interval.map(|it| it.low))),
            (format!("{name}_high"), number(interval.map(|it| it.high))),
        ]);
    }
    columns.extend([
        text("solved_without", effect.solved_without.to_string()),
        text("solved_with", effect.solved_with.to_string()),
        text("wall_without_ns", number(effect.wall_without_ns)),
        text("wall_with_ns", number(effect.wall_with_ns)),
    ]);
    columns
}
