//! Style sheets and inherited properties, as far as our figures use them.
//!
//! A property of an element comes from its class, else from the rule of its name, else from its attributes,
//! else from the element around it: the order of CSS.

use std::collections::HashMap;

use anyhow::{Context, bail};

use super::{Cap, Colour, Ink, Stroke};
use crate::svg::Anchor;

/// The resolved properties of an element.
#[derive(Clone, Debug)]
pub(super) struct Style {
    fill: Option<Colour>,
    fill_opacity: f64,
    stroke: Option<Colour>,
    width: f64,
    dashes: Vec<f64>,
    cap: Cap,
    is_round_join: bool,
    /// The size of letters, in pixels.
    pub(super) size: f64,
    /// Whether letters are bold.
    pub(super) is_bold: bool,
    /// The part of a text at its point.
    pub(super) anchor: Anchor,
}

/// The rules of a style sheet: properties and values by selector.
#[derive(Debug)]
pub(super) struct Sheet<'a>(HashMap<&'a str, Vec<(&'a str, &'a str)>>);

impl Default for Style {
    /// Returns the initial values of SVG.
    fn default() -> Self {
        Self {
            fill: Some([0; 3]),
            fill_opacity: 1.0,
            stroke: None,
            width: 1.0,
            dashes: Vec::new(),
            cap: Cap::Butt,
            is_round_join: false,
            size: 16.0,
            is_bold: false,
            anchor: Anchor::Start,
        }
    }
}

impl Style {
    /// Sets a property; `false` if there is none of this name.
    ///
    /// # Errors
    /// When the value has an unknown form.
    pub(super) fn set(&mut self, name: &str, value: &str) -> anyhow::Result<bool> {
        self.try_set(name, value).with_context(|| format!("{name}: {value:?} is not known"))
    }

    fn try_set(&mut self, name: &str, value: &str) -> anyhow::Result<bool> {
        match name {
            "fill" => self.fill = colour(value)?,
            "fill-opacity" => self.fill_opacity = value.parse()?,
            "stroke" => self.stroke = colour(value)?,
            "stroke-width" => self.width = value.parse()?,
            "stroke-dasharray" => {
                let lengths = value.split_whitespace().map(str::parse);
                self.dashes = lengths.collect::<Result<_, _>>()?;
            }
            "stroke-linecap" => self.cap = cap(value)?,
            "stroke-linejoin" if value == "round" => self.is_round_join = true,
            "font-size" => self.size = value.strip_suffix("px").context("no px")?.parse()?,
            "font-weight" if value == "bold" => self.is_bold = true,
            "text-anchor" => self.anchor = anchor(value)?,
            "font-weight" | "stroke-linejoin" => bail!("no such value"),
            // Letters are those of the format.
            "font-family" => {}
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Returns how areas are filled.
    pub(super) fn fill(&self) -> Option<Ink> {
        self.fill.map(|colour| Ink { colour, opacity: self.fill_opacity })
    }

    /// Returns how outlines are stroked.
    pub(super) fn stroke(&self) -> Option<Stroke> {
        let ink = Ink { colour: self.stroke?, opacity: 1.0 };
        let (dashes, cap) = (self.dashes.clone(), self.cap);
        Some(Stroke { ink, width: self.width, dashes, cap, is_round_join: self.is_round_join })
    }
}

impl<'a> Sheet<'a> {
    /// Returns the rules of a text.
    ///
    /// # Errors
    /// When a selector is more than the name of an element or a class.
    pub(super) fn of(text: &'a str) -> anyhow::Result<Self> {
        let mut rules = HashMap::new();
        for rule in text.split_terminator('}') {
            let (selector, body) = rule.split_once('{').context("a rule without properties")?;
            let name = selector.strip_prefix('.').unwrap_or(selector);
            if !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-') {
                bail!("the selector {selector:?} is not known");
            }
            let properties = body.split_terminator(';').map(|it| it.split_once(':'));
            let properties: Option<Vec<_>> = properties.collect();
            rules.insert(selector, properties.context("a property without a value")?);
        }
        Ok(Self(rules))
    }

    /// Applies the rules for an element and its class.
    ///
    /// # Errors
    /// When a rule has an unknown property or value.
    pub(super) fn apply(
        &self,
        style: &mut Style,
        element: &str,
        class: &str,
    ) -> anyhow::Result<()> {
        let class = format!(".{class}");
        for (name, value) in [element, &class].iter().filter_map(|it| self.0.get(*it)).flatten() {
            if !style.set(name, value)? {
                bail!("the property {name} is not known");
            }
        }
        Ok(())
    }
}

/// Returns a colour as `#rgb` or `#rrggbb`; `none` is no colour.
fn colour(value: &str) -> anyhow::Result<Option<Colour>> {
    if value == "none" {
        return Ok(None);
    }
    let digits = value.strip_prefix('#').context("no #")?;
    let number = u32::from_str_radix(digits, 16)?;
    let [_, red, green, blue] = number.to_be_bytes();
    Ok(Some(match digits.len() {
        3 => [green & 15, blue >> 4, blue & 15].map(|digit| 17 * digit),
        6 => [red, green, blue],
        _ => bail!("neither 3 nor 6 digits"),
    }))
}

fn cap(value: &str) -> anyhow::Result<Cap> {
    match value {
        "butt" => Ok(Cap::Butt),
        "round" => Ok(Cap::Round),
        "square" => Ok(Cap::Square),
        _ => bail!("no such cap"),
    }
}

fn anchor(value: &str) -> anyhow::Result<Anchor> {
    match value {
        "start" => Ok(Anchor::Start),
        "middle" => Ok(Anchor::Middle),
        "end" => Ok(Anchor::End),
        _ => bail!("no such anchor"),
    }
}
