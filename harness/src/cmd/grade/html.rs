//! What all pages of a course share: the frame, with a policy that allows no script and loads nothing.

use render::policy::policy;
use render::svg::Escaped;

/// The style sheet, the only one that the policy allows.
const STYLE: &str = "\
:root{color-scheme:light dark}\
body{font-family:Helvetica,Arial,'DejaVu Sans',sans-serif;max-width:900px;margin:24px auto;padding:0 16px;line-height:1.45}\
h1{font-size:24px}h2{font-size:18px;border-bottom:1px solid #999;margin-top:32px}\
table{border-collapse:collapse;font-size:14px;margin:8px 0}\
th,td{padding:3px 9px;border-bottom:1px solid #999;text-align:left;vertical-align:top}td.n,th.n{text-align:right}\
pre{white-space:pre-wrap;overflow-wrap:anywhere;margin:0;font-size:13px}\
.warning{border:2px solid #c00;padding:8px 12px;font-weight:bold}\
.note{font-size:13px}svg .bar{fill:#4878a8}svg text{font-size:11px;fill:currentColor}";

/// Returns a page.
pub(in crate::cmd) fn page(code: &str, title: &str, body: &str) -> String {
    let title = Escaped(title);
    let policy = policy(STYLE, "");
    format!(
        "<!DOCTYPE html>\n<html lang=\"{code}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n\
         <title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n{body}</body>\n</html>\n"
    )
}

/// Returns a table of cells that are HTML; a title that begins with `#` is that of a column of
/// numbers.
pub(in crate::cmd) fn table(titles: &[&str], rows: &[Vec<String>]) -> String {
    let class = |at: usize| if titles[at].starts_with('#') { " class=\"n\"" } else { "" };
    let mut text = String::from("<table>\n<tr>");
    for (at, title) in titles.iter().enumerate() {
        let shown = Escaped(title.trim_start_matches('#'));
        text += &format!("<th{}>{shown}</th>", class(at));
    }
    text += "</tr>\n";
    for row in rows {
        text += "<tr>";
        for (at, cell) in row.iter().enumerate() {
            text += &format!("<td{}>{cell}</td>", class(at));
        }
        text += "</tr>\n";
    }
    text + "</table>\n"
}

/// Returns a text as HTML.
pub(in crate::cmd) fn escaped(text: &str) -> String {
    Escaped(text).to_string()
}

/// Returns a paragraph with a warning, or nothing.
pub(super) fn warning(text: Option<&str>, reason: Option<&String>) -> String {
    match (text, reason) {
        (Some(text), Some(reason)) => {
            format!("<p class=\"warning\">{} ({})</p>\n", Escaped(text), Escaped(reason))
        }
        _ => String::new(),
    }
}
