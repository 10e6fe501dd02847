//! `harness status`: which shards of a run are done, running, lost or missing.

use std::io::Write;
use std::path::Path;
use std::time::Duration;

use render::table::{Format, Table, TableCell, counted, grouped};
use serde_json::{Value, json};

use self::progress::{Progress, ShardState};
use self::scan::{Attempt, AttemptState, Scan};
use super::{End, number_ranges, printing};
use crate::cli::StatusArgs;

mod progress;
mod scan;

/// The width of the bar, in characters.
const BAR: usize = 30;

/// Clocks that differ by no more agree.
const PRECISION: Duration = Duration::from_secs(5);

/// The maximum number of attempts that are listed as text.
const LISTED: usize = 20;

/// The maximum length of a list of shards as text.
const NUMBERS: usize = 48;

/// Returns the number of published rows, as far as manifests state plausible ones.
fn rows_of(scan: &Scan) -> u64 {
    scan.published.iter().fold(0, |sum, shard| sum.saturating_add(shard.n_rows))
}

/// Prints the status of a shared folder to `out`.
///
/// # Errors
/// When it cannot be read, is not a shared folder, or writing fails.
pub fn run(arguments: &StatusArgs, out: &mut dyn Write) -> anyhow::Result<End> {
    let scan = Scan::read(&arguments.shared)?;
    let progress = scan.count.map(|count| Progress::of(&scan, count));
    match (&progress, scan.count) {
        _ if arguments.format.is_json() => {
            printing::json(out, &document(&scan, progress.as_ref()))?
        }
        (Some(progress), Some(count)) => print(&arguments.shared, &scan, progress, count, out)?,
        _ => writeln!(
            out,
            "No shard has begun in {}, so the number of shards is not known.",
            arguments.shared.display()
        )?,
    }
    Ok(End::Well)
}

fn print(
    shared: &Path,
    scan: &Scan,
    progress: &Progress,
    count: u32,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let n_published = progress.numbers(ShardState::Published).len();
    let n_rows = rows_of(scan);
    let (shards, rows) = (counted(count.into(), "shard"), counted(n_rows, "row"));
    writeln!(out, "{n_published} of {shards} published, {rows}.")?;
    let full = (progress.share * BAR as f64) as usize;
    let bar = "█".repeat(full) + &"░".repeat(BAR - full);
    writeln!(out, "{bar} {:.0} %{}\n", (progress.share * 100.0).floor(), time_left(progress))?;
    states(progress).print(out, Format::Text)?;
    let attempts = pending(scan);
    if !attempts.is_empty() {
        writeln!(out)?;
        list(&attempts[..attempts.len().min(LISTED)], progress, count).print(out, Format::Text)?;
    }
    if let Some(more) = attempts.len().checked_sub(LISTED).filter(|&more| more > 0) {
        writeln!(out, "{} more; --format json has all.", counted(more as u64, "attempt"))?;
    }
    notes(scan, &attempts).iter().try_for_each(|note| writeln!(out, "{note}"))?;
    if n_published == count as usize {
        writeln!(out, "`harness merge --complete {}` puts them together.", shared.display())?;
    }
    Ok(())
}

fn time_left(progress: &Progress) -> String {
    let n_running = progress.numbers(ShardState::Running).len();
    match progress.left {
        Some(left) => format!(", about {} left with {n_running} running", rounded(left)),
        None if n_running > 0 => ", no estimate before the first shard is published".into(),
        None => String::new(),
    }
}

/// Returns a row for each state.
fn states(progress: &Progress) -> Table {
    let mut table = Table::default().words("state").numbers("shards").words("numbers");
    for state in ShardState::ALL {
        let numbers = progress.numbers(state);
        let (n_shards, text) =
            (TableCell::count(numbers.len() as u64), shortened(&number_ranges::in_words(numbers)));
        table.row([TableCell::from(state.name()), n_shards, text.into()]);
    }
    table
}

/// Returns the attempts at shards that are not published.
fn pending(scan: &Scan) -> Vec<&Attempt> {
    let is_published = |it: &Attempt| scan.published.iter().any(|shard| shard.number == it.number);
    scan.attempts.iter().filter(|attempt| !is_published(attempt)).collect()
}

