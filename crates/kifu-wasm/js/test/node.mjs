// Tests the package in Node.js: `node --expose-gc test/node.mjs PACKAGE CORPUS EXPECTED [--full]`, and in Deno:
// `deno test --allow-all --no-check --v8-flags=--expose-gc test/node.mjs -- PACKAGE CORPUS EXPECTED`.
//
// EXPECTED is the built example `expected`, which computes the results of the native build.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { test } from "node:test";
import { Worker } from "node:worker_threads";

const [packed, corpus, expected] = process.argv.slice(2);
const isFull = process.argv.includes("--full");
/** The arguments of Deno before the path of a program. */
const runs = "Deno" in globalThis ? ["run", "--allow-read"] : [];
const load = (name) => import(pathToFileURL(join(packed, name)).href);
const full = await load("full/node.js");
const lean = await load("lean/node.js");
const builds = [
  ["full", full],
  ["lean", lean],
];
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** All records below the corpus, in the order of their names. */
const records = readdirSync(corpus, { recursive: true })
  .map((name) => join(corpus, name))
  .filter((path) => /\.(sgf|sgfs|jgf|gib|ngf|ugf|ugi|json|sgn|mgt)$/i.test(path) && statSync(path).isFile())
  .sort();
/** About this many of them, evenly chosen. */
function some(count) {
  if (isFull || records.length <= count) return records;
  return Array.from({ length: count }, (_, at) => records[Math.floor((at * records.length) / count)]);
}
const bytesOf = (path) => new Uint8Array(readFileSync(path));

/** FNV-1a with 32 bits. */
function hash(bytes, start = 0x811c9dc5) {
  let hash = start;
  for (let at = 0; at < bytes.length; at++) hash = Math.imul(hash ^ bytes[at], 0x01000193);
  return hash >>> 0;
}
const hex = (number) => number.toString(16).padStart(8, "0");

