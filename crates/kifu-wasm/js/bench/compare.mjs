// Compares the speed with that of @sabaki/sgf and smartgame, in CPU time: `node --expose-gc bench/compare.mjs PACKAGE DIR…`.

import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import sabaki from "@sabaki/sgf";
import smartgame from "smartgame";

const [packed, ...directories] = process.argv.slice(2);
const load = (name) => import(pathToFileURL(join(packed, name)).href);
const builds = {};
for (const name of ["full", "lean"]) builds[name] = await load(`${name}/node.js`);
// smartgame reports long identifiers on the console.
console.warn = () => {};

const COUNT = Number(process.env.KIFU_BENCH_FILES ?? 2000);
const decoder = new TextDecoder();
/** Files that all packages read. */
const files = [];
for (const directory of directories) {
  for (const name of readdirSync(directory, { recursive: true }).sort()) {
    const path = join(directory, name);
    if (!path.endsWith(".sgf") || !statSync(path).isFile()) continue;
    const bytes = new Uint8Array(readFileSync(path));
    const text = decoder.decode(bytes);
    try {
      sabaki.parse(text);
      sabaki.parseBuffer(Buffer.from(bytes));
      smartgame.parse(text);
    } catch {
      continue;
    }
    files.push({ bytes, text });
  }
}
// Evenly chosen, so that each source is present.
const step = Math.max(1, files.length / COUNT);
const chosen = Array.from({ length: Math.min(COUNT, files.length) }, (_, at) => files[Math.floor(at * step)]);
const size = chosen.reduce((sum, file) => sum + file.bytes.length, 0);
console.log(`${chosen.length} of ${files.length} files, ${(size / 1e6).toFixed(1)} MB; node ${process.version}`);

const cpu = () => {
  const { user, system } = process.cpuUsage();
  return user + system;
};

/**
 * The CPU time of a task in microseconds for each file: the best of several rounds, with their garbage. In the first
 * rounds, the engine compiles the code, which also takes CPU time.
 */
function measure(task, rounds = 20) {
  let best = Infinity;
  for (let round = 0; round < rounds; round++) {
    globalThis.gc?.();
    const start = cpu();
    for (const file of chosen) task(file);
    globalThis.gc?.();
    best = Math.min(best, cpu() - start);
  }
  return best / chosen.length;
}
const collect = measure(() => {});

const results = {};
const run = (name, task, rounds) => {
  results[name] = measure(task, rounds) - collect;
  console.log(`${name.padEnd(44)} ${results[name].toFixed(2).padStart(9)} µs a file`);
};

run("@sabaki/sgf parse(text)", (file) => sabaki.parse(file.text), 4);
run("@sabaki/sgf parseBuffer(bytes)", (file) => sabaki.parseBuffer(Buffer.from(file.bytes)), 3);
run("smartgame parse(text)", (file) => smartgame.parse(file.text));
let nodes = 0;
for (const [name, kifu] of Object.entries(builds)) {
  run(`kifu ${name} read(bytes)`, (file) => {
    const document = kifu.read(file.bytes);
    document[Symbol.dispose]();
  });
  run(`kifu ${name} read(text)`, (file) => {
    const document = kifu.read(file.text);
    document[Symbol.dispose]();
  });
  run(`kifu ${name} read(bytes) + nodes`, (file) => {
    const document = kifu.read(file.bytes);
    document.nodes;
    document[Symbol.dispose]();
  });
  run(`kifu ${name} read(text) + nodes`, (file) => {
    const document = kifu.read(file.text);
    document.nodes;
    document[Symbol.dispose]();
  });
  run(`kifu ${name} read + board of all nodes`, (file) => {
    const document = kifu.read(file.bytes);
    const count = document.nodeCount;
    for (let node = 0; node < count; node++) document.board(node);
    document[Symbol.dispose]();
  }, 6);
  run(`kifu ${name} read + 1000 boards of random nodes`, (file) => {
    const document = kifu.read(file.bytes);
    const count = document.nodeCount;
    let random = 1;
    for (let at = 0; at < 1000; at++) {
      random = (random * 48271) % 0x7fffffff;
      if (count > 0) document.board(random % count);
    }
    document[Symbol.dispose]();
  }, 4);
  run(`kifu ${name} read + info`, (file) => {
    const document = kifu.read(file.bytes);
    if (document.gameCount > 0) document.info();
    document[Symbol.dispose]();
  });
}
for (const file of chosen) {
  const document = builds.full.read(file.bytes);
  nodes += document.nodeCount;
  document[Symbol.dispose]();
}
const nodesPerFile = nodes / chosen.length;
const million = await largeFile();

// The other packages read texts, so that kifu is compared with them reading the same texts.
const rows = [];
for (const name of Object.keys(builds)) {
  const ratio = (other, own) => results[other] / results[`kifu ${name} ${own}`];
  const board = (kind, count) => (results[`kifu ${name} read + ${kind}`] - results[`kifu ${name} read(bytes)`]) / count;
  rows.push(
    [name, "parse text: times faster than @sabaki/sgf", ratio("@sabaki/sgf parse(text)", "read(text)"), ">=", 30],
    [name, "parse text: times faster than smartgame", ratio("smartgame parse(text)", "read(text)"), ">=", 5],
    [name, "parse bytes: times faster than @sabaki/sgf", ratio("@sabaki/sgf parseBuffer(bytes)", "read(bytes)"), ">=", 30],
    [name, "text to columns: times faster than smartgame", ratio("smartgame parse(text)", "read(text) + nodes"), ">=", 3],
    [name, "µs for a board, all nodes in order", board("board of all nodes", nodesPerFile), "<=", 5],
    [name, "µs for a board, random nodes", board("1000 boards of random nodes", 1000), "<=", 5],
    [name, "ms for a million nodes in a worker", million[name], "<=", 300],
  );
}
console.log(`${nodesPerFile.toFixed(1)} nodes a file`);
for (const [name, what, value, relation, goal] of rows) {
  const isMet = relation === ">=" ? value >= goal : value <= goal;
  console.log(`${name} ${what.padEnd(46)} ${value.toFixed(2).padStart(8)}  (${relation} ${goal})${isMet ? "" : "  MISSED"}`);
}

/** Reads a file of a million nodes in a worker, and returns its columns and the last board. */
async function largeFile() {
  const result = {};
  for (const name of Object.keys(builds)) {
    const worker = new Worker(new URL("worker.mjs", import.meta.url), { argv: [join(packed, name, "node.js")] });
    await new Promise((resolve) => worker.once("message", resolve));
    // Moves all over the board, and a variation every 100 moves.
    const letters = "abcdefghijklmnopqrs";
    let text = "(;SZ[19]";
    let open = 1;
    for (let at = 0; at < 1_000_000 - 1; at++) {
      if (at % 100 === 99) {
        text += "(";
        open += 1;
      }
      text += `;${"BW"[at % 2]}[${letters[(at * 7) % 19]}${letters[(at * 11 + Math.floor(at / 19)) % 19]}]`;
    }
    const bytes = new TextEncoder().encode(text + ")".repeat(open));
    const start = performance.now();
    worker.postMessage(bytes, [bytes.buffer]);
    const { nodes, inside } = await new Promise((resolve) => worker.once("message", resolve));
    result[name] = performance.now() - start;
    if (nodes !== 1_000_000) throw new Error(`${nodes} nodes`);
    console.log(`${name}: a million nodes in a worker: ${result[name].toFixed(0)} ms, of which in the worker ${inside}`);
    await worker.terminate();
  }
  return result;
}
