// Tests pages in Chromium: `node test/run.mjs PROGRAMS CORPUS OUT [--full]`.
//
// PROGRAMS contains the built examples `page` and `expected`, CORPUS the records of the repository, and OUT receives
// the pages and screenshots. `cargo xtask page --test` calls it.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { chromium } from "playwright-core";

const [programs, corpus, out] = process.argv.slice(2);
const isFull = process.argv.includes("--full");
mkdirSync(out, { recursive: true });

const axe = readFileSync(new URL("../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");

function program(name, ...args) {
  return execFileSync(join(programs, name), args, { maxBuffer: 1 << 30, encoding: "utf8" });
}

/** All SGF files below a directory, in the order of their names. */
function records(directory) {
  return readdirSync(directory, { recursive: true })
    .map((name) => join(directory, name))
    .filter((path) => path.endsWith(".sgf") && statSync(path).isFile())
    .sort();
}

/** Writes a page with files, and returns its path. */
function write(name, files) {
  const path = join(out, `${name}.html`);
  writeFileSync(path, program("page", ...files));
  return path;
}

/** Writes a page with one record in SGF. */
function writeText(name, sgf) {
  const source = join(out, `${name}.sgf`);
  writeFileSync(source, sgf);
  return write(name, [source]);
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
});

/** Opens a page from a file, and fails on errors, on messages in the console, and on requests. */
async function open(path, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: "en-GB", ...options });
  const page = await context.newPage();
  const faults = [];
  page.on("pageerror", (error) => faults.push(`error: ${error.message}`));
  page.on("console", (message) => faults.push(`console: ${message.text()}`));
  page.on("dialog", (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith("file:") && !url.startsWith("blob:") && !url.startsWith("data:")) faults.push(`request: ${url}`);
  });
  await page.goto(`file://${path}`);
  if (options.javaScriptEnabled !== false) await page.waitForFunction(() => "kifu" in window);
  return {
    page,
    async close() {
      await context.close();
      assert.deepEqual(faults, [], path);
    },
  };
}

const tests = [];
const test = (name, run) => tests.push([name, run]);

/** Some files of a list, spread evenly. */
function some(all, count) {
  if (isFull || all.length <= count) return all;
  return Array.from({ length: count }, (_, at) => all[Math.floor((at * all.length) / count)]);
}

const all = records(corpus);
/** Those without recordings, which a page plays instead of the game. */
const games = all.filter((file) => !/\.rg[ftz]/.test(readFileSync(file, "latin1")));

test("the board at every node is that of kifu-replay", async () => {
  let nodes = 0;
  const files = some(games, 60).filter((file) => statSync(file).size < 2_000_000);
  for (let at = 0; at < files.length; at += 50) {
    const batch = files.slice(at, at + 50);
    const expected = JSON.parse(program("expected", "boards", ...batch));
    if (expected.length === 0) continue;
    const { page, close } = await open(write("boards", batch));
    const found = await page.evaluate(() => {
      const app = window.kifu.page;
      return app.data.games.map((_, index) => {
        app.index = index;
        const game = app.game;
        return game.nodes.map((_, node) => {
          game.goTo(node);
          return game.stones.reduce((hash, stone) => Math.imul(hash ^ stone, 0x01000193) >>> 0, 0x811c9dc5);
        });
      });
    });
    assert.equal(found.length, expected.length);
    found.forEach((game, index) => assert.deepEqual(game, expected[index], `game ${index} of ${batch[0]} and on`));
    nodes += found.flat().length;
    await close();
  }
  return `${nodes} nodes of ${files.length} files`;
});

test("the page judges moves as kifu-rules does", async () => {
  const games = JSON.parse(program("expected", "plays", isFull ? "100000" : "20000"));
  const { page, close } = await open(writeText("plays", "(;)"));
  const faults = await page.evaluate((games) => {
    const { Position } = window.kifu;
    const faults = [];
    for (const game of games) {
      const position = new Position(game, new Uint8Array(game.cols * game.rows), 1);
      for (const [color, point, answer, hash] of game.moves) {
        const result = position.play(color, point);
        const found = typeof result === "string" ? result : "";
        const board = position.stones.reduce((hash, stone) => Math.imul(hash ^ stone, 0x01000193) >>> 0, 0x811c9dc5);
        if (found !== answer || board !== hash) {
          faults.push({ ...game, moves: undefined, color, point, answer, found });
          break;
        }
      }
    }
    return faults;
  }, games);
  await close();
  assert.deepEqual(faults, []);
  return `${games.reduce((sum, game) => sum + game.moves.length, 0)} moves`;
});