for (const [name, kifu] of builds) {
  test(`${name}: a game is read, changed and written, and all other bytes stay`, () => {
    const document = kifu.read(encoder.encode("(;SZ[9]PB[Sato]\n C[hello];B[ee] ;W[ed](;B[dd])(;B[]))"));
    assert.equal(document.gameCount, 1);
    assert.deepEqual([...document.roots], [0]);
    assert.deepEqual([...document.nodes.parent], [-1, 0, 1, 2, 2]);
    assert.deepEqual([...document.nodes.firstChild], [1, 2, 3, -1, -1]);
    assert.deepEqual([...document.nodes.nextSibling], [-1, -1, -1, 4, -1]);
    assert.deepEqual([...document.nodes.moves], [kifu.NO_MOVE, 40, 31 | 0x8000, 30, kifu.PASS]);
    assert.deepEqual([...document.mainLine()], [0, 1, 2, 3]);
    assert.deepEqual([...document.path(4)], [0, 1, 2, 4]);
    assert.deepEqual(document.info(), { columns: 9, rows: 9, black: "Sato" });
    assert.deepEqual(document.size(3), { columns: 9, rows: 9 });
    assert.deepEqual(document.identifiers(0), ["SZ", "PB", "C"]);
    assert.deepEqual(document.property(0, "C"), ["hello"]);
    assert.equal(document.property(0, "N"), undefined);
    assert.equal(document.text(0, "PB"), "Sato");
    assert.deepEqual(document.move(2), { color: kifu.WHITE, point: 31, isPass: false });
    assert.deepEqual(document.move(4), { color: kifu.BLACK, isPass: true });
    assert.equal(document.move(0), undefined);
    assert.deepEqual(document.turn(3), { moveNumber: 3, toPlay: kifu.WHITE });
    document.set(0, "C", "good ] morning");
    const node = document.addNode(3);
    document.set(node, "W", ["aa"]);
    assert.equal(
      decoder.decode(document.write()),
      "(;SZ[9]PB[Sato]\n C[good \\] morning];B[ee] ;W[ed](;B[dd];W[aa])(;B[]))",
    );
    assert.equal(document.nodes.parent[node], 3);
    assert.equal(document.board(node)[0], kifu.WHITE);
    document.removeNode(node);
    assert.equal(document.gameOf(node), -1);
    document.moveNode(node, 4);
    assert.equal(document.gameOf(node), 0);
    assert.equal(document.promote(4), true);
    assert.deepEqual([...document.mainLine()], [0, 1, 2, 4, node]);
    document.makeMainLine(3);
    assert.deepEqual([...document.mainLine()], [0, 1, 2, 3]);
    assert.equal(document.remove(0, "C"), true);
    assert.equal(document.remove(0, "C"), false);
    const root = document.addGame();
    document.set(root, "PB", "Lee");
    assert.equal(document.gameCount, 2);
    assert.equal(document.info(1).black, "Lee");
    document[Symbol.dispose]();
  });

  test(`${name}: a node that is moved to its own place stays there, and edits of texts keep boards`, () => {
    const text = "(;SZ[9](;B[aa])(;B[bb])(;B[cc]))";
    const document = kifu.read(text);
    for (const index of [1, 2]) document.moveNode(2, 0, index);
    for (const index of [2, 3, undefined]) document.moveNode(3, 0, index);
    assert.equal(decoder.decode(document.write()), text);
    document.moveNode(2, 0, 0);
    assert.equal(decoder.decode(document.write()), "(;SZ[9](;B[bb])(;B[aa])(;B[cc]))");
    document.moveNode(2, 0);
    assert.equal(decoder.decode(document.write()), "(;SZ[9](;B[aa])(;B[cc])(;B[bb]))");
    assert.throws(() => document.moveNode(0, 2), { code: "edit" });

    const long = kifu.read(`(;SZ[19]${";B[aa];W[bb]".repeat(20_000)})`);
    const node = 40_000;
    long.board(node);
    const start = performance.now();
    for (let edit = 0; edit < 300; edit++) {
      long.set(node, "C", `comment ${edit}`);
      long.remove(node, "XX");
      assert.equal(long.promote(node), false);
      assert.equal(long.board(node)[0], kifu.BLACK);
    }
    // If each edit dropped the boards, it would play 12,000,000 moves.
    assert.ok(performance.now() - start < 1000);
    long.set(node, "AE", "aa");
    assert.equal(long.board(node)[0], kifu.EMPTY);
  });

  test(`${name}: prisoners are counted, and boards are those after captures`, () => {
    const document = kifu.read("(;SZ[3]AB[ba][ab]AW[aa];B[bb](;W[aa])(;W[cc];AE[bb]AW[bb]))");
    assert.deepEqual([...document.board(0)], [2, 1, 0, 1, 0, 0, 0, 0, 0]);
    const captured = kifu.read("(;SZ[3]AW[aa]AB[ba];B[ab];W[aa])");
    assert.deepEqual([...captured.board(1)], [0, 1, 0, 1, 0, 0, 0, 0, 0]);
    assert.deepEqual(captured.prisoners(1), { black: 1, white: 0 });
    assert.deepEqual(captured.prisoners(0), { black: 0, white: 0 });
    assert.deepEqual([...document.board(4)], [2, 1, 0, 1, 2, 0, 0, 0, 2]);
    assert.deepEqual([...document.points(0, "AB")], [1, 3]);
  });

  test(`${name}: texts in any charset are decoded, and edits are encoded in it`, () => {
    const gbk = encoder.encode("(;CA[GBK]PB[??];B[aa])");
    const at = gbk.indexOf("?".charCodeAt(0));
    gbk.set([0xb9, 0xc5], at);
    const document = kifu.read(gbk);
    assert.equal(document.charset().name, "GBK");
    assert.equal(document.info().black, "古");
    assert.deepEqual(document.bytes(0, "PB"), [new Uint8Array([0xb9, 0xc5])]);
    document.set(0, "PW", "古");
    assert.ok(hexOf(document.write()).includes("5057" + "5b" + "b9c5" + "5d"));
    assert.throws(() => document.set(0, "PW", "😀"), { code: "edit" });
    const korean = kifu.read(new Uint8Array([...encoder.encode("(;PB["), 0xc0, 0xcc, 0xc3, 0xa2, 0xc8, 0xa3, ...encoder.encode("])")]), {
      charset: "EUC-KR",
    });
    assert.equal(korean.info().black, "이창호");
    assert.throws(() => kifu.read(gbk, { charset: "klingon" }), { code: "charset" });
    const text = kifu.read("(;CA[GBK]PB[古力 😀])");
    assert.equal(text.info().black, "古力 😀");
  });

  test(`${name}: wrong numbers and disposed documents are errors of the package`, () => {
    const document = kifu.read("(;B[aa])");
    for (const wrong of [2, 1e9, -1]) {
      assert.throws(() => document.board(wrong), { name: "KifuError", code: "node" }, String(wrong));
    }
    assert.throws(() => document.info(1), { code: "game" });
    assert.throws(() => document.set(0, "1x", "a"), (error) => error instanceof kifu.KifuError && error.code === "edit");
    document[Symbol.dispose]();
    document[Symbol.dispose]();
    assert.throws(() => document.board(0), { name: "KifuError", code: "disposed" });
    assert.throws(() => document.nodes, { code: "disposed" });
    assert.throws(() => document.write(), { code: "disposed" });
  });

  test(`${name}: games of a stream arrive one by one, however it is cut`, async () => {
    const text = "(;PB[a];B[aa]) (;PB[b](;B[bb])(;B[cc]))\n\n(;PB[c])";
    const bytes = encoder.encode(text);
    for (const length of [1, 3, 7, 1000]) {
      const stream = new ReadableStream({
        start(controller) {
          for (let at = 0; at < bytes.length; at += length) controller.enqueue(bytes.slice(at, at + length));
          controller.close();
        },
      });
      const names = [];
      let written = "";
      for await (const game of kifu.games(stream)) {
        names.push(game.info().black);
        written += decoder.decode(game.write());
        game[Symbol.dispose]();
      }
      assert.deepEqual(names, ["a", "b", "c"], `chunks of ${length}`);
      assert.equal(written, text);
    }
    const first = await kifu.games([bytes]).next();
    assert.equal(first.value.info().black, "a");
  });

  test(`${name}: the games of a stream do not depend on the sizes of its chunks`, async () => {
    const split = async (bytes, length) => {
      const chunks = [];
      for (let at = 0; at < bytes.length; at += length) chunks.push(bytes.slice(at, at + length));
      const documents = [];
      for await (const game of kifu.games(chunks)) {
        documents.push(decoder.decode(game.toSgf()));
        game[Symbol.dispose]();
      }
      return documents;
    };
    const quoted = String.raw`(;GM[1]FF[4]C[He posted this record:
(;GM[1\]FF[4\]PB[x\];B[aa\];W[bb\]) and nothing more, which is a pity because the game was a good one];B[bb]) (;GM[1]PB[b])`;
    const texts = [
      [quoted, 2],
      [`${quoted}\n${quoted}`, 4],
      ["\ufeff(;PB[a]) (;PB[b])", 2],
      ["(;CA[GBK]PB[古力]) (;PB[古])", 2],
      ["(;C[a [b])(c) and so on]) (;PB[b])", 2],
      ["(;C[oops;W[bb]) (;PB[b]) (;PB[c])", 3],
      ["  \n (;PB[a]", 1],
      [" \n", 0],
      ["text (;PB[a])(;PB[b])", 1],
    ];
    for (const [text, count] of texts) {
      const bytes = encoder.encode(text);
      const whole = await split(bytes, bytes.length);
      assert.equal(whole.length, count, text);
      for (let length = 1; length < bytes.length; length++) {
        assert.deepEqual(await split(bytes, length), whole, `${text} in chunks of ${length}`);
      }
    }
    let random = 7;
    const next = (below) => {
      random = (Math.imul(random, 1103515245) + 12345) >>> 0;
      return (random >>> 8) % below;
    };
    const pieces = ["(;", ")", "(", ";", "[", "]", "\\]", "\\", " ", "\n", "x", "B[aa]", ";W[bb]", "C[", "(;GM[1]", "PB[k]", ") (;"];
    for (let round = 0; round < 2000; round++) {
      const text = `(;${Array.from({ length: 4 + next(20) }, () => pieces[next(pieces.length)]).join("")}`;
      const bytes = encoder.encode(text);
      const whole = await split(bytes, bytes.length);
      assert.equal(whole.join(""), text.slice(0, whole.join("").length));
      for (const length of [1, 2, 3, 5, 7, 1 + next(bytes.length)]) {
        assert.deepEqual(await split(bytes, length), whole, `${JSON.stringify(text)} in chunks of ${length}`);
      }
    }
  });

  test(`${name}: streams with white space, unclosed values or many games take linear time`, async () => {
    const count = async (chunks) => {
      let games = 0;
      for await (const game of kifu.games(chunks)) {
        games += game.gameCount;
        game[Symbol.dispose]();
      }
      return games;
    };
    const start = performance.now();
    const blanks = Array.from({ length: 20_000 }, () => encoder.encode(" ".repeat(500)));
    assert.equal(await count([...blanks, encoder.encode("(;B[aa])(;B[bb])")]), 2);
    assert.equal(await count([encoder.encode("(;PB[a];B[aa];W[bb]) ".repeat(50_000))]), 50_000);
    const unclosed = encoder.encode(`(;C[${"a ".repeat(500)}`);
    assert.ok((await count(Array.from({ length: 2000 }, () => unclosed))) > 0);
    assert.ok(performance.now() - start < 20_000);
  });

  test(`${name}: a recording has a tree, a node and a board at each time`, () => {
    const timeline = kifu.timeline("(;TS[0]B[ee]TS[0]C[A star]TS[4.5];TS[9]W[dd]TS[9])");
    assert.equal(timeline.duration, 9);
    assert.deepEqual([...timeline.times], [0, 4.5, 9]);
    const moment = timeline.at(5);
    assert.equal(decoder.decode(moment.document.write()), "(;B[ee]C[A star])");
    assert.equal(moment.node, 0);
    assert.equal(moment.board.filter((stone) => stone > 0).length, 1);
    moment[Symbol.dispose]();
    const last = timeline.at(9);
    assert.equal(last.node, 1);
    assert.equal(last.board[3 * 19 + 3], kifu.WHITE);
    assert.throws(() => timeline.at(NaN), { code: "time" });
    timeline[Symbol.dispose]();
    assert.throws(() => timeline.duration, { code: "disposed" });
  });

  test(`${name}: no bytes stop the module`, () => {
    let random = 12345;
    const next = (below) => {
      random = (Math.imul(random, 1103515245) + 12345) >>> 0;
      return (random >>> 8) % below;
    };
    const interesting = encoder.encode("()[];\\:BWCAEZ\0\n\xff");
    for (const path of some(400)) {
      const bytes = bytesOf(path).slice(0, 20_000);
      for (let change = 0; change < 1 + bytes.length / 200; change++) {
        const at = next(bytes.length || 1);
        if (change % 3 === 0) bytes.copyWithin(at, next(bytes.length || 1), at + 50);
        else bytes[at] = change % 3 === 1 ? next(256) : interesting[next(interesting.length)];
      }
      use(kifu, bytes.slice(0, next(bytes.length + 1)), path);
    }
  });

  test(`${name}: documents that are not disposed of are collected`, { skip: globalThis.gc === undefined }, async () => {
    const bytes = encoder.encode(`(;SZ[19]${";B[aa];W[bb]".repeat(5000)})`);
    const reads = async (count) => {
      for (let at = 0; at < count; at++) {
        const document = kifu.read(bytes);
        document.board(9000);
        if (at % 50 === 49) {
          globalThis.gc();
          // Finalizers run between tasks.
          await new Promise((resolve) => setTimeout(resolve, 5));
        }
      }
    };
    await reads(300);
    const before = process.memoryUsage().external + process.memoryUsage().rss;
    await reads(1500);
    const grown = process.memoryUsage().external + process.memoryUsage().rss - before;
    // Without finalizers, 1500 documents take 600 MB.
    assert.ok(grown < 100e6, `memory grew by ${grown} bytes`);
  });
}

