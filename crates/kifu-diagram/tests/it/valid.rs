//! Checks that drawings are valid SVG 1.1: elements at allowed places, with allowed attributes, and with values and
//! styles that `svgtypes` parses.

use std::str::FromStr;

use kifu_diagram::{Svg, Theme};
use roxmltree::{Document, Node};
use svgtypes::{Color, Length, LengthUnit, Number, PathParser, Transform, ViewBox};

use crate::laws::{Bytes, figure};
use crate::samples;

#[test]
fn every_sample_is_valid_in_every_theme() {
    for (name, figure) in samples::all() {
        for &(_, theme) in Theme::ALL {
            for width in [None, Some(1), Some(16_384)] {
                for (css_variables, thumbnail) in [(false, false), (true, false), (false, true)] {
                    let svg = Svg {
                        theme,
                        width,
                        css_variables,
                        thumbnail,
                        ..Svg::default()
                    };
                    let drawing = svg.draw(&figure);
                    assert_eq!(fault(&drawing), None, "{name}\n{drawing}");
                    let sheet = svg.draw_sheet(&[figure.clone(), figure.clone()], 2);
                    assert_eq!(fault(&sheet), None, "{name}\n{sheet}");
                }
            }
        }
    }
}

#[test]
fn any_figure_is_valid() {
    let mut seed = 1u64;
    for _ in 0..300 {
        let mut next = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) as u8
        };
        let bytes: Vec<u8> = (0..600).map(|_| next()).collect();
        let svg = Svg::default().draw(&figure(&mut Bytes(&bytes)));
        assert_eq!(fault(&svg), None, "{svg}");
    }
}

#[test]
fn faults_are_found() {
    let svg = Svg::default().draw(&samples::game(3));
    for (right, wrong) in [
        ("viewBox=\"0 0 ", "viewBox=\"0 "),
        (" d=\"M", " d=\"K"),
        ("<g ", "<g x=\"1\" "),
        ("text-anchor=\"middle\"", "text-anchor=\"centre\""),
        ("<title>", "<title class=\"a\">"),
        ("<desc>", "<desc><g/>"),
        ("stroke-width:.76", "stroke-wide:.76"),
        ("stroke-width:.76", "stroke-width:.76em;x"),
        ("scale(.1)", "scale(.1"),
        ("fill:none", "fill:nothing"),
        ("</style>", "}</style>"),
        (" y=\"", " y=\"q"),
    ] {
        assert!(svg.contains(right), "{right}");
        assert!(fault(&svg.replacen(right, wrong, 1)).is_some(), "{wrong}");
    }
}

/// The first violation, if there is one.
fn fault(svg: &str) -> Option<String> {
    let document = match Document::parse(svg) {
        Ok(document) => document,
        Err(error) => return Some(error.to_string()),
    };
    let root = document.root_element();
    if root.tag_name().name() != "svg" {
        return Some("no svg".into());
    }
    root.descendants().find_map(|node| {
        if node.is_element() {
            of_element(node)
        } else {
            of_text(node)
        }
    })
}

fn of_element(node: Node<'_, '_>) -> Option<String> {
    let name = node.tag_name().name();
    if node.tag_name().namespace() != Some("http://www.w3.org/2000/svg") {
        return Some(format!("{name} is not an SVG element"));
    }
    let children: &[&str] = match name {
        "svg" => &[
            "title", "desc", "style", "defs", "svg", "rect", "path", "circle", "g", "text",
        ],
        "defs" => &["linearGradient", "radialGradient", "marker"],
        "marker" => &["circle"],
        "linearGradient" | "radialGradient" => &["stop"],
        "g" => &["defs", "svg", "rect", "path", "circle", "g", "text"],
        _ => &[],
    };
    let mut elements = node.children().filter(Node::is_element);
    if let Some(child) = elements.find(|child| !children.contains(&child.tag_name().name())) {
        return Some(format!("{} in {name}", child.tag_name().name()));
    }
    let own: &[&str] = match name {
        "svg" => &["x", "y", "role", "viewBox", "width", "height"],
        "rect" => &["x", "y", "width", "height"],
        "path" => &["d", "transform"],
        "g" => &["transform"],
        "linearGradient" => &["id", "x1", "y1", "x2", "y2", "gradientUnits"],
        "radialGradient" => &["id", "cx", "cy", "r"],
        "stop" => &["offset"],
        "marker" => &["id", "markerUnits", "overflow"],
        "circle" => &["cx", "cy", "r"],
        "text" => &["x", "y"],
        "title" | "desc" | "style" | "defs" => &[],
        other => return Some(format!("unknown element {other}")),
    };
    let needed = match name {
        "svg" => &own[3..],
        "rect" => &own[2..],
        "path" => &own[..1],
        // The stone of a marker is at its origin.
        "circle" => &own[2..],
        "g" => &[],
        _ => own,
    };
    if let Some(missing) = needed.iter().find(|need| node.attribute(**need).is_none()) {
        return Some(format!("{name} without {missing}"));
    }
    let drawn = !matches!(name, "title" | "desc" | "style" | "defs");
    node.attributes().find_map(|attribute| {
        let (ident, value) = (attribute.name(), attribute.value());
        let known = own.contains(&ident) || (drawn && ident != "viewBox" && is_style(ident));
        (!known || !is_value(ident, value)).then(|| format!("{name} {ident}=\"{value}\""))
    })
}

