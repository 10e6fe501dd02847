//! Puts a text between two markers of a file, so that a README has the figures of a run and never
//! ones that somebody typed.

use anyhow::bail;

/// The markers, as comments that Markdown does not show.
pub const MARKERS: [&str; 2] = ["<!-- begin: report -->", "<!-- end: report -->"];

/// `whole` with `part` between the markers, in place of what was there.
///
/// # Errors
/// When a marker is missing, or comes twice, or the end comes first: `file:line:1: what is wrong`.
pub fn splice(file: &str, whole: &str, part: &str) -> anyhow::Result<String> {
    let [begin, end] = MARKERS;
    let place = |marker: &str| -> anyhow::Result<usize> {
        let mut places = whole.match_indices(marker).map(|(at, _)| at);
        let Some(at) = places.next() else {
            bail!("{file}:1:1: there is no {marker:?}, expected {begin:?} and below it {end:?}");
        };
        match places.next() {
            Some(second) => {
                bail!("{file}:{}:1: a second {marker:?}, expected one", line(whole, second))
            }
            None => Ok(at),
        }
    };
    let (from, to) = (place(begin)? + begin.len(), place(end)?);
    if to < from {
        bail!("{file}:{}:1: {end:?} stands above {begin:?}, expected it below", line(whole, to));
    }
    Ok(format!("{}\n{}\n{}", &whole[..from], part.trim_end(), &whole[to..]))
}

fn line(text: &str, at: usize) -> usize {
    text[..at].matches('\n').count() + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_between_the_markers_is_replaced_and_nothing_else() {
        let [begin, end] = MARKERS;
        let whole = format!("# Title\n{begin}\nold\n{end}\nmore\n");
        let spliced = splice("a.md", &whole, "new\n\n").unwrap();
        assert_eq!(spliced, format!("# Title\n{begin}\nnew\n{end}\nmore\n"));
        assert_eq!(splice("a.md", &spliced, "new").unwrap(), spliced);
    }

    #[test]
    fn markers_that_are_missing_or_wrong_are_told() {
        let [begin, end] = MARKERS;
        let message = |whole: &str| splice("a.md", whole, "").unwrap_err().to_string();
        assert!(message("").starts_with("a.md:1:1: there is no"));
        assert!(message(&format!("{end}\n{begin}\n")).starts_with("a.md:1:1: "));
        assert!(message(&format!("{begin}\n{begin}\n{end}")).starts_with("a.md:2:1: a second"));
    }
}
