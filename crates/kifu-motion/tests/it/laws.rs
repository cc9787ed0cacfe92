//! Laws that hold for the games of the corpus.

use kifu_motion::diagram::Svg;
use kifu_motion::diagram::png::Renderer;
use kifu_motion::figure::sgf::Document;
use kifu_motion::figure::{Line, Options};
use kifu_motion::{Animation, Pauses, game};
use kifu_testkit::{files, repository};

use crate::encoded::{apng, gif, same};

/// The number of files between those that are checked, because unoptimized drawing is slow.
const STRIDE: usize = 190;

#[test]
fn frames_of_games_equal_still_pictures() {
    let renderer = Renderer::new();
    let mut checked = 0;
    for file in files(&repository("corpus/sgf")).iter().step_by(STRIDE) {
        let document = Document::parse(std::fs::read(file).unwrap()).unwrap();
        let Some(root) = document.roots().next() else {
            continue;
        };
        let line = Line::main(&document, root);
        let options = Options::default();
        let frames = || game(&line, 1..=12, &options, Pauses::default(), false);
        let figures: Vec<_> = frames().map(|frame| frame.figure).collect();
        let svg = Svg {
            width: Some(200),
            ..Svg::default()
        };
        let animation = Animation {
            svg,
            ..Animation::new(&renderer)
        };
        let Ok(bytes) = animation.gif(frames) else {
            assert!(figures.is_empty(), "{}", file.display());
            continue;
        };
        assert_eq!(
            animation.gif(frames).unwrap(),
            bytes,
            "{} is not deterministic",
            file.display()
        );
        let stills = Svg {
            caption_lines: figures
                .iter()
                .map(|figure| svg.geometry(figure).caption_lines)
                .max()
                .unwrap(),
            ..svg
        };
        for decoded in [gif(&bytes), apng(&animation.apng(frames).unwrap())] {
            assert_eq!(decoded.len(), figures.len());
            for (decoded, figure) in decoded.iter().zip(&figures) {
                same(decoded, &renderer.pixels_of(figure, &stills, None).unwrap());
            }
        }
        checked += 1;
    }
    assert!(checked >= 3, "{checked}");
}
