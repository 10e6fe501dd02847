//! Checks rows again: whether their files are as the manifests seal them, and whether their grids solve the
//! puzzles beside them.
//!
//! The referee is asked about each distinct grid of a puzzle once. The rows are read before the puzzles, so that
//! no puzzle is kept. A grid that is refuted is a wrong answer, whatever its row says. A source of which a file
//! or a grid does not hold was changed after the run: what it says beyond its grids counts for nothing against
//! rows of others ([`verdicts`](super::verdicts)).

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use anyhow::Context;
use csv::ByteRecord;
use record::folder::ROWS;
use record::hash::PuzzleHash;
use record::numbers::{counted, grouped};
use record::puzzles;
use record::recheck::{GridCheck, GridReferee, PuzzleText};
use record::row_seals::{SealedRun, changed_tables};
use record::{Status, Verified, problem};
use solvers::ProblemKind;

use super::file::{RowFile, folder};
use super::{ManifestExcerpt, RowSource, Runs};

/// What could be checked again of the rows of a source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rechecked {
    /// The files that are not as the manifests seal them.
    pub changed_files: Vec<String>,
    /// Whether the last row is partial although the run ended.
    pub is_torn: bool,
    /// Whether the puzzles are beside the rows.
    pub has_puzzles: bool,
    /// The rows whose status contradicts the number of their solutions, which count as unknown.
    pub contradictory: u64,
    /// Answers, also those of pilot passes.
    pub answers: u64,
    /// Those whose grids solve their puzzles.
    pub solved: u64,
    /// Those whose grids do not.
    pub refuted: u64,
    /// Those whose puzzle beside the rows does not have the hash that the rows state.
    pub other_puzzle: u64,
    /// Those that show no grid.
    pub without_grid: u64,
    /// Those of instances, which are in their corpora alone.
    pub instances: u64,
}

impl Rechecked {
    /// Compares a file that was read to its end with the seals of the manifests beside it.
    pub(super) fn of_file(path: &Path, file: &mut RowFile, manifests: &[ManifestExcerpt]) -> Self {
        let is_complete = manifests.iter().all(ManifestExcerpt::is_complete);
        let runs: Vec<SealedRun<'_>> =
            manifests.iter().map(|manifest| (&*manifest.run_id, manifest.seals())).collect();
        let differ = file.take_hasher().is_some_and(|hasher| hasher.differ(&runs));
        let mut changed_files = if differ { vec![ROWS.to_owned()] } else { Vec::new() };
        changed_files.extend(folder(path).iter().flat_map(|folder| changed_tables(folder, &runs)));
        Self { changed_files, is_torn: file.is_torn() && is_complete, ..Self::default() }
    }

    /// Returns whether a file was changed after the run.
    pub fn is_changed(&self) -> bool {
        !self.changed_files.is_empty() || self.is_torn || self.refuted + self.other_puzzle > 0
    }
}

/// What is known of the grid of a trial.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GridState {
    /// It could not be checked again, or there is none.
    Unknown,
    /// It solves its puzzle.
    Solves,
    /// It does not.
    Refuted,
    /// The puzzle beside the row is another one.
    OtherPuzzle,
}

/// Checks the grids of all trials again, and makes answers wrong whose grids are refuted.
///
/// # Errors
/// When the boards of a run cannot be read.
pub(super) fn recheck(runs: &mut Runs, paths: &[PathBuf]) -> anyhow::Result<Vec<GridState>> {
    let mut states = vec![GridState::Unknown; runs.trials.len()];
    for (source, path) in paths.iter().enumerate() {
        let folder = folder(path).filter(|folder| folder.join(puzzles::FILE).is_file());
        runs.sources[source].rechecked.has_puzzles = folder.is_some();
        if let Some(folder) = folder {
            check_source(runs, source as u32, folder, &mut states)?;
        }
    }
    for (trial, &state) in runs.trials.iter_mut().zip(&states) {
        let puzzle = &runs.puzzles[trial.puzzle as usize];
        let counts = &mut runs.sources[trial.source as usize].rechecked;
        if !trial.status.is_answer() {
            continue;
        }
        counts.answers += 1;
        match state {
            GridState::Solves => counts.solved += 1,
            GridState::OtherPuzzle => counts.other_puzzle += 1,
            GridState::Refuted => {
                counts.refuted += 1;
                (trial.status, trial.verified) = (Status::Wrong, Verified::No);
            }
            GridState::Unknown if trial.solution.is_none() => counts.without_grid += 1,
            GridState::Unknown if problem(&puzzle.geometry) != ProblemKind::Puzzle => {
                counts.instances += 1;
            }
            GridState::Unknown => {}
        }
    }
    Ok(states)
}