/**
 * The contents of a drawing, without their order: the shapes of marks, territory and dimmed points by class, the stones, and for a page
 * the labels, lines and arrows. kifu-diagram draws stones as dots, and labels as strokes; `expected` has its labels and lines.
 */
const READ_DRAWING = `(drawing) => {
  const shapes = {};
  const add = (name, shape) => (shapes[name] ??= []).push(shape);
  const round = (value) => String(Math.round(Number(value) * 10) / 10);
  // A small board is in the middle of a wider drawing.
  const board = drawing.querySelector(".board");
  const [left, top] = ["x", "y"].map((key) => Number(board?.getAttribute(key) ?? 0));
  const shift = (d) => d.replace(/([ML])(-?[\\d.]+)[ ,](-?[\\d.]+)/g, (_, command, x, y) => command + (x - left) + " " + (y - top));
  const cell = (value) => (value - 25) / 20;
  const found = { labels: [], lines: [], heads: 0 };
  for (const path of drawing.querySelectorAll("path")) {
    const name = path.getAttribute("class");
    for (const part of shift(path.getAttribute("d") ?? "").split("M").filter((part) => part)) {
      const shape = part.replace(/-?[\\d.]+/g, round).replace(/\\s+/g, " ").trim();
      const isSelected = /^on-/.test(name) && shape.endsWith("m0-5l5 5l-5 5l-5-5z");
      if (/^mark-|^last-|^dim$|-area$/.test(name) || isSelected) add(name, shape);
      else if (name === "ray") found.lines.push(shape.split(/[ L]/).map(cell));
      else if (name === "head") found.heads += 1;
    }
    const dots = /^(black|white)-dots$/.exec(name);
    let [x, y] = [-left, -top];
    for (const [, dx, dy] of dots ? path.getAttribute("d").matchAll(/m(-?[\\d.]+)[ ,]?(-?[\\d.]+)h0/gi) : []) {
      [x, y] = [x + Number(dx), y + Number(dy)];
      add(dots[1], x + " " + y);
    }
  }
  for (const circle of drawing.querySelectorAll("circle.black, circle.white")) {
    const [x, y] = ["cx", "cy"].map((key) => Number(circle.getAttribute(key)));
    add(circle.classList[0], x - left + " " + (y - top));
  }
  for (const text of drawing.querySelectorAll("text")) {
    const name = text.getAttribute("class") ?? text.parentElement.getAttribute("class");
    if (name === "say" || name === "name") continue;
    const [x, y] = ["x", "y"].map((key) => Number(text.getAttribute(key)));
    found.labels.push([cell(x - left), Math.floor(cell(y - top)), text.firstChild.textContent]);
  }
  for (const list of [...Object.values(shapes), found.labels, found.lines]) list.sort();
  return { shapes, found };
}`;

