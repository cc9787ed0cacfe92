// The entry point `@kifu/kifu/sabaki`: the objects and functions of `@sabaki/sgf` 3.4, made by kifu.
//
// The functions have the names, arguments and results of `@sabaki/sgf`. They differ in one thing: damaged files are read
// as far as kifu reads them, so that no function throws on content.

import { readFile } from "kifu-files";
import { type Document, KifuError, read } from "kifu-lean";
import { decodeCharset } from "kifu-support";

export { init, initSync } from "kifu-lean";

/** A node of `@sabaki/sgf`. */
export interface SabakiNode<Id = number> {
  id: Id;
  /** The values of each property, without escapes. */
  data: Record<string, string[]>;
  parentId: Id | null;
  children: SabakiNode<Id>[];
}

/** A part of a text of SGF. */
export interface Token {
  type: "parenthesis" | "semicolon" | "prop_ident" | "c_value_type" | "invalid";
  value: string;
  /** The line, counted from 0. */
  row: number;
  /** The column in UTF-16 units, counted from 0. */
  col: number;
  /** The offset in UTF-16 units. */
  pos: number;
  /** The share of the text before the token: from 0 to 1. */
  progress: number;
}

/** What can be changed about reading. */
export interface ParseOptions<Id = number> {
  /** Makes the id of the next node; by default 0, 1, 2 and so on. */
  getId?: () => Id;
  /** Gets an entry for each node, by its id. */
  dictionary?: Record<PropertyKey, SabakiNode<Id>> | null;
  /** Called at the end of each line of play. */
  onProgress?: (event: { progress: number }) => void;
  /** Called for each node when its properties are known, before its children. */
  onNodeCreated?: (event: { node: SabakiNode<Id> }) => void;
  /** The charset, in place of the one that is declared or detected. */
  encoding?: string | null;
}

/** How text is laid out. */
export interface StringifyOptions {
  /** The line break, or an empty text for one line. */
  linebreak?: string;
  /** The indentation of each level. */
  indent?: string;
  /** The level of the first node. */
  level?: number;
}

/** Returns the games of a document as objects of `@sabaki/sgf`. */
export function toSabaki<Id = number>(document: Document, options: ParseOptions<Id> = {}): SabakiNode<Id>[] {
  let next = 0;
  const getId = options.getId ?? (() => next++ as Id);
  const { dictionary, onProgress, onNodeCreated } = options;
  const [parents, counts, lengths, text] = document.columns();
  const roots: SabakiNode<Id>[] = [];
  const nodes: SabakiNode<Id>[] = new Array(parents.length);
  let count = 0;
  let length = 0;
  let start = 0;
  const take = (): string => {
    const end = start + lengths[length++]!;
    const part = text.substring(start, end);
    start = end;
    return part;
  };
  for (let number = 0; number < parents.length; number++) {
    const parent = nodes[parents[number]!];
    const data: Record<string, string[]> = {};
    for (let left = counts[count++]!; left > 0; left--) {
      const ident = take();
      const values = (data[ident] ??= []);
      for (let left = counts[count++]!; left > 0; left--) values.push(take());
    }
    const node: SabakiNode<Id> = { id: getId(), data, parentId: parent ? parent.id : null, children: [] };
    nodes[number] = node;
    if (dictionary != null) dictionary[node.id as PropertyKey] = node;
    (parent ? parent.children : roots).push(node);
    onNodeCreated?.({ node });
    const next = number + 1;
    if (onProgress !== undefined && parents[next] !== number) onProgress({ progress: next / parents.length });
  }
  return roots;
}

/** Returns a document with the games of objects of `@sabaki/sgf`. */
export function fromSabaki<Id>(nodes: SabakiNode<Id> | readonly SabakiNode<Id>[]): Document {
  const trees = Array.isArray(nodes) ? nodes : [nodes];
  return read(stringify(trees, { linebreak: "" }));
}

/** Reads games from a text. */
export function parse<Id = number>(contents: string, options: ParseOptions<Id> = {}): SabakiNode<Id>[] {
  return parsed(read(contents), options);
}

/** Reads games from bytes. */
export function parseBuffer<Id = number>(buffer: Uint8Array, options: ParseOptions<Id> = {}): SabakiNode<Id>[] {
  return parsed(readBuffer(buffer, options.encoding), options);
}

