// What the module calls: errors and charsets.

// Old browsers lack the symbol. TypeScript and bundlers use the same one.
(Symbol as { dispose?: symbol }).dispose ??= Symbol("Symbol.dispose");

/** The codes of errors. */
export type ErrorCode =
  /** The charset is unknown. */
  | "charset"
  /** The format cannot be written, or the games cannot be written in it. */
  | "convert"
  /** The convention of problems is unknown. */
  | "convention"
  /** The object was disposed of. */
  | "disposed"
  /** The edit was refused: the result could not be read back. */
  | "edit"
  /** The environment has no file system. */
  | "files"
  /** The format is unknown, or cannot be written after an edit. */
  | "format"
  /** The document has no game with this number. */
  | "game"
  /** A defect of this package: the module stopped. Please report it. */
  | "internal"
  /** `init` was not called or is not finished. */
  | "not-initialized"
  /** The document has no node with this number. */
  | "node"
  /** The theme is unknown. */
  | "theme"
  /** The time is not a number. */
  | "time"
  /** The file exceeds a limit. */
  | "too-large";

/** An error of this package. */
export class KifuError extends Error {
  /** The kind of error. */
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string) {
    super(message);
    this.name = "KifuError";
    this.code = code;
  }
}

/** @internal Makes an error for the module to throw. */
export function makeError(code: string, message: string): KifuError {
  return new KifuError(code as ErrorCode, message);
}

/** @internal Decodes bytes; `undefined` if there is no decoder for the charset. */
export function decodeCharset(charset: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return undefined;
  }
}

/** @internal Returns the object of the module, unless it was disposed of. */
export function alive<T>(raw: T | undefined): T {
  if (raw === undefined) throw new KifuError("disposed", "the object was disposed of; read the file again");
  return raw;
}
