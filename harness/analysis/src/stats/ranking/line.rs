//! The statistics of one contestant.

use std::collections::BTreeMap;

use record::Status;

use super::{AtLimit, RankingLine, RankingSpec};
use crate::stats::means::{mean, shifted_geometric_mean};
use crate::stats::quantile::{quantile, sorted};
use crate::stats::scores::Score;

/// Returns the statistics of the scores of a contestant. `common` are the indices of the puzzles
/// that all solved.
pub(super) fn line(
    cells: &[Score],
    contestant: usize,
    common: &[usize],
    question: &RankingSpec,
) -> RankingLine {
    let limit = question.limit_ns.filter(|_| question.metric.is_time());
    let taken: Vec<&Score> = cells.iter().filter(|score| score.is_taken()).collect();
    let count = |is: &dyn Fn(&Score) -> bool| taken.iter().filter(|score| is(score)).count();
    let mut statuses = BTreeMap::new();
    for score in cells.iter().filter(|score| score.trials > 0) {
        *statuses.entry(score.status_within(limit).name()).or_insert(0) += 1;
    }
    let total = |value: &dyn Fn(&Score) -> Option<f64>| {
        let values: Vec<f64> = taken.iter().filter_map(|score| value(score)).collect();
        (!values.is_empty()).then(|| values.iter().sum::<f64>())
    };
    let counted = |score: &Score| score.nodes.zip(score.wall_ns);
    let nodes = total(&|score| counted(score).map(|(nodes, _)| nodes)).filter(|&nodes| nodes > 0.0);
    let wall = total(&|score| counted(score).map(|(_, wall)| wall));
    let mut line = RankingLine {
        contestant,
        taken: taken.len(),
        unsupported: cells.iter().filter(|score| score.status == Status::Unsupported).count(),
        solved: count(&|score| score.is_solved_within(limit)),
        verified: count(&|score| score.is_solved_within(limit) && score.is_verified),
        wrong: count(&|score| score.status == Status::Wrong),
        failures: count(&|score| score.is_failure),
        unstable: count(&|score| score.is_unstable),
        statuses,
        nodes: total(&|score| score.nodes),
        bets: total(&|score| score.bets),
        ns_per_node: wall.zip(nodes).map(|(wall, nodes)| wall / nodes),
        timed_together: count(&|score| !score.is_timed_alone),
        parted: count(&|score| score.is_parted && question.metric.is_time()),
        not_measured: count(&Score::lacks_value),
        ..RankingLine::default()
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

/// Fills in the statistics that require the value of each puzzle.
fn spread(
    line: &mut RankingLine,
    cells: &[Score],
    taken: &[&Score],
    common: &[usize],
    question: &RankingSpec,
) {
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
        true => taken.iter().map(|score| score.or_infinity(limit)).collect(),
        false => shared.clone(),
    };
    let values = sorted(values.unwrap_or_default());
    line.median = quantile(&values, 0.5);
    line.p90 = quantile(&values, 0.9);
    line.p99 = quantile(&values, 0.99);
    let costs: Option<Vec<f64>> = match is_time {
        true => taken.iter().map(|score| score.penalised(limit, 1.0)).collect(),
        false => shared,
    };
    let costs = costs.filter(|_| !question.metric.is_share());
    line.geomean = costs.and_then(|costs| shifted_geometric_mean(&costs, question.shift));
}

fn at_limit(taken: &[&Score], limit_ns: Option<f64>) -> AtLimit {
    let costs = |penalty: f64| -> Option<Vec<f64>> {
        taken.iter().map(|score| score.penalised(limit_ns, penalty)).collect()
    };
    let doubled = costs(2.0).filter(|costs| !costs.is_empty());
    AtLimit {
        limit_ns,
        solved: taken.iter().filter(|score| score.is_solved_within(limit_ns)).count(),
        par2: doubled.as_deref().and_then(mean),
        par2_sum: doubled.as_deref().map(|costs| costs.iter().sum()),
        par10: costs(10.0).as_deref().and_then(mean),
    }
}
