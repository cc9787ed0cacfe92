// Bundles the package: `node build.mjs OUT`, after `cargo xtask wasm` put the modules and their glue into `glue`.

import { copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const [out] = process.argv.slice(2);
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const version = process.env.KIFU_VERSION ?? "0.0.0";
const licence = `// @kifu/kifu ${version}, MIT OR Apache-2.0`;

rmSync(out, { recursive: true, force: true });

const common = {
  bundle: true,
  format: "esm",
  minify: true,
  target: "es2022",
  charset: "utf8",
  legalComments: "none",
  banner: { js: licence },
  external: ["node:fs"],
  absWorkingDir: here("."),
};

/** Bundles one entry point for one way of loading. */
async function bundle(name, load) {
  const wasm = here(`glue/${name}/glue_bg.wasm`);
  const module = {
    name: "module",
    setup(build) {
      build.onResolve({ filter: /^kifu-module$/ }, () => ({ path: wasm, namespace: "module" }));
      build.onLoad({ filter: /.*/, namespace: "module" }, () => ({
        contents: `export const base64 = ${JSON.stringify(readFileSync(wasm).toString("base64"))};`,
      }));
    },
  };
  await build({
    entryPoints: [here(`src/${name}.ts`)],
    outfile: join(out, name, `${load}.js`),
    ...common,
    alias: {
      "kifu-glue": here(`glue/${name}/glue.js`),
      "kifu-load": here(`src/load/${load}.ts`),
      "kifu-support": here("src/support.ts"),
    },
    plugins: [module],
  });
}

/** Bundles the functions of `@sabaki/sgf`, which use a module that is beside them. */
async function sabaki(load) {
  const lean = {
    name: "lean",
    setup: (build) => build.onResolve({ filter: /^kifu-lean$/ }, () => ({ path: `../lean/${load}.js`, external: true })),
  };
  await build({
    entryPoints: [here("src/sabaki.ts")],
    outfile: join(out, "sabaki", `${load}.js`),
    ...common,
    alias: {
      "kifu-files": here(`src/load/files-${load === "node" ? "node" : "web"}.ts`),
      "kifu-support": here("src/support.ts"),
    },
    plugins: [lean],
  });
}

for (const load of ["web", "node", "inline"]) await sabaki(load);
for (const name of ["full", "lean"]) {
  for (const load of ["web", "node", "inline"]) await bundle(name, load);
  copyFileSync(here(`glue/${name}/glue_bg.wasm`), join(out, name, "kifu.wasm"));
}
// The declarations are those of `tsc`, without the names that only this directory knows.
mkdirSync(join(out, "types"), { recursive: true });
const declarations = here("glue/types");
cpSync(declarations, join(out, "types"), { recursive: true });
for (const name of ["common", "document", "full", "lean", "sabaki"]) {
  const path = join(out, "types", `${name}.d.ts`);
  const text = readFileSync(path, "utf8")
    .replaceAll('"kifu-load"', '"./load/web.js"')
    .replaceAll('"kifu-support"', '"./support.js"')
    .replaceAll('"kifu-lean"', '"./lean.js"')
    .replaceAll(/^import .*"kifu-glue";\n/gm, "");
  writeFileSync(path, text);
}
const load = join(out, "types/load/web.d.ts");
writeFileSync(load, readFileSync(load, "utf8").replaceAll('"kifu-support"', '"../support.js"'));

const entry = (name, load) => ({ types: `./types/${name}.d.ts`, default: `./${name}/${load}.js` });
const entries = (name) => ({
  types: `./types/${name}.d.ts`,
  deno: `./${name}/node.js`,
  node: `./${name}/node.js`,
  default: `./${name}/web.js`,
});
writeFileSync(
  join(out, "package.json"),
  `${JSON.stringify(
    {
      name: "@kifu/kifu",
      version,
      description: "Read, check, edit, convert and replay Go game records (SGF and others), with WebAssembly",
      keywords: ["go", "baduk", "weiqi", "sgf", "jgf", "gib", "wasm"],
      license: "MIT OR Apache-2.0",
      type: "module",
      sideEffects: false,
      engines: { node: ">=20" },
      exports: {
        ".": entries("full"),
        "./inline": entry("full", "inline"),
        "./lean": entries("lean"),
        "./lean/inline": entry("lean", "inline"),
        "./sabaki": entries("sabaki"),
        "./sabaki/inline": entry("sabaki", "inline"),
        "./kifu.wasm": "./full/kifu.wasm",
        "./lean/kifu.wasm": "./lean/kifu.wasm",
        "./package.json": "./package.json",
      },
      types: "./types/full.d.ts",
      files: ["full", "lean", "sabaki", "types"],
    },
    null,
    2,
  )}\n`,
);
for (const name of ["README.md", "CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT"]) {
  copyFileSync(here(`../${name}`), join(out, name));
}
// For the tests of types.
rmSync(here("glue/package"), { recursive: true, force: true });
cpSync(join(out, "types"), here("glue/package/types"), { recursive: true });