/** Calls everything on a document; only errors of the package may occur. */
function use(kifu, bytes, path) {
  const allowed = (task) => {
    try {
      return task();
    } catch (error) {
      if (!(error instanceof kifu.KifuError)) throw new Error(`${path}: ${error}`, { cause: error });
      return undefined;
    }
  };
  const document = allowed(() => kifu.read(bytes));
  if (document === undefined) return;
  const { length } = document.nodes;
  for (let game = 0; game < Math.min(document.gameCount, 3); game++) {
    allowed(() => document.info(game));
    allowed(() => document.charset(game));
    allowed(() => document.mainLine(game));
    if (kifu !== lean) allowed(() => document.problem(game));
  }
  for (let node = 0; node < length; node += 1 + Math.floor(length / 10)) {
    allowed(() => document.board(node));
    for (const identifier of allowed(() => document.identifiers(node)) ?? []) {
      allowed(() => document.property(node, identifier));
      allowed(() => document.points(node, identifier));
    }
    allowed(() => document.set(node, "C", "é"));
  }
  allowed(() => document.write());
  if (kifu !== lean) {
    allowed(() => document.check());
    allowed(() => document.fix());
    if (length > 0) allowed(() => document.render(0));
  }
  if (kifu === full) {
    allowed(() => document.convert("jgf2"));
    allowed(() => document.convert("sensei"));
  }
  allowed(() => {
    const timeline = kifu.timeline(bytes);
    timeline.at(timeline.duration)[Symbol.dispose]();
    timeline[Symbol.dispose]();
  });
  document[Symbol.dispose]();
}

