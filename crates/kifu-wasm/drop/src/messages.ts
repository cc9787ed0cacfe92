// The messages between the page and its worker.

/** A file of the list. */
export interface Entry {
  id: number;
  /** The path in the directory or the archive. */
  name: string;
  size: number;
  /** The reason why the file cannot be read. */
  error?: string;
}

/** A file to add. */
export interface Added {
  name: string;
  content: Blob;
}

/** What the list shows about a file. */
export interface Summary {
  id: number;
  title?: string;
  games?: number;
  error?: string;
}

export interface GameRow {
  title: string;
  result: string;
  date: string;
  size: string;
  moves: number;
}

export interface Opened {
  format: string;
  charset: string;
  isRecording: boolean;
  gameCount: number;
}

export interface Repair {
  title: string;
  safe: boolean;
}

export interface Finding {
  code: string;
  severity: "error" | "warning" | "info";
  line: number;
  column: number;
  start: number;
  end: number;
  game?: number;
  node?: string;
  pointer?: string;
  message: string;
  help?: string;
  fix?: Repair;
  /** The text before the finding, the marked text, and the text after it. */
  excerpt: [string, string, string];
  /** The name of the text, if the file is a bundle of several texts. */
  member?: string;
}

/** What the page shows of all findings. */
export interface FindingTotals {
  counts: Record<Finding["severity"], number>;
  /** The codes with repairs; those with safe and unsafe ones are listed twice. */
  repairs: { code: string; title: string; isSafe: boolean; count: number }[];
}

export interface FindingRows {
  list: Finding[];
  explanations: Record<string, string>;
}

/** A new file: the original is never changed. */
export interface Result {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}

export interface Repaired extends Result {
  difference: string;
  codes: string[];
}

export interface Converted extends Result {
  losses: string[];
}

/** A format that can be written. */
export interface Target {
  name: string;
  extension: string;
}

/** What the page asks for, by name: its arguments and its result. */
export interface Requests {
  start: [[wasm: string], Target[]];
  add: [[files: Added[]], number];
  summaries: [[ids: number[]], Summary[]];
  open: [[id: number], Opened];
  games: [[id: number, start: number, count: number], GameRow[]];
  page: [[id: number, game: number], string];
  check: [[id: number], FindingTotals];
  findings: [[id: number, start: number, count: number], FindingRows];
  /** Without `only`, all safe repairs. */
  fix: [[id: number, only: string[] | undefined, unsafeCodes: string[]], Repaired];
  convert: [[id: number, target: string], Converted];
  original: [[id: number], Result];
}

export type Verb = keyof Requests;

export interface Request<V extends Verb = Verb> {
  id: number;
  verb: V;
  args: Requests[V][0];
}

/** An answer, or files that were found while an archive is read. */
export type Reply =
  | { id: number; value: unknown }
  | { id: number; error: string }
  | { entries: Entry[] };
