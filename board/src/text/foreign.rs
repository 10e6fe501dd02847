//! Files that are not texts of puzzles: documents, pictures and archives, recognised by their first characters, so
//! that the user learns what the file is and not only which byte is wrong.

/// Starts of files, and what they are. A byte that is not UTF-8 is `\u{fffd}`.
const STARTS: [(&str, &str); 12] = [
    ("%PDF-", "a PDF document"),
    ("PK\u{3}\u{4}", "a ZIP archive, as .xlsx, .ods and .docx are"),
    ("\u{fffd}\u{fffd}\u{11}", "a document of an old version of Office"),
    ("{\\rtf", "a document in RTF"),
    ("\u{fffd}PNG", "a picture (PNG)"),
    ("\u{fffd}\u{fffd}\u{fffd}\u{fffd}\0\u{10}JFIF", "a picture (JPEG)"),
    ("\u{fffd}\u{fffd}\u{fffd}\u{fffd}", "a picture (JPEG), or other binary data"),
    ("GIF8", "a picture (GIF)"),
    ("SQLite format 3", "a database (SQLite)"),
    ("BZh", "compressed by bzip2"),
    ("\u{fffd}7zXZ", "compressed by xz"),
    ("7z\u{fffd}\u{fffd}", "compressed by 7-Zip"),
];

/// Returns what a file with these first lines is, if it is not a text of puzzles.
pub fn foreign(head: &str) -> Option<&'static str> {
    if let Some((_, what)) = STARTS.into_iter().find(|(start, _)| head.starts_with(start)) {
        return Some(what);
    }
    let start: String = head.trim_start().chars().take(200).collect();
    let start = start.to_lowercase();
    if ["<!doctype html", "<html", "<head", "<body", "<table"]
        .iter()
        .any(|it| start.starts_with(it))
    {
        return Some("a page in HTML");
    }
    head.contains('\0').then_some("binary data, or a text in UTF-16 without its mark")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_are_named_and_texts_are_not() {
        let of = |bytes: &[u8]| foreign(&String::from_utf8_lossy(bytes));
        assert_eq!(of(b"%PDF-1.7\n"), Some("a PDF document"));
        assert_eq!(of(b"\x89PNG\r\n\x1a\n"), Some("a picture (PNG)"));
        assert_eq!(of(b"\xff\xd8\xff\xe0\0\x10JFIF"), Some("a picture (JPEG)"));
        assert_eq!(of(b"\xd0\xcf\x11\xe0\xa1\xb1"), Some("a document of an old version of Office"));
        assert_eq!(of(b"\n <!DOCTYPE HTML>\n"), Some("a page in HTML"));
        assert_eq!(of(b"5\x003\0"), Some("binary data, or a text in UTF-16 without its mark"));
        for text in [&b"53..7....\n"[..], b"<opensudoku>", b"{\"puzzle\": 1}", b"", b"caf\xe9"] {
            assert_eq!(of(text), None);
        }
    }
}
