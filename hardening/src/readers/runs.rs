//! The files that describe runs: manifests, studies, histories, and definitions of external programs.

use std::path::Path;

use analysis::load::ManifestExcerpt;
use harness::cmd::study;
use race::program;
use record::history::History;
use record::manifest::Manifest;

/// A manifest, also one of schema 1, reads back as the same, and the excerpt that statistics need can be read of it.
pub fn manifest(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let Ok(manifest) = Manifest::from_json(&text) else { return };
    let written = serde_json::to_string(&manifest).expect("a manifest can be written");
    let excerpt: Result<ManifestExcerpt, _> = serde_json::from_str(&written);
    let excerpt = excerpt.unwrap_or_else(|error| panic!("{error}: {written}"));
    assert_eq!((&excerpt.run_id, &excerpt.start), (&manifest.run_id, &manifest.start));
    let again = Manifest::from_json(&written);
    let again = again.unwrap_or_else(|error| panic!("{error}: {written}"));
    assert_eq!(serde_json::to_string(&again).expect("as before"), written);
}

/// A study means the same after its file was written anew: without comments, and with another layout. One that is
/// refused is refused then, too.
pub fn study(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let meaning = study::run_words(&text);
    let Ok(table) = text.parse::<toml::Table>() else {
        assert!(meaning.is_err(), "this is no TOML, and was accepted: {text:?}");
        return;
    };
    let written = toml::to_string(&table).expect("what was TOML can be written");
    let again = study::run_words(&written);
    let comparable = |words: &anyhow::Result<Vec<String>>| words.as_ref().ok().cloned();
    assert_eq!(comparable(&again), comparable(&meaning), "{again:?}, {meaning:?}: {written}");
    if let Err(error) = meaning {
        let error = error.to_string();
        assert!(error.starts_with("study.toml:"), "{error:?} names no place");
    }
}

/// The lines of a history are the same after they were written, and none of them is incomplete then. An error names its
/// place.
pub fn history(bytes: &[u8]) {
    let history = match History::parse("history.jsonl", bytes) {
        Ok(history) => history,
        Err(error) => {
            let error = error.to_string();
            assert!(error.starts_with("history.jsonl:"), "{error:?} names no place");
            return;
        }
    };
    let line = |line| serde_json::to_string(line).expect("a line can be written") + "\n";
    let written: String = history.lines.iter().map(line).collect();
    let again = History::parse("again", written.as_bytes());
    let again = again.unwrap_or_else(|error| panic!("{error}: {written}"));
    assert_eq!(again.lines, history.lines, "{written}");
    assert!(!again.is_torn, "{written}");
}

/// Definitions of external programs mean the same after their file was written anew, and are as many as their tables,
/// which have their ids.
pub fn programs(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let read = |text: &str| program::parse(text, Path::new("folder"));
    let meaning = read(&text);
    let Ok(table) = text.parse::<toml::Table>() else {
        assert!(meaning.is_err(), "this is no TOML, and was accepted: {text:?}");
        return;
    };
    let written = toml::to_string(&table).expect("what was TOML can be written");
    let again = read(&written);
    let comparable = |read: &anyhow::Result<Vec<_>>| read.as_ref().ok().map(|it| format!("{it:?}"));
    assert_eq!(comparable(&again), comparable(&meaning), "{again:?}, {meaning:?}: {written}");
    if let Ok(programs) = meaning {
        let tables = table.get("backend").and_then(toml::Value::as_array);
        let ids = tables.into_iter().flatten().map(|table| table.get("id")?.as_str());
        let read = programs.iter().map(|program| Some(&*program.id));
        assert!(read.eq(ids), "{programs:?}: {written}");
    }
}
