// The package `@kifu/kifu`: all of it.

import type { RawDocument } from "kifu-glue";
import { Document as CheckedDocument } from "./checked.js";
import { type ByteSource, Moment, Timeline as TimelineOf, splitGames } from "./common.js";
import { type ReadOptions, readDocument } from "./document.js";

export { init, initSync, type ModuleSource } from "kifu-load";
export { type ErrorCode, KifuError } from "kifu-support";
export { type Finding, type Fixed, type Place, type Problem, type ProblemLine, type RenderOptions } from "./checked.js";
export { type ByteSource } from "./common.js";
export { type Charset, type GameInfo, type Nodes, type ReadOptions, type Size } from "./document.js";
export { BLACK, type Color, EMPTY, type Move, NO_MOVE, NO_POINT, PASS, WHITE, decodeMove } from "./moves.js";

/** The formats that can be written. Those from `sgn` on contain positions. */
export type Format = "sgf" | "jgf1" | "jgf2" | "gib" | "sgn" | "sensei" | "ascii" | "showboard" | "fen";

/** Options for a conversion. */
export interface ConvertOptions {
  /** Whether to keep what SGF and JGF cannot express in private properties. The default is `true`. */
  privateData?: boolean;
  /** For positions: the number of the last move. The default is the end of the main line. */
  move?: number;
  /** For positions: whether to write the position after each node of the main line. */
  all?: boolean;
}

/** Something that a format cannot express. */
export interface Loss {
  /** The number of the game, from 0. */
  game: number;
  /** The name of the data. */
  name: string;
  /** A text that describes the loss. */
  message: string;
}

/** The result of a conversion. */
export interface Conversion {
  bytes: Uint8Array;
  /** The bytes as text. */
  text: string;
  losses: Loss[];
}

/** The games of a file of any format, as SGF. */
export class Document extends CheckedDocument {
  /** The format with its version, such as `SGF FF[4]` or `JGF 2 (v2-seki)`. */
  get format(): string {
    return this.raw.format;
  }

  /** Converts the file, with a list of what the format cannot express. */
  convert(format: Format, options: ConvertOptions = {}): Conversion {
    const { privateData = true, move, all = false } = options;
    const [bytes, rows] = this.raw.convert(format, privateData, move, all) as [Uint8Array, unknown[]];
    const losses: Loss[] = [];
    for (let at = 0; at < rows.length; at += 3) {
      const [game, name, message] = rows.slice(at, at + 3) as [number, string, string];
      losses.push({ game, name, message });
    }
    return { bytes, text: new TextDecoder().decode(bytes), losses };
  }
}

/** A recording. */
export type Timeline = TimelineOf<Document>;
export type { Moment };

const make = (raw: RawDocument): Document => new Document(raw);

/** Reads a file of any format. The content determines the format. Any bytes can be read. */
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
