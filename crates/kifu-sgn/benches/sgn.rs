//! Benchmarks of reading and writing positions.
//!
//! ```text
//! cargo bench -p kifu-sgn
//! ```
//!
//! Items are positions: random ones with stones in runs, as in games, and with half of the board empty. A pass
//! over every byte of the text serves as the lower bound.
#![allow(missing_docs)]

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use kifu_core::{Color, Setup, Size};
use kifu_sgn::Sgn;

fn main() {
    divan::main();
}

const COUNT: usize = 1000;

fn positions(side: u8) -> Vec<Sgn> {
    let mut seed = 1u64;
    let mut random = move |limit: u64| {
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % limit
    };
    let size = Size::square(side).unwrap();
    let mut one = || {
        let mut setup = Setup::empty(size);
        setup.to_play = Some(Color::Black);
        let (mut stone, mut left) = (None, 0);
        for point in size.points() {
            if left == 0 {
                stone = match stone {
                    None => Some(Color::ALL[random(2) as usize]),
                    Some(_) => None,
                };
                left = 1 + random(3);
            }
            left -= 1;
            setup.put(point, stone);
        }
        Sgn::new(setup).unwrap()
    };
    (0..COUNT).map(|_| one()).collect()
}

#[divan::bench(args = [9, 19, 52])]
fn read(bencher: Bencher<'_, '_>, side: u8) {
    let texts: Vec<String> = positions(side).iter().map(Sgn::to_string).collect();
    bencher.counter(ItemsCount::new(COUNT)).bench(|| {
        for text in &texts {
            black_box(text.parse::<Sgn>().unwrap());
        }
    });
}

#[divan::bench(args = [9, 19, 52])]
fn write(bencher: Bencher<'_, '_>, side: u8) {
    let positions = positions(side);
    bencher.counter(ItemsCount::new(COUNT)).bench(|| {
        for position in &positions {
            black_box(position.to_string());
        }
    });
}

#[divan::bench(args = [9, 19, 52])]
fn floor_each_byte(bencher: Bencher<'_, '_>, side: u8) {
    let texts: Vec<String> = positions(side).iter().map(Sgn::to_string).collect();
    bencher.counter(ItemsCount::new(COUNT)).bench(|| {
        for text in &texts {
            black_box(
                text.bytes()
                    .fold(0u8, |sum, byte| sum ^ byte.rotate_left(1)),
            );
        }
    });
}
