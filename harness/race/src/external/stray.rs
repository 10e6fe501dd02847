//! Lines that are not part of the protocol, and the note about them in a row.

/// The number of stray lines that are kept for the note of a row.
pub(crate) const MAX_STRAY_LINES: usize = 3;

/// The beginning of a note about stray lines.
pub const PRINTED: &str = "it printed:";

/// Separates the stray lines of a note.
const SEPARATOR: &str = " / ";

/// Returns whether a line is a result, which is stray output if its id is not that of the request.
pub(crate) fn is_result(line: &str) -> bool {
    line.starts_with("result ")
}

/// Returns the first stray line of a note that is a result.
pub fn stray_result(note: &str) -> Option<&str> {
    let (_, printed) = note.split_once(PRINTED)?;
    printed.trim_start().split(SEPARATOR).find(|line| is_result(line))
}

/// Appends the stray lines to a note.
pub(crate) fn with_stray(note: Option<String>, stray: &[String]) -> Option<String> {
    match stray {
        [] => note,
        stray => {
            let printed = format!("{PRINTED} {}", stray.join(SEPARATOR));
            Some(note.map_or(printed.clone(), |note| format!("{note}; {printed}")))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stray_result_is_found_among_other_lines() {
        let note = |lines: &[&str]| {
            let lines: Vec<String> = lines.iter().map(|&line| line.into()).collect();
            with_stray(Some("a note".into()), &lines).expect("a note")
        };
        assert_eq!(stray_result(&note(&["thinking", "results follow"])), None);
        let found = note(&["thinking", "result 7 impossible - -", "result 8 solved - -"]);
        assert_eq!(stray_result(&found), Some("result 7 impossible - -"));
        assert_eq!(stray_result("its result 7 is late"), None);
    }
}
