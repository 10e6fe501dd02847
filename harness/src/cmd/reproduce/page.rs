//! A page of all cells, without a script: a table for each source, and the reasons below it.

use std::fmt::Write as _;

use render::policy::policy;
use render::svg::Escaped;
use render::table::{Format, Table, TableCell};

use super::{ReplayedSource, Replays, print};
use crate::cmd::reproduction::Figure;

/// The style sheet. The page loads nothing.
const STYLE: &str = "\
:root{color-scheme:light dark}\
body{font-family:Helvetica,Arial,'DejaVu Sans',sans-serif;max-width:1060px;margin:24px auto;padding:0 16px;line-height:1.45}\
h1{font-size:24px}h2{font-size:19px;border-bottom:1px solid #999;margin-top:36px}\
table{border-collapse:collapse;font-size:13px;margin:8px 0;display:block;overflow-x:auto}\
th,td{padding:3px 9px;border-bottom:1px solid #999;text-align:left;vertical-align:top}td.number,th.number{text-align:right}\
.note{font-size:13px}";

/// Returns the page.
///
/// # Errors
/// When a table cannot be printed.
pub(super) fn html(replays: &Replays) -> anyhow::Result<String> {
    let mut body = format!("<p>{}</p>\n", Escaped(&print::summary(replays).join(" ")));
    for source in &replays.sources {
        let head = &source.file.head;
        let (title, origin) = (Escaped(&head.title), format!("{}: {}", head.author, head.source));
        write!(body, "<h2>{title}</h2>\n<p>{}</p>\n", Escaped(&origin))?;
        let mut bytes = Vec::new();
        table(source).print(&mut bytes, Format::Html)?;
        body += &String::from_utf8(bytes)?;
    }
    let title = "Published figures, measured again";
    let policy = policy(STYLE, "");
    Ok(format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n\
         <title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n{body}</body>\n</html>\n"
    ))
}

/// Returns every cell of a source, with its figures in full.
fn table(source: &ReplayedSource) -> Table {
    let titles = ["place", "claim", "printed", "ours", "verdict", "why"];
    let mut table = titles.into_iter().fold(Table::default(), |table, title| table.words(title));
    for (cell, replayed) in source.pairs() {
        table.row([
            TableCell::from(cell.place.as_str()),
            cell.claim.as_str().into(),
            Figure::table_cell(cell.printed.as_ref()),
            print::ours(replayed),
            cell.verdict(replayed.verdict).into(),
            cell.reason(replayed).into(),
        ]);
    }
    table
}
