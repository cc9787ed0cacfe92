// Builds the page: `node build.mjs OUT [LIMIT]`, after `cargo xtask wasm` put the module and its glue into `glue`.
//
// OUT/kifu.html is one file, which also works when it is opened from a disk. OUT/site is a directory for a server: the same
// page with a manifest and a service worker, so that it can be installed and works without a network. LIMIT is the maximum size
// of the module in bytes, compressed with brotli.

import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, deflateRawSync, gzipSync } from "node:zlib";
import { build } from "esbuild";

const [out, limit = Infinity] = process.argv.slice(2);
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const version = process.env.KIFU_VERSION ?? "0.1.0";

const shared = {
  bundle: true,
  minify: true,
  target: ["chrome103", "firefox113", "safari16.4"],
  format: "iife",
  charset: "utf8",
  legalComments: "none",
  absWorkingDir: here("."),
  alias: { "kifu-glue": here("glue/glue.js"), "kifu-support": here("../js/src/support.ts") },
};

const { outputFiles } = await build({
  ...shared,
  entryPoints: { main: "src/main.ts", worker: "src/worker.ts", style: "src/page.css" },
  write: false,
  outdir: "built",
});
const built = (name) => {
  const file = outputFiles.find(({ path }) => path.endsWith(name));
  // The script is inside of an element, which this text would end.
  return file.text.replaceAll("</script", "<\\/script").trimEnd();
};
const [script, worker, style] = [built("main.js"), built("worker.js"), built("style.css")];
const wasm = readFileSync(here("glue/glue_bg.wasm"));
const packed = deflateRawSync(wasm, { level: 9 }).toString("base64");

/** The sources of a directive in the policy of the pages of the player. A frame without an address inherits our policy. */
const player = await policyOfPlayer();
const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

function page(isSite) {
  const policy = [
    "default-src 'none'",
    `script-src ${hash(script)} ${player["script-src"]} 'wasm-unsafe-eval'`,
    `style-src ${hash(style)} ${player["style-src"]}`,
    `worker-src blob:${isSite ? " 'self'" : ""}`,
    `img-src ${player["img-src"]}${isSite ? " 'self'" : ""}`,
    `media-src ${player["media-src"]}`,
    ...(isSite ? ["manifest-src 'self'"] : []),
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  const links = '<link rel="manifest" href="manifest.webmanifest">\n<link rel="icon" href="icon.svg" type="image/svg+xml">\n';
  const parts = {
    policy,
    version,
    style,
    script,
    worker,
    wasm: packed,
    offline: isSite ? " data-offline" : "",
    links: isSite ? links : '<link rel="icon" href="data:,">\n',
  };
  const template = readFileSync(here("index.html"), "utf8");
  return template.replaceAll(/\{\{(\w+)\}\}/g, (_, name) => parts[name]);
}

/** Makes a page of each kind with the module, and joins their policies. */
async function policyOfPlayer() {
  const bundled = await build({ ...shared, format: "esm", platform: "node", entryPoints: ["glue/glue.js"], write: false });
  const glue = await import(`data:text/javascript;base64,${Buffer.from(bundled.outputFiles[0].text).toString("base64")}`);
  glue.initSync({ module: new WebAssembly.Module(wasm) });
  const joined = {};
  for (const [name, text] of [
    ["a.sgf", "(;SZ[9];B[ee]C[a];W[cc])"],
    ["a.rgf", "(;TS[1]B[pd]TS[2]W[dd])"],
  ]) {
    const html = glue.openFile(name, new TextEncoder().encode(text)).page(0);
    const policy = /Content-Security-Policy" content="([^"]*)"/.exec(html)[1].replaceAll("&#39;", "'");
    for (const directive of policy.split("; ")) {
      const [name, ...sources] = directive.split(" ");
      joined[name] = [...new Set([...(joined[name] ?? []), ...sources])];
    }
  }
  return Object.fromEntries(Object.entries(joined).map(([name, sources]) => [name, sources.join(" ")]));
}

rmSync(out, { recursive: true, force: true });
mkdirSync(join(out, "site"), { recursive: true });
const single = page(false);
const site = page(true);
writeFileSync(join(out, "kifu.html"), single);
writeFileSync(join(out, "site/index.html"), site);
copyFileSync(here("manifest.webmanifest"), join(out, "site/manifest.webmanifest"));
copyFileSync(here("icon.svg"), join(out, "site/icon.svg"));
const all = createHash("sha256");
for (const file of ["index.html", "manifest.webmanifest", "icon.svg"]) all.update(readFileSync(join(out, "site", file)));
const worked = readFileSync(here("sw.js"), "utf8").replace("{{hash}}", all.digest("hex").slice(0, 16));
writeFileSync(join(out, "site/sw.js"), worked);

const kilobytes = (bytes) => `${Math.round(bytes / 1000)} KB`;
console.log(`the drop page: ${kilobytes(single.length)}, ${kilobytes(gzipSync(single, { level: 9 }).length)} with gzip`);
const brotli = brotliCompressSync(wasm).length;
console.log(`  module: ${kilobytes(wasm.length)}, ${kilobytes(brotli)} with brotli`);
console.log(`  scripts: ${kilobytes(script.length + worker.length)}, style sheet: ${kilobytes(style.length)}`);
if (brotli > Number(limit)) {
  console.error(`the module of the drop page is too large: ${brotli} bytes, at most ${limit} are allowed`);
  process.exit(1);
}