/** Reads games from a file, in Node.js and Deno. */
export function parseFile<Id = number>(path: string, options: ParseOptions<Id> = {}): SabakiNode<Id>[] {
  return parseBuffer(readFile(path), options);
}

/** Reads games from tokens, as {@link tokenize} returns them. */
export function parseTokens<Id = number>(tokens: Iterable<Token>, options: ParseOptions<Id> = {}): SabakiNode<Id>[] {
  return parse(Array.from(tokens, (token) => token.value).join(" "), options);
}

function parsed<Id>(document: Document, options: ParseOptions<Id>): SabakiNode<Id>[] {
  try {
    return toSabaki(document, options);
  } finally {
    document[Symbol.dispose]();
  }
}

/** Reads bytes in a charset, or in the detected one if the name is unknown. */
function readBuffer(buffer: Uint8Array, encoding: string | null | undefined): Document {
  if (encoding != null) {
    try {
      return read(buffer, { charset: encoding });
    } catch (error) {
        if (!(error instanceof KifuError && error.code === "charset")) throw error;
    }
  }
  return read(buffer);
}

/** Returns the offset after the value that begins with the `[` at an offset, or 0 if it is not closed. */
function endOfValue(contents: string, start: number): number {
  for (let at = contents.indexOf("]", start); at >= 0; at = contents.indexOf("]", at + 1)) {
    let before = at;
    while (contents[before - 1] === "\\") before--;
    if ((at - before) % 2 === 0) return at + 1;
  }
  return 0;
}

/** Returns the tokens of a text one by one. */
export function* tokenizeIter(contents: string): Generator<Token, void, undefined> {
  // White space, and the tokens in the order of their types. Values are not found by a pattern, because it would
  // overflow the stack in long ones.
  const pattern = /\s+|([()])|(;)|([A-Za-z]+)|([^])/uy;
  const types = ["parenthesis", "semicolon", "prop_ident", "invalid"] as const;
  const length = contents.length - 1;
  let row = 0;
  let lineStart = 0;
  // Where one value is not closed, those after it are not closed either.
  let hasValues = true;
  for (let pos = 0, end = 0; pos < contents.length; pos = end) {
    let type: Token["type"] | undefined;
    end = hasValues && contents[pos] === "[" ? endOfValue(contents, pos) : 0;
    if (end > 0) {
      type = "c_value_type";
    } else {
      hasValues &&= contents[pos] !== "[";
      pattern.lastIndex = pos;
      const found = pattern.exec(contents)!;
      end = pattern.lastIndex;
      type = types.find((_, index) => found[index + 1] !== undefined);
    }
    const value = contents.slice(pos, end);
    if (type !== undefined) {
      yield { type, value, row, col: pos - lineStart, pos, progress: pos / length };
    }
    for (let at = value.indexOf("\n"); at >= 0; at = value.indexOf("\n", at + 1)) {
      row++;
      lineStart = pos + at + 1;
    }
  }
}

/** Returns the tokens of a text. */
export function tokenize(contents: string): Token[] {
  return [...tokenizeIter(contents)];
}

/** Decodes a file. */
function decode(buffer: Uint8Array, encoding: string | null | undefined): string {
  const document = readBuffer(buffer, encoding);
  try {
    return decodeCharset(document.charset().name, buffer) ?? new TextDecoder().decode(buffer);
  } finally {
    document[Symbol.dispose]();
  }
}

/** Returns the tokens of bytes one by one. Without `encoding`, the charset is detected. */
export function* tokenizeBufferIter(
  buffer: Uint8Array,
  options: { encoding?: string | null } = {},
): Generator<Token, void, undefined> {
  yield* tokenizeIter(decode(buffer, options.encoding));
}

/** Returns the tokens of bytes. */
export function tokenizeBuffer(buffer: Uint8Array, options: { encoding?: string | null } = {}): Token[] {
  return [...tokenizeBufferIter(buffer, options)];
}

