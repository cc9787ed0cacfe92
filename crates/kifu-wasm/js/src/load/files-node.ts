// Reads files in Node.js and Deno.

import { readFileSync } from "node:fs";

export function readFile(path: string): Uint8Array {
  return readFileSync(path);
}