fn list(attempts: &[&Attempt], progress: &Progress, count: u32) -> Table {
    let mut table = Table::default().words("attempt").numbers("rows").words("state");
    for attempt in attempts {
        let Attempt { number, name, n_rows, is_estimated, .. } = attempt;
        let rows = format!("{}{}", if *is_estimated { "~" } else { "" }, grouped(*n_rows));
        let state = match (attempt.state, progress.share_of(attempt)) {
            (AttemptState::Running, Some(share)) => format!("running, {:.0} %", share * 100.0),
            (AttemptState::Running, None) => "running".into(),
            (AttemptState::Silent, _) => format!("silent for {}", rounded(attempt.age)),
            (AttemptState::Stopped, _) => format!("stopped {} ago", rounded(attempt.age)),
            (AttemptState::Complete, _) => "complete, not published".into(),
        };
        let name = TableCell::from(format!("{number}-of-{count}.{name}"));
        table.row([name, TableCell::new(rows, *n_rows), state.into()]);
    }
    table.wrapped(80)
}

/// Returns what could not be read, shards with several attempts, and attempts that are no longer
/// needed.
fn notes(scan: &Scan, pending: &[&Attempt]) -> Vec<String> {
    let same_shard = pending.chunk_by(|a, b| a.number == b.number);
    let several = same_shard.filter(|attempts| attempts.len() > 1);
    let mut notes: Vec<String> = several
        .map(|attempts| format!("Shard {} has {} attempts.", attempts[0].number, attempts.len()))
        .collect();
    let is_ahead = |it: &&&Attempt| it.ahead > PRECISION && it.state == AttemptState::Running;
    let ahead: Vec<&&Attempt> = pending.iter().filter(is_ahead).collect();
    if let Some(most) = ahead.iter().map(|attempt| attempt.ahead).max() {
        notes.push(format!(
            "{} dated ahead, by up to {}: a clock is wrong, and it is not known whether they run.",
            counted(ahead.len() as u64, "attempt"),
            rounded(most)
        ));
    }
    let n_left = scan.attempts.len() - pending.len();
    if n_left > 0 {
        let attempts = counted(n_left as u64, "attempt");
        notes.push(format!("{attempts} at published shards: not needed."));
    }
    notes.extend(scan.notes.iter().cloned());
    notes
}

/// Returns the status as JSON; without shards if nothing began.
fn document(scan: &Scan, progress: Option<&Progress>) -> Value {
    let attempt = |attempt: &Attempt| {
        json!({
            "shard": attempt.number,
            "attempt": attempt.name,
            "state": match attempt.state {
                AttemptState::Running => "running",
                AttemptState::Silent => "silent",
                AttemptState::Stopped => "stopped",
                AttemptState::Complete => "complete",
            },
            "rows": attempt.n_rows,
            "rows_are_estimated": attempt.is_estimated,
            "share": progress.and_then(|progress| progress.share_of(attempt)),
            "unchanged_s": attempt.age.as_secs_f64(),
        })
    };
    let mut document = json!({
        "shards": scan.count,
        "rows": rows_of(scan),
        "share": progress.map(|progress| progress.share),
        "left_s": progress.and_then(|progress| Some(progress.left?.as_secs_f64())),
        "attempts": scan.attempts.iter().map(attempt).collect::<Vec<_>>(),
        "notes": notes(scan, &pending(scan)),
    });
    for state in ShardState::ALL {
        let numbers = progress.map(|progress| progress.numbers(state)).unwrap_or_default();
        document[state.name()] = json!(numbers);
    }
    document
}

/// Returns a time in its two largest units, of which the second is at least a second.
fn rounded(time: Duration) -> String {
    let unit = match time.as_secs() {
        0..3_600 => 1,
        3_600..86_400 => 60,
        _ => 3_600,
    };
    humantime::format_duration(Duration::from_secs(time.as_secs() / unit * unit)).to_string()
}

/// Returns a list that is not longer than a line.
fn shortened(list: &str) -> String {
    if list.chars().count() <= NUMBERS {
        return list.into();
    }
    let start: String = list.chars().take(NUMBERS - 3).collect();
    let end = start.rfind(", ").unwrap_or(start.len());
    format!("{}, …", &start[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_two_units() {
        let rounded = |seconds| rounded(Duration::from_secs(seconds));
        assert_eq!(rounded(0), "0s");
        assert_eq!(rounded(75), "1m 15s");
        assert_eq!(rounded(3_600 + 62), "1h 1m");
        assert_eq!(rounded(86_400 * 2 + 3_700), "2days 1h");
    }

    #[test]
    fn long_lists_end_at_a_comma() {
        let odd: Vec<u32> = (0..100).map(|half| 2 * half + 1).collect();
        let text = shortened(&number_ranges::in_words(&odd));
        assert!(text.chars().count() <= NUMBERS && text.ends_with(", …"), "{text}");
        assert_eq!(shortened("1–7"), "1–7");
    }
}
