// The package `@kifu/kifu/lean`: SGF and RGF.

import { type ByteSource, Moment, Timeline as TimelineOf, splitGames } from "./common.js";
import { Document, type ReadOptions, readDocument } from "./document.js";

export { init, initSync, type ModuleSource } from "kifu-load";
export { type ErrorCode, KifuError } from "kifu-support";
export { type ByteSource } from "./common.js";
export { type Charset, Document, type GameInfo, type Nodes, type ReadOptions, type Size } from "./document.js";
export { BLACK, type Color, EMPTY, type Move, NO_MOVE, NO_POINT, PASS, WHITE, decodeMove } from "./moves.js";

/** A recording. */
export type Timeline = TimelineOf<Document>;
export type { Moment };

/** Reads a file in SGF. Any bytes can be read. */
export function read(source: Uint8Array | ArrayBuffer | string, options?: ReadOptions): Document {
  return new Document(readDocument(source, options));
}

/**
 * Reads the games of a stream, one document for each, as soon as they arrive. A game with an unclosed value can arrive
 * later, because what follows shows where the value ends.
 */
export function games(source: ByteSource): AsyncGenerator<Document> {
  return splitGames(source, (raw) => new Document(raw));
}

/** Reads a recording in RGF. */
export function timeline(source: Uint8Array | string): Timeline {
  return new TimelineOf(source, (raw) => new Document(raw));
}
