//! The rows of sweeps: the same search with two orders of the items.

use board::instance::{ExactCover, Item};

use super::multi_sweep::MultiSweep;
use super::order;
use super::prover::{Choice, Prover};
use super::sweep::Sweep;
use crate::contract::{
    Backend, Counter, LimitSupport, Method, Origin, Preparation, ProblemKind, Solver, StepSupport,
    Takes, Task, Unsupported,
};

/// The row `count/sweep`.
pub const SWEEP: Backend = Backend {
    id: "count/sweep",
    about: "counts each state of an exact cover once; items in the given order",
    method: Method { state: "open items, and colours", inference: "none", choice: "first item" },
    tasks: &Task::ALL,
    counts: &[
        Counter::Nodes,
        Counter::Bets,
        Counter::Conflicts,
        Counter::Deductions,
        Counter::MaxDepth,
    ],
    counts_traced: &[],
    steps: StepSupport::All,
    node_limit: LimitSupport::Exact,
    time_limit: LimitSupport::Exact,
    assumes_unique: false,
    complete: true,
    stateful: false,
    batch: None,
    lines: None,
    package: None,
    instructions: None,
    origin: Origin { code: "count", reads: ProblemKind::ExactCover },
    takes: Takes {
        covers: Some(Preparation {
            count_prover: Some(|it| Prover::prepare(it, order::given(it), Choice::First)),
            ..Preparation::new(|it| for_problem(it, order::given))
        }),
        ..Takes::NOTHING
    },
};

/// The row `count/sweep.bandwidth`.
pub const SWEEP_BANDWIDTH: Backend = Backend {
    id: "count/sweep.bandwidth",
    about: "counts each state of an exact cover once; neighbours among the items close together",
    method: Method { choice: "first item of a Cuthill-McKee order", ..SWEEP.method },
    takes: Takes {
        covers: Some(Preparation {
            count_prover: Some(|it| Prover::prepare(it, order::bandwidth(it), Choice::First)),
            ..Preparation::new(|it| for_problem(it, order::bandwidth))
        }),
        ..Takes::NOTHING
    },
    ..SWEEP
};

/// Chooses the order of the items of a problem.
type Order = fn(&ExactCover) -> Vec<Item>;

fn for_problem(
    problem: &ExactCover,
    order: Order,
) -> Result<Box<dyn Solver<ExactCover>>, Unsupported> {
    let order = order(problem);
    Ok(match problem.has_multiplicities() {
        true => Box::new(MultiSweep::new(problem, &order)),
        false => Box::new(Sweep::new(problem, &order)),
    })
}