test("lean: charsets are guessed as by the full build, unless one is given", () => {
  const bytes = new Uint8Array([...encoder.encode("(;PB["), 0xb9, 0xc5, 0xc1, 0xa6, ...encoder.encode("];B[aa])")]);
  const document = lean.read(bytes);
  assert.deepEqual(document.charset(), full.read(bytes).charset());
  assert.equal(document.charset().name, "GBK");
  assert.equal(document.info().black, "古力");
  assert.deepEqual(document.write(), bytes);
  assert.notEqual(lean.read(bytes, { charset: "EUC-KR" }).info().black, "古力");
  assert.equal(lean.read("(;PB[古力])").info().black, "古力");
});

test("full: findings have places in UTF-16, and repairs change only them", () => {
  const line = "(;GM[1]FF[4]SZ[9]C[😀é]KM[6,5];B[ee])";
  const document = full.read(line);
  const found = document.check();
  assert.equal(found.length, 1);
  const [komi] = found;
  assert.equal(komi.code, "value/spelling");
  assert.equal(komi.repair, "safe");
  assert.equal(line.slice(komi.start.column - 1, komi.end.column - 1), "6,5");
  // The emoji has four bytes and two UTF-16 code units, `é` two bytes and one unit.
  assert.equal(komi.start.offset, komi.start.column - 1 + 3);
  const fixed = document.fix();
  assert.equal(decoder.decode(fixed.bytes), line.replace("6,5", "6.5"));
  assert.deepEqual([fixed.repaired.length, fixed.remaining.length], [1, 0]);
  assert.equal(document.fix([]).repaired.length, 0);
  assert.equal(decoder.decode(document.write()), line);
});