test("marks are drawn as kifu-diagram draws them", async () => {
  let figures = 0;
  const marked = games.filter((file) => /\b(CR|SQ|TR|MA|SL|LB|LN|AR|TB|TW|M|L)\[/.test(readFileSync(file, "latin1")));
  const files = some(marked, 20).filter((file) => statSync(file).size < 500_000);
  for (const file of files) {
    const games = JSON.parse(program("expected", "figures", file));
    // A page without a game of Go has nothing to draw.
    if (games.length === 0) continue;
    const { page, close } = await open(write("figures", [file]));
    for (const [index, expected] of games.entries()) {
      for (const [node, svg, texts] of expected) {
        const [found, wanted] = await page.evaluate(
          ([index, node, svg, read]) => {
            const app = window.kifu.page;
            if (app.index !== index) app.open(index);
            if (app.problem) app.problem.isOpen = true;
            app.settings.variations = false;
            app.goTo(node);
            const drawing = new DOMParser().parseFromString(svg.replace(/<style>.*?<\/style>/, ""), "image/svg+xml").documentElement;
            const readDrawing = (0, eval)(read);
            return [readDrawing(document.querySelector(".board-frame svg")), readDrawing(drawing)];
          },
          [index, node, svg, READ_DRAWING],
        ).catch((error) => {
          throw new Error(`${file}: ${error.message}`);
        });
        for (const list of [texts.labels, texts.lines]) list.sort();
        assert.deepEqual(found, { shapes: wanted.shapes, found: texts }, `${file}: game ${index + 1}, node ${node + 1}`);
        figures += 1;
      }
    }
    await close();
  }
  return `${figures} figures of ${files.length} files`;
});

test("texts of records are never markup", async () => {
  const texts = readFileSync(new URL("hostile.txt", import.meta.url), "utf8").split("\n").filter((line) => line);
  const escape = (text) => text.replace(/[\]\\]/g, "\\$&");
  const simple = (text) => escape(text).replaceAll(":", "\\:");
  const points = (at) => String.fromCharCode(97 + (at % 19)) + String.fromCharCode(97 + Math.floor(at / 19));
  const nodes = texts.map((text, at) => `;B[${points(at)}]N[${escape(text)}]C[${escape(text)}]LB[${points(at)}:${simple(text)}]`);
  const info = ["PB", "PW", "EV", "GN", "GC", "RE", "RU", "DT"].map((name, at) => `${name}[${escape(texts[at])}]`);
  const path = writeText("hostile", `(;CA[UTF-8]${info.join("")}${nodes.join("")})`);
  const { page, close } = await open(path);
  for (const [at, text] of texts.entries()) {
    const shown = await page.evaluate((node) => {
      window.kifu.page.goTo(node);
      return document.querySelector(".comment .text")?.textContent;
    }, at + 1);
    assert.equal(shown?.trim(), text.trim(), `text ${at + 1}`);
  }
  const elements = await page.evaluate(() => document.querySelectorAll("#app :is(script, iframe, img, object, embed, base, link, meta, form)").length);
  assert.equal(elements, 0);
  assert.equal(await page.evaluate(() => window.hacked), undefined);
  await close();
  return `${texts.length} texts`;
});

