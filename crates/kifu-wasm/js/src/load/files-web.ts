// Stands for the file system where there is none.

import { KifuError } from "kifu-lean";

/** @internal Fails. */
export function readFile(path: string): Uint8Array {
  throw new KifuError("files", `cannot read ${path}: browsers have no files; read its bytes with \`parseBuffer\``);
}
