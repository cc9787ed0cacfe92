// Compares the module with the command for all records of the repository: `node test/module.mjs KIFU OUT`.
//
// The findings, the safe repairs and the conversion to JGF must be the same. KIFU is the built command, whose output is
// written to OUT.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const [kifu, out] = process.argv.slice(2).map((path) => resolve(path));
const here = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
process.chdir(here("../../.."));
rmSync(out, { recursive: true, force: true });

const formats = ["gib", "ngf", "ogs", "ugf"].map((format) => `crates/kifu-${format}/test_data`);
// The descriptions of the conformance suite would have the same names as converted records. The command refuses to
// repair recordings, and prints a line for each member of a bundle, where the module has one list.
const inputs = ["corpus", ...formats, "--glob=!**/conformance/**/*.json", "--glob=!*.rg[ft]", "--glob=!*.snap", "--glob=!*.md", "--glob=!*.txt"];

function run(...args) {
  // The code of the exit says that some files have findings or no games.
  const { error, signal, stdout } = spawnSync(kifu, [...args, ...inputs], { maxBuffer: 1 << 30 });
  assert.equal(error ?? signal, null);
  return stdout.toString();
}

const checked = run("check", "--format", "jsonl").trim().split("\n").map(JSON.parse);
run("fix", "--all-safe", "-o", join(out, "fixed"));
run("convert", "-t", "jgf2", "-o", join(out, "converted"));

const bundled = await build({
  bundle: true,
  format: "esm",
  platform: "node",
  entryPoints: [here("glue/glue.js")],
  alias: { "kifu-support": here("../js/src/support.ts") },
  write: false,
});
const glue = await import(`data:text/javascript;base64,${Buffer.from(bundled.outputFiles[0].text).toString("base64")}`);
glue.initSync({ module: new WebAssembly.Module(readFileSync(here("glue/glue_bg.wasm"))) });

const counts = { findings: 0, repaired: 0, converted: 0, games: 0 };
for (const { file, diagnostics } of checked) {
  const original = readFileSync(file);
  let record;
  try {
    record = glue.openFile(basename(file), original);
  } catch (error) {
    assert.equal(error.message, "no game found", file);
    continue;
  }
  assert.deepEqual(JSON.parse(record.findings()[1]).diagnostics, diagnostics, file);
  counts.findings += diagnostics.length;

  const fixed = join(out, "fixed", file);
  const expected = existsSync(fixed) ? readFileSync(fixed) : original;
  assert.ok(expected.equals(record.fix(undefined, [])[0]), `${file} is repaired like the command does`);
  counts.repaired += expected.equals(original) ? 0 : 1;

  const converted = join(out, "converted", file.replace(/\.[^.]+$/, ".jgf"));
  if (existsSync(converted)) {
    assert.ok(readFileSync(converted).equals(record.convert("jgf2")[0]), `${file} is converted like the command does`);
    counts.converted += 1;
  }
  for (let game = 0; game < Math.min(record.gameCount, 3); game++) {
    try {
      assert.match(record.page(game), /^<!DOCTYPE html>/);
      counts.games += 1;
    } catch (error) {
      assert.match(error.message, /^the game (is not Go|has a board that cannot be shown)/, file);
    }
  }
  record.free();
}
assert.ok(counts.repaired > 20 && counts.converted > 400, JSON.stringify(counts));
console.log(`ok    the module agrees with the command for ${checked.length} files: ${JSON.stringify(counts)}`);
