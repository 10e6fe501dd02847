//! Presentation: tables, figures and report pages.
//!
//! - [`svg`]: writes SVG, which all figures use; `png`, with the feature of that name, rasterises it;
//! - [`table`]: tables as text, Markdown, HTML, LaTeX, CSV or JSON;
//! - [`mod@unit`]: units of values, as tables and axes write them;
//! - [`draw`]: puzzles on any geometry;
//! - [`plot`]: plots of runs, a kind per file;
//! - [`report`]: everything on one page, with a small script.

#[cfg(feature = "png")]
pub mod png;
pub mod svg;

pub mod table;

pub mod unit;

pub mod draw;

pub mod plot;

pub mod report;

#[cfg(test)]
mod golden;