/// Text is in text elements, and styles are CSS.
fn of_text(node: Node<'_, '_>) -> Option<String> {
    let text = node.text().filter(|text| !text.trim().is_empty())?;
    let parent = node.parent()?.tag_name().name();
    match parent {
        "style" => text
            .split_inclusive('}')
            .find(|rule| !is_rule(rule))
            .map(|rule| format!("rule {rule}")),
        "title" | "desc" | "text" => None,
        _ => Some(format!("text in {parent}")),
    }
}

/// Whether a rule looks like `.kifu .grid{fill:none;stroke:…}`.
fn is_rule(rule: &str) -> bool {
    let Some((selector, body)) = rule.split_once('{') else {
        return false;
    };
    let classes = selector.split(' ').all(|part| {
        let is_part = |c: char| c.is_ascii_lowercase() || c == '-';
        part.strip_prefix('.')
            .is_some_and(|class| !class.is_empty() && class.chars().all(is_part))
    });
    classes && body.strip_suffix('}').is_some_and(are_styles)
}

fn are_styles(styles: &str) -> bool {
    styles.split(';').all(|style| {
        let pair = style.split_once(':');
        pair.is_some_and(|(name, value)| is_style(name) && is_value(name, value))
    })
}

/// Whether an attribute or property describes appearance.
fn is_style(name: &str) -> bool {
    const ALL: [&str; 16] = [
        "text-rendering",
        "class",
        "marker-mid",
        "marker-start",
        "stop-color",
        "style",
        "fill",
        "fill-opacity",
        "stroke",
        "stroke-width",
        "stroke-opacity",
        "stroke-linecap",
        "stroke-linejoin",
        "font-family",
        "font-size",
        "text-anchor",
    ];
    ALL.contains(&name)
}

fn is_value(name: &str, value: &str) -> bool {
    match name {
        "viewBox" => ViewBox::from_str(value).is_ok(),
        "d" => value.starts_with(['M', 'm']) && PathParser::from(value).all(|part| part.is_ok()),
        "x" | "y" | "cx" | "cy" => Number::from_str(value).is_ok(),
        "width" | "height" | "r" | "stroke-width" | "font-size" => {
            Length::from_str(value).is_ok_and(|length| length.number >= 0.0)
        }
        "fill-opacity" | "stroke-opacity" => {
            Number::from_str(value).is_ok_and(|share| (0.0..=1.0).contains(&share.0))
        }
        "marker-mid" | "marker-start" => value.starts_with("url(#") && is_paint(value),
        "markerUnits" => value == "userSpaceOnUse",
        "overflow" => value == "visible",
        "fill" | "stroke" | "stop-color" => is_paint(value),
        "x1" | "y1" | "x2" | "y2" => Number::from_str(value).is_ok(),
        "offset" => Length::from_str(value).is_ok_and(|length| length.unit == LengthUnit::Percent),
        "transform" => Transform::from_str(value).is_ok(),
        "text-rendering" => value == "geometricPrecision",
        "gradientUnits" => value == "userSpaceOnUse",
        "id" => value.starts_with('k') && value.chars().all(|c| c.is_ascii_alphanumeric()),
        "stroke-linecap" => ["butt", "round", "square"].contains(&value),
        "stroke-linejoin" => ["miter", "round", "bevel"].contains(&value),
        "text-anchor" => ["start", "middle", "end"].contains(&value),
        "style" => are_styles(value),
        "role" => value == "img",
        "class" | "font-family" => !value.is_empty(),
        _ => false,
    }
}

/// Whether a value is `none`, a colour, `url(#id)`, or `var(--kifu-line,#4b3719)`.
fn is_paint(value: &str) -> bool {
    if let Some(id) = value
        .strip_prefix("url(#")
        .and_then(|rest| rest.strip_suffix(')'))
    {
        return is_value("id", id);
    }
    let inside = value
        .strip_prefix("var(--")
        .and_then(|rest| rest.strip_suffix(')'));
    let color = match inside {
        Some(inside) => {
            return inside
                .split_once(',')
                .is_some_and(|(_, color)| is_paint(color));
        }
        None => value,
    };
    color == "none" || Color::from_str(color).is_ok()
}
