//! Cages, as statements of a [drawing](crate::drawing).
//!
//! A cage whose cells are `unique` is a region, with a total also a sum. If it says that they are not, it is a sum alone.
//! If it says neither, programs disagree: those of earlier days take every cage for a region, the present SudokuPad does
//! not. So that is an error, unless the cells differ anyway. A cage that is `hidden` and neither is not drawn, and only
//! says how far the board reaches.

use std::fmt::Write as _;

use serde_json::Value;

use super::super::site::Field;
use super::super::square::Blocks;
use super::drawn::is_transparent;
use super::info;
use super::places;
use super::refused::refused;
use crate::geometry::Position;
use crate::source::{TextError, counted};

/// The keys of a cage that are not about colours.
const KEYS: [&str; 7] = ["cells", "hidden", "style", "sum", "type", "unique", "value"];

/// The keys of its colours.
const COLOURS: [&str; 6] = ["borderColor", "color", "fontC", "fontColor", "outlineC", "textColor"];

/// The kinds of cages whose rule is what else they state, under `type` or `style`.
const KINDS: [&str; 7] =
    ["box", "disjoint", "extraregion", "killer", "region", "rowcol", "windoku"];

/// What cages state.
#[derive(Default)]
pub(super) struct Cages {
    /// A line each.
    pub(super) statements: String,
    /// The number of regions with a total.
    pub(super) n_killers: usize,
    /// The number of other regions.
    n_groups: usize,
    /// The number of sums without a region.
    n_sums: usize,
    /// Their cells.
    pub(super) cells: Vec<Position>,
}

impl Cages {
    /// Returns whether each cage is a region with a total, if there are some.
    pub(super) fn are_killers(&self) -> bool {
        self.n_killers > 0 && self.n_groups + self.n_sums == 0
    }

    fn state(&mut self, what: &str, cells: &[Position]) {
        let cells: String = cells.iter().map(|cell| format!(" {cell}")).collect();
        // Writing to a string cannot fail.
        let _ = writeln!(self.statements, "{what}:{cells}");
    }

    fn region(&mut self, total: Option<u16>, cells: &[Position]) {
        match total {
            Some(total) => {
                self.n_killers += 1;
                self.state(&format!("cage {total}"), cells);
            }
            // A cell differs from no other.
            None if cells.len() < 2 => {}
            None => {
                self.n_groups += 1;
                self.state(&format!("region group {}", self.n_groups), cells);
            }
        }
    }
}

/// Reads all cages with cells.
pub(super) fn read(field: &Field<'_>, blocks: &Blocks, size: usize) -> Result<Cages, TextError> {
    let mut all = Cages::default();
    for cage in field.items()? {
        check_keys(&cage)?;
        let cells = places::cells(&cage.get("cells")?, size)?;
        if cells.is_empty() {
            info::tag(&cage)?;
            continue;
        }
        let total = total(&cage)?;
        let unique = cage.get("unique")?;
        let are_unique = match unique.value {
            Value::Null => None,
            _ => Some(unique.flag()?),
        };
        match (are_unique, total) {
            (Some(true), _) if cells.len() > size => {
                let expected = format!("at most {size}: there are no more symbols");
                return Err(cage.error(&counted(cells.len(), "cell"), &expected));
            }
            (Some(true), _) => all.region(total, &cells),
            (Some(false), Some(total)) => {
                all.n_sums += 1;
                all.state(&format!("sum {total}"), &cells);
            }
            (None, Some(_)) if differ(&cells, blocks) => all.region(total, &cells),
            (None, Some(_)) => {
                let expected = "true or false: whether numbers of the cage may repeat";
                return Err(unique.error("no value", expected));
            }
            (_, None) if cage.get("hidden")?.flag()? => {}
            (_, None) => return Err(refused(&cage, "a cage that states nothing known")),
        }
        all.cells.extend(cells);
    }
    Ok(all)
}

/// # Errors
/// If a cage has a key that is not known, or another look than usual, by which it may be another rule.
fn check_keys(cage: &Field<'_>) -> Result<(), TextError> {
    let Value::Object(object) = cage.value else { return Err(cage.wrong("an object")) };
    for (key, value) in object {
        let field = cage.get(key)?;
        let is_black = || {
            let digits = value.as_str().and_then(|it| it.trim().strip_prefix('#'));
            digits.is_some_and(|it| matches!(it, "000" | "000f" | "000000" | "000000ff"))
        };
        let is_usual = match key.as_str() {
            "type" | "style" => value.as_str().is_some_and(|it| KINDS.contains(&it)),
            key if COLOURS.contains(&key) => is_transparent(value) || is_black(),
            key => KEYS.contains(&key),
        };
        if !is_usual && !field.is_nothing() {
            return Err(refused(&field, "a cage of a kind that may be another rule"));
        }
    }
    Ok(())
}

/// Returns the total of a cage, as text or as a number.
fn total(cage: &Field<'_>) -> Result<Option<u16>, TextError> {
    let read = |key: &str| {
        let field = cage.get(key)?;
        let words = match field.value {
            Value::String(_) | Value::Null | Value::Number(_) => field.words()?,
            _ => return Err(field.wrong("a total")),
        };
        let Some(words) = words else { return Ok(None) };
        let is_number = words.bytes().all(|byte| byte.is_ascii_digit()) && !words.starts_with('0');
        let total = words.parse().ok().filter(|_| is_number);
        total.map(Some).ok_or_else(|| field.wrong("a total from 1 to 65535"))
    };
    let (value, sum): (Option<u16>, Option<u16>) = (read("value")?, read("sum")?);
    match (value, sum) {
        (Some(value), Some(sum)) if value != sum => {
            let what = format!("the totals {value} and {sum}");
            Err(cage.error(&what, "the same under value and sum"))
        }
        _ => Ok(value.or(sum)),
    }
}

/// Returns whether all cells differ because of rows, columns and blocks.
fn differ(cells: &[Position], blocks: &Blocks) -> bool {
    let are_peers = |one: &Position, other: &Position| {
        let is_shared = |block: &Vec<Position>| block.contains(one) && block.contains(other);
        one.row == other.row || one.column == other.column || blocks.iter().any(is_shared)
    };
    let mut pairs = (1..cells.len()).flat_map(|at| cells[..at].iter().map(move |it| (it, at)));
    pairs.all(|(other, at)| are_peers(&cells[at], other))
}
