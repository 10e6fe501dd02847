//! Phase transitions: where the share of solvable problems falls through one half, and where searches
//! are longest.
//!
//! Both are read off a curve of a few points: by linear interpolation, or at the points with the maximum.
//! Cheeseman, Kanefsky and Taylor (*Where the really hard problems are*, 1991) first observed that the
//! two are close to each other.

/// Returns where a curve first falls below one half, by linear interpolation; `None` if it does not. Points are in
/// ascending order of their first value.
pub fn half(points: &[(f64, f64)]) -> Option<f64> {
    points.windows(2).find_map(|pair| {
        let [(from, above), (to, below)] = *pair else { return None };
        let falls = above >= 0.5 && below < 0.5;
        falls.then(|| from + (to - from) * (above - 0.5) / (above - below))
    })
}

/// Returns the points where a curve is highest, and how high.
pub fn peak(points: &[(f64, f64)]) -> Option<(Vec<f64>, f64)> {
    let highest = points.iter().map(|&(_, value)| value).max_by(f64::total_cmp)?;
    let places = points.iter().filter(|&&(_, value)| value == highest);
    Some((places.map(|&(place, _)| place).collect(), highest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_half_is_crossed_between_two_points_or_not_at_all() {
        let found = half(&[(0.2, 1.0), (0.4, 0.75), (0.5, 0.25), (0.8, 0.0)]);
        assert!(found.is_some_and(|share| (share - 0.45).abs() < 1e-12), "{found:?}");
        assert_eq!(half(&[(0.2, 1.0), (0.3, 0.5), (0.5, 0.0)]), Some(0.3));
        assert_eq!(half(&[(0.2, 1.0), (0.8, 0.9)]), None);
        assert_eq!(half(&[(0.2, 0.1), (0.8, 0.0)]), None);
        assert_eq!(half(&[]), None);
    }

    #[test]
    fn the_peak_is_the_highest_point_or_several() {
        assert_eq!(peak(&[(0.2, 1.0), (0.4, 9.0), (0.6, 3.0)]), Some((vec![0.4], 9.0)));
        let infinite = f64::INFINITY;
        let plateau = [(0.2, 1.0), (0.4, infinite), (0.5, infinite), (0.6, infinite)];
        assert_eq!(peak(&plateau), Some((vec![0.4, 0.5, 0.6], infinite)));
        assert_eq!(peak(&[]), None);
    }
}
