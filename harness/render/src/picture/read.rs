//! Reads the SVG of a figure as shapes.

use std::collections::HashMap;

use anyhow::{Context, bail};
use quick_xml::escape::resolve_predefined_entity;
use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

use super::style::{Sheet, Style};
use super::{Path, Picture, Shape, Step, Text, outline};
use crate::svg::{Point, Svg};

/// Attributes that say where an element is, or that pages use.
const OTHER: [&str; 21] = [
    "class",
    "cx",
    "cy",
    "d",
    "height",
    "href",
    "id",
    "r",
    "role",
    "transform",
    "viewBox",
    "width",
    "x",
    "x1",
    "x2",
    "xmlns",
    "y",
    "y1",
    "y2",
    "aria-label",
    "lang",
];

/// An open element.
struct Open {
    style: Style,
    kind: Kind,
}

/// What becomes of the content of an element.
enum Kind {
    Definitions,
    Group,
    Silent,
    Text(Text),
}

/// The state of reading.
struct Figure<'a> {
    sheet: Sheet<'a>,
    open: Vec<Open>,
    markers: HashMap<String, Vec<Step>>,
    picture: Picture,
}

/// The attributes of an element.
struct Attributes(HashMap<String, String>);

impl Picture {
    /// Returns the shapes of a figure with this style sheet.
    ///
    /// # Errors
    /// When the figure has anything that is not known here, with its name.
    pub(crate) fn of(svg: &Svg, sheet: &str) -> anyhow::Result<Self> {
        let picture = Self {
            width: svg.width(),
            height: svg.height(),
            mm_per_px: svg.mm_per_px(),
            background: None,
            shapes: Vec::new(),
        };
        let (sheet, markers) = (Sheet::of(sheet)?, HashMap::new());
        let mut figure = Figure { sheet, open: Vec::new(), markers, picture };
        let text = svg.inline();
        let mut reader = Reader::from_str(&text);
        loop {
            match reader.read_event().context("the picture is not XML")? {
                Event::Start(element) => figure.start(&element)?,
                Event::Empty(element) => {
                    figure.start(&element)?;
                    figure.end();
                }
                Event::End(_) => figure.end(),
                Event::Text(text) => figure.words(&text),
                Event::GeneralRef(entity) => match entity.resolve_char_ref()? {
                    Some(character) => figure.words(&character.to_string()),
                    None => {
                        let text = resolve_predefined_entity(&entity);
                        figure.words(text.context("an entity that is not known")?);
                    }
                },
                Event::Eof => return Ok(figure.picture),
                other => bail!("{other:?} is not known in pictures"),
            }
        }
    }
}

