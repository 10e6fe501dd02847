//! Replaces the text between two markers of a file, so that a README has the figures of a run, never
//! figures typed by hand.

use anyhow::bail;

/// The markers, as comments that Markdown does not render.
pub const MARKERS: [&str; 2] = ["<!-- begin: report -->", "<!-- end: report -->"];

/// Returns `whole` with `part` between the markers.
///
/// # Errors
/// When a marker is missing or duplicated, or the end comes first: `file:line:1: what is wrong`.
pub fn splice(file: &str, whole: &str, part: &str) -> anyhow::Result<String> {
    let [begin, end] = MARKERS;
    let place = |marker: &str| -> anyhow::Result<usize> {
        let mut places = whole.match_indices(marker).map(|(at, _)| at);
        let Some(at) = places.next() else {
            bail!("{file}:1:1: missing {marker:?}, expected {begin:?} followed by {end:?}");
        };
        match places.next() {
            Some(second) => {
                bail!("{file}:{}:1: duplicate {marker:?}, expected one", line(whole, second))
            }
            None => Ok(at),
        }
    };
    let (from, to) = (place(begin)? + begin.len(), place(end)?);
    if to < from {
        bail!("{file}:{}:1: {end:?} before {begin:?}, expected it after", line(whole, to));
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
    fn only_the_text_between_the_markers_is_replaced() {
        let [begin, end] = MARKERS;
        let whole = format!("# Title\n{begin}\nold\n{end}\nmore\n");
        let spliced = splice("a.md", &whole, "new\n\n").unwrap();
        assert_eq!(spliced, format!("# Title\n{begin}\nnew\n{end}\nmore\n"));
        assert_eq!(splice("a.md", &spliced, "new").unwrap(), spliced);
    }

    #[test]
    fn missing_and_misplaced_markers_are_reported() {
        let [begin, end] = MARKERS;
        let message = |whole: &str| splice("a.md", whole, "").unwrap_err().to_string();
        assert!(message("").starts_with("a.md:1:1: missing"));
        assert!(message(&format!("{end}\n{begin}\n")).starts_with("a.md:1:1: "));
        assert!(message(&format!("{begin}\n{begin}\n{end}")).starts_with("a.md:2:1: duplicate"));
    }
}
