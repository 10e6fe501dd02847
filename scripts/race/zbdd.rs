//! Counts the solutions of an exact cover problem with the zero-suppressed decision diagrams of the crate oxidd:
//! the conjunction of "exactly one option of this item" over all items.
//!
//!   zbdd first|last FILE
//!
//! FILE is in Knuth's notation, without secondary items. Items are joined from the first or from the last. Prints
//! the number of solutions and the nodes of the diagram.

use std::collections::hash_map::RandomState;

use num_bigint::BigUint;
use oxidd::util::{AllocResult, SatCountCache};
use oxidd::zbdd::{self, ZBDDFunction};
use oxidd::{BooleanFunction, Function, Manager, ManagerRef};

fn main() -> AllocResult<()> {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, from, file] = &arguments[..] else { panic!("usage: zbdd first|last FILE") };
    let (n_items, options) = read(file);
    let mut items: Vec<usize> = (0..n_items).collect();
    if from == "last" {
        items.reverse();
    }
    let (count, nodes) = solutions(&items, &options)?;
    println!("{count} {nodes}");
    Ok(())
}

/// Reads the number of items, and the items of each option, sorted, so that neighbours are close together.
fn read(file: &str) -> (usize, Vec<Vec<usize>>) {
    let text = std::fs::read_to_string(file).expect("the file can be read");
    let mut lines = text.lines().filter(|line| !line.starts_with('|') && !line.is_empty());
    let items: Vec<&str> = lines.next().expect("a line of items").split_whitespace().collect();
    let place = |name| items.iter().position(|&item| item == name).expect("an item");
    let mut options: Vec<Vec<usize>> =
        lines.map(|line| line.split_whitespace().map(place).collect()).collect();
    options.iter_mut().for_each(|option| option.sort_unstable());
    options.sort_unstable();
    (items.len(), options)
}

fn solutions(items: &[usize], options: &[Vec<usize>]) -> AllocResult<(BigUint, usize)> {
    let manager = zbdd::new_manager(1 << 24, 1 << 22, 1);
    let chosen: Vec<ZBDDFunction> = manager.with_manager_exclusive(|manager| {
        let variables = manager.add_vars(options.len() as u32);
        AllocResult::from_iter(variables.map(|variable| ZBDDFunction::var(manager, variable)))
    })?;
    let (always, never) =
        manager.with_manager_shared(|it| (ZBDDFunction::t(it), ZBDDFunction::f(it)));
    let mut covers = always.clone();
    for item in items {
        let (mut none, mut one) = (always.clone(), never.clone());
        for (option, chosen) in options.iter().zip(&chosen).rev() {
            if option.contains(item) {
                one = chosen.ite(&none, &one)?;
                none = chosen.not()?.and(&none)?;
            }
        }
        covers = covers.and(&one)?;
    }
    let mut cache = SatCountCache::<BigUint, RandomState>::default();
    Ok((covers.sat_count(options.len() as u32, &mut cache), covers.node_count()))
}
