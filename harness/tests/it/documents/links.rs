//! The links of a document and the paths that it names: files of the repository, and headings in them.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::LazyLock;

use regex_lite::Regex;

use super::{read, root};

/// Every link to a file or to a heading leads to one.
pub(super) fn check(path: &str) {
    static LINK: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"\]\(([^()\s]+)\)").expect("an expression"));
    let text = read(path);
    for (index, line) in prose(&text) {
        for link in LINK.captures_iter(line).map(|captures| captures[1].to_owned()) {
            if !link.starts_with("http") {
                follow(path, &link)
                    .unwrap_or_else(|reason| panic!("{path}:{index}: {link} {reason}"));
            }
        }
    }
}

/// Every path from the root between backticks leads to a file or a folder, but for those of a run.
pub(super) fn check_paths(path: &str) {
    let text = read(path);
    let folders = folders();
    for (index, line) in prose(&text) {
        for span in line.split('`').skip(1).step_by(2) {
            let name = span.split_whitespace().next().unwrap_or("").trim_end_matches('/');
            let folder = name.split_once('/').map_or("", |(folder, _)| folder);
            let is_path = folders.contains(folder) && !name.contains(['*', '<', '…', '$']);
            assert!(
                !is_path || root().join(name).exists(),
                "{path}:{index}: `{name}` leads to no file"
            );
        }
    }
}

/// Returns the folders at the root of the repository.
fn folders() -> BTreeSet<String> {
    let entries = std::fs::read_dir(root()).expect("the root").flatten();
    let folders = entries.filter(|entry| entry.path().is_dir());
    folders.map(|folder| folder.file_name().to_string_lossy().into_owned()).collect()
}

fn follow(path: &str, link: &str) -> Result<(), String> {
    let (file, heading) = link.split_once('#').unwrap_or((link, ""));
    let folder = Path::new(path).parent().expect("a folder");
    let target = if file.is_empty() { Path::new(path).to_owned() } else { folder.join(file) };
    if !root().join(&target).exists() {
        return Err("leads to no file".to_owned());
    }
    let target = target.to_str().expect("text");
    let found = heading.is_empty() || headings(&read(target)).contains(heading);
    if found { Ok(()) } else { Err("leads to no heading".to_owned()) }
}

/// Returns the headings of a document as the last part of a link.
fn headings(text: &str) -> BTreeSet<String> {
    let headings = prose(text).filter_map(|(_, line)| {
        let heading = line.trim_start_matches('#').strip_prefix(' ')?;
        line.starts_with('#').then(|| slug(heading))
    });
    headings.collect()
}

fn slug(heading: &str) -> String {
    let kept = heading.chars().filter(|&c| c.is_alphanumeric() || " -_".contains(c));
    kept.flat_map(char::to_lowercase).map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// Returns the lines outside of fenced blocks, with their numbers.
pub(super) fn prose(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut is_inside = false;
    text.lines().enumerate().filter_map(move |(index, line)| {
        let is_fence = line.starts_with("```");
        is_inside ^= is_fence;
        (!is_inside && !is_fence).then_some((index + 1, line))
    })
}