impl Figure<'_> {
    fn start(&mut self, element: &BytesStart<'_>) -> anyhow::Result<()> {
        let name = element.name();
        let name: &str = name.as_ref();
        let opened = self.opened(name, element).with_context(|| format!("the element {name}"))?;
        self.open.push(opened);
        Ok(())
    }

    /// Adds the shape of an element, and returns what is open after its beginning.
    fn opened(&mut self, name: &str, element: &BytesStart<'_>) -> anyhow::Result<Open> {
        let mut style = self.open.last().map_or_else(Style::default, |open| open.style.clone());
        let is_silent = matches!(self.open.last(), Some(Open { kind: Kind::Silent, .. }));
        if is_silent || matches!(name, "style" | "title") {
            return Ok(Open { style, kind: Kind::Silent });
        }
        let of = Attributes::of(element, &mut style)?;
        self.sheet.apply(&mut style, name, of.get("class"))?;
        let kind = match name {
            "defs" => Kind::Definitions,
            "text" => Kind::Text(text(&of, &style)?),
            _ => Kind::Group,
        };
        match name {
            "defs" | "g" | "svg" | "text" => {}
            "path" if matches!(self.open.last(), Some(Open { kind: Kind::Definitions, .. })) => {
                self.markers.insert(format!("#{}", of.get("id")), outline::steps(of.get("d"))?);
            }
            "rect" if of.get("width") == "100%" && of.get("height") == "100%" => {
                self.picture.background = style.fill();
            }
            _ => {
                let steps = self.steps(name, &of)?;
                let (fill, stroke) = (style.fill(), style.stroke());
                self.picture.shapes.push(Shape::Path(Path { steps, fill, stroke }));
            }
        }
        Ok(Open { style, kind })
    }

    /// Returns the outline of an element.
    fn steps(&self, name: &str, of: &Attributes) -> anyhow::Result<Vec<Step>> {
        let number = |name: &str| of.number(name);
        Ok(match name {
            "circle" => outline::circle((number("cx")?, number("cy")?), number("r")?),
            "line" => {
                let from = (number("x1")?, number("y1")?);
                vec![Step::Move(from), Step::Line((number("x2")?, number("y2")?))]
            }
            "path" => outline::steps(of.get("d"))?,
            "rect" => {
                let size = (number("width")?, number("height")?);
                outline::rectangle((number("x")?, number("y")?), size)
            }
            "use" => {
                let marker = self.markers.get(of.get("href")).context("no such marker")?;
                let by = (number("x")?, number("y")?);
                marker.iter().map(|step| step.moved(|(x, y)| (x + by.0, y + by.1))).collect()
            }
            _ => bail!("not known in pictures"),
        })
    }

    /// Adds words to the open text.
    fn words(&mut self, words: &str) {
        if let Some(Open { kind: Kind::Text(text), .. }) = self.open.last_mut() {
            text.text.push_str(words);
        }
    }

    fn end(&mut self) {
        if let Some(Open { kind: Kind::Text(text), .. }) = self.open.pop()
            && !text.text.is_empty()
        {
            self.picture.shapes.push(Shape::Text(text));
        }
    }
}

/// Returns a text without its words.
fn text(of: &Attributes, style: &Style) -> anyhow::Result<Text> {
    let (at, degrees) = match of.get("transform") {
        "" => ((of.number("x")?, of.number("y")?), 0.0),
        transform => turned(transform).with_context(|| format!("transform {transform:?}"))?,
    };
    let ink = style.fill().context("without a colour")?;
    let Style { size, is_bold, anchor, .. } = *style;
    Ok(Text { at, degrees, anchor, size, is_bold, ink, text: String::new() })
}

/// Returns the point and the rotation of `translate(3 4) rotate(-90)`.
fn turned(transform: &str) -> Option<(Point, f64)> {
    let rest = transform.strip_prefix("translate(")?.strip_suffix(')')?;
    let (at, degrees) = rest.split_once(") rotate(")?;
    let (x, y) = at.split_once(' ')?;
    Some(((x.parse().ok()?, y.parse().ok()?), degrees.parse().ok()?))
}

impl Attributes {
    /// Returns the attributes of an element; those that are properties change the style.
    fn of(element: &BytesStart<'_>, style: &mut Style) -> anyhow::Result<Self> {
        let mut all = HashMap::new();
        for attribute in element.attributes() {
            let attribute = attribute?;
            let name: &str = attribute.key.as_ref();
            let value = attribute.normalized_value(XmlVersion::Implicit1_0)?;
            if !style.set(name, &value)? {
                if !OTHER.contains(&name) && !name.starts_with("data-") {
                    bail!("the attribute {name} is not known");
                }
                all.insert(name.to_owned(), value.into_owned());
            }
        }
        Ok(Self(all))
    }

    /// Returns the value of an attribute; empty if there is none.
    fn get(&self, name: &str) -> &str {
        self.0.get(name).map_or("", String::as_str)
    }

    fn number(&self, name: &str) -> anyhow::Result<f64> {
        self.get(name).parse().with_context(|| format!("{name}={:?}", self.get(name)))
    }
}
