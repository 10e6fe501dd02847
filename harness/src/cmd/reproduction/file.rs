//! A file of expected cells.
//!
//! ```toml
//! title = "Su-do-ku"
//! author = "É. Hurtebis"
//! source = "manual of a console tool, December 2005"
//!
//! [puzzles.loose]
//! board = "classic9"
//! cells = "........584...56..1..4..3....9...1...62.71..3....5.....5..8..9.......4...2..17..."
//!
//! [[cell]]
//! place = "option -h"
//! claim = "known cells of the grid"
//! printed = 24
//! measure = { clues = { puzzle = "loose" } }
//! verdict = "differs"
//! why = "The grid as it is printed has 23 known cells."
//! ```
//!
//! The printed figure is compared exactly, rounded (`decimals`), as a ratio (`within`), or as the direction of a
//! claim (`above`, `below`). A `[[table]]` is a measurement of which `{row}` and `{column}` stand for those of each cell.

use std::collections::BTreeMap;
use std::ops::Range;

use board::Puzzle;
use record::numbers::counted;
use schemars::JsonSchema;
use serde::Deserialize;
use toml::{Spanned, Value};

use super::cell::{Cell, CellPlace, Comparison, Known, Replayed, Verdict};
use super::figure::Figure;
use super::instances::{Instances, MissingFile, NamedCorpus, NamedPuzzle};
use super::measure::{Laboratory, Measure};
use super::template::{in_place, replaced, reseeded};
use crate::cmd::study::{self, Study};
use crate::cmd::toml_file;

/// The published figures and claims of one source.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::cmd) struct Reproduction {
    /// The title of the source.
    pub(in crate::cmd) title: String,
    /// Its authors.
    pub(in crate::cmd) author: String,
    /// What it is: the journal, the course, the site; the year, if known.
    pub(in crate::cmd) source: String,
    /// How the figures are known, unless a cell states otherwise.
    #[serde(default)]
    known: Known,
    /// The seconds of processor time that it takes; by default few.
    #[serde(default = "few_seconds")]
    pub(in crate::cmd) cpu_seconds: u64,
    /// The puzzles on which something is measured, by name.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, NamedPuzzle>")]
    puzzles: BTreeMap<String, Spanned<NamedPuzzle>>,
    /// The public corpora on which something is measured, by name.
    #[serde(default)]
    corpora: BTreeMap<String, NamedCorpus>,
    /// The studies that are run, by name: each is the text of a study file.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, Study>")]
    studies: BTreeMap<String, Spanned<Value>>,
    /// Single figures and claims.
    #[serde(default)]
    #[schemars(with = "Vec<PrintedCell>")]
    cell: Vec<Spanned<PrintedCell>>,
    /// Tables.
    #[serde(default)]
    #[schemars(with = "Vec<PrintedTable>")]
    table: Vec<Spanned<PrintedTable>>,
}

/// A printed figure or claim.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct PrintedCell {
    /// Section, page or table of the source.
    place: String,
    /// What is printed, in a few words.
    claim: String,
    /// The printed figure, or the words of a claim.
    printed: Option<Figure>,
    /// The largest difference of the ratio ours/printed from 1.
    within: Option<f64>,
    /// The number of decimals that are printed: the measured figure is rounded to them before it is compared.
    decimals: Option<u32>,
    /// The claim holds if the measured figure is larger; with `below`, if both hold.
    above: Option<f64>,
    /// The claim holds if the measured figure is smaller.
    below: Option<f64>,
    /// What is measured.
    #[schemars(with = "Option<Measure>")]
    measure: Option<Spanned<Value>>,
    /// The expected verdict.
    #[serde(default)]
    verdict: Verdict,
    /// Why the figures differ or cannot be compared, or the reason of a tolerance: one neutral sentence.
    why: Option<String>,
    /// How the figure is known.
    known: Option<Known>,
}

/// A printed table: rows × columns.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct PrintedTable {
    /// Section, page or table of the source.
    place: String,
    /// What the table is, in a few words.
    title: String,
    /// What a cell is, with `{row}` and `{column}`.
    claim: String,
    /// The names of the rows.
    rows: Vec<Figure>,
    /// The names of the columns.
    columns: Vec<Figure>,
    /// The printed figures, row by row, empty texts where there is none; nothing if none is printed.
    printed: Option<Vec<Vec<Figure>>>,
    /// The largest difference of the ratio ours/printed from 1.
    within: Option<f64>,
    /// The number of decimals that are printed: the measured figure is rounded to them before it is compared.
    decimals: Option<u32>,
    /// What is measured; a text that is `{row}` or `{column}` is replaced by the name as it is.
    #[schemars(with = "serde_json::Value")]
    measure: Spanned<Value>,
    /// The expected verdict.
    #[serde(default)]
    verdict: Verdict,
    /// Why the figures differ or cannot be compared, or the reason of the tolerance: one neutral sentence.
    why: Option<String>,
    /// The cells that are expected to differ.
    #[serde(default)]
    differs: Vec<DifferingCell>,
    /// How the figures are known.
    known: Option<Known>,
}

