//! Findings about any bytes are sound. After all safe repairs, no safe repair is left and no position has changed.
//! Applying all repairs terminates. Games played step by step are the same as those played node by node.
#![no_main]

#[path = "../../crates/kifu-check/tests/it/laws.rs"]
mod laws;
#[path = "../../crates/kifu-replay/tests/it/laws.rs"]
mod replay;

libfuzzer_sys::fuzz_target!(|source: &[u8]| {
    laws::all(source);
    replay::steps_lead_to_each_position(source);
    replay::leaving_a_node_leads_back(source);
});
