// What the module needs from JavaScript.

export function makeError(_code: string, message: string): Error {
  return new Error(message);
}

/** Decodes bytes; `undefined` if there is no decoder for the charset. */
export function decodeText(charset: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return undefined;
  }
}
