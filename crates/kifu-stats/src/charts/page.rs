//! Reports as HTML and SVG.

use std::fmt::Write;

use super::cards::{Card, Tile};
use super::plot::{WIDTH, push_text};

macro_rules! add {
    ($out:expr, $($argument:tt)*) => {
        write!($out, $($argument)*).expect("writing to a string cannot fail")
    };
}

/// The colours of one scheme: each name, and its value in light and in dark. Charts have no CSS variables, so that programs other
/// than browsers can draw them.
const STYLE: &str = "\
.tick{fill:#6d665b;font-size:11.5px}.name{fill:#26221c;font-size:12.5px}\
.value,.count{fill:#26221c;font-size:11.5px}.middle{text-anchor:middle}.end{text-anchor:end}\
.bar{fill:#b9772b}.black{fill:#2b2925}.white{fill:#fffdf8;stroke:#8b8375;stroke-width:1}.other{fill:#c9c2b3}\
.axis{fill:none;stroke:#8b8375}.line{fill:none;stroke:#e6e0d3}.half{fill:none;stroke:#8b8375;stroke-dasharray:3 3}\
.whisker{fill:none;stroke:#b9772b;stroke-width:2}.dot{fill:#b9772b;stroke:#b9772b;stroke-width:2}\
.whisker.few{stroke:#d3b48d}.dot.few{fill:#fffefb;stroke:#d3b48d}\
.board{fill:#efd9ac}.grid{fill:none;stroke:#a98e5c;stroke-width:.8}.star{fill:#8a7145}\
.coordinate{fill:#7d6535;font-size:11px}.heat{fill:#8f3d16;fill-opacity:.86}.in-heat{fill:#fff6e6;font-size:11.5px}";

/// The colours that differ in dark.
const DARK: &str = "\
.name,.value,.count{fill:#ece7dc}.tick{fill:#a39c8f}.bar{fill:#d8994a}.black{fill:#0d0d0e;stroke:#77726a;stroke-width:1}\
.white{fill:#e9e5dc;stroke:#e9e5dc}.other{fill:#5b574f}.axis{stroke:#77726a}.line{stroke:#34343a}.half{stroke:#8d877b}\
.whisker,.dot{stroke:#d8994a}.dot{fill:#d8994a}.whisker.few,.dot.few{stroke:#8c6b40}.dot.few{fill:#202125}\
.board{fill:#6b5738}.grid{stroke:#443722}.star{fill:#332917}.coordinate{fill:#d9c59c}.heat{fill:#ffb35c;fill-opacity:.9}.in-heat{fill:#2a1a06}";

/// The style of a page, except that of its charts.
const PAGE: &str = "\
:root{color-scheme:light dark;--page:#f5f2ea;--card:#fffefb;--ink:#26221c;--soft:#6d665b;--edge:#e4ddce}\
*{box-sizing:border-box}\
body{margin:0;background:var(--page);color:var(--ink);font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif}\
main{max-width:1120px;margin:0 auto;padding:2.2rem 1.2rem 3rem}\
h1{font-size:1.9rem;line-height:1.2;margin:0 0 1.1rem;letter-spacing:-.01em;overflow-wrap:anywhere}h2{font-size:1.08rem;margin:0 0 .1rem}\
.tiles{display:flex;flex-wrap:wrap;gap:.6rem 2.4rem;margin:0 0 1.8rem;padding:0;list-style:none}\
.tiles b{display:block;font-size:1.55rem;line-height:1.25;font-variant-numeric:tabular-nums}.tiles span{color:var(--soft);font-size:.88rem}\
.cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,26rem),1fr));gap:1.1rem}\
figure{margin:0;display:flex;flex-direction:column;padding:1.1rem 1.2rem 1rem;background:var(--card);border:1px solid var(--edge);border-radius:10px;min-width:0}\
figure p{margin:.15rem 0 0;color:var(--soft);font-size:.84rem;line-height:1.4}figure .plot{margin:.8rem 0 .6rem}\
svg{display:block;width:100%;height:auto}svg text{font-family:inherit;font-variant-numeric:tabular-nums}\
.none{color:var(--soft);font-style:italic}\
details{margin-top:auto}summary{cursor:pointer;color:var(--soft);font-size:.84rem}summary:hover{color:var(--ink)}\
.scroll{max-height:22rem;overflow:auto;margin-top:.5rem}\
table{border-collapse:collapse;width:100%;font-size:.86rem;font-variant-numeric:tabular-nums}\
caption{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}\
th,td{padding:.22rem .5rem;text-align:right;border-bottom:1px solid var(--edge)}th:first-child,td:first-child{text-align:left}\
thead th{color:var(--soft);font-weight:600;position:sticky;top:0;background:var(--card)}tbody th{font-weight:400}\
footer{margin-top:1.6rem;color:var(--soft);font-size:.84rem}\
@media (prefers-color-scheme:dark){:root{--page:#17181b;--card:#202125;--ink:#ece7dc;--soft:#a39c8f;--edge:#34343a}}\
@media print{:root{--page:#fff;--card:#fff;--edge:#ccc}main{max-width:none;padding:0}figure{break-inside:avoid}\
.cards{grid-template-columns:1fr 1fr}details{display:none}}";