/// A cell of a table that is expected to differ.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct DifferingCell {
    row: Figure,
    column: Figure,
    why: String,
}

/// A file that was read.
pub(in crate::cmd) struct ReproductionFile {
    name: String,
    text: String,
    pub(in crate::cmd) head: Reproduction,
    pub(in crate::cmd) cells: Vec<Cell>,
    pub(super) instances: Instances,
    /// The seed of all samples, in place of those of the file.
    seed: Option<u64>,
}

/// Returns the seconds of a file that states none.
fn few_seconds() -> u64 {
    10
}

impl ReproductionFile {
    /// Reads the text of a file. Its samples have this seed, or those that it states.
    ///
    /// # Errors
    /// When it is not a file of expected cells: `file:line:column: what is wrong`.
    pub(in crate::cmd) fn read(name: &str, text: &str, seed: Option<u64>) -> anyhow::Result<Self> {
        let head: Reproduction = toml_file::parse(name, text)?;
        let (name, text) = (name.to_owned(), text.to_owned());
        let (cells, instances) = (Vec::new(), Instances::default());
        let mut file = Self { name, text, head, cells, instances, seed };
        let (puzzles, studies) = (file.puzzles()?, file.studies()?);
        file.instances = Instances { puzzles, corpora: file.head.corpora.clone(), studies };
        file.cells = file.single_cells()?;
        let of_tables = file.cells_of_tables()?;
        file.cells.extend(of_tables);
        file.cells.sort_by_key(|cell| cell.span.start);
        match file.cells.is_empty() {
            true => Err(file.error(0..0, "no cell, expected at least one [[cell]] or [[table]]")),
            false => Ok(file),
        }
    }

    /// Measures a cell, and judges it. A cell that needs a file that is not here is not reproducible.
    ///
    /// # Errors
    /// When what is measured names a puzzle, a board or a backend that does not exist, or a solver returns a
    /// wrong answer.
    pub(in crate::cmd) fn replay(
        &self,
        cell: &Cell,
        laboratory: &Laboratory<'_>,
    ) -> anyhow::Result<Replayed> {
        let measure = |measure: &Measure| measure.take(&self.instances, laboratory);
        match cell.measure.as_ref().map(measure).transpose() {
            Ok(ours) => Ok(cell.judge(ours)),
            Err(problem) => match problem.downcast::<MissingFile>() {
                Ok(missing) => Ok(Replayed::impossible(missing.to_string())),
                Err(problem) => Err(self.error(cell.span.clone(), &format!("{problem:#}"))),
            },
        }
    }

    /// Returns the names of the public corpora that it needs.
    pub(in crate::cmd) fn needed_files(&self) -> Vec<&str> {
        self.instances.corpora.values().map(|corpus| &*corpus.file).collect()
    }

    fn error(&self, span: Range<usize>, problem: &str) -> anyhow::Error {
        toml_file::error(&self.name, &self.text, span, problem)
    }

    fn puzzles(&self) -> anyhow::Result<BTreeMap<String, Puzzle>> {
        let read = |(name, its): (&String, &Spanned<NamedPuzzle>)| match its.get_ref().puzzle() {
            Ok(puzzle) => Ok((name.clone(), puzzle)),
            Err(problem) => Err(self.error(its.span(), &problem.to_string())),
        };
        self.head.puzzles.iter().map(read).collect()
    }

    /// Returns the texts of the studies.
    fn studies(&self) -> anyhow::Result<BTreeMap<String, String>> {
        let text = |(name, its): (&String, &Spanned<Value>)| {
            let wrong = |problem: String| self.error(its.span(), &problem);
            let text = toml::to_string(&self.with_seed(its.get_ref()));
            let text = text.map_err(|problem| wrong(problem.to_string()))?;
            study::check(&text).map_err(|problem| wrong(format!("{problem:#}")))?;
            Ok((name.clone(), text))
        };
        self.head.studies.iter().map(text).collect()
    }

    fn single_cells(&self) -> anyhow::Result<Vec<Cell>> {
        let of_one = |spanned: &Spanned<PrintedCell>| {
            let it = spanned.get_ref();
            let measure = match &it.measure {
                Some(measure) => Some(self.measure(measure.get_ref(), measure.span())?),
                None => None,
            };
            let cell = Cell {
                place: it.place.clone(),
                claim: it.claim.clone(),
                printed: it.printed.clone(),
                comparison: self.comparison(it, spanned.span())?,
                expected: it.verdict,
                known: it.known.unwrap_or(self.head.known),
                why: it.why.clone(),
                measure,
                at: None,
                span: spanned.span(),
            };
            self.checked(cell)
        };
        self.head.cell.iter().map(of_one).collect()
    }

