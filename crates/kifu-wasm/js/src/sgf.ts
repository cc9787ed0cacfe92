// The package `@kifu/kifu/sgf`: SGF and RGF, with checks, repairs, pictures and problems.

import type { RawDocument } from "kifu-glue";
import { Document } from "./checked.js";
import { type ByteSource, Moment, Timeline as TimelineOf, splitGames } from "./common.js";
import { type ReadOptions, readDocument } from "./document.js";

export { init, initSync, type ModuleSource } from "kifu-load";
export { type ErrorCode, KifuError } from "kifu-support";
export {
  Document,
  type Finding,
  type Fixed,
  type Place,
  type Problem,
  type ProblemLine,
  type RenderOptions,
} from "./checked.js";
export { type ByteSource } from "./common.js";
export { type Charset, type GameInfo, type Nodes, type ReadOptions, type Size } from "./document.js";
export { BLACK, type Color, EMPTY, type Move, NO_MOVE, NO_POINT, PASS, WHITE, decodeMove } from "./moves.js";

/** A recording. */
export type Timeline = TimelineOf<Document>;
export type { Moment };

const make = (raw: RawDocument): Document => new Document(raw);

/** Reads a file in SGF. Any bytes can be read. */
export function read(source: Uint8Array | ArrayBuffer | string, options?: ReadOptions): Document {
  return make(readDocument(source, options));
}

/** Reads the games of a stream, one document for each, as soon as they arrive. */
export function games(source: ByteSource): AsyncGenerator<Document> {
  return splitGames(source, make);
}

/** Reads a recording in RGF. */
export function timeline(source: Uint8Array | string): Timeline {
  return new TimelineOf(source, make);
}