test("full: lines and columns count decoded characters in other charsets", () => {
  const bytes = new Uint8Array([...encoder.encode("(;CA[GBK]GM[1]FF[4]SZ[9]\nC["), 0xb9, 0xc5, 0xc1, 0xa6, ...encoder.encode("]KM[6,5])")]);
  const found = full.read(bytes).check().find((finding) => finding.code === "value/spelling");
  // `C[古力]KM[6,5]`
  assert.deepEqual(found.start, { offset: 25 + 10, line: 2, column: 9 });
  assert.deepEqual(found.end, { offset: 25 + 13, line: 2, column: 12 });
});

test("full: records are converted to all formats and back, with their losses", () => {
  const sgf = "(;GM[1]FF[4]SZ[9]KM[6.5]PB[Sato]PW[Lee];B[ee];W[cc]C[a comment])";
  const document = full.read(sgf);
  assert.equal(document.format, "SGF FF[4]");
  for (const format of ["sgf", "jgf1", "jgf2", "gib", "sgn", "sensei", "ascii", "showboard", "fen"]) {
    const converted = document.convert(format);
    assert.ok(converted.text.length > 10, format);
    for (const again of [full.read(converted.bytes), full.read(converted.text)]) {
      assert.equal(again.gameCount, 1, format);
      const last = again.mainLine().at(-1);
      assert.deepEqual(again.board(last).filter((stone) => stone > 0), new Uint8Array([2, 1]), format);
    }
  }
  const jgf = document.convert("jgf2");
  const record = full.read(jgf.bytes);
  assert.equal(record.format.slice(0, 5), "JGF 2");
  assert.deepEqual(record.write(), jgf.bytes);
  assert.equal(decoder.decode(record.convert("sgf").bytes).includes("PB[Sato]"), true);
  record.set(record.roots[0], "PB", "Tanaka");
  assert.ok(decoder.decode(record.write()).includes("Tanaka"));
  const [loss] = document.convert("fen").losses;
  assert.ok(loss.game === 0 && loss.message.length > 0, JSON.stringify(loss));
  assert.throws(() => document.convert("klingon"), { code: "format" });
});