    fn comparison(&self, cell: &PrintedCell, span: Range<usize>) -> anyhow::Result<Comparison> {
        match (cell.within, cell.decimals, cell.above.is_some() || cell.below.is_some()) {
            (within, decimals, false) if within.is_none() || decimals.is_none() => {
                Ok(of_figure(within, decimals))
            }
            (None, None, true) => Ok(Comparison::Between(
                cell.above.unwrap_or(f64::NEG_INFINITY),
                cell.below.unwrap_or(f64::INFINITY),
            )),
            _ => {
                Err(self.error(span, "expected within, decimals, or above and below, not several"))
            }
        }
    }

    fn cells_of_tables(&self) -> anyhow::Result<Vec<Cell>> {
        let mut cells = Vec::new();
        for table in &self.head.table {
            let it = table.get_ref();
            let is_size = |all: &Vec<Vec<Figure>>| {
                all.len() == it.rows.len() && all.iter().all(|row| row.len() == it.columns.len())
            };
            if !it.printed.as_ref().is_none_or(is_size) {
                let (rows, columns) = (it.rows.len(), it.columns.len());
                let size =
                    [counted(rows as u64, "row"), counted(columns as u64, "figure")].join(" of ");
                let problem = format!("printed: expected {size}");
                return Err(self.error(table.span(), &problem));
            }
            for (index, row) in it.rows.iter().enumerate() {
                for (number, column) in it.columns.iter().enumerate() {
                    let printed = it.printed.as_ref().map(|all| &all[index][number]);
                    if printed != Some(&Figure::Text(String::new())) {
                        cells.push(self.cell_of_table(table, [row, column], printed.cloned())?);
                    }
                }
            }
        }
        Ok(cells)
    }

    fn cell_of_table(
        &self,
        table: &Spanned<PrintedTable>,
        at: [&Figure; 2],
        printed: Option<Figure>,
    ) -> anyhow::Result<Cell> {
        let it = table.get_ref();
        let names = at.map(Figure::to_string);
        let differing = it.differs.iter().find(|cell| [&cell.row, &cell.column] == at);
        let (expected, why) = match differing {
            Some(cell) => (Verdict::Differs, Some(cell.why.clone())),
            None => (it.verdict, it.why.clone()),
        };
        let claim = in_place(&it.claim, &names);
        let [row, column] = names;
        let cell = Cell {
            place: it.place.clone(),
            claim,
            printed,
            comparison: of_figure(it.within, it.decimals),
            expected,
            known: it.known.unwrap_or(self.head.known),
            why,
            measure: Some(self.measure(&replaced(it.measure.get_ref(), at), it.measure.span())?),
            at: Some(CellPlace { table: it.title.clone(), row, column }),
            span: table.span(),
        };
        self.checked(cell)
    }

    fn measure(&self, value: &Value, span: Range<usize>) -> anyhow::Result<Measure> {
        let read = Measure::deserialize(self.with_seed(value));
        read.map_err(|problem| self.error(span, problem.message()))
    }

    fn with_seed(&self, value: &Value) -> Value {
        self.seed.map_or_else(|| value.clone(), |seed| reseeded(value, seed))
    }

    /// Returns the cell, if what it has belongs together.
    fn checked(&self, cell: Cell) -> anyhow::Result<Cell> {
        let wrong = |problem| Err(self.error(cell.span.clone(), problem));
        let needs_figure = !matches!(cell.comparison, Comparison::Between(..));
        match &cell {
            Cell { measure: None, expected: Verdict::Agrees | Verdict::Differs, .. } => {
                wrong("expected measure, unless the verdict is not-comparable")
            }
            Cell { why: None, expected, .. } if *expected != Verdict::Agrees => {
                wrong("expected why, since the verdict is not that it agrees")
            }
            Cell { why: None, comparison: Comparison::Within(_), .. } => {
                wrong("expected why, the reason of the tolerance")
            }
            Cell { printed: None, expected: Verdict::Agrees | Verdict::Differs, .. }
                if needs_figure =>
            {
                wrong("expected printed, unless the verdict is not-comparable")
            }
            _ => Ok(cell),
        }
    }
}

/// Returns the comparison with a figure that is printed exactly, or with a tolerance, or with
/// decimals.
fn of_figure(within: Option<f64>, decimals: Option<u32>) -> Comparison {
    match (within, decimals) {
        (Some(share), _) => Comparison::Within(share),
        (None, Some(decimals)) => Comparison::Rounded(decimals),
        (None, None) => Comparison::Exact,
    }
}
