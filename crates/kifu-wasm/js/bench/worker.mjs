// Reads the file that it receives, and sends its columns back.

import { parentPort } from "node:worker_threads";
import { pathToFileURL } from "node:url";

const { init, read } = await import(pathToFileURL(process.argv[2]).href);
await init();
parentPort.postMessage("ready");
parentPort.on("message", (bytes) => {
  const start = performance.now();
  const document = read(bytes);
  const parsed = performance.now();
  const { length, parent, firstChild, nextSibling, moves } = document.nodes;
  const columns = performance.now();
  document[Symbol.dispose]();
  const inside = `${(parsed - start).toFixed(0)} ms reading, ${(columns - parsed).toFixed(0)} ms columns`;
  const message = { nodes: length, parent, firstChild, nextSibling, moves, inside };
  parentPort.postMessage(message, [parent.buffer, moves.buffer]);
});
