//! What is nearly a shape that is taken whole, and is not.

use crate::laws;

#[test]
fn near_misses_are_cut_as_tokens() {
    let nodes = [
        ";([aa]", ";b[aa]", ";1[aa]", "; [aa]", ";B[a]]", ";B[\\]]", ";B[)a]", ";BB[aa]", ";B[aa",
        ";B[aaa]", ";B(aa]", ";B[aa)", "BL[\\]1]", "B1[aa]", "Bl[aa]", "[aa", "[a\\]", "BLX[1]",
    ];
    for node in nodes {
        laws::all(format!("(;GM[1]{node};W[bb])").as_bytes());
        laws::all(format!("(;GM[1]{node}").as_bytes());
    }
}
