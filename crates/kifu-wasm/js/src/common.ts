// What the lean and the full build share: games of a stream, and recordings.

import type { RawDocument, RawTimeline } from "kifu-glue";
import { RawGames, readTimeline } from "kifu-glue";
import { ensure } from "kifu-load";
import { alive } from "kifu-support";
import type { Document } from "./document.js";

/** A source of bytes: a stream such as the body of a response, or an iterable of chunks. */
export type ByteSource = ReadableStream<Uint8Array> | AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

async function* chunks(source: ByteSource): AsyncGenerator<Uint8Array> {
  // Safari cannot iterate over streams.
  if (!("getReader" in source)) {
    yield* source;
    return;
  }
  const reader = source.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel();
  }
}

/** @internal Splits a source into documents. */
export async function* splitGames<D>(source: ByteSource, make: (raw: RawDocument) => D): AsyncGenerator<D> {
  ensure();
  const raw = new RawGames();
  try {
    for await (const chunk of chunks(source)) {
      raw.push(chunk);
      for (let game; (game = raw.next()) !== undefined; ) yield make(game);
    }
    raw.end();
    for (let game; (game = raw.next()) !== undefined; ) yield make(game);
  } finally {
    raw.free();
  }
}

/** The game tree of a recording at a time. */
export class Moment<D extends Document> implements Disposable {
  /** The time in seconds. */
  readonly time: number;
  /** The game tree. */
  readonly document: D;
  /** The node that is shown, or -1. */
  readonly node: number;

  /** @internal Use `Timeline.at`. */
  constructor(time: number, document: D, node: number) {
    this.time = time;
    this.document = document;
    this.node = node;
  }

  /** The board after the node that is shown; `undefined` if there is no node. */
  get board(): Uint8Array | undefined {
    return this.node < 0 ? undefined : this.document.board(this.node);
  }

  /** Frees the memory of the document. */
  [Symbol.dispose](): void {
    this.document[Symbol.dispose]();
  }
}

/** A recording in RGF: a game tree that changes over time, as in a lecture. */
export class Timeline<D extends Document> implements Disposable {
  #raw: RawTimeline | undefined;
  #make: (raw: RawDocument) => D;

  /** @internal Use `timeline`. */
  constructor(source: Uint8Array | string, make: (raw: RawDocument) => D) {
    ensure();
    this.#raw = readTimeline(typeof source === "string" ? new TextEncoder().encode(source) : source);
    this.#make = make;
  }

  /** The length in seconds. */
  get duration(): number {
    return alive(this.#raw).duration;
  }

  /** The times in seconds at which something happens, in order, each once. */
  get times(): Float64Array {
    return alive(this.#raw).times();
  }

  /** The game tree at a time in seconds, after everything that happens then. */
  at(time: number): Moment<D> {
    const raw = alive(this.#raw);
    return new Moment(time, this.#make(raw.at(time)), raw.cursor(time));
  }

  /** Frees the memory. The recording cannot be used afterwards. */
  [Symbol.dispose](): void {
    this.#raw?.free();
    this.#raw = undefined;
  }
}