/// A trial of a source with a grid: its puzzle, its solution and its index.
type Shown = (u32, u32, u32);

/// Checks the grids of the answers of a source.
fn check_source(
    runs: &Runs,
    source: u32,
    folder: &Path,
    states: &mut [GridState],
) -> anyhow::Result<()> {
    let mut shown: Vec<Shown> = (runs.trials.iter().zip(0_u32..))
        .filter(|(trial, _)| trial.source == source && trial.status.is_answer())
        .filter_map(|(trial, index)| Some((trial.puzzle, trial.solution?, index)))
        .collect();
    shown.sort_unstable();
    let mut of_puzzle: HashMap<PuzzleHash, &[Shown]> = HashMap::new();
    for group in shown.chunk_by(|a, b| a.0 == b.0) {
        let hash = runs.puzzles[group[0].0 as usize].hash.parse();
        of_puzzle.extend(hash.ok().map(|hash| (hash, group)));
    }
    let mut referee = GridReferee::of(folder)?;
    let mut table = PuzzleLines::open(&folder.join(puzzles::FILE))?;
    while let Some(text) = table.next() {
        let Some(group) = of_puzzle.get(&text.hash) else { continue };
        for same in group.chunk_by(|a, b| a.1 == b.1) {
            let known = states[same[0].2 as usize];
            // In another corpus, the puzzle may be written in other symbols.
            if matches!(known, GridState::Solves | GridState::Refuted) {
                continue;
            }
            let solution = &runs.solutions[same[0].1 as usize];
            let state = match referee.check(&text, &solution.text, solution.symbols.as_deref()) {
                GridCheck::Solves => GridState::Solves,
                GridCheck::Refuted(_) => GridState::Refuted,
                GridCheck::OtherPuzzle => GridState::OtherPuzzle,
                GridCheck::Unknown(_) => continue,
            };
            same.iter().for_each(|&(.., index)| states[index as usize] = state);
        }
    }
    Ok(())
}

/// The lines of `puzzles.csv`, as far as they can be read.
struct PuzzleLines {
    reader: csv::Reader<std::fs::File>,
    record: ByteRecord,
    places: [Option<usize>; 4],
}

impl PuzzleLines {
    fn open(path: &Path) -> anyhow::Result<Self> {
        let problem = || format!("cannot read {}", path.display());
        let mut builder = csv::ReaderBuilder::new();
        builder.flexible(true).buffer_capacity(1 << 18);
        let mut reader = builder.from_path(path).with_context(problem)?;
        let header = reader.byte_headers().with_context(problem)?;
        let place = |name: &str| header.iter().position(|column| column == name.as_bytes());
        let places = ["puzzle_hash", "geometry", "givens", "candidates"].map(place);
        Ok(Self { reader, record: ByteRecord::new(), places })
    }

    /// Returns the next line with a hash. The last one may be partial.
    fn next(&mut self) -> Option<PuzzleText<'_>> {
        loop {
            if !self.reader.read_byte_record(&mut self.record).is_ok_and(|is_there| is_there) {
                return None;
            }
            if self.text(0).parse::<PuzzleHash>().is_ok() {
                break;
            }
        }
        let [hash, geometry, givens, candidates] = [0, 1, 2, 3].map(|field| self.text(field));
        Some(PuzzleText { hash: hash.parse().ok()?, geometry, givens, candidates })
    }

    fn text(&self, field: usize) -> &str {
        let bytes = self.places[field].and_then(|place| self.record.get(place));
        str::from_utf8(bytes.unwrap_or_default()).unwrap_or_default()
    }
}

