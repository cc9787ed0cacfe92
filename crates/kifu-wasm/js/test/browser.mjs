// Tests the package in Chromium: `node test/browser.mjs PACKAGE CORPUS EXPECTED`.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";
import { build } from "esbuild";
import { chromium } from "playwright-core";

const [packed] = process.argv.slice(2);
const TYPES = { ".js": "text/javascript", ".wasm": "application/wasm", ".html": "text/html" };
/** The Content-Security-Policy that the package needs. */
const CSP = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; worker-src 'self'";

const SGF = "(;FF[4]GM[1]SZ[9]PB[Sato]KM[6,5];B[ee];W[dd])";
const PAGE = `
import { init, read, games } from "/full/web.js";
import * as lean from "/lean/web.js";
const errors = [];
try { read("(;)"); } catch (error) { errors.push(error.code); }
await Promise.all([init(), init(), lean.init("/lean/kifu.wasm")]);
const document_ = read(${JSON.stringify(SGF)});
const gbk = new Uint8Array([...new TextEncoder().encode("(;CA[GBK]PB["), 0xb9, 0xc5, ...new TextEncoder().encode("])")]);
const stream = await fetch("/games.sgf");
const names = [];
for await (const game of games(stream.body)) names.push(game.info().black);
const worker = new Worker("/worker.js", { type: "module" });
const inWorker = await new Promise((resolve) => { worker.onmessage = (event) => resolve(event.data); worker.postMessage(new TextEncoder().encode(${JSON.stringify(SGF)})); });
window.result = {
  errors, names, inWorker,
  black: document_.info().black,
  board: Array.from(document_.board(2)).filter((stone) => stone > 0).length,
  codes: document_.check().map((finding) => finding.code).length,
  svg: document_.render(2).startsWith("<svg"),
  gbk: read(gbk).info().black,
  lean: lean.read(gbk).info().black,
  jgf: document_.convert("jgf2").text.length > 0,
};
`;
const WORKER = `
import { init, read } from "/lean/web.js";
const ready = init();
onmessage = async ({ data }) => {
  await ready;
  using_(read(data));
};
function using_(document) {
  const { moves } = document.nodes;
  document[Symbol.dispose]();
  postMessage(Array.from(moves), [moves.buffer]);
}
`;
const FILES = {
  "/": ["text/html", '<!doctype html><title>test</title><script type="module" src="/page.js"></script>'],
  "/page.js": ["text/javascript", PAGE],
  "/worker.js": ["text/javascript", WORKER],
  "/games.sgf": ["text/plain", "(;PB[a])(;PB[b])"],
};
const server = createServer((request, response) => {
  const path = normalize(new URL(request.url, "http://localhost").pathname);
  const headers = { "Content-Security-Policy": CSP };
  const known = FILES[path];
  try {
    const [type, body] = known ?? [TYPES[extname(path)], readFileSync(join(packed, path))];
    response.writeHead(200, { ...headers, "Content-Type": type }).end(body);
  } catch {
    response.writeHead(404, headers).end();
  }
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});
const directory = mkdtempSync(join(tmpdir(), "kifu-"));

/** Opens a page, and returns `window.result`. Fails on errors and messages. */
async function result(url) {
  const page = await browser.newPage();
  const faults = [];
  page.on("pageerror", (error) => faults.push(`error: ${error.message}`));
  page.on("console", (message) => {
    if (!message.text().includes("favicon")) faults.push(`console: ${message.text()} ${message.location().url}`);
  });
  await page.goto(url);
  const found = await page.waitForFunction(() => window.result, null, { timeout: 30_000 }).catch((error) => {
    throw new Error(`${error.message}\n${faults.join("\n")}`);
  });
  const value = await found.jsonValue();
  await page.close();
  assert.deepEqual(faults.filter((fault) => !fault.includes("favicon")), []);
  return value;
}

try {
  const served = await result(`http://127.0.0.1:${server.address().port}/`);
  assert.deepEqual(served.errors, ["not-initialized"]);
  assert.deepEqual(served.names, ["a", "b"]);
  assert.deepEqual(served.inWorker, [0x7fff, 40, 30 | 0x8000]);
  assert.equal(served.black, "Sato");
  assert.equal(served.board, 2);
  assert.ok(served.codes > 0 && served.svg && served.jgf);
  assert.deepEqual([served.gbk, served.lean], ["古", "古"]);
  console.log("ok: a page and a worker on a server, with", CSP);

  // A page that was mailed: one file, opened from a disk.
  for (const name of ["full", "lean"]) {
    const source = join(directory, "app.js");
    writeFileSync(
      source,
      `import { read } from ${JSON.stringify(join(packed, name, "inline.js"))};
       const game = read(${JSON.stringify(SGF)});
       window.result = [game.info().black, Array.from(game.board(2)).filter((stone) => stone > 0).length];`,
    );
    const bundled = await build({ entryPoints: [source], bundle: true, format: "iife", write: false, charset: "utf8" });
    const script = bundled.outputFiles[0].text.replaceAll("</script", "<\\/script");
    const page = join(directory, `${name}.html`);
    const policy = "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval'";
    writeFileSync(
      page,
      `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><script>${script}</script>`,
    );
    assert.deepEqual(await result(`file://${page}`), ["Sato", 2]);
    console.log(`ok: a page opened from a file, ${name}, with ${policy}`);
  }

  // What a program does not import is not in its bundle.
  const source = join(directory, "small.js");
  writeFileSync(source, `import { decodeMove } from ${JSON.stringify(join(packed, "full/web.js"))}; window.result = decodeMove(1);`);
  const bundled = await build({ entryPoints: [source], bundle: true, minify: true, format: "esm", write: false });
  console.log(`a bundle with decodeMove only: ${bundled.outputFiles[0].contents.length} bytes`);
} finally {
  await browser.close();
  server.close();
  rmSync(directory, { recursive: true });
}
