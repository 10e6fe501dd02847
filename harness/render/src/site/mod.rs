//! The index of a site: links to its pages, in English and French.

use crate::policy::policy;
use crate::svg::Escaped;

/// A page of a site.
#[derive(Clone, Debug)]
pub struct SitePage {
    /// The name of its file, relative to the index.
    pub file: &'static str,
    /// What it is, in English.
    pub english: String,
    /// The same in French.
    pub french: String,
}

const STYLE: &str = include_str!("index.css");

/// Returns the page that links to `pages`. `built_from` is the origin of the module of the
/// playground.
pub fn index(pages: &[SitePage], built_from: &str) -> String {
    let list = |words: fn(&SitePage) -> &str| -> String {
        let item = |page: &SitePage| {
            format!("<li><a href=\"{}\">{}</a></li>\n", Escaped(page.file), Escaped(words(page)))
        };
        pages.iter().map(item).collect()
    };
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>Sudoku, exact cover and SAT</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n\
         <h1>Sudoku, exact cover and SAT</h1>\n<ul>\n{}</ul>\n\
         <section lang=\"fr\">\n<h2>En français</h2>\n<ul>\n{}</ul>\n</section>\n\
         <h2>The module of the playground</h2>\n<pre>{}</pre>\n</main>\n</body>\n</html>\n",
        policy(STYLE, ""),
        list(|page| &page.english),
        list(|page| &page.french),
        Escaped(built_from)
    )
}
