//! The passes of a plan, printed instead of run.

use std::io::Write;

use race::plan::Plan;
use race::runner::Blocks;
use record::manifest::Order;
use render::table::{Table, TableCell};
use serde_json::json;

use super::End;
use crate::cli::RunArgs;

/// Prints a row for each pass of each block. Workers take blocks as they become free.
pub(super) fn print(
    arguments: &RunArgs,
    plan: &Plan,
    mut blocks: Blocks,
    out: &mut dyn Write,
) -> anyhow::Result<End> {
    let mut table = Table::default().numbers("block").words("puzzles").numbers("rep");
    table = table.numbers("pass").words("backend");
    while let Some(block) = blocks.next_block()? {
        let last = block.first + block.n_items;
        let first = block.first + 1;
        let puzzles =
            TableCell::new(format!("{first}–{last}"), json!({ "first": first, "last": last }));
        let reps = plan.repetitions.first()..=plan.repetitions.max;
        let reps = if plan.order == Order::Batch { 0..=0 } else { reps };
        for rep in reps {
            for (number, pass) in plan.passes(block.index, rep).into_iter().enumerate() {
                let rep = match plan.order {
                    Order::Batch => "all".into(),
                    _ => TableCell::count(rep.into()),
                };
                let backend = plan.backends[pass.backend].backend.id;
                let [block, pass] =
                    [block.index + 1, number + 1].map(|n| TableCell::count(n as u64));
                table.row([block, puzzles.clone(), rep, pass, backend.into()]);
            }
        }
    }
    table.print(out, arguments.format.format())?;
    Ok(if blocks.bad_lines() > 0 { End::BadInput } else { End::Well })
}
