//! The figures of one contestant.

use std::collections::BTreeMap;

use record::Status;

use super::{AtLimit, Line, Question};
use crate::stats::means::{mean, shifted_geometric_mean};
use crate::stats::quantile::{quantile, sorted};
use crate::stats::scores::Cell;

/// The figures of the cells of a contestant. `common` are the places of the puzzles that all solved.
pub(super) fn line(
    cells: &[Cell],
    contestant: usize,
    common: &[usize],
    question: &Question,
) -> Line {
    let limit = question.limit_ns.filter(|_| question.metric.is_time());
    let taken: Vec<&Cell> = cells.iter().filter(|cell| cell.is_taken()).collect();
    let count = |is: &dyn Fn(&Cell) -> bool| taken.iter().filter(|cell| is(cell)).count();
    let mut statuses = BTreeMap::new();
    for cell in cells.iter().filter(|cell| cell.trials > 0) {
        *statuses.entry(cell.status.name()).or_insert(0) += 1;
    }
    let total = |value: &dyn Fn(&Cell) -> Option<f64>| {
        let values: Vec<f64> = taken.iter().filter_map(|cell| value(cell)).collect();
        (!values.is_empty()).then(|| values.iter().sum::<f64>())
    };
    let counted = |cell: &Cell| cell.nodes.zip(cell.wall_ns);
    let nodes = total(&|cell| counted(cell).map(|(nodes, _)| nodes)).filter(|&nodes| nodes > 0.0);
    let wall = total(&|cell| counted(cell).map(|(_, wall)| wall));
    let mut line = Line {
        contestant,
        taken: taken.len(),
        unsupported: cells.iter().filter(|cell| cell.status == Status::Unsupported).count(),
        solved: count(&|cell| cell.is_solved_within(limit)),
        verified: count(&|cell| cell.is_solved_within(limit) && cell.is_verified),
        wrong: count(&|cell| cell.status == Status::Wrong),
        must_not_happen: count(&|cell| cell.must_not_happen),
        unstable: count(&|cell| cell.is_unstable),
        statuses,
        nodes: total(&|cell| cell.nodes),
        bets: total(&|cell| cell.bets),
        ns_per_node: wall.zip(nodes).map(|(wall, nodes)| wall / nodes),
        timed_together: count(&|cell| !cell.is_timed_alone),
        parted: count(&|cell| cell.is_parted && question.metric.is_time()),
        not_measured: count(&|cell| cell.is_solved() && cell.value.is_none()),
        ..Line::default()
    };
    if question.metric.is_time() {
        line.at_limit = at_limit(&taken, question.limit_ns);
        let further = question.further_limits_ns.iter();
        line.at_further_limits = further.map(|&limit| at_limit(&taken, Some(limit))).collect();
    } else {
        line.at_limit.solved = line.solved;
    }
    spread(&mut line, cells, &taken, common, question);
    line
}

/// Fills in what asks for the value of each puzzle.
fn spread(line: &mut Line, cells: &[Cell], taken: &[&Cell], common: &[usize], question: &Question) {
    let shared: Option<Vec<f64>> = common.iter().map(|&puzzle| cells[puzzle].value).collect();
    let shared = shared.filter(|values| !values.is_empty());
    line.mean = shared.as_deref().and_then(mean);
    line.sum = shared.as_deref().map(|values| values.iter().sum());
    let is_time = question.metric.is_time();
    if is_time && line.timed_together > 0 {
        return;
    }
    let limit = question.limit_ns;
    let values: Option<Vec<f64>> = match is_time {
        true => taken.iter().map(|cell| cell.or_infinity(limit)).collect(),
        false => shared.clone(),
    };
    let values = sorted(values.unwrap_or_default());
    line.median = quantile(&values, 0.5);
    line.p90 = quantile(&values, 0.9);
    line.p99 = quantile(&values, 0.99);
    let costs: Option<Vec<f64>> = match is_time {
        true => taken.iter().map(|cell| cell.penalised(limit, 1.0)).collect(),
        false => shared,
    };
    line.geomean = costs.and_then(|costs| shifted_geometric_mean(&costs, question.shift));
}

fn at_limit(taken: &[&Cell], limit_ns: Option<f64>) -> AtLimit {
    let costs = |penalty: f64| -> Option<Vec<f64>> {
        taken.iter().map(|cell| cell.penalised(limit_ns, penalty)).collect()
    };
    let doubled = costs(2.0).filter(|costs| !costs.is_empty());
    AtLimit {
        limit_ns,
        solved: taken.iter().filter(|cell| cell.is_solved_within(limit_ns)).count(),
        par2: doubled.as_deref().and_then(mean),
        par2_sum: doubled.as_deref().map(|costs| costs.iter().sum()),
        par10: costs(10.0).as_deref().and_then(mean),
    }
}