/// Returns what could be checked again of all sources together, and a sentence about each that was
/// changed or contradicts itself.
pub(super) fn sentences(sources: &[RowSource]) -> Vec<String> {
    let sum = |of: fn(&Rechecked) -> u64| sources.iter().map(|it| of(&it.rechecked)).sum::<u64>();
    let changed = sources.iter().filter(|source| source.rechecked.is_changed()).map(changed);
    let changed = changed.chain(sources.iter().filter_map(contradictory));
    let answers = sum(|it| it.answers);
    let refuted = sum(|it| it.refuted);
    let checked = sum(|it| it.solved) + refuted;
    let without_puzzle = sources
        .iter()
        .map(|it| &it.rechecked)
        .filter(|it| !it.has_puzzles)
        .map(|it| it.answers - it.without_grid - it.instances);
    let without_puzzle: u64 = without_puzzle.sum();
    let (without_grid, instances) = (sum(|it| it.without_grid), sum(|it| it.instances));
    let others = answers - checked - without_grid - instances - without_puzzle;
    let reasons = [
        (without_grid, ["shows no grid", "show no grid"]),
        (
            instances,
            [
                "is of an instance, which only its corpus contains",
                "are of instances, which only their corpora contain",
            ],
        ),
        (without_puzzle, ["has no puzzles.csv beside it", "have no puzzles.csv beside them"]),
        (
            others,
            [
                "has no puzzle or board that fits beside it",
                "have no puzzle or board that fits beside them",
            ],
        ),
    ];
    let reasons: Vec<String> = (reasons.iter().filter(|(number, _)| *number > 0))
        .map(|&(number, [one, several])| {
            format!("{} {}", grouped(number), if number == 1 { one } else { several })
        })
        .collect();
    let first = match (checked, &reasons[..]) {
        _ if answers == 0 => None,
        (_, []) if answers == 1 => Some("Checked again: the grid of the only answer.".into()),
        (_, []) => Some(format!("Checked again: the grids of all {} answers.", grouped(answers))),
        (0, reasons) => Some(format!("No answer was checked again: {}.", reasons.join(", "))),
        (_, reasons) => Some(format!(
            "Checked again: the grids of {} of {} answers; {}.",
            grouped(checked),
            grouped(answers),
            reasons.join(", ")
        )),
    };
    changed.chain(first).collect()
}

/// Returns the warning about rows of a source that contradict themselves, if there are any.
fn contradictory(source: &RowSource) -> Option<String> {
    let (states, counts) = match source.rechecked.contradictory {
        0 => return None,
        1 => ("states", "counts"),
        _ => ("state", "count"),
    };
    let rows = counted(source.rechecked.contradictory, "row");
    Some(format!(
        "WARNING: {}: {rows} {states} a number of solutions that contradicts the status, and {counts} as unknown.",
        source.name
    ))
}

/// Returns the sentence about a source that was changed after its run.
fn changed(source: &RowSource) -> String {
    let Rechecked { changed_files, is_torn, refuted, other_puzzle, .. } = &source.rechecked;
    let mut what: Vec<String> = changed_files
        .iter()
        .map(|file| format!("{file} is not as its manifest seals it"))
        .collect();
    what.extend(is_torn.then(|| "its last row is partial".into()));
    what.extend((*refuted > 0).then(|| {
        let (do_not, count) =
            if *refuted == 1 { ("does not", "counts") } else { ("do not", "count") };
        format!("{} {do_not} solve the puzzle, and {count} as wrong", counted(*refuted, "grid"))
    }));
    what.extend((*other_puzzle > 0).then(|| {
        let puzzles = if *other_puzzle == 1 { "its puzzle" } else { "their puzzles" };
        format!("{} and {puzzles} do not fit together", counted(*other_puzzle, "row"))
    }));
    format!(
        "WARNING: {} was changed after the run: {}. Its claims beyond its grids count for nothing against other rows.",
        source.name,
        what.join("; ")
    )
}
