//! Lines that are not part of the protocol, and the note about them in a row.

/// The number of stray lines that are kept for the note of a row.
pub(crate) const MAX_STRAY_LINES: usize = 3;

/// The beginning of a note about stray lines.
pub const PRINTED: &str = "it printed:";

/// Appends the stray lines to a note.
pub(crate) fn with_stray(note: Option<String>, stray: &[String]) -> Option<String> {
    match stray {
        [] => note,
        stray => {
            let printed = format!("{PRINTED} {}", stray.join(" / "));
            Some(note.map_or(printed.clone(), |note| format!("{note}; {printed}")))
        }
    }
}