test("full: the charset that is given also applies to findings, repairs and conversions", () => {
  const korean = [0xc0, 0xcc, 0xc3, 0xa2, 0xc8, 0xa3];
  const bytes = new Uint8Array([...encoder.encode("(;GM[1]FF[4]SZ[9]PB["), ...korean, ...encoder.encode("]KM[6,5];B[ee])")]);
  const document = full.read(bytes, { charset: "EUC-KR" });
  assert.equal(document.info().black, "이창호");
  const komi = (found) => found.find(({ code }) => code === "value/spelling");
  // `(;GM[1]FF[4]SZ[9]PB[이창호]KM[6,5]`
  assert.equal(komi(document.check()).start.column, 20 + 3 + 4 + 1);
  assert.ok(JSON.stringify(JSON.parse(document.convert("jgf2").text)).includes("이창호"));
  const fixed = document.fix(["value/spelling"]);
  assert.equal(komi(fixed.repaired).start.column, 28);
  assert.deepEqual([...fixed.bytes], [...bytes].map((byte, at) => (at === bytes.indexOf(",".charCodeAt(0)) ? ".".charCodeAt(0) : byte)));

  // The text of a string is UTF-8, whatever it declares.
  const text = "(;GM[1]FF[4]CA[GBK]SZ[9]PB[古力]KM[6,5];B[ee])";
  const string = full.read(text);
  assert.equal(text.indexOf("6,5"), komi(string.check()).start.column - 1);
  assert.ok(string.convert("jgf2").text.includes("古力"));
  assert.ok(decoder.decode(string.fix(["value/spelling"]).bytes).includes("PB[古力]KM[6.5]"));
});

test("full: strings of all formats are read, with any charset", () => {
  const gib = full.read("(;GM[1]FF[4]PB[이창호]PW[Lee];B[dd];W[pp])").convert("gib");
  for (const read of [full.read(gib.text), full.read(gib.bytes, { charset: "EUC-KR" })]) {
    assert.equal(read.format.slice(0, 3), "GIB");
    assert.equal(read.mainLine().length, 3);
  }
  assert.equal(full.read(gib.text).info().black, "이창호");
  assert.equal(full.read("(;)").format.slice(0, 3), "SGF");
  assert.equal(full.read("").gameCount, 0);
});

test("full: what changes nothing is not an edit", () => {
  // NGF cannot be written after an edit.
  const ngf = bytesOf(join(corpus, "../../crates/kifu-ngf/test_data/ok/0004_cp949.ngf"));
  const document = full.read(ngf);
  const [root] = document.roots;
  const line = document.mainLine();
  assert.equal(document.remove(root, "XX"), false);
  assert.equal(document.promote(line[1]), false);
  document.moveNode(line[2], line[1]);
  document.moveNode(line[2], line[1], 0);
  document.moveNode(line[2], line[1], 1);
  assert.deepEqual(document.write(), ngf);
  document.set(root, "PB", "Sato");
  assert.throws(() => document.write(), { code: "format" });
});

test("full: pictures are SVG in the chosen theme", () => {
  const document = full.read("(;SZ[9];B[ee]LB[dd:<A>])");
  const svg = document.render(1, { theme: "print", width: 200 });
  assert.ok(svg.startsWith("<svg ") && svg.includes('width="200"'));
  assert.ok(!svg.includes("var(--kifu"));
  assert.ok(document.render(1, { cssVariables: true }).includes("var(--kifu"));
  assert.throws(() => document.render(1, { theme: "pink" }), { code: "theme" });
});

test("full: a problem has its solutions", () => {
  const document = full.read("(;SZ[9]AB[aa]AW[bb];B[ab]C[RIGHT])");
  const problem = document.problem();
  assert.equal(problem.solver, full.BLACK);
  assert.equal(problem.lines.filter((line) => line.isRight).length, 1);
  assert.throws(() => document.problem(0, "klingon"), { code: "convention" });
});

