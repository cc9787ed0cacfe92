// The games of a file.

import type { RawDocument } from "kifu-glue";
import { read as readRaw } from "kifu-glue";
import { ensure } from "kifu-load";
import { alive } from "kifu-support";
import { type Color, type Move, decodeMove } from "./moves.js";

/** Options for reading. */
export interface ReadOptions {
  /**
   * The charset of SGF in bytes, such as `GBK`. By default, it is detected. It does not apply to a string, or to a file in
   * another format.
   */
  charset?: string;
}

/**
 * All nodes of a document as columns. The index of a row is the number of the node. -1 stands for no node.
 *
 * In a document that was read and not edited, the nodes are numbered in the order of the file: a node comes before its
 * children, and the nodes of a game have consecutive numbers. Numbers stay valid when the document is edited; removed
 * nodes keep theirs.
 */
export interface Nodes {
  /** The number of rows. */
  readonly length: number;
  /** The parents; -1 for roots and for removed nodes. */
  readonly parent: Int32Array;
  /** The first children, which continue the main lines. */
  readonly firstChild: Int32Array;
  /** The siblings after the nodes; for a root, the root of the next game. */
  readonly nextSibling: Int32Array;
  /** The moves: see `decodeMove`. */
  readonly moves: Uint16Array;
}

/** The information about a game. Texts are decoded, and otherwise as written. */
export interface GameInfo {
  columns: number;
  rows: number;
  /** The komi in points. */
  komi?: number;
  /** The number of handicap stones. */
  handicap?: number;
  black?: string;
  white?: string;
  blackRank?: string;
  whiteRank?: string;
  blackTeam?: string;
  whiteTeam?: string;
  result?: string;
  date?: string;
  name?: string;
  event?: string;
  round?: string;
  place?: string;
  rules?: string;
  timeLimit?: string;
  overtime?: string;
  opening?: string;
  annotator?: string;
  source?: string;
  user?: string;
  copyright?: string;
  comment?: string;
}

/** The texts of `GameInfo`, in the order of `info_texts` in `src/document.rs`. */
const INFO_TEXTS = [
  "black",
  "white",
  "blackRank",
  "whiteRank",
  "blackTeam",
  "whiteTeam",
  "result",
  "date",
  "name",
  "event",
  "round",
  "place",
  "rules",
  "timeLimit",
  "overtime",
  "opening",
  "annotator",
  "source",
  "user",
  "copyright",
  "comment",
] as const;

/** The charset of a game. */
export interface Charset {
  /** The name, such as `UTF-8` or `GBK`. */
  name: string;
  /** The evidence, such as `ca` or `guess`. */
  source: string;
  /** The confidence, from 0 to 1. */
  confidence: number;
}

/** The size of a board. */
export interface Size {
  columns: number;
  rows: number;
}

/** @internal Reads a file. */
export function readDocument(source: Uint8Array | ArrayBuffer | string, options?: ReadOptions): RawDocument {
  ensure();
  if (typeof source === "string") return readRaw(encoder.encode(source), "UTF-8");
  return readRaw(source instanceof Uint8Array ? source : new Uint8Array(source), options?.charset);
}

const encoder = new TextEncoder();

/**
 * The games of a file: trees of nodes, which have numbers.
 *
 * A document uses memory outside of JavaScript. It is freed when the document is disposed of, by `using` or by
 * `Symbol.dispose`, and otherwise some time after the document became unreachable.
 */
export class Document implements Disposable {
  #raw: RawDocument | undefined;
  #nodes: Nodes | undefined;
  #roots: Int32Array | undefined;

  /** @internal Use `read`. */
  constructor(raw: RawDocument) {
    this.#raw = raw;
  }

