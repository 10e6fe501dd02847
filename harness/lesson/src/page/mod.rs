//! The page that plays lessons: one HTML file that loads nothing.

use serde_json::json;
use solvers::Language;

use crate::Lesson;

/// The parts of the script, each with one subject, in the order in which they need each other.
const SCRIPTS: &[&str] = &[
    include_str!("base.js"),
    include_str!("language.js"),
    include_str!("unpack.js"),
    include_str!("index.js"),
    include_str!("state.js"),
    include_str!("board-state.js"),
    include_str!("other-states.js"),
    include_str!("words.js"),
    include_str!("board-view.js"),
    include_str!("tree-view.js"),
    include_str!("counters-view.js"),
    include_str!("board-matrix.js"),
    include_str!("matrix-view.js"),
    include_str!("graph-view.js"),
    include_str!("trail-view.js"),
    include_str!("panel.js"),
    include_str!("stage.js"),
    include_str!("play.js"),
    include_str!("predict.js"),
    include_str!("sheet.js"),
    include_str!("start.js"),
];

/// The style sheet.
pub const STYLE: &str = include_str!("page.css");

/// The content of the page.
pub const BODY: &str = include_str!("page.html");

/// Returns the script.
pub fn script() -> String {
    SCRIPTS.concat()
}

/// Returns the page of these lessons, which opens in `language`; a button changes it. `policy` makes the content
/// security policy of a style sheet and a script, which are the only ones.
pub fn page(
    lessons: &[Lesson],
    language: Language,
    policy: impl FnOnce(&str, &str) -> String,
) -> String {
    let script = script();
    let policy = policy(STYLE, &script);
    // In JSON `<` only occurs in texts, where it may be written so. Then no text ends the element.
    let data = json!(lessons).to_string().replace('<', "\\u003c");
    let code = match language {
        Language::En => "en",
        Language::Fr => "fr",
    };
    format!(
        "<!DOCTYPE html>\n<html lang=\"{code}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>Lesson</title>\n<style>{STYLE}</style>\n</head>\n<body>\n{BODY}\
         <script type=\"application/json\" id=\"lessons\">{data}</script>\n\
         <script>{script}</script>\n</body>\n</html>\n"
    )
}
