// Builds the script and the style sheet into ../src/built, or compares them with what is there (`--check`).

import { readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { build } from "esbuild";

const isCheck = process.argv.includes("--check");
const result = await build({
  entryPoints: { page: "src/page.ts", index: "src/index.ts", style: "src/page.css" },
  bundle: true,
  minify: true,
  write: false,
  outdir: "built",
  target: ["chrome103", "firefox113", "safari16.4"],
  format: "iife",
  charset: "utf8",
  legalComments: "none",
});
let stale = 0;
for (const file of result.outputFiles) {
  const name = basename(file.path).replace("style", "page");
  const path = new URL(`../src/built/${name}`, import.meta.url);
  // The script is inside of an element, which this text would end.
  const text = file.text.replaceAll("</script", "<\\/script").trimEnd();
  if (!isCheck) writeFileSync(path, text);
  else if (readFileSync(path, "utf8") !== text) {
    console.error(`src/built/${name} is not what the sources build to: run \`cargo xtask page\``);
    stale += 1;
  }
}
process.exit(stale === 0 ? 0 : 1);
