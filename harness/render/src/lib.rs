//! Presentation: tables, figures and report pages.
//!
//! - [`svg`]: writes SVG, which all figures use;
//! - [`table`]: tables as text, Markdown, HTML, LaTeX, CSV or JSON;
//! - [`picture`]: figures as PNG, PDF and TikZ, made of the SVG;
//! - [`mod@unit`]: units of values, as tables and axes write them;
//! - [`draw`]: puzzles on any geometry;
//! - [`plot`]: plots of runs, a kind per file;
//! - [`report`]: everything on one page, with a small script;
//! - [`playground`]: the solvers as a WebAssembly module in a page;
//! - [`site`]: the index of a site of pages;
//! - [`policy`]: what pages may run: their own scripts, by hash.

pub mod svg;

pub mod table;

pub mod picture;

pub mod unit;

pub mod draw;

pub mod plot;

pub mod report;

pub mod playground;

pub mod site;

pub mod policy;

#[cfg(test)]
mod golden;
