//! What the formats make of figures.

use super::*;
use crate::svg::Svg;

const SHEET: &str = "text{font-family:sans-serif;font-size:12px;fill:#222}.title{font-size:16px;font-weight:bold}.line{stroke:#0072B2;stroke-dasharray:5 4}";

/// Returns a figure of 84 by 42 mm.
fn figure() -> Svg {
    let mut svg = Svg::new(200.0, 100.0);
    svg.scale(84.0 / 200.0);
    svg.put(format_args!(r#"<rect class="back" width="100%" height="100%" fill="none"/>"#));
    svg.put(format_args!(
        r##"<defs><path id="m" d="M-3 0a3 3 0 1 0 6 0a3 3 0 1 0 -6 0z"/></defs>"##
    ));
    svg.put(format_args!(
        r##"<g fill="#f00" fill-opacity="0.5"><use href="#m" x="10" y="20"><title>a</title></use></g>"##
    ));
    svg.line("line", (0.0, 0.0), (50.0, 50.0));
    svg.text("title", (100.0, 50.0), Anchor::Middle, "a < b & 'c'");
    svg
}

#[test]
fn shapes_have_resolved_styles() {
    let picture = Picture::of(&figure(), SHEET).expect("a picture");
    let [Shape::Path(marker), Shape::Path(line), Shape::Text(text)] = &picture.shapes[..] else {
        panic!("{:?}", picture.shapes)
    };
    assert_eq!(marker.fill, Some(Ink { colour: [255, 0, 0], opacity: 0.5 }));
    let (first, last) = (marker.steps[0], marker.steps[marker.steps.len() - 2]);
    assert_eq!(first, Step::Move((7.0, 20.0)));
    assert!(matches!(last, Step::Curve(_, _, (7.0, 20.0))), "the circle is closed: {last:?}");
    let stroke = line.stroke.as_ref().expect("a stroke");
    assert_eq!((stroke.ink.colour, &stroke.dashes[..]), ([0, 0x72, 0xB2], &[5.0, 4.0][..]));
    assert_eq!((text.text.as_str(), text.size, text.is_bold), ("a < b & 'c'", 16.0, true));
}

#[test]
fn what_is_not_known_is_an_error() {
    for (element, names) in [
        ("<ellipse/>", "ellipse"),
        (r#"<g filter="url(#a)"/>"#, "filter"),
        (r#"<path d="M0 0Q1 1 2 2"/>"#, "Q"),
        (r#"<line stroke="red" x1="0" y1="0" x2="1" y2="1"/>"#, "red"),
    ] {
        let mut svg = Svg::new(10.0, 10.0);
        svg.put(format_args!("{element}"));
        let error = Picture::of(&svg, "").map(|_| ()).expect_err(element);
        assert!(format!("{error:#}").contains(names), "{error:#}");
    }
    let sheet = |sheet| Picture::of(&Svg::new(1.0, 1.0), sheet).map(|_| ());
    assert!(sheet("g > text{fill:#000}").is_err());
}

#[test]
fn text_is_drawn_without_installed_fonts() {
    let image = |text: &str| {
        let mut svg = Svg::new(40.0, 20.0);
        svg.text("title", (2.0, 15.0), Anchor::Start, text);
        png::of(&svg, SHEET).expect("an image")
    };
    assert!(image("abc").starts_with(b"\x89PNG"));
    assert_ne!(image("abc"), image(""));
    assert_ne!(image("數"), image(""), "a box");
    assert_eq!(image("abc"), image("abc"));
}

#[test]
fn a_pdf_has_the_size_of_the_figure_and_no_date() {
    let pdf = pdf::of(&figure(), SHEET).expect("a file");
    assert_eq!(pdf, pdf::of(&figure(), SHEET).expect("a file"));
    let text = String::from_utf8_lossy(&pdf);
    assert!(text.contains("/MediaBox [0 0 238.110"), "84 mm: {text}");
    assert!(text.contains("/ca 0.5") && !text.contains("Date"), "{text}");
}

#[test]
fn tikz_sets_texts_in_the_font_of_the_paper() {
    let tikz = tikz::of(&figure(), SHEET).expect("a drawing");
    for part in [
        "x=0.4200mm, y=-0.4200mm",
        "fill={rgb,255:red,255;green,0;blue,0}, fill opacity=0.5] (7,20)",
        "dash pattern=on 5.98pt off 4.78pt",
        "anchor=base, inner sep=0",
        "\\bfseries] at (100,50) {a $<$ b \\& 'c'};",
    ] {
        assert!(tikz.contains(part), "{part}\n{tikz}");
    }
}
