//! Generates the JavaScript and the final module of `kifu-wasm`: `bindgen MODULE DIRECTORY`.
//!
//! A program of its own, with the feature `bindgen`, because its dependencies take longer to build than all of `xtask`.
//! `cargo xtask wasm` runs it.

use std::env;
use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    let [module, directory] = &args[..] else {
        eprintln!("usage: bindgen MODULE DIRECTORY");
        return ExitCode::from(2);
    };
    match generate(module, directory) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("bindgen: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn generate(module: &str, directory: &str) -> Result<(), Box<dyn std::error::Error>> {
    let mut bindgen = Bindgen::new();
    bindgen
        .input_path(module)
        .out_name("glue")
        .typescript(true)
        .remove_producers_section(true)
        .remove_name_section(true)
        .omit_default_module_path(true);
    bindgen.web(true)?;
    bindgen.generate(directory)?;
    Ok(())
}
