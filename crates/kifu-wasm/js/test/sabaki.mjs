// Tests the entry point `@kifu/kifu/sabaki` with the tests of `@sabaki/sgf`, and with the corpus:
// `node test/sabaki.mjs PACKAGE CORPUS`.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [packageDirectory, corpus] = process.argv.slice(2);
const sabaki = await import(pathToFileURL(resolve(packageDirectory, "sabaki/node.js")));
const full = await import(pathToFileURL(resolve(packageDirectory, "full/node.js")));
const require = createRequire(import.meta.url);
const theirs = require("@sabaki/sgf");

// Their tests, with the functions of `tap` that they call.
let count = 0;
const testDirectory = join(dirname(require.resolve("@sabaki/sgf/package.json")), "tests");
for (const file of readdirSync(testDirectory).filter((name) => name.endsWith(".test.js"))) {
  const asserts = {
    equal: assert.equal,
    notEqual: assert.notEqual,
    deepEqual: assert.deepEqual,
    ok: assert.ok,
    doesNotThrow: assert.doesNotThrow,
    end() {},
    test(name, run) {
      try {
        run(asserts);
      } catch (error) {
        error.message = `${file}, ${name}: ${error.message}`;
        throw error;
      }
      count++;
    },
  };
  const modules = { tap: asserts, "..": sabaki, path: require("node:path") };
  const code = readFileSync(join(testDirectory, file), "utf8");
  new Function("require", "__dirname", code)((name) => modules[name], testDirectory);
}
assert.ok(count >= 50, `only ${count} tests`);
console.log(`${count} tests of @sabaki/sgf`);

// Both read intact files in UTF-8 the same.
function* files(directory) {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) yield* files(path);
    else if (/\.sgf$/i.test(entry.name)) yield path;
  }
}
/** Their functions overflow the stack in long games, and throw at characters that some programs write between properties. */
function unlessRefused(call) {
  try {
    return call();
  } catch (error) {
    if (error instanceof RangeError || error.message.startsWith("Unexpected token")) return undefined;
    throw error;
  }
}
let same = 0;
let refused = 0;
const different = [];
for (const path of files(corpus)) {
  let text;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(path));
  } catch {
    continue;
  }
  const document = full.read(text);
  const isIntact = !document.check().some(({ code }) => code.startsWith("sgf/"));
  const trees = sabaki.parse(text);
  // `stringify` calls itself neither for nodes nor for variations, in contrast to `deepEqual`.
  const written = sabaki.stringify(trees);
  if (isIntact) {
    const other = unlessRefused(() => theirs.parse(text));
    if (other === undefined) refused++;
    else if (sabaki.stringify(other) === written) same++;
    else different.push(path);
  }
  assert.equal(unlessRefused(() => theirs.stringify(trees)) ?? written, written, path);
  // What is written is read back. In damaged files, a property can lack a value, which has no spelling.
  let hasValues = true;
  sabaki.parse(text, {
    onNodeCreated: ({ node }) => {
      hasValues &&= Object.values(node.data).every((values) => values.length > 0);
    },
  });
  if (hasValues) {
    assert.equal(sabaki.stringify(sabaki.parse(written)), written, path);
    assert.equal(sabaki.stringify(sabaki.toSabaki(sabaki.fromSabaki(trees))), written, path);
  }
  document[Symbol.dispose]();
}
assert.ok(same > 100 && different.length === 0, `${same} files are the same; ${different.length} differ:\n${different.slice(0, 25).join("\n")}`);
console.log(`${same} intact files are read as by @sabaki/sgf, which refuses ${refused} more`);

// A line of 200,000 nodes and 20,000 nested variations.
const long = sabaki.parse(`(;${";B[dd]W[pp]".repeat(200_000)})`);
assert.equal(sabaki.stringify(long).split(";").length, 200_002);
const deep = sabaki.parse("(;B[dd]".repeat(20_000) + ")".repeat(20_000));
assert.equal(sabaki.toSabaki(sabaki.fromSabaki(deep)).length, 1);