/// Small screens show charts at three quarters of their size, so the text is larger.
const PHONE: &str = "\
@media (max-width:34rem){main{padding:1.4rem .7rem 2rem}figure{padding:.9rem .8rem .8rem}\
.tick,.value,.name,.coordinate{font-size:14px}.tiles{gap:.5rem 1.6rem}.tiles b{font-size:1.3rem}}";

/// Returns a page. Its elements are well-formed XML.
pub(super) fn html(tiles: &[Tile], cards: &[Card], title: &str) -> String {
    let mut out = String::from(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\"/>\n<title>",
    );
    push_text(&mut out, title);
    // Paper is light.
    add!(
        out,
        "</title>\n<style>{PAGE}\n{STYLE}\n{PHONE}\n@media screen and (prefers-color-scheme:dark){{{DARK}}}</style>\n</head>\n<body>\n<main>\n<h1>"
    );
    push_text(&mut out, title);
    out.push_str("</h1>\n<ul class=\"tiles\">\n");
    for tile in tiles {
        out.push_str("<li><b>");
        push_text(&mut out, &tile.number);
        out.push_str("</b><span>");
        push_text(&mut out, &tile.text);
        out.push_str("</span></li>\n");
    }
    out.push_str("</ul>\n<div class=\"cards\">\n");
    for card in cards {
        push_card(&mut out, card);
    }
    out.push_str("</div>\n<footer>Made with kifu.</footer>\n</main>\n</body>\n</html>\n");
    out
}

