//! Tests of the reader with compressed files.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};

use super::tests::{CELLS, Corpora};

pub(super) fn gzip(text: &str) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(text.as_bytes()).expect("a buffer in memory");
    encoder.finish().expect("a buffer in memory")
}

fn zstd(text: &str) -> Vec<u8> {
    compress_to_vec(text.as_bytes(), CompressionLevel::Fastest)
}

fn lines(n: usize) -> String {
    (1..=n).map(|number| format!("{CELLS} no {number}\n")).collect()
}

#[test]
fn compressed_files_are_recognised_by_their_content() {
    let text = format!("{CELLS} one\n{CELLS}\n");
    let expected = [&format!("one {CELLS}")[..], &format!("a:2 {CELLS}")];
    Corpora::with("a.txt", &text).gives(&expected);
    Corpora::with("a.txt.gz", gzip(&text)).gives(&expected);
    Corpora::with("a.txt.zst", zstd(&text)).gives(&expected);
    Corpora::with("a.txt", gzip(&text)).gives(&expected);
    Corpora::with("a", zstd(&text)).gives(&expected);
    Corpora::with("a.txt.gz", &text).gives(&expected);
    Corpora::with("a.csv.gz", gzip(&format!("id,puzzle\none,{CELLS}\n,{CELLS}\n")))
        .gives(&[expected[0], &format!("a:3 {CELLS}")]);
}

#[test]
fn concatenated_members_and_frames_are_one_text() {
    let (one, two) = (format!("{CELLS} one\n{}", &CELLS[..5]), format!("{} two\n", &CELLS[5..]));
    let expected = [&format!("one {CELLS}")[..], &format!("two {CELLS}")];
    Corpora::with("a.gz", [gzip(&one), gzip(""), gzip(&two)].concat()).gives(&expected);
    Corpora::with("a.zst", [zstd(&one), zstd(""), zstd(&two)].concat()).gives(&expected);
    let skipped = [0x53, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3].to_vec();
    Corpora::with("a.zst", [skipped.clone(), zstd(&one), skipped, zstd(&two)].concat())
        .gives(&expected);
}

#[test]
fn a_truncated_stream_is_read_up_to_its_end() {
    let text = lines(2000);
    let whole = gzip(&text);
    let cut = &whole[..whole.len() - 8];
    Corpora::with("a.gz", cut).fails_after(2000, "a.gz:2001:1: the gzip stream is", "truncated");
    let (one, two) = text.split_at(text.len() / 2);
    let cut = [zstd(one), zstd(two)].concat();
    let cut = &cut[..cut.len() - 2];
    Corpora::with("a.zst", cut).fails_after(2000, "a.zst:2001:1: the zstd stream is", "incomplete");
    let many = zstd(&lines(20_000));
    let some = Corpora::with("a.zst", &many[..many.len() / 2]).read().len();
    assert!((5000..10_000).contains(&some), "{some} lines of a frame that is cut in half");
    Corpora::with("a.gz", &whole[..5]).fails_after(0, "a.gz:1:1: the gzip stream", "");
}

#[test]
fn a_damaged_stream_is_one_bad_line_and_the_next_file_is_read() {
    let mut bytes = gzip(&lines(100));
    let checksum = bytes.len() - 6;
    bytes[checksum] ^= 1;
    let corpora = Corpora::with("a.gz", &bytes);
    corpora.fails_after(100, "a.gz:101:1: the gzip stream is damaged", "checksum");
    let entries = corpora.and("b.txt", CELLS).read();
    assert_eq!(entries.last(), Some(&format!("b:1 {CELLS}")));
    let behind = [gzip(&lines(3)), b"not gzip at all".to_vec()].concat();
    Corpora::with("a.gz", behind).fails_after(3, "a.gz:4:1: the gzip stream is damaged", "");
}

#[test]
fn a_damaged_frame_is_detected_by_its_checksum() {
    // A text this short is stored uncompressed; its checksum is replaced by that of another.
    let mut frame = b"\x28\xb5\x2f\xfd\x24\x11\x89\x00\x00....1.3.431.2...\n".to_vec();
    frame.extend([0; 4]);
    Corpora::with("a.zst", frame).fails_after(
        1,
        "a.zst:2:1: the zstd stream is damaged",
        "checksum",
    );
}

#[test]
fn progress_counts_compressed_bytes() {
    let text = lines(500);
    for bytes in [text.clone().into_bytes(), gzip(&text), zstd(&text), gzip(&text)[..900].into()] {
        let corpora = Corpora::with("a", &bytes);
        let mut reader = corpora.open();
        let length = bytes.len() as u64;
        assert_eq!(reader.progress(), (0, Some(length)));
        assert!(reader.by_ref().count() > 0);
        assert_eq!(reader.progress(), (length, Some(length)));
    }
}
