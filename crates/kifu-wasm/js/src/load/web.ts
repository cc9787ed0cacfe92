// Loads the module in browsers and workers: from a URL, asynchronously.

import glueInit, { initSync as glueInitSync } from "kifu-glue";
import { KifuError } from "kifu-support";

let isReady = false;
let loading: Promise<void> | undefined;

/** A source of the module. */
export type ModuleSource = RequestInfo | URL | Response | BufferSource | WebAssembly.Module;

/**
 * Loads the module. The first call decides the source; later calls wait for it.
 *
 * @param source The module, or where it is. By default, it is the file `kifu.wasm` beside this script.
 */
export function init(source?: ModuleSource | Promise<Response>): Promise<void> {
  if (isReady) return Promise.resolve();
  loading ??= (async () => {
    await glueInit({ module_or_path: source ?? new URL("kifu.wasm", import.meta.url) });
    isReady = true;
  })();
  return loading.catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
}

/** Loads the module from its bytes, at once. Browsers allow it only in workers, and for small modules. */
export function initSync(module: BufferSource | WebAssembly.Module): void {
  if (isReady) return;
  glueInitSync({ module });
  isReady = true;
}

/** @internal Fails unless the module is loaded. */
export function ensure(): void {
  if (!isReady) throw new KifuError("not-initialized", "call `await init()` first");
}