/** Returns the text of a node with everything below it, or of several games. */
export function stringify<Id>(
  nodes: Partial<SabakiNode<Id>> | readonly Partial<SabakiNode<Id>>[],
  options: StringifyOptions = {},
): string {
  const { linebreak = "\n", indent = "  ", level = 0 } = options;
  const output: string[] = [];
  const indentation = (level: number): string => (linebreak === "" ? "" : indent.repeat(level));
  // What is left to write, in reverse: text, or a node at a level. A stack, because lines can be long.
  const top = Array.isArray(nodes) ? { children: nodes as SabakiNode<Id>[] } : (nodes as Partial<SabakiNode<Id>>);
  const stack: (string | [Partial<SabakiNode<Id>>, number])[] = [[top, level]];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (typeof next === "string") {
      output.push(next);
      continue;
    }
    const [node, level] = next;
    const children = node.children ?? [];
    if (node.data != null) {
      output.push(indentation(level), ";");
      for (const [ident, values] of Object.entries(node.data)) {
        if (ident.toUpperCase() === ident) output.push(ident, "[", values.map(escapeString).join("]["), "]");
      }
      output.push(linebreak);
    }
    const isBranched = children.length > 1 || (children.length > 0 && level === 0);
    if (!isBranched) {
      for (const child of children) stack.push([child, level]);
      continue;
    }
    output.push(indentation(level));
    stack.push(linebreak);
    for (const child of [...children].reverse()) {
      stack.push(indentation(level) + ")", [child, level + 1], "(" + linebreak);
    }
  }
  return output.join("");
}

const LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** A point: column and row, counted from 0 at the top left. `[-1, -1]` stands for a pass. */
export type Vertex = [x: number, y: number];

/** Returns the point with this name, such as `dp`; `[-1, -1]` if it does not have two characters. */
export function parseVertex(input: string): Vertex {
  return input.length === 2 ? [LETTERS.indexOf(input[0]!), LETTERS.indexOf(input[1]!)] : [-1, -1];
}

/** Returns the name of a point; an empty text if it is outside of the largest board. */
export function stringifyVertex([x, y]: Vertex): string {
  const [column, row] = [LETTERS[x], LETTERS[y]];
  return column !== undefined && row !== undefined ? column + row : "";
}

/** Returns the points of a name such as `dp` or of a rectangle such as `aa:cc`, column by column. */
export function parseCompressedVertices(input: string): Vertex[] {
  const colon = input.indexOf(":");
  if (colon < 0) return [parseVertex(input)];
  const [x1, y1] = parseVertex(input.slice(0, colon));
  const [x2, y2] = parseVertex(input.slice(colon + 1));
  const points: Vertex[] = [];
  for (let x = Math.min(x1, x2); x <= Math.max(x1, x2); x++) {
    for (let y = Math.min(y1, y2); y <= Math.max(y1, y2); y++) points.push([x, y]);
  }
  return points;
}

/** Returns a text as it is written between brackets. */
export function escapeString(input: unknown): string {
  return String(input).replace(/[\\\]]/g, "\\$&");
}

/** Returns the text that is written between brackets. */
export function unescapeString(input: string): string {
  return input.replace(/\r/g, "").replace(/\\([^]?)/g, (_, escaped: string) => (escaped === "\n" ? "" : escaped));
}

/** A date: year, and if known month and day. */
export type DateParts = [year: number, month?: number, day?: number];

/** Returns the dates of a `DT` property; `null` if it is not a list of dates. */
export function parseDates(input: string): DateParts[] | null {
  if (input.trim() === "") return input === "" ? [] : null;
  const dates: DateParts[] = [];
  let before: number[] = [];
  for (const part of input.split(",")) {
    const trimmed = dates.length > 0 ? part.trim() : part;
    const found = /^(?:(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?|(\d{1,2})(?:-(\d{1,2}))?)$/.exec(trimmed);
    if (found === null) return null;
    const [year, ...rest] = trimmed.split("-").map(Number);
    let date = [year!, ...rest];
    if (found[1] === undefined) {
      if (dates.length === 0) return null;
      // One number after a complete date is a day, and otherwise a month.
      const shared = date.length === 1 && before.length === 3 ? 2 : 1;
      date = [...before.slice(0, shared), ...date];
    }
    dates.push(date as DateParts);
    before = date;
  }
  return dates;
}

/** Returns dates as the text of a `DT` property, without repeating years and months. */
export function stringifyDates(dates: readonly DateParts[]): string {
  const texts = dates.map((date, index) => {
    const before: readonly (number | undefined)[] = dates[index - 1] ?? [];
    let shared = 0;
    while (shared < date.length && date[shared] === before[shared]) shared++;
    return date.slice(shared).map((number) => String(number).padStart(2, "0")).join("-");
  });
  return texts.join(",");
}
