// The data that the page contains: written by `game.rs`, which describes each field.

export interface NodeData {
  p?: number;
  m?: string;
  b?: string;
  w?: string;
  e?: string;
  n?: number;
  t?: "B" | "W";
  x?: [number, number];
  N?: string;
  C?: string;
  k?: Record<string, string>;
  l?: [string, string][];
  v?: string;
  d?: string;
  q?: string[];
  i?: string;
  s?: number;
  r?: boolean;
}

export interface GameData {
  file?: string;
  cols: number;
  rows: number;
  info: [string, string][];
  suicide: "no" | "multi" | "any";
  repetition: "allowed" | "ko" | "positional" | "situational" | "natural";
  solver?: "B" | "W";
  nodes: NodeData[];
  recording?: RecordingData;
}

/** The changes of a game over time; written by `recording.rs`. Times are in milliseconds. */
export interface RecordingData {
  file: string;
  duration: number;
  chapters: [number, string][];
  moments: { t: number; c: number; n: [number, Record<string, unknown> | null][] }[];
  media: { type: string; name: string; id?: string }[];
}

export interface PageData {
  head: { title: string };
  games: GameData[];
}

/** The bytes that an element contains in Base64. */
export function bytesOf(element: Element): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(element.textContent ?? ""), (c) => c.charCodeAt(0));
}

/** The content of an element that `push_data` in `html.rs` wrote. */
export async function unpack(element: Element): Promise<ArrayBuffer> {
  const stream = new Blob([bytesOf(element)]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(stream).arrayBuffer();
}

/** The number of a letter of a coordinate: 0 for `a`, 26 for `A`. */
function coordinate(code: number): number {
  if (code >= 97 && code <= 122) return code - 97;
  if (code >= 65 && code <= 90) return code - 65 + 26;
  return -1;
}

/** The indices of the points in a text such as `pddp`; -1 for a point off the board. */
export function points(text: string | undefined, cols: number, rows: number): number[] {
  const all: number[] = [];
  for (let at = 0; text && at + 1 < text.length; at += 2) {
    const col = coordinate(text.charCodeAt(at));
    const row = coordinate(text.charCodeAt(at + 1));
    const isOnBoard = col >= 0 && row >= 0 && col < cols && row < rows;
    all.push(isOnBoard ? row * cols + col : -1);
  }
  return all;
}