  /** @internal The object of the module. */
  protected get raw(): RawDocument {
    return alive(this.#raw);
  }

  /** Frees the memory. The document cannot be used afterwards. */
  [Symbol.dispose](): void {
    this.#raw?.free();
    this.#raw = undefined;
    this.#nodes = undefined;
  }

  /** The roots of the games. The index of a root is the number of the game. */
  get roots(): Int32Array {
    return (this.#roots ??= this.raw.roots());
  }

  /** The number of games. */
  get gameCount(): number {
    return this.roots.length;
  }

  /** All nodes as columns. They are computed again after an edit. */
  get nodes(): Nodes {
    const raw = this.raw;
    if (this.#nodes === undefined) {
      const links = raw.links();
      const length = links.length / 3;
      this.#nodes = {
        length,
        parent: links.subarray(0, length),
        firstChild: links.subarray(length, 2 * length),
        nextSibling: links.subarray(2 * length),
        moves: raw.moves(),
      };
    }
    return this.#nodes;
  }

  /** The number of nodes, including removed ones. */
  get nodeCount(): number {
    return this.raw.nodeCount();
  }

  /** The charset of a game. */
  charset(game = 0): Charset {
    const [name, source, confidence] = this.raw.charset(game) as [string, string, number];
    return { name, source, confidence };
  }

  /** The information about a game. */
  info(game = 0): GameInfo {
    const values = this.raw.info(game) as [number, number, ...(number | string | undefined)[]];
    const info: Record<string, number | string> = { columns: values[0], rows: values[1] };
    if (values[2] !== undefined) info["komi"] = values[2];
    if (values[3] !== undefined) info["handicap"] = values[3];
    INFO_TEXTS.forEach((name, at) => {
      const value = values[4 + at];
      if (value !== undefined) info[name] = value;
    });
    return info as unknown as GameInfo;
  }

  /** The nodes of the main line of a game, the root first. Empty variations are skipped. */
  mainLine(game = 0): Int32Array {
    return this.raw.mainLine(game);
  }

  /** The nodes from the root to a node. */
  path(node: number): Int32Array {
    return this.raw.path(node);
  }

  /** The number of the game of a node; -1 if the node was removed. */
  gameOf(node: number): number {
    return this.raw.gameOf(node);
  }

  /** The size of the board of a node. */
  size(node: number): Size {
    const size = this.raw.sizeAt(node);
    return { columns: size >> 8, rows: size & 0xff };
  }

  /** The move of a node. */
  move(node: number): Move | undefined {
    return decodeMove(this.raw.moveAt(node));
  }

  /**
   * The board after a node, row by row from the top: 0 for an empty point, 1 for Black, 2 for White.
   *
   * All moves are played, also illegal ones. The first call for a game plays all of its nodes; each further call takes
   * time proportional to the number of nodes between this one and that of the call before. After an edit, the next call
   * plays all nodes again, unless the edit changed only a comment, a name, marks or a judgment of the position.
   */
  board(node: number): Uint8Array {
    return this.raw.board(node);
  }

  /** The prisoners of Black and White after a node. */
  prisoners(node: number): { black: number; white: number } {
    const [black, white] = this.raw.prisoners(node) as unknown as [number, number];
    return { black, white };
  }

  /** The number of the last move up to a node, and the player to move. Each call plays the line to the node. */
  turn(node: number): { moveNumber: number; toPlay: Color } {
    const [moveNumber, toPlay] = this.raw.turn(node) as unknown as [number, Color];
    return { moveNumber, toPlay };
  }

  /** The identifiers of the properties of a node, each once, in the order of the file. */
  identifiers(node: number): string[] {
    return this.raw.identifiers(node) as string[];
  }

  /** The values of a property as decoded texts; `undefined` if the node lacks it. */
  property(node: number, identifier: string): string[] | undefined {
    return this.raw.property(node, identifier) as string[] | undefined;
  }

  /** The text of the first value of a property; `undefined` if the node lacks it. */
  text(node: number, identifier: string): string | undefined {
    return this.raw.text(node, identifier);
  }

  /** The bytes of the values of a property, between their brackets; empty if the node lacks it. */
  bytes(node: number, identifier: string): Uint8Array[] {
    return this.raw.raw(node, identifier) as Uint8Array[];
  }

  /** The points of a property such as `AB` or `TR`, as indices into boards, with rectangles expanded. */
  points(node: number, identifier: string): Uint16Array {
    return this.raw.points(node, identifier);
  }

  /** Replaces the values of a property, or adds it. Texts are escaped and encoded in the charset of the game. */
  set(node: number, identifier: string, values: string | readonly string[]): void {
    this.raw.set(node, identifier, typeof values === "string" ? [values] : [...values]);
    this.#changed();
  }

  /** Removes a property. Returns whether the node had it. */
  remove(node: number, identifier: string): boolean {
    const removed = this.raw.remove(node, identifier);
    if (removed) this.#changed();
    return removed;
  }

  /** Adds an empty node before the child with this index, or after all children. Returns its number. */
  addNode(parent: number, index?: number): number {
    const node = this.raw.addNode(parent, index);
    this.#changed();
    return node;
  }

  /** Adds a game with an empty root after all others. Returns the root. */
  addGame(): number {
    const root = this.raw.addGame();
    this.#changed();
    return root;
  }

  /** Removes a node with all nodes below it. `moveNode` can put it back. */
  removeNode(node: number): void {
    this.raw.removeNode(node);
    this.#changed();
  }

  /**
   * Moves a node with all nodes below it to a parent: before the child with this index, or after all children. Does
   * nothing if the node is already there.
   */
  moveNode(node: number, parent: number, index?: number): void {
    this.raw.moveNode(node, parent, index);
    this.#changed();
  }

  /** Moves a node before its previous sibling. Returns `false` if it is the first one. */
  promote(node: number): boolean {
    const moved = this.raw.promote(node);
    if (moved) this.#changed();
    return moved;
  }

  /** Makes the line through a node the main line of its game. */
  makeMainLine(node: number): void {
    this.raw.makeMainLine(node);
    this.#changed();
  }

  /** The file in its format. Bytes that nobody edited are those that were read. */
  write(): Uint8Array {
    return this.raw.write();
  }

  /** @internal All nodes with all properties; see `src/columns.rs`. */
  columns(): [Int32Array, Uint32Array, Uint32Array, string] {
    return this.raw.columns() as unknown as [Int32Array, Uint32Array, Uint32Array, string];
  }

  /** The games as SGF. */
  toSgf(): Uint8Array {
    return this.raw.toSgf();
  }

  #changed(): void {
    this.#nodes = undefined;
    this.#roots = undefined;
  }
}
