// The package `@kifu/kifu`: all of it.

import type { RawDocument } from "kifu-glue";
import { type ByteSource, Moment, Timeline as TimelineOf, splitGames } from "./common.js";
import { Document as LeanDocument, type ReadOptions, readDocument } from "./document.js";
import type { Color } from "./moves.js";

export { init, initSync, type ModuleSource } from "kifu-load";
export { type ErrorCode, KifuError } from "kifu-support";
export { type ByteSource } from "./common.js";
export { type Charset, type GameInfo, type Nodes, type ReadOptions, type Size } from "./document.js";
export { BLACK, type Color, EMPTY, type Move, NO_MOVE, NO_POINT, PASS, WHITE, decodeMove } from "./moves.js";

/** A position in a file. */
export interface Place {
  /** The number of bytes before it. */
  offset: number;
  /** The line, from 1. */
  line: number;
  /** The column, from 1, in UTF-16 code units of the decoded line, as in editors and in JavaScript strings. */
  column: number;
}

/** A fault in a file. */
export interface Finding {
  /** The stable code, such as `sgf/junk`. */
  code: string;
  severity: "error" | "warning" | "info";
  message: string;
  /** Advice, if there is any. */
  help?: string;
  /** Whether `fix` can repair it: always, or only if the code is in `unsafeCodes`. */
  repair?: "safe" | "unsafe";
  start: Place;
  end: Place;
}

/** The result of `fix`. */
export interface Fixed {
  bytes: Uint8Array;
  repaired: Finding[];
  remaining: Finding[];
}

/** Options for a picture. */
export interface RenderOptions {
  theme?: "wood" | "shaded" | "print" | "night";
  /** The width in CSS pixels. */
  width?: number;
  /** Whether a page can override the colors with CSS variables such as `--kifu-board`. */
  cssVariables?: boolean;
}

/** A line of a problem. */
export interface ProblemLine {
  /** The node of the first move of the solver. */
  answer: number;
  /** The last node. */
  end: number;
  isRight: boolean;
}

/** A problem and its solutions. */
export interface Problem {
  /** The way in which the file marks solutions, such as `right` or `te`. */
  convention: string;
  solver: Color;
  lines: ProblemLine[];
}

/** The number of values of a finding in the arrays of the module. */
const FINDING_LENGTH = 11;

type FindingRow = [
  string,
  Finding["severity"],
  string,
  string | undefined,
  Finding["repair"],
  number,
  number,
  number,
  number,
  number,
  number,
];

function findings(rows: unknown[]): Finding[] {
  const found: Finding[] = [];
  for (let at = 0; at < rows.length; at += FINDING_LENGTH) {
    const row = rows.slice(at, at + FINDING_LENGTH) as FindingRow;
    const [code, severity, message, help, repair, start, end, line, column, endLine, endColumn] = row;
    const finding: Finding = {
      code,
      severity,
      message,
      start: { offset: start, line, column },
      end: { offset: end, line: endLine, column: endColumn },
    };
    if (help !== undefined) finding.help = help;
    if (repair !== undefined) finding.repair = repair;
    found.push(finding);
  }
  return found;
}

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
export class Document extends LeanDocument {
  /** The format with its version, such as `SGF FF[4]` or `JGF 2 (v2-seki)`. */
  get format(): string {
    return this.raw.format;
  }

  /** The faults of the file. Moves are checked by the rules that each game names. */
  check(): Finding[] {
    return findings(this.raw.check());
  }

  /**
   * Repairs the file by changing only the faulty bytes. The document itself does not change.
   *
   * @param codes The findings to repair safely, by their codes. By default, all of them.
   * @param unsafeCodes The findings to repair although this changes a meaning.
   */
  fix(codes?: readonly string[], unsafeCodes: readonly string[] = []): Fixed {
    const [bytes, repaired, remaining] = this.raw.fix(codes && [...codes], [...unsafeCodes]) as [
      Uint8Array,
      unknown[],
      unknown[],
    ];
    return { bytes, repaired: findings(repaired), remaining: findings(remaining) };
  }

  /** Draws the position after a node, with its marks, as SVG. */
  render(node: number, options: RenderOptions = {}): string {
    const { theme = "wood", width, cssVariables = false } = options;
    return this.raw.render(node, theme, width, cssVariables);
  }

  /** The problem of a game and its solutions; `undefined` if the game is not a problem. */
  problem(game = 0, convention?: string): Problem | undefined {
    const row = this.raw.problem(game, convention) as [string, Color, ...unknown[]] | undefined;
    if (row === undefined) return undefined;
    const lines: ProblemLine[] = [];
    for (let at = 2; at < row.length; at += 3) {
      const [answer, end, isRight] = row.slice(at, at + 3) as [number, number, boolean];
      lines.push({ answer, end, isRight });
    }
    return { convention: row[0], solver: row[1], lines };
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

/**
 * Reads the games of a stream, one document for each, as soon as they arrive. A game with an unclosed value can arrive
 * later, because what follows shows where the value ends.
 */
export function games(source: ByteSource): AsyncGenerator<Document> {
  return splitGames(source, make);
}

/** Reads a recording in RGF. */
export function timeline(source: Uint8Array | string): Timeline {
  return new TimelineOf(source, make);
}
