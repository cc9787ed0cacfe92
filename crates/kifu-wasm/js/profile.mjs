// Shows which crates a module consists of: `node profile.mjs MODULE`, with a module that has names.
//
// The code of each crate is compressed by itself, so the sum is larger than the compressed module.

import { readFileSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";

const module = readFileSync(process.argv[2]);
const names = new Map();
const bodies = [];
let imports = 0;
let data = 0;

/** Reads the number with a variable length at `at`, and moves behind it. */
let at = 8;
function number() {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = module[at++];
    value += (byte & 127) * 2 ** shift;
    if (byte < 128) return value;
  }
}
function string() {
  const length = number();
  return module.toString("utf8", at, (at += length));
}

while (at < module.length) {
  const section = module[at++];
  const length = number();
  const end = at + length;
  if (section === 0 && string() === "name") {
    while (at < end) {
      const kind = module[at++];
      const next = number() + at;
      // The names of functions.
      if (kind === 1) for (let left = number(); left > 0; left--) names.set(number(), string());
      at = next;
    }
  } else if (section === 2) {
    for (let left = number(); left > 0; left--) {
      string();
      string();
      if (module[at++] !== 0) throw new Error("an import that is not a function");
      number();
      imports++;
    }
  } else if (section === 10) {
    for (let left = number(); left > 0; left--) {
      const size = number();
      bodies.push(module.subarray(at, at + size));
      at += size;
    }
  } else if (section === 11) {
    data = brotliCompressSync(module.subarray(at, end)).length;
  }
  at = end;
}

/** The crate of a function: the first in its name that is not of the standard library, in which generic code is. */
function crateOf(name) {
  const crates = [...name.matchAll(/Cs[0-9A-Za-z]+_(\d+)([a-z_0-9]+)/g)].map(([, length, text]) => text.slice(0, length));
  return crates.find((crate) => !["core", "alloc", "std", "hashbrown"].includes(crate)) ?? crates[0] ?? "exports";
}

const crates = new Map();
bodies.forEach((body, index) => {
  const name = names.get(index + imports) ?? "";
  // These functions describe the exports, and are not in the final module.
  if (/^_?_?wbindgen_describe/.test(name) || /9js_sys|12wasm_bindgen/.test(name)) return;
  const crate = crateOf(name);
  crates.set(crate, [...(crates.get(crate) ?? []), body]);
});
const rows = [...crates].map(([crate, parts]) => {
  const code = Buffer.concat(parts);
  return [crate, code.length, brotliCompressSync(code).length];
});
console.log("crate                    raw   brotli");
for (const [crate, raw, small] of rows.sort((a, b) => b[2] - a[2])) {
  if (small >= 500) console.log(crate.padEnd(18), String(raw).padStart(9), String(small).padStart(8));
}
console.log("data".padEnd(18), " ".repeat(9), String(data).padStart(8));