fn push_card(out: &mut String, card: &Card) {
    let id = card.id;
    add!(
        out,
        "<figure id=\"{id}\" aria-labelledby=\"{id}-title\">\n<figcaption><h2 id=\"{id}-title\">"
    );
    push_text(out, card.title);
    out.push_str("</h2>");
    for note in &card.notes {
        out.push_str("<p>");
        push_text(out, note);
        out.push_str("</p>");
    }
    out.push_str("</figcaption>\n");
    match &card.plot {
        // The table has the same numbers for screen readers.
        Some(plot) => add!(
            out,
            "<div class=\"plot\"><svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {:.0}\" aria-hidden=\"true\">{}</svg></div>\n",
            plot.height.ceil(),
            plot.elements
        ),
        None => out.push_str("<p class=\"plot none\">No game has these values.</p>\n"),
    }
    if card.rows.is_empty() {
        out.push_str("</figure>\n");
        return;
    }
    out.push_str("<details><summary>Show the numbers</summary>\n<div class=\"scroll\" tabindex=\"0\"><table><caption>");
    push_text(out, card.title);
    out.push_str("</caption><thead><tr>");
    for head in &card.head {
        out.push_str("<th scope=\"col\">");
        push_text(out, head);
        out.push_str("</th>");
    }
    out.push_str("</tr></thead><tbody>\n");
    for row in &card.rows {
        out.push_str("<tr>");
        for (at, cell) in row.iter().enumerate() {
            let (open, close) = if at == 0 {
                ("<th scope=\"row\">", "</th>")
            } else {
                ("<td>", "</td>")
            };
            out.push_str(open);
            push_text(out, cell);
            out.push_str(close);
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody></table></div></details>\n</figure>\n");
}

/// The margin of a drawing, and the space around the contents of a card.
const MARGIN: f64 = 28.0;
const PADDING: f64 = 18.0;

/// The height of a line of notes, and the number of letters on it.
const LINE: f64 = 15.0;
const LETTERS: usize = 72;

/// Returns a drawing with two columns of charts.
pub(super) fn svg(tiles: &[Tile], cards: &[Card], title: &str) -> String {
    let card_width = WIDTH + 2.0 * PADDING;
    let width = 2.0 * card_width + 3.0 * MARGIN;
    let top = 140.0;
    let mut bottoms = [top; 2];
    let mut body = String::new();
    for card in cards {
        // The next card goes into the shorter column.
        let column = usize::from(bottoms[1] < bottoms[0]);
        let x = MARGIN + column as f64 * (card_width + MARGIN);
        let y = bottoms[column];
        let lines: Vec<String> = card.notes.iter().flat_map(|note| wrapped(note)).collect();
        let notes = 40.0 + lines.len() as f64 * LINE;
        let height = notes + card.plot.as_ref().map_or(30.0, |plot| plot.height) + 2.0 * PADDING;
        add!(
            body,
            "<g role=\"img\" transform=\"translate({x} {y})\"><title>"
        );
        push_text(&mut body, card.title);
        body.push_str("</title><desc>");
        push_text(&mut body, &card.head.join(", "));
        for row in &card.rows {
            body.push_str("; ");
            push_text(&mut body, &row.join(", "));
        }
        body.push_str("</desc>");
        add!(
            body,
            "<rect class=\"card\" width=\"{card_width}\" height=\"{height:.0}\" rx=\"10\"/>"
        );
        add!(body, "<text class=\"title\" x=\"{PADDING}\" y=\"32\">");
        push_text(&mut body, card.title);
        body.push_str("</text>");
        for (at, line) in lines.iter().enumerate() {
            add!(
                body,
                "<text class=\"tick\" x=\"{PADDING}\" y=\"{:.0}\">",
                52.0 + at as f64 * LINE
            );
            push_text(&mut body, line);
            body.push_str("</text>");
        }
        add!(
            body,
            "<g transform=\"translate({PADDING} {:.0})\">",
            notes + PADDING
        );
        match &card.plot {
            Some(plot) => body.push_str(&plot.elements),
            None => body.push_str("<text class=\"tick\" y=\"12\">No game has these values.</text>"),
        }
        body.push_str("</g></g>\n");
        bottoms[column] += height.ceil() + MARGIN;
    }
    let height = bottoms[0].max(bottoms[1]);
    let mut out = String::new();
    add!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\">\n<title>"
    );
    push_text(&mut out, title);
    add!(
        out,
        "</title>\n<style>text{{font-family:'DejaVu Sans',Verdana,sans-serif}}.page{{fill:#f5f2ea}}.card{{fill:#fffefb;stroke:#e4ddce}}\
         .title{{fill:#26221c;font-size:16px;font-weight:bold}}.head{{fill:#26221c;font-size:26px;font-weight:bold}}.number{{fill:#26221c;font-size:21px;font-weight:bold}}\n\
         {STYLE}\n@media (prefers-color-scheme:dark){{.page{{fill:#17181b}}.card{{fill:#202125;stroke:#34343a}}\
         .title,.head,.number{{fill:#ece7dc}}{DARK}}}</style>\n\
         <rect class=\"page\" width=\"{width}\" height=\"{height}\"/>\n<text class=\"head\" x=\"{MARGIN}\" y=\"54\">"
    );
    push_text(&mut out, &shortened(title, width - 2.0 * MARGIN));
    out.push_str("</text>\n");
    let mut x = MARGIN;
    for tile in tiles {
        add!(out, "<text class=\"number\" x=\"{x}\" y=\"94\">");
        push_text(&mut out, &tile.number);
        add!(out, "</text><text class=\"tick\" x=\"{x}\" y=\"114\">");
        push_text(&mut out, &tile.text);
        out.push_str("</text>\n");
        let letters = (tile.number.chars().count() * 2).max(tile.text.chars().count());
        x += letters as f64 * 7.2 + 34.0;
    }
    out.push_str(&body);
    out.push_str("</svg>\n");
    out
}

/// Cuts the title of a drawing to a width; a cut title ends with `…`. Since the font is not known, letters have the width of the
/// widest usual ones.
fn shortened(title: &str, room: f64) -> String {
    let width = |c: char| match c {
        'a'..='z' | '0'..='9' | ' '..='/' => 19.0,
        '\u{21}'..='\u{2FFF}' => 25.0,
        _ => 28.0,
    };
    if title.chars().map(width).sum::<f64>() <= room {
        return title.to_owned();
    }
    let mut left = room - width('…');
    let kept = title.chars().take_while(|c| {
        left -= width(*c);
        left >= 0.0
    });
    let kept: String = kept.collect();
    format!("{}…", kept.trim_end())
}

/// Breaks a text at spaces.
fn wrapped(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + word.chars().count() < LETTERS => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}
