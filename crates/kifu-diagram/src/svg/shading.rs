//! The gradients of shaded stones and wooden boards.

use std::fmt::Write;

use super::Theme;
use super::layout::{Area, Layout};
use super::theme::{Rgb, mix};
use crate::{Figure, words};

const WHITE: Rgb = Rgb(255, 255, 255);
const BLACK: Rgb = Rgb(0, 0, 0);

/// The ids of the gradients, if the theme has them.
#[derive(Default)]
pub(super) struct Paints {
    /// The start of all of them.
    pub(super) id: String,
    board: Option<String>,
    /// Markers for black and white stones.
    pub(super) stones: Option<[String; 2]>,
}

impl Paints {
    /// Writes the gradients of a theme.
    pub(super) fn define(
        theme: &Theme,
        color: fn(&str, Rgb) -> String,
        figure: (&Figure, usize),
        layout: &Layout,
        out: &mut String,
    ) -> Paints {
        let mut paints = Paints::default();
        if theme.shading == 0 && theme.grain == 0 {
            return paints;
        }
        let id = id(theme, figure, layout);
        out.push_str("<defs>");
        if theme.shading > 0 {
            let strength = f32::from(theme.shading) / 100.0;
            let light = |share: f32| mix(theme.black, WHITE, share * strength).to_string();
            let stops = [
                (0, light(0.46)),
                (20, light(0.3)),
                (58, light(0.07)),
                (100, color("black", theme.black)),
            ];
            gradient(
                &format!("{id}b"),
                "cx=\".36\" cy=\".3\" r=\".72\"",
                "radialGradient",
                &stops,
                out,
            );
            let radius =
                f32::from(theme.stone_size - theme.rim_width.min(theme.stone_size)) / 100.0;
            let dark = |share: f32| mix(theme.white, Rgb(96, 88, 74), share * strength).to_string();
            let stops = [
                (0, mix(theme.white, WHITE, strength).to_string()),
                (55, color("white", theme.white)),
                (84, dark(0.13)),
                (100, dark(0.3)),
            ];
            gradient(
                &format!("{id}w"),
                "cx=\".4\" cy=\".36\" r=\".68\"",
                "radialGradient",
                &stops,
                out,
            );
            paints.stones = Some([("black", 'b'), ("white", 'w')].map(|(class, name)| {
                let marker = format!("{id}{name}s");
                write!(
                    out,
                    "<marker id=\"{marker}\" markerUnits=\"userSpaceOnUse\" overflow=\"visible\">\
                     <circle class=\"{class}\" r=\"{radius}\" style=\"fill:url(#{id}{name})\"/></marker>"
                )
                .expect("writing to a string cannot fail");
                marker
            }));
        }
        if theme.grain > 0 {
            let strength = f32::from(theme.grain) / 100.0;
            let Area {
                left,
                top,
                width,
                height,
            } = layout.board;
            let place = format!(
                "gradientUnits=\"userSpaceOnUse\" x1=\"{left}\" y1=\"{top}\" x2=\"{}\" y2=\"{}\"",
                left + width,
                top.saturating_add(height)
            );
            let stops = [
                (0, mix(theme.board, WHITE, 0.14 * strength).to_string()),
                (55, color("board", theme.board)),
                (100, mix(theme.board, BLACK, 0.07 * strength).to_string()),
            ];
            gradient(&format!("{id}g"), &place, "linearGradient", &stops, out);
            paints.board = Some(format!("{id}g"));
        }
        out.push_str("</defs>");
        paints.id = id;
        paints
    }

    /// The attribute that fills or strokes an element with the board.
    pub(super) fn board(&self, property: &str) -> String {
        match &self.board {
            Some(id) => format!(" style=\"{property}:url(#{id})\""),
            None => String::new(),
        }
    }
}

fn gradient(id: &str, place: &str, element: &str, stops: &[(u8, String)], out: &mut String) {
    write!(out, "<{element} id=\"{id}\" {place}>").expect("writing to a string cannot fail");
    for (offset, color) in stops {
        write!(
            out,
            "<stop offset=\"{offset}%\" style=\"stop-color:{color}\"/>"
        )
        .expect("writing to a string cannot fail");
    }
    write!(out, "</{element}>").expect("writing to a string cannot fail");
}

/// Draws the grain of the wood: lines from the top to the bottom that bend a little, and the edges of the board.
pub(super) fn grain(theme: &Theme, area: &Area, out: &mut String) {
    if theme.grain == 0 {
        return;
    }
    let strength = f32::from(theme.grain) / 100.0;
    let dark = mix(theme.board, theme.line, 0.5);
    let mut state: u32 = 2_463_534_242;
    let mut next = |range: u32| {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        state % range
    };
    let (left, top, height) = (area.left, area.top, area.height);
    let mut paths = [String::new(), String::new(), String::new()];
    let mut x = next(8);
    while x < area.width {
        let path = &mut paths[next(3) as usize];
        let bend = next(7) as i32 - 3;
        let half = height / 2;
        write!(
            path,
            "M{} {top}q{bend} {} 0 {half}t0 {}",
            left + x,
            half / 2,
            height - half
        )
        .expect("writing to a string cannot fail");
        x += 4 + next(9);
    }
    for (path, (width, opacity)) in paths.iter().zip([(0.5, 0.28), (1.2, 0.16), (2.6, 0.1)]) {
        if path.is_empty() {
            continue;
        }
        write!(
            out,
            "<path class=\"grain\" d=\"{path}\" fill=\"none\" stroke=\"{dark}\" stroke-width=\"{width}\" \
             stroke-opacity=\"{:.2}\"/>",
            opacity * strength
        )
        .expect("writing to a string cannot fail");
    }
    let (right, bottom) = (area.width - 1, height - 1);
    write!(
        out,
        "<path class=\"grain\" d=\"M{left} {}h{right}v-{bottom}\" fill=\"none\" stroke=\"{}\" \
         stroke-width=\"2\" stroke-opacity=\"{:.2}\"/>",
        top.saturating_add(bottom),
        mix(theme.board, BLACK, 0.5),
        0.6 * strength
    )
    .expect("writing to a string cannot fail");
}

/// The start of the ids of a figure with this number on its sheet. Figures that share it have the same gradients.
fn id(theme: &Theme, (figure, number): (&Figure, usize), layout: &Layout) -> String {
    let Area {
        left,
        top,
        width,
        height,
    } = layout.board;
    let all = format!(
        "{theme:?} {left} {top} {width} {height} {number} {}",
        words::description(figure)
    );
    // FNV-1a.
    let hash = all.bytes().fold(0x811c_9dc5_u32, |hash, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    });
    format!("k{hash:08x}")
}
