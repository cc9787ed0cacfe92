// Loads the module from this script, for pages that are opened from a file, when it is first needed.

import { initSync as glueInitSync } from "kifu-glue";
import { base64 } from "kifu-module";

let isReady = false;

export async function init(): Promise<void> {
  if (isReady) return;
  const module = await WebAssembly.compile(bytes());
  initSync(module);
}

export function initSync(module: BufferSource | WebAssembly.Module = bytes()): void {
  if (isReady) return;
  glueInitSync({ module });
  isReady = true;
}

export function ensure(): void {
  if (!isReady) initSync();
}

function bytes(): Uint8Array<ArrayBuffer> {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
}
