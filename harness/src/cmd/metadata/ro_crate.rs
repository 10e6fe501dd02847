//! `ro-crate-metadata.json` (RO-Crate 1.1, JSON-LD): each file, and each run as the action that made it.

use std::fs;
use std::path::Path;

use anyhow::Context;
use serde_json::{Value, json};

use super::{Dataset, RunFiles};

/// The name of the file.
pub(super) const FILE: &str = "ro-crate-metadata.json";

/// Returns the text of the file.
pub(super) fn text(dataset: &Dataset<'_>, folder: &Path) -> anyhow::Result<String> {
    let runs = &dataset.runs;
    let mut files: Vec<&String> =
        runs.iter().flat_map(|run| run.inputs.iter().chain(&run.outputs)).collect();
    files.extend(&dataset.others);
    files.sort_unstable();
    files.dedup();
    let authors = dataset.authors();
    let author = |n: usize| format!("#author-{}", n + 1);
    let mut root = json!({
        "@id": "./",
        "@type": "Dataset",
        "name": dataset.title,
        "description": "Rows of a benchmark harness for exact cover and SAT: each is one execution of one \
                        backend on one puzzle, with a checked answer, times and counts.",
        "datePublished": dataset.date(),
        "author": (0..authors.len()).map(|n| link(&author(n))).collect::<Vec<_>>(),
        "hasPart": files.iter().map(|file| link(&uri(file))).collect::<Vec<_>>(),
        "mentions": runs.iter().map(|run| link(&action(run))).collect::<Vec<_>>(),
    });
    let license = dataset.publish.license.as_deref();
    let license = license.map(|spdx| (format!("https://spdx.org/licenses/{spdx}"), spdx));
    if let Some((url, _)) = &license {
        root["license"] = link(url);
    }
    let mut graph = vec![
        json!({
            "@id": FILE,
            "@type": "CreativeWork",
            "conformsTo": link("https://w3id.org/ro/crate/1.1"),
            "about": link("./"),
        }),
        root,
    ];
    graph.extend(
        license.map(|(url, spdx)| json!({ "@id": url, "@type": "CreativeWork", "name": spdx })),
    );
    for (n, name) in authors.iter().enumerate() {
        graph.push(json!({ "@id": author(n), "@type": "Person", "name": name }));
    }
    for file in files {
        graph.push(described(file, folder)?);
    }
    graph.extend(runs.iter().flat_map(performed));
    let text = serde_json::to_string_pretty(
        &json!({ "@context": "https://w3id.org/ro/crate/1.1/context", "@graph": graph }),
    )?;
    Ok(text + "\n")
}

/// Returns a reference to an entity.
fn link(id: &str) -> Value {
    json!({ "@id": id })
}

/// Returns a path as a relative URI.
fn uri(path: &str) -> String {
    let mut uri = String::new();
    for byte in path.bytes() {
        match byte {
            b'/' | b'-' | b'.' | b'_' | b'~' => uri.push(byte.into()),
            byte if byte.is_ascii_alphanumeric() => uri.push(byte.into()),
            byte => uri += &format!("%{byte:02X}"),
        }
    }
    uri
}

/// Returns a file with its size and type.
fn described(file: &str, folder: &Path) -> anyhow::Result<Value> {
    let size =
        fs::metadata(folder.join(file)).with_context(|| format!("cannot read {file}"))?.len();
    let format = match file.rsplit_once('.').map(|(_, extension)| extension) {
        Some("csv") => "text/csv",
        Some("json") => "application/json",
        Some("sh") => "application/x-sh",
        Some("gz") => "application/gzip",
        Some("zst") => "application/zstd",
        _ => "text/plain",
    };
    Ok(json!({
        "@id": uri(file),
        "@type": "File",
        "name": file,
        "contentSize": size.to_string(),
        "encodingFormat": format,
    }))
}

/// Returns the id of a run.
fn action(run: &RunFiles) -> String {
    format!("#run-{}", uri(&run.facts.run_id))
}

/// Returns a run, and the program that it ran.
fn performed(run: &RunFiles) -> [Value; 2] {
    let (facts, program) = (&run.facts, &run.facts.program);
    let revision = program.revision.as_deref().unwrap_or(&program.version);
    let instrument = format!("#harness-{}", uri(&facts.run_id));
    let links = |files: &[String]| files.iter().map(|file| link(&uri(file))).collect::<Vec<_>>();
    let mut made = json!({
        "@id": action(run),
        "@type": "CreateAction",
        "name": format!("Run {}", facts.run_id),
        "description": shell_words::join(&facts.command),
        "startTime": facts.start,
        "instrument": link(&instrument),
        "object": links(&run.inputs),
        "result": links(&run.outputs),
    });
    if let Some(end) = &facts.end {
        made["endTime"] = json!(end);
    }
    let program = json!({
        "@id": instrument,
        "@type": "SoftwareApplication",
        "name": "harness",
        "version": revision,
        "softwareVersion": program.version,
    });
    [made, program]
}
