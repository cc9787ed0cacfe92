// Sends requests to the worker.

import type { Entry, Reply, Requests, Verb } from "./messages";

interface Waiting {
  resolve: (value: never) => void;
  reject: (error: Error) => void;
}

export class Client {
  private readonly waiting = new Map<number, Waiting>();
  private number = 0;

  constructor(
    private readonly worker: Worker,
    onEntries: (entries: Entry[]) => void,
    onFailure: (why: string) => void,
  ) {
    worker.addEventListener("message", ({ data }: MessageEvent<Reply>) => {
      if ("entries" in data) {
        onEntries(data.entries);
        return;
      }
      const waiting = this.waiting.get(data.id);
      this.waiting.delete(data.id);
      if ("error" in data) waiting?.reject(new Error(data.error));
      else waiting?.resolve(data.value as never);
    });
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      onFailure(event.message || "the worker cannot be started");
    });
  }

  ask<V extends Verb>(verb: V, ...args: Requests[V][0]): Promise<Requests[V][1]> {
    const id = ++this.number;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.worker.postMessage({ id, verb, args });
    });
  }
}
