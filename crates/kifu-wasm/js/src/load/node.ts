// Loads the module in Node.js and Deno: from a file, when it is first needed.

import { readFileSync } from "node:fs";
import { initSync as glueInitSync } from "kifu-glue";

let isReady = false;

export async function init(source?: unknown): Promise<void> {
  if (isReady) return;
  if (source instanceof WebAssembly.Module || source instanceof Uint8Array || source instanceof ArrayBuffer) {
    initSync(source);
  } else {
    ensure();
  }
}

export function initSync(module: BufferSource | WebAssembly.Module): void {
  if (isReady) return;
  glueInitSync({ module });
  isReady = true;
}

export function ensure(): void {
  if (!isReady) initSync(readFileSync(new URL("kifu.wasm", import.meta.url)));
}
