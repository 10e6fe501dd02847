//! What people look at: tables, pictures and pages.
//!
//! - [`svg`]: text with marks, which every picture is made of; `png`, with the feature of that name, makes
//!   pixels of it;
//! - [`table`]: the same cells as text, Markdown, HTML, LaTeX, CSV or JSON;
//! - [`draw`]: a puzzle on any geometry;
//! - [`plot`]: the figures of runs, a kind of picture a file;
//! - [`report`]: all of it on one page, with a small script.

#[cfg(feature = "png")]
pub mod png;
pub mod svg;

pub mod table;

pub mod draw;

pub mod plot;

pub mod report;

#[cfg(test)]
mod golden;
