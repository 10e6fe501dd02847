//! Every kind in every format, read by the programs that users have, where they are installed.

use std::fs;
use std::path::Path;
use std::process::Command;

use tiny_skia::Pixmap;

use super::tests::{KINDS, data};
use super::*;
use crate::golden::{ROWS, runs};
use crate::picture::{pdf, png};

/// Three shares of given cells, of which a board without a solution has the largest.
const TRANSITION: &str = "\
backend,puzzle,geometry,clues,status,verified,wall_ns,nodes,bets,limit_ms
candidates/mrv,a,latin4,4,solved,yes,2000,10,2,1000
candidates/mrv,b,latin4,8,solved,yes,9000,10,10,1000
candidates/mrv,c,latin4,12,impossible,yes,1000,10,1,1000
cover/dlx,a,latin4,4,solved,yes,3000,10,2,1000
cover/dlx,b,latin4,8,solved,yes,8000,10,0,1000
cover/dlx,c,latin4,12,impossible,yes,4000,10,1,1000
";

/// Every kind with this width, and its name.
fn figures(width_mm: Option<f64>, keep: &mut dyn FnMut(&str, &Figure, Layout)) {
    let layout = Layout { width_mm, font_pt: None };
    let (all, some) = (runs(ROWS), runs(TRANSITION));
    let (mut all, mut some) = (data(&all, Metric::Time), data(&some, Metric::Time));
    (all.layout, some.layout) = (layout, layout);
    for kind in KINDS {
        let plot = Plot { pair: Some((0, 1)), ..Plot::of(kind) };
        keep(kind.name(), &plot.draw(&all).expect("a figure"), layout);
    }
    keep("transition", &Plot::of(PlotKind::Transition).draw(&some).expect("a figure"), layout);
    let parts = [("one".to_owned(), all.clone()), ("two".to_owned(), all.clone())];
    for kind in [PlotKind::Ecdf, PlotKind::Distribution] {
        let figure = Plot::of(kind).draw_panels(&all, &parts).expect("panels");
        keep(&format!("{}-panels", kind.name()), &figure, layout);
    }
}

/// Returns whether a program is installed; says that the test is skipped if not.
fn has(program: &str, argument: &str) -> bool {
    let output = Command::new(program).arg(argument).output();
    let has = output.is_ok_and(|output| output.status.success());
    if !has {
        eprintln!("SKIPPED: no figure was read by {program}, because there is none");
    }
    has
}

/// The distance of the pixels that are compared.
const STEP: usize = 3;

/// Returns the mean difference of two images, from 0 to 255, over some pixels that both have.
fn difference(one: &Pixmap, other: &Pixmap) -> f64 {
    let (wide, high) = (one.width().min(other.width()), one.height().min(other.height()));
    assert!(one.width() - wide < 3 && one.height() - high < 3, "the sizes differ");
    let pixels = (0..high).step_by(STEP).flat_map(|y| (0..wide).step_by(STEP).map(move |x| (x, y)));
    let n = (wide as usize).div_ceil(STEP) * (high as usize).div_ceil(STEP);
    let of_pixel = |(x, y): (u32, u32)| {
        let [a, b] = [one, other].map(|image| image.pixel(x, y).expect("a pixel"));
        f64::from(a.red().abs_diff(b.red())) + f64::from(a.blue().abs_diff(b.blue()))
    };
    pixels.map(of_pixel).sum::<f64>() / (2 * n) as f64
}

#[test]
fn a_pdf_looks_like_the_png() {
    figures(Some(84.0), &mut |_, figure, _| {
        assert!(pdf::of(&figure.svg, style::SHEET).expect("a file").starts_with(b"%PDF-"));
    });
    if !has("pdftoppm", "-v") {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    // Together they have every kind of mark.
    let compared = ["bets", "critical-difference", "distribution", "scatter"];
    figures(Some(84.0), &mut |name, figure, _| {
        if !compared.contains(&name) {
            return;
        }
        let file = folder.path().join("figure.pdf");
        fs::write(&file, pdf::of(&figure.svg, style::SHEET).expect("a file")).expect("a file");
        let mut command = Command::new("pdftoppm");
        command.current_dir(folder.path()).args(["-r", "300", "-png", "-singlefile"]);
        assert!(command.args(["figure.pdf", "page"]).status().expect("it starts").success());
        let page = fs::read(folder.path().join("page.png")).expect("an image");
        let page = Pixmap::decode_png(&page).expect("an image");
        let image = png::of(&figure.svg, style::SHEET).expect("an image");
        let image = Pixmap::decode_png(&image).expect("an image");
        let (same, blank) = (difference(&page, &image), Pixmap::new(page.width(), page.height()));
        let mut blank = blank.expect("an image");
        blank.fill(tiny_skia::Color::WHITE);
        let whole = difference(&page, &blank);
        assert!(same < 2.5 && same < whole / 3.0, "{name}: {same} of {whole}");
    });
}

/// Returns what LaTeX complains of.
fn complaints(folder: &Path, document: &str) -> Vec<String> {
    fs::write(folder.join("figure.tex"), document).expect("a file");
    let mut command = Command::new("pdflatex");
    command.current_dir(folder).args(["-interaction=nonstopmode", "-halt-on-error", "figure.tex"]);
    let output = command.output().expect("it starts");
    let log = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{log}\n{document}");
    let bad = ["Overfull", "Missing character", "undefined"];
    let is_bad = |line: &&str| bad.iter().any(|it| line.contains(it));
    log.lines().filter(is_bad).map(str::to_owned).collect()
}

#[test]
fn latex_sets_every_kind() {
    let installed = ["standalone.cls", "pgfplots.sty"];
    if !installed.iter().all(|file| has("kpsewhich", file)) {
        eprintln!("SKIPPED: no figure was set, because LaTeX, standalone or pgfplots is missing");
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    figures(Some(84.0), &mut |name, figure, layout| {
        let document = tikz::document(figure, layout).expect("a document");
        assert_eq!(complaints(folder.path(), &document), Vec::<String>::new(), "{name}");
    });
}