test("keys, clicks and links", async () => {
  const sgf = "(;SZ[9]PB[Kim]PW[Sato];B[ee];W[gc](;B[cc]C[corner];W[gg])(;B[cg];W[gf];B[gd]))";
  const { page, close } = await open(writeText("keys", sgf));
  const status = () => page.textContent(".status");
  const stones = () => page.evaluate(() => [...window.kifu.page.game.stones].filter((stone) => stone).length);
  assert.equal(await status(), "Start of the game");
  await page.keyboard.press("ArrowRight");
  assert.equal(await status(), "Move 1: Black E5");
  await page.keyboard.press("End");
  assert.equal(await status(), "Move 4: White G3");
  await page.keyboard.press("ArrowLeft");
  assert.equal(await page.textContent(".comment .text"), "corner");
  await page.keyboard.press("ArrowDown");
  assert.equal(await status(), "Move 3: Black C3");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Home");
  await page.keyboard.press("End");
  // The line that was visited last stays the current one.
  assert.equal(await status(), "Move 5: Black G6");
  await page.waitForURL(/#8$/);
  await page.keyboard.press("PageUp");
  assert.equal(await status(), "Start of the game");
  await page.keyboard.press(" ");
  assert.equal(await stones(), 1);
  // A click on the next move of the game follows the game; another one is the reader's own.
  await page.click("[aria-label='G7 empty']");
  assert.equal(await status(), "Move 2: White G7");
  await page.click("[aria-label='A1 empty']");
  assert.equal(await status(), "Your own moves");
  assert.equal(await page.getAttribute("[data-point='72']", "aria-label"), "A1 black stone");
  await page.click("[aria-label='A1 black stone']");
  assert.equal(await status(), "There is a stone on this point");
  await page.keyboard.press("Escape");
  assert.equal(await status(), "Move 2: White G7");
  // The board by keys: type the name of a point, and play there.
  await page.focus("[role=gridcell][tabindex='0']");
  await page.keyboard.type("c3");
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("aria-label")), "C3 empty");
  await page.keyboard.press("Enter");
  assert.equal(await status(), "Move 3: Black C3");
  assert.equal(await page.textContent("[aria-live]"), "Black C3");
  await page.goto(page.url().replace(/#.*/, "#4"));
  assert.equal(await status(), "Move 3: Black C7");
  await close();
  return "";
});

test("a problem is solved on the page", async () => {
  const sgf = "(;SZ[9]AB[aa][bc]AW[ba]C[Black to play](;B[ab];W[bb](;B[ca]C[RIGHT])(;B[ac]C[WRONG]))(;B[bb]C[WRONG]))";
  const { page, close } = await open(writeText("problem", sgf));
  const status = () => page.textContent(".status");
  assert.equal(await status(), "Black to play");
  assert.equal(await page.isVisible(".tree"), false);
  await page.keyboard.press("ArrowRight");
  assert.equal(await status(), "Black to play");
  await page.click("[data-point='80']");
  assert.equal(await status(), "This move is not in the record.");
  await page.click("text=Try again");
  await page.click("[data-point='10']");
  assert.equal(await status(), "Wrong.");
  await page.click("text=Try again");
  await page.click("[data-point='9']");
  await page.waitForSelector("[aria-label='B8 white stone']");
  await page.click("[data-point='2']");
  assert.equal(await status(), "Right!");
  await page.click("text=Show the solution");
  assert.equal(await page.isVisible(".tree"), true);
  await close();
  return "";
});

test("the board at every moment of a recording is that of kifu-figure", async () => {
  const count = isFull ? 1000 : 100;
  const directory = join(out, "recordings");
  mkdirSync(directory, { recursive: true });
  const expected = JSON.parse(program("expected", "recordings", directory, String(count)));
  const files = Array.from({ length: count }, (_, at) => join(directory, `${at}.rgf`));
  const { page, close } = await open(write("moments", files));
  const faults = await page.evaluate((expected) => {
    const app = window.kifu.page;
    const faults = [];
    expected.forEach((moments, index) => {
      app.index = index;
      const { game, recording } = app;
      const check = ([time, hash, comment]) => {
        recording.seek(time);
        const found = game.stones.reduce((hash, stone) => Math.imul(hash ^ stone, 0x01000193) >>> 0, 0x811c9dc5);
        if (found !== hash || (game.node.C ?? "") !== comment) faults.push({ index, time, hash, found, comment, shown: game.node.C });
      };
      // Forward, backward, and from one moment to any other.
      moments.forEach(check);
      [...moments].reverse().forEach(check);
      moments.forEach((_, at) => check(moments[(at * 7) % moments.length]));
    });
    return faults;
  }, expected);
  await close();
  assert.deepEqual(faults.slice(0, 3), []);
  return `${expected.flat().length} moments of ${count} recordings`;
});

/** A sound of silence, as a WAV file with 8,000 samples of one byte a second. */
function silence(seconds) {
  const samples = seconds * 8000;
  const head = Buffer.alloc(44);
  head.write("RIFF", 0);
  head.writeUInt32LE(36 + samples, 4);
  head.write("WAVEfmt ", 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(8000, 24);
  head.writeUInt32LE(8000, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write("data", 36);
  head.writeUInt32LE(samples, 40);
  return Buffer.concat([head, Buffer.alloc(samples, 128)]);
}

/** A file of a bundle, as tar stores it. */
function member(name, content) {
  const head = Buffer.alloc(512);
  const octal = (value, length) => `${value.toString(8).padStart(length - 1, "0")}\0`;
  head.write(name, 0);
  head.write(octal(0o644, 8), 100);
  head.write(octal(0, 8), 108);
  head.write(octal(0, 8), 116);
  head.write(octal(content.length, 12), 124);
  head.write(octal(0, 12), 136);
  head.write("        0", 148);
  head.write("ustar\x0000", 257);
  head.write(octal(head.reduce((sum, byte) => sum + byte, 0), 7) + " ", 148);
  return Buffer.concat([head, content, Buffer.alloc((512 - (content.length % 512)) % 512)]);
}

/** Writes a bundle of a lecture with silence as its sound, with an event each second. */
function lecture(name, seconds) {
  let recording = "(";
  for (let second = 0; second < seconds; second++) {
    const at = second % 361;
    const point = String.fromCharCode(97 + (at % 19), 97 + Math.floor(at / 19));
    recording += `;TS[${second}]${second % 2 ? "W" : "B"}[${point}]TS[${second}]C[Word ]TS[${second + 0.5}]`;
    if (second % 60 === 0) recording += `VT[X-MARK:Minute ${second / 60}]TS[${second + 0.5}]`;
  }
  const path = join(out, `${name}.rgt`);
  const main = `(;GM[1]FF[4]SZ[19]PB[Kim]PW[Sato];GS[${name}.rgf:${seconds}]MS[${name}.wav:audio])`;
  const files = [member(`${name}.sgf`, Buffer.from(main)), member(`${name}.rgf`, Buffer.from(`${recording})`)), member(`${name}.wav`, silence(seconds))];
  writeFileSync(path, Buffer.concat([...files, Buffer.alloc(1024)]));
  return path;
}

test("a recording plays with its sound", async () => {
  const source = lecture("lecture", 120);
  const { page, close } = await open(write("lecture", [source]));
  const status = () => page.textContent(".status");
  assert.equal(await page.evaluate(() => document.querySelectorAll(".player-bar + .controls").length), 1);
  await page.click(".player-bar button");
  await page.waitForFunction(() => window.kifu.page.game.number >= 3);
  assert.equal(await page.getAttribute(".player-bar button", "aria-label"), "Pause");
  await page.waitForFunction(() => document.querySelector(".comment .text")?.textContent.trim() === "Word");
  // Readers who go their own way stop the sound, and can return.
  await page.keyboard.press("Home");
  assert.equal(await page.evaluate(() => window.kifu.page.recording.isPlaying), false);
  assert.match(await status(), /not following/);
  await page.click("text=Return to the recording");
  assert.match(await status(), /^Move \d+: /);
  await page.keyboard.press(" ");
  assert.equal(await page.evaluate(() => window.kifu.page.recording.isPlaying), true);
  await page.keyboard.press(" ");
  await page.keyboard.press("Shift+ArrowLeft");
  assert.equal(await page.evaluate(() => window.kifu.page.recording.time < 3000), true);
  await page.click("text=Minute 1");
  assert.equal(await status(), "Move 61: Black D16");
  await page.waitForURL(/#t=60$/);
  // Before the first word on a move, the label of the chapter is shown.
  await page.evaluate(() => window.kifu.page.player.goTo(61_200));
  assert.equal(await page.textContent(".comment .text"), "Minute 1");
  // The line of time, by keys.
  await page.focus(".time-line");
  await page.keyboard.press("End");
  assert.equal(await page.evaluate(() => window.kifu.page.game.number), 120);
  await page.goto(page.url().replace(/#.*/, "#t=7"));
  assert.equal(await status(), "Move 8: White H19");
  await close();
  return "";
});

test("sound beside the page, and a page without sound", async () => {
  const { page, close } = await open(write("silent", [join(out, "recordings", "0.rgf")]));
  await page.selectOption(".player-bar select", "3");
  await page.click(".player-bar button");
  await page.waitForFunction(() => window.kifu.page.recording.time > 1000);
  await close();
  // The example leaves the media of an SGF file that names recordings beside the page.
  const bundle = readFileSync(lecture("beside", 20));
  for (let at = 0; bundle[at]; ) {
    const size = parseInt(bundle.toString("latin1", at + 124, at + 135), 8);
    writeFileSync(join(out, bundle.toString("latin1", at, at + 100).replace(/\0.*/, "")), bundle.subarray(at + 512, at + 512 + size));
    at += 512 + Math.ceil(size / 512) * 512;
  }
  const beside = await open(write("beside", [join(out, "beside.sgf")]));
  await beside.page.click(".player-bar button");
  await beside.page.waitForFunction(() => window.kifu.page.recording.medium?.currentTime > 1 && window.kifu.page.game.number > 1);
  await beside.close();
  return "";
});

test("a seek in an hour, and the drift at its end", async () => {
  const source = lecture("hour", isFull ? 3600 : 600);
  const path = write("hour", [source]);
  const limit = 1.37 * statSync(source).size + 150_000;
  assert.ok(statSync(path).size <= limit, `${statSync(path).size} bytes, at most ${limit}`);
  const { page, close } = await open(path);
  const seeks = await page.evaluate(() => {
    const { player, recording } = window.kifu.page;
    const times = [];
    for (let at = 0; at < 100; at++) {
      const start = performance.now();
      player.goTo(((at * 37) % 100) * 0.01 * recording.duration);
      times.push(performance.now() - start);
    }
    return times.sort((one, other) => one - other);
  });
  const drift = await page.evaluate(async () => {
    const app = window.kifu.page;
    const { player, recording } = app;
    player.goTo(recording.duration - 12_000);
    player.play();
    let worst = 0;
    while (recording.isPlaying && recording.time < recording.duration - 2000) {
      const before = app.game.number;
      await new Promise(requestAnimationFrame);
      // The second move of a lecture comes after one second.
      if (app.game.number !== before) worst = Math.max(worst, recording.time - (app.game.number - 1) * 1000);
    }
    return worst;
  });
  await close();
  return `a seek ${seeks[95].toFixed(1)} ms (95 %), ${seeks[99].toFixed(1)} ms at most; drift ${drift.toFixed(0)} ms; the page has ${((100 * statSync(path).size) / limit).toFixed(0)} % of its limit`;
});

test("the original file is downloaded byte for byte", async () => {
  const source = all.find((file) => file.includes("teaching_tree")) ?? all[0];
  const { page, close } = await open(write("download", [source]));
  const [download] = await Promise.all([page.waitForEvent("download"), page.click(".downloads button")]);
  assert.deepEqual(readFileSync(await download.path()), readFileSync(source));
  await close();
  return "";
});

test("without scripts, the page has the final board and the moves", async () => {
  const { page, close } = await open(write("still", [all[0]]), { javaScriptEnabled: false });
  assert.equal(await page.isVisible(".last-board svg"), true);
  assert.match(await page.textContent(".still p"), /1\. B/);
  await close();
  return "";
});

test("on paper, the page has the figures of the game and no data", async () => {
  const { page, close } = await open(write("paper", [all[0]]), { colorScheme: "dark" });
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  assert.ok((await page.evaluate(() => document.querySelectorAll("section.figures svg").length)) > 1);
  const shown = await page.evaluate(() => document.body.innerText);
  assert.doesNotMatch(shown, /\S{200}/);
  assert.match(shown, /Figure 1/);
  assert.equal(await page.isVisible("#app"), false);
  assert.equal(await page.evaluate(() => getComputedStyle(document.body).color), "rgb(0, 0, 0)");
  await close();
  return "";
});

test("axe-core finds nothing", async () => {
  const review = all.find((file) => file.includes("variations")) ?? all[0];
  let count = 0;
  for (const theme of ["light", "wood", "dark", "print"]) {
    for (const path of [write("axe-review", [review]), write("axe-list", all.slice(0, 5))]) {
      const { page, close } = await open(path);
      await page.evaluate((theme) => {
        document.querySelectorAll("details").forEach((details) => (details.open = true));
        window.kifu.page.settings.theme = theme;
        window.kifu.page.apply();
      }, theme);
      await page.keyboard.press("End");
      await page.evaluate((axe) => (0, eval)(axe), axe).catch(() => page.addScriptTag({ content: axe }));
      const found = await page.evaluate(() => window.axe.run({ resultTypes: ["violations"] }));
      const faults = found.violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map((node) => node.html.slice(0, 120)).join("; ")}`);
      assert.deepEqual(faults, [], theme);
      count += found.passes.length;
      await close();
    }
  }
  return `${count} rules`;
});

test("sizes and times", async () => {
  const built = new URL("../../src/built/", import.meta.url);
  const code = Buffer.concat(["page.js", "page.css"].map((name) => readFileSync(new URL(name, built))));
  const packed = gzipSync(code, { level: 9 }).length;
  assert.ok(packed <= 25_000, `script and style sheet: ${packed} bytes compressed`);
  const lines = [`script and styles ${(packed / 1000).toFixed(1)} KB compressed`];
  let worst = 0;
  for (const files of [...some(all, 20).map((file) => [file]), all]) {
    const source = files.reduce((sum, file) => sum + statSync(file).size, 0);
    const size = statSync(write("size", files)).size;
    assert.ok(size <= 1.6 * source + 120_000, `${files[0]}: ${source} bytes become ${size}`);
    worst = Math.max(worst, size / (1.6 * source + 120_000));
  }
  lines.push(`largest page ${(100 * worst).toFixed(0)} % of its limit`);
  // 10,000 nodes: a long main line with variations and comments.
  let sgf = "(;SZ[19]";
  for (let node = 0; node < 10_000; node++) {
    const at = node % 361;
    const point = String.fromCharCode(97 + (at % 19), 97 + Math.floor(at / 19));
    sgf += `;${node % 2 ? "W" : "B"}[${point}]${at === 0 ? "AE[aa:ss]" : ""}${node % 7 === 0 ? "C[A comment on the move.]" : ""}`;
  }
  const { page, close } = await open(writeText("long", `${sgf})`));
  const paint = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime);
  const times = await page.evaluate(async () => {
    const times = [];
    for (let step = 0; step < 500; step++) {
      const start = performance.now();
      window.kifu.page.steps(1);
      times.push(performance.now() - start);
      if (step % 20 === 0) await new Promise(requestAnimationFrame);
    }
    return times.sort((one, other) => one - other);
  });
  const jump = await page.evaluate(() => {
    const start = performance.now();
    window.kifu.page.goTo(9_999);
    return performance.now() - start;
  });
  lines.push(`first paint ${paint?.toFixed(0)} ms, a step ${times[475].toFixed(1)} ms (95 %), to the end of 10,000 nodes ${jump.toFixed(1)} ms`);
  await close();
  return lines.join("; ");
});

test("an index lists and finds games", async () => {
  const files = all.slice(0, 150);
  write("list", files);
  const path = join(out, "index.html");
  writeFileSync(path, program("page", "--index", ...files));
  const { page, close } = await open(path);
  const cards = () => page.evaluate(() => document.querySelectorAll(".cards li").length);
  assert.ok((await cards()) < files.length, "not all games are drawn at the start");
  await page.evaluate(async () => {
    for (let step = 0; step < 20; step++) {
      scrollTo(0, document.body.scrollHeight);
      await new Promise((done) => setTimeout(done, 50));
    }
  });
  const total = await page.evaluate(() => window.kifu.games.length);
  assert.equal(await cards(), total);
  const title = await page.evaluate(() => window.kifu.games[20].t);
  await page.fill("input[type=search]", title);
  assert.equal(await page.textContent(".cards strong"), title);
  await page.fill("input[type=search]", "no game has this name");
  assert.equal(await cards(), 0);
  await page.fill("input[type=search]", "");
  await page.evaluate((axe) => (0, eval)(axe), axe).catch(() => page.addScriptTag({ content: axe }));
  const found = await page.evaluate(() => window.axe.run({ resultTypes: ["violations"] }));
  assert.deepEqual(found.violations.map(({ id }) => id), []);
  await page.screenshot({ path: join(out, "index.png") });
  await page.click(".cards li:nth-child(3) a");
  await page.waitForFunction(() => window.kifu?.page?.index === 2);
  await close();
  return `${total} games`;
});

test("screenshots", async () => {
  const shots = [
    ["game-desktop", [all.find((file) => file.includes("professional")) ?? all[0]], { viewport: { width: 1280, height: 800 } }],
    ["game-phone", [all.find((file) => file.includes("professional")) ?? all[0]], { viewport: { width: 320, height: 640 }, hasTouch: true }],
    ["list-tablet", all.slice(0, 8), { viewport: { width: 820, height: 1180 }, colorScheme: "dark" }],
  ];
  for (const [name, files, options] of shots) {
    const { page, close } = await open(write(name, files), options);
    for (let step = 0; step < 5; step++) await page.keyboard.press("PageDown");
    await page.waitForTimeout(200);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(overflow <= 0, `${name} is ${overflow} pixels too wide`);
    await page.screenshot({ path: join(out, `${name}.png`), fullPage: true });
    await close();
  }
  return "";
});

const wanted = process.env.ONLY;
let failed = 0;
for (const [name, run] of tests) {
  if (wanted && !name.includes(wanted)) continue;
  const start = Date.now();
  try {
    const note = await run();
    console.log(`ok    ${name}${note ? `: ${note}` : ""} (${((Date.now() - start) / 1000).toFixed(1)} s)`);
  } catch (error) {
    failed += 1;
    console.log(`FAIL  ${name}: ${error.message ?? error}`);
  }
}
await browser.close();
process.exit(failed === 0 ? 0 : 1);