// Ids, the dictionary and the events.
const ids = ["a", "b", "c", "d"];
const dictionary = {};
const created = [];
const progress = [];
const [root] = sabaki.parse("(;B[hh](;W[ii];B[jj])(;W[hi]))", {
  getId: () => ids.shift(),
  dictionary,
  onNodeCreated: ({ node }) => created.push(node.id),
  onProgress: (event) => progress.push(event.progress),
});
assert.equal(root.children[0].children[0].parentId, "b");
assert.equal(dictionary.d, root.children[1]);
assert.deepEqual(created, ["a", "b", "c", "d"]);
assert.deepEqual(progress, [0.75, 1]);
assert.deepEqual(sabaki.parseTokens(theirs.tokenize("(;B[hh] CoPyright[x\\]y])")), sabaki.parse("(;B[hh]CP[x\\]y])"));
assert.equal(sabaki.parseBuffer(Buffer.from("(;C[abc])"), { encoding: "no charset" })[0].data.C[0], "abc");

// The dates are those of @sabaki/sgf.
for (const text of ["", " ", "1996", "1996-05,06-01", "1996-05-06,07,08", "1996-05,1997", "05", "1996,", "x", "1996-1-2, 3"]) {
  const [ours, other] = [sabaki.parseDates(text), theirs.parseDates(text)];
  assert.deepEqual(ours, other, JSON.stringify(text));
  if (ours !== null) assert.equal(sabaki.stringifyDates(ours), theirs.stringifyDates(other));
}
for (const text of ["\\", "a\\\n\\]b\\\\\r\nc", "\\\r\nx", "]]\\"]) {
  assert.equal(sabaki.unescapeString(text), theirs.unescapeString(text));
  assert.equal(sabaki.escapeString(text), theirs.escapeString(text));
}
// Their objects of games in other charsets.
const chinese = readFileSync(join(testDirectory, "sgf/chinese.sgf"));
assert.deepEqual(
  sabaki.tokenizeBuffer(chinese).map((token) => token.value).join(""),
  theirs.tokenizeBuffer(chinese).map((token) => token.value).join(""),
);

// Tokens of random texts are those of @sabaki/sgf, wherever it does not throw.
let random = 1;
const next = (below) => {
  random = (Math.imul(random, 1103515245) + 12345) >>> 0;
  return (random >>> 8) % below;
};
const pieces = ["[", "]", "\\", "\n", "B", ";", "(", ")", " ", "é", "1", "aa"];
for (let round = 0; round < 3000; round++) {
  const text = Array.from({ length: next(12) }, () => pieces[next(pieces.length)]).join("");
  const tokens = sabaki.tokenize(text);
  assert.equal(tokens.filter(({ type }) => type !== undefined).map(({ value }) => value).join(""), text.replaceAll(/(\[(?:[^\\\]]|\\[^])*\])|\s+/gu, "$1"));
  for (const { value, pos } of tokens) assert.equal(text.slice(pos, pos + value.length), value);
  assert.deepEqual(tokens.map(({ value, row, col }) => ({ value, row, col })), theirs.tokenize(text).map(({ value, row, col }) => ({ value, row, col })), JSON.stringify(text));
}
// Long values, and brackets that are never closed, take linear time.
for (const content of ["x".repeat(1e7), "\\]".repeat(5e6), "\\\\".repeat(5e6), "y\n".repeat(5e6)]) {
  assert.deepEqual(sabaki.tokenize(`C[${content}];`).map(({ value }) => value.length), [1, content.length + 2, 1]);
}
for (const bracket of ["[", "[\\]"]) {
  const time = (count) => {
    const text = bracket.repeat(count);
    const start = performance.now();
    assert.ok(sabaki.tokenize(text).length >= count);
    return performance.now() - start;
  };
  time(1000);
  const [short, long] = [time(200_000), time(800_000)];
  // In quadratic time, 200,000 brackets take a minute, and four times as many 16 times as long.
  assert.ok(long < 10 * short + 2000, `${short} ms and ${long} ms`);
}
console.log("sabaki: ok");
