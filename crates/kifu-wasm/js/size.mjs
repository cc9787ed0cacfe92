// Reports the sizes of the package, and fails if a module is above its limit: `node size.mjs PACKAGE NAME=LIMIT…`.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const [packed, ...limits] = process.argv.slice(2);
const brotli = (bytes) =>
  brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  }).length;
let faults = 0;
console.log("file                    raw     gzip   brotli    limit");
for (const limit of limits) {
  const [name, most] = limit.split("=");
  for (const file of ["kifu.wasm", "web.js", "node.js", "inline.js"]) {
    const bytes = readFileSync(join(packed, name, file));
    const sizes = [bytes.length, gzipSync(bytes, { level: 9 }).length, brotli(bytes)];
    const isModule = file === "kifu.wasm";
    const columns = [...sizes, isModule ? most : ""].map((size) => String(size).padStart(9)).join("");
    console.log(`${`${name}/${file}`.padEnd(18)}${columns}`);
    if (isModule && sizes[2] > Number(most)) {
      console.error(`${name}/${file} has ${sizes[2]} bytes after brotli, more than ${most}`);
      faults += 1;
    }
  }
}
process.exit(faults === 0 ? 0 : 1);