test("full: written bytes, boards, moves and findings are those of the native build", { timeout: 1e7 }, () => {
  const paths = some(1500);
  const lines = execFileSync(expected, { input: paths.join("\n"), maxBuffer: 1 << 28, encoding: "utf8" }).trimEnd().split("\n");
  assert.equal(lines.length, paths.length);
  let compared = 0;
  paths.forEach((path, at) => {
    const bytes = bytesOf(path);
    const document = full.read(bytes);
    assert.equal(hash(document.write()), hash(bytes), `${path}: written bytes`);
    const written = hash(document.toSgf());
    let boards = 0x811c9dc5;
    const { parent, firstChild, nextSibling, moves } = document.nodes;
    // In preorder, game by game.
    for (const root of document.roots) {
      for (let node = root; node >= 0; ) {
        boards = hash(document.board(node), boards);
        let next = firstChild[node];
        while (next < 0 && node !== root) {
          next = nextSibling[node];
          if (next < 0) node = parent[node];
        }
        node = next;
      }
    }
    const found = document
      .check()
      .map(({ code, severity, start, end, message }) => `${code} ${severity} ${start.offset} ${end.offset} ${message}\n`)
      .join("");
    const hashes = [written, boards, hash(new Uint8Array(moves.buffer, moves.byteOffset, moves.byteLength)), hash(encoder.encode(found))];
    assert.equal(hashes.map(hex).join(" "), lines[at], `${path}: written, boards, moves, findings`);
    document[Symbol.dispose]();
    const small = lean.read(bytes);
    assert.equal(hash(small.write()), hash(bytes), `${path}: written bytes of the lean build`);
    small[Symbol.dispose]();
    compared += 1;
  });
  console.log(`${compared} files equal the native build`);
});

test("a worker reads a file, and sends columns back", async () => {
  const worker = new Worker(new URL("../bench/worker.mjs", import.meta.url), { argv: [join(packed, "lean/node.js")] });
  await new Promise((resolve) => worker.once("message", resolve));
  worker.postMessage(encoder.encode("(;SZ[9];B[ee];W[dd])"));
  const { nodes, moves } = await new Promise((resolve) => worker.once("message", resolve));
  assert.equal(nodes, 3);
  assert.equal(moves[1], 40);
  await worker.terminate();
});

test("the programs of the README run", async () => {
  const readme = readFileSync(join(packed, "README.md"), "utf8");
  const programs = [...readme.matchAll(/```js\n([^]*?)```/g)].map((match) => match[1]);
  assert.ok(programs.length > 0);
  const directory = mkdtempSync(join(tmpdir(), "kifu-"));
  try {
    mkdirSync(join(directory, "node_modules/@kifu"), { recursive: true });
    symlinkSync(packed, join(directory, "node_modules/@kifu/kifu"));
    // Without it, Deno does not read `node_modules`.
    writeFileSync(join(directory, "package.json"), "{}");
    writeFileSync(join(directory, "game.sgf"), "(;FF[4]GM[1]SZ[19]PB[Sato]PW[Lee]KM[6,5];B[pd];W[dp]C[hello])");
    programs.forEach((program, at) => {
      const path = join(directory, `program${at}.mjs`);
      // Node.js 20 does not know `using`.
      writeFileSync(path, program.replaceAll(/\busing (\w+ =)/g, "const $1"));
      const output = execFileSync(process.execPath, [...runs, path], { cwd: directory, encoding: "utf8" });
      const comments = [...program.matchAll(/console\.log\(.*\/\/ (.*)$/gm)].map((match) => match[1]);
      assert.equal(output.trimEnd(), comments.join("\n"), program);
    });
  } finally {
    rmSync(directory, { recursive: true });
  }
});

test("the package has no paths of this machine", () => {
  const names = readdirSync(packed, { recursive: true }).filter((name) => statSync(join(packed, name)).isFile());
  assert.ok(names.includes(join("full", "kifu.wasm")) && names.length > 20, names.join(" "));
  const sysroot = execFileSync("rustc", ["+nightly", "--print", "sysroot"], { encoding: "utf8" }).trim();
  const paths = ["/root/", "/home/", `${homedir()}/`, process.cwd(), sysroot, ".cargo/registry", ".rustup/toolchains"];
  // Modules are also in the scripts of the inline builds.
  const encoded = /"([A-Za-z0-9+/]{10000,}={0,2})"/g;
  for (const name of names) {
    const bytes = readFileSync(join(packed, name));
    const parts = [bytes, ...[...bytes.toString("latin1").matchAll(encoded)].map((found) => Buffer.from(found[1], "base64"))];
    if (name.endsWith("inline.js") && !name.startsWith("sabaki")) assert.equal(parts.length, 2, name);
    for (const path of paths) {
      assert.ok(!parts.some((part) => part.includes(path)), `${name} contains ${path}`);
    }
  }
  assert.ok(existsSync(join(packed, "types/full.d.ts")));
  assert.equal(readFileSync(join(packed, "full/inline.js")).includes("eval("), false);
});

function hexOf(bytes) {
  return Buffer.from(bytes).toString("hex");
}
