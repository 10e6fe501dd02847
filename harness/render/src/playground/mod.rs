//! The playground: a page that reads, solves and generates puzzles with the solvers as a WebAssembly module.
//!
//! The module (`playground/`) is compressed in the page, as are all texts; nothing is loaded. It runs in a worker, so
//! that the page answers while it works, and a search that takes too long is stopped with its worker. Without a
//! module the page says so, and has no other use.
//!
//! Lessons that it records are played in a frame by the same page as those that were recorded before.
//!
//! Texts of puzzles and of the module are written as text only, and the policy allows the script and the style sheet
//! of this page and of the player, the compilation of WebAssembly, and a worker whose text is in the page.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

mod module;

use self::module::packed;

pub use self::module::Module;

use crate::policy::policy_of;
use crate::svg::Escaped;

/// The script of the page.
const SCRIPT: &str = concat!(
    "\"use strict\";\n(() => {\n",
    include_str!("page/words.js"),
    include_str!("../elements.js"),
    include_str!("page/base.js"),
    include_str!("page/engine.js"),
    include_str!("page/board.js"),
    include_str!("page/drawing.js"),
    include_str!("page/actions.js"),
    include_str!("page/lesson.js"),
    include_str!("page/start.js"),
    "})();\n"
);

/// The script of the worker.
const WORKER: &str = include_str!("page/worker.js");

const STYLE: &str = include_str!("page/page.css");

/// The page that plays lessons, without any.
#[derive(Clone, Debug)]
pub struct Player {
    /// The page.
    pub page: String,
    /// Its style sheet.
    pub style: &'static str,
    /// Its script.
    pub script: String,
}

/// Returns the page with a module, and with a player for the lessons that it records; `example` is the text of the
/// first puzzle.
pub fn page(module: &Module, player: &Player, example: &str) -> String {
    let frame = include_str!("page/frame.html").replace("{example}", &Escaped(example).to_string());
    let policy = policy_of(&[STYLE, player.style], &[SCRIPT, &player.script]);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{policy} 'wasm-unsafe-eval'; \
         worker-src blob:\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>Playground</title>\n<style>{STYLE}</style>\n</head>\n<body>\n{frame}\
         <script type=\"text/plain\" id=\"worker\">{WORKER}</script>\n\
         <script type=\"application/octet-stream\" id=\"module\">{}</script>\n\
         <script type=\"application/octet-stream\" id=\"player\">{}</script>\n\
         <script>{SCRIPT}</script>\n</body>\n</html>\n",
        STANDARD.encode(&module.packed),
        STANDARD.encode(packed(player.page.as_bytes()))
    )
}
