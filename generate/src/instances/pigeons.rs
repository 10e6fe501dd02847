//! Pigeons in holes, of which each has room for one: the problem that shows what symmetries cost.

use board::instance::{Entry, ExactCover, Item};

/// Returns the problem to put each pigeon into a hole of its own. An option is a pigeon, which is a primary item, in a
/// hole, which is a secondary one. With fewer holes than pigeons there is no solution, and resolution needs
/// exponentially many steps to prove it (Haken 1985, *The intractability of resolution*).
pub fn pigeons(pigeons: usize, holes: usize) -> ExactCover {
    let names = |letter: char, n: usize| (1..=n).map(|it| format!("{letter}{it}")).collect();
    let mut problem = ExactCover::new(names('p', pigeons), names('h', holes), Vec::new());
    for (pigeon, hole) in (0..pigeons * holes).map(|it| (it / holes, pigeons + it % holes)) {
        let items = [pigeon, hole].map(|item| Entry::plain(item as Item));
        problem.add_option(items).expect("a pigeon is no hole");
    }
    problem
}
