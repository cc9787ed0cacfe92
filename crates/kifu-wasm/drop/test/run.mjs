// Tests the drop page in Chromium: `node test/run.mjs PAGE KIFU OUT`.
//
// PAGE is what `build.mjs` wrote, KIFU the built command, whose output is compared, and OUT receives archives and
// screenshots. `cargo xtask wasm --test` calls it.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createServer } from "node:http";
import { cpSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, extname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { crc32, deflateRawSync, gzipSync } from "node:zlib";
import { chromium } from "playwright-core";

const [page_, kifu, out_] = process.argv.slice(2);
const [built, out] = [resolve(page_), resolve(out_)];
const root = fileURLToPath(new URL("../../../../", import.meta.url));
const axe = readFileSync(new URL("../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });

/** Runs the command; it may report losses and findings by its exit code. */
function run(...args) {
  try {
    return execFileSync(kifu, args, { maxBuffer: 1 << 30, stdio: ["ignore", "pipe", "ignore"] });
  } catch (error) {
    if (error.status === 1) return error.stdout;
    throw error;
  }
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});

/** Opens the page, and fails on errors, on messages in the console, on dialogs, and on requests for anything else. */
async function open(url = `file://${built}/kifu.html`, options = {}) {
  const { allowed = [], expected, ...rest } = options;
  const context = await browser.newContext({ viewport: { width: 1280, height: 1000 }, locale: "en-GB", acceptDownloads: true, ...rest });
  context.setDefaultTimeout(15_000);
  const page = await context.newPage();
  const faults = [];
  const requests = [];
  page.on("pageerror", (error) => faults.push(`error: ${error.message}`));
  page.on("console", (message) => {
    if (!expected?.test(message.text())) faults.push(`console: ${message.text()}`);
  });
  page.on("dialog", (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("websocket", (socket) => faults.push(`socket: ${socket.url()}`));
  // Of all pages, frames and workers.
  context.on("request", (request) => {
    requests.push(request.url());
    if (request.url() !== url && !/^(blob|data):/.test(request.url()) && !allowed.includes(request.url())) faults.push(`request: ${request.url()}`);
  });
  await page.goto(url);
  await page.waitForSelector("[data-state=ready]");
  return {
    page,
    requests,
    async close() {
      await context.close();
      assert.deepEqual(faults, []);
    },
  };
}

/** Drops files and directories of the disk, as a file manager does. */
async function drop(page, ...files) {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files, dragOperationsMask: 1 };
  for (const type of ["dragEnter", "dragOver", "drop"]) await session.send("Input.dispatchDragEvent", { type, x: 200, y: 150, data });
  await session.detach();
}

/** The frame of the player, when it runs. */
async function player(page) {
  const handle = await page.waitForSelector(".player iframe");
  const frame = await handle.contentFrame();
  await frame.waitForFunction(() => "kifu" in window);
  return frame;
}

/** The board at the end of the main line, as rows of `.`, `X` and `O`. */
async function boardAtEnd(page) {
  const frame = await player(page);
  return frame.evaluate(() => {
    const { game, recording } = window.kifu.page;
    recording?.goTo(recording.duration);
    let node = 0;
    while (game.children[node].length > 0) node = game.children[node][0];
    game.goTo(node);
    const text = [...game.stones].map((stone) => ".XO"[stone]).join("");
    return Array.from({ length: game.rows }, (_, row) => text.slice(row * game.cols, (row + 1) * game.cols));
  });
}

/** The board at the end of a record, drawn by the command. */
function board(text) {
  const path = join(out, "board.sgf");
  writeFileSync(path, text);
  return boardOf(path);
}

function boardOf(path) {
  return run("convert", "-t", "ascii", path).toString().trim().split("\n");
}

async function download(page, link) {
  const [file] = await Promise.all([page.waitForEvent("download"), link.click()]);
  const path = join(out, file.suggestedFilename());
  await file.saveAs(path);
  return { name: file.suggestedFilename(), bytes: readFileSync(path) };
}

/** A zip archive with these files. */
function zip(files) {
  const [locals, directory] = [[], []];
  let at = 0;
  for (const [name, content] of files) {
    const [path, bytes] = [Buffer.from(name), Buffer.from(content)];
    const packed = deflateRawSync(bytes);
    const head = Buffer.alloc(26);
    [20, 0x800, 8, 0, 0].forEach((value, index) => head.writeUInt16LE(value, 2 * index));
    head.writeUInt32LE(crc32(bytes), 10);
    head.writeUInt32LE(packed.length, 14);
    head.writeUInt32LE(bytes.length, 18);
    head.writeUInt16LE(path.length, 22);
    locals.push(Buffer.from("PK\x03\x04"), head, path, packed);
    const entry = Buffer.alloc(42);
    entry.writeUInt16LE(20, 0);
    head.copy(entry, 2);
    entry.writeUInt32LE(at, 38);
    directory.push(Buffer.from("PK\x01\x02"), entry, path);
    at += 30 + path.length + packed.length;
  }
  const index = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(Math.min(files.length, 0xffff), 4);
  end.writeUInt16LE(Math.min(files.length, 0xffff), 6);
  end.writeUInt32LE(index.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...locals, index, Buffer.from("PK\x05\x06"), end]);
}

const tests = [];
const test = (name, work) => tests.push([name, work]);

/** Records of five formats: the file, the start of the facts about it, and the format to convert to. */
const FIVE = [
  ["corpus/sgf/oddities/one_long_line_gb18030_without_ca.sgf", "SGF FF[4] · GBK", "jgf2"],
  ["corpus/jgf/v1_numeric_full_game.jgf", "JGF", "sgf"],
  ["crates/kifu-gib/test_data/err/0022_mangled_names.gib", "GIB", "sgf"],
  ["crates/kifu-ngf/test_data/ok/0004_cp949.ngf", "NGF", "gib"],
  ["crates/kifu-ugf/test_data/ok/0005_shift_jis.ugf", "UGF", "jgf1"],
];

for (const [file, facts, target] of FIVE) {
  test(`${basename(file)} is shown, checked, repaired, converted and downloaded`, async () => {
    const path = join(root, file);
    const original = readFileSync(path);
    const { page, close, requests } = await open();
    const start = performance.now();
    await drop(page, path);
    await player(page);
    const time = performance.now() - start;
    assert.equal(await page.textContent(".file h2"), basename(file));
    assert.ok((await page.textContent(".facts")).startsWith(facts), await page.textContent(".facts"));

    assert.deepEqual(await boardAtEnd(page), boardOf(path));

    const [{ diagnostics }] = run("check", "--format", "jsonl", path).toString().trim().split("\n").map(JSON.parse);
    await page.waitForSelector("#findings + p:not(:text('Checking'))");
    await page.waitForFunction((count) => document.querySelectorAll(".findings tbody tr").length === count, diagnostics.length);
    const found = await page.$$eval(".findings tbody tr", (rows) => rows.map((row) => `${row.querySelector(".place").textContent.split(" ")[0]} ${row.querySelector(".code").textContent}`));
    assert.deepEqual(found, diagnostics.map(({ line, column, code }) => `${line}:${column} ${code}`));

    let repaired = "";
    const repairs = diagnostics.filter((finding) => finding.fix);
    if (repairs.length > 0) {
      for (const box of await page.$$(".repair input")) await box.check();
      await page.click("button:text-is('Repair')");
      const link = await page.waitForSelector("a.download[download*='.fixed.']");
      const options = new Set(repairs.map(({ code, fix }) => `${fix.safe ? "--only" : "--unsafe"}=${code}`));
      const made = await download(page, link);
      assert.deepEqual(made.bytes, run("fix", ...options, path));
      assert.notDeepEqual(made.bytes, original);
      assert.match(await page.textContent(".difference"), /[-+]/);
      repaired = `, ${repairs.length} repairs`;
    }

    await page.selectOption("#target", target);
    await page.click("button:text-is('Convert')");
    const extension = { sgf: "sgf", jgf1: "jgf", jgf2: "jgf", gib: "gib" }[target];
    const link = await page.waitForSelector(`a.download[download='${basename(file, extname(file))}.${extension}']`);
    const made = await download(page, link);
    assert.deepEqual(made.bytes, run("convert", "-t", target, path));
    assert.deepEqual(readFileSync(path), original, "the original is unchanged");
    assert.deepEqual(requests.filter((url) => !/^(file|blob|data):/.test(url)), []);
    await page.screenshot({ path: join(out, `${basename(file)}.png`), fullPage: true });
    await close();
    return `shown after ${Math.round(time)} ms${repaired}, ${found.length} findings`;
  });
}

test("all five at once, and a folder, are listed", async () => {
  const { page, close } = await open();
  await drop(page, ...FIVE.map(([file]) => join(root, file)));
  await page.waitForFunction(() => document.querySelectorAll(".files li").length === 5);
  await page.waitForFunction(() => [...document.querySelectorAll(".about")].every((about) => about.textContent));
  assert.equal((await page.$$(".files .bad")).length, 0);
  const folder = join(out, "folder");
  mkdirSync(join(folder, "sub"), { recursive: true });
  cpSync(join(root, FIVE[0][0]), join(folder, "sub/a.sgf"));
  writeFileSync(join(folder, ".hidden.sgf"), "(;)");
  writeFileSync(join(folder, "b.sgf"), "(;B[aa])");
  await drop(page, folder);
  await page.waitForFunction(() => document.querySelectorAll(".files li").length === 7);
  const names = await page.$$eval(".files li", (rows) => rows.slice(5).map((row) => row.querySelector(".folder").textContent + row.querySelector(".name").textContent));
  assert.deepEqual(names, ["folder/b.sgf", "folder/sub/a.sgf"]);
  await close();
});

test("archives of each kind are unpacked, and what is damaged is named", async () => {
  const files = [["games/a.sgf", "(;PB[Kim]PW[Sato];B[dd])"], ["b.sgf", "(;PB[Lee];W[cc])"], [".hidden.sgf", "(;)"], ["in.zip", "PK"]];
  const path = join(out, "some.zip");
  writeFileSync(path, zip(files));
  const broken = zip(files);
  broken.fill(0x55, 70, 75);
  writeFileSync(join(out, "broken.zip"), broken);
  writeFileSync(join(out, "one.sgf.gz"), gzipSync("(;PB[Cho];B[qq])"));
  const { page, close } = await open();
  const lists = async (count) => {
    await page.waitForFunction((count) => document.querySelectorAll(".files li").length === count, count);
    return page.$$eval(".files li", (rows) => rows.map((row) => row.querySelector("button").textContent));
  };
  await drop(page, path);
  let names = await lists(3);
  assert.ok(names[0].startsWith("some.zip/games/a.sgf"));
  const made = await download(page, await page.waitForSelector("button:text-is('Download this file')"));
  assert.deepEqual([made.name, made.bytes.toString()], ["a.sgf", files[0][1]]);
  assert.match(names[2], /in\.ziparchives in archives are not read/);
  await drop(page, join(out, "broken.zip"), join(out, "one.sgf.gz"), join(root, "crates/kifu-archive/test_data/7z/lzma2.7z"), join(root, "crates/kifu-archive/test_data/7z/bomb.7z"));
  await page.waitForFunction(() => document.querySelector(".status").textContent.endsWith("added."));
  names = await page.$$eval(".files li", (rows) => rows.map((row) => row.querySelector("button").textContent));
  assert.ok(names.some((name) => name.startsWith("one.sgf")), names.join("\n"));
  assert.ok(names.some((name) => name.startsWith("lzma2.7z/sub/囲碁.sgf")), names.join("\n"));
  assert.ok(names.some((name) => /broken\.zip.*(corrupt|checksum|invalid|damaged)/i.test(name)), names.join("\n"));
  assert.ok(names.some((name) => /bomb\.7z.*200 times/.test(name)), names.join("\n"));
  await close();
});

test("10,000 games in a zip do not freeze the page", async () => {
  const game = (number) => `(;GM[1]SZ[19]PB[Black ${number}]PW[White ${number}]RE[B+R];${"B[pd];W[dp];B[pp];W[dd];".repeat(30).slice(0, -1)})`;
  const path = join(out, "many.zip");
  writeFileSync(path, zip(Array.from({ length: 10_000 }, (_, number) => [`games/${String(number).padStart(5, "0")}.sgf`, game(number)])));
  const { page, close } = await open();
  await page.evaluate(() => {
    window.longest = 0;
    let last = performance.now();
    const tick = () => {
      const now = performance.now();
      window.longest = Math.max(window.longest, now - last);
      last = now;
      setTimeout(tick, 5);
    };
    tick();
  });
  const start = performance.now();
  await drop(page, path);
  await player(page);
  const time = performance.now() - start;
  assert.equal(await page.textContent(".side .where"), "1–100 of 10,000");
  assert.equal((await page.$$(".files li")).length, 100);
  await page.fill("#search", "09876");
  await page.waitForFunction(() => document.querySelectorAll(".files li").length === 1);
  await page.click(".files button");
  await page.waitForFunction(() => document.querySelector(".file h2").textContent.endsWith("09876.sgf"));
  await player(page);
  const longest = await page.evaluate(() => window.longest);
  assert.ok(longest < 500, `the page did not answer for ${longest} ms`);
  await close();
  return `${statSync(path).size >> 10} KB, the first shown after ${Math.round(time)} ms, at most ${Math.round(longest)} ms without an answer`;
});

test("a collection has a list of games", async () => {
  const path = join(out, "collection.sgf");
  const games = Array.from({ length: 120 }, (_, number) => `(;SZ[9]PB[B${number}]PW[W${number}];B[cc];W[dd])`);
  writeFileSync(path, games.join("\n"));
  const { page, close } = await open();
  await drop(page, path);
  await page.waitForFunction(() => document.querySelectorAll(".games tbody tr").length === 50);
  await page.click(".file .pages button:text-is('Next')");
  await page.click(".games button:text-is('B77 – W77')");
  await page.waitForSelector("iframe[title='Game 78 of collection.sgf']");
  const frame = await player(page);
  assert.match(await frame.evaluate(() => document.body.textContent), /B77/);
  await close();
});

test("recordings and bundles are played", async () => {
  const example = join(root, "crates/kifu-rgf/test_data/example");
  const { page, close } = await open();
  await drop(page, join(example, "review.rgf"));
  const frame = await player(page);
  assert.ok(await frame.evaluate(() => window.kifu.page.recording !== undefined));
  await page.waitForSelector("#findings + p:not(:text('Checking'))");
  await page.selectOption("#target", "sgf");
  await page.click("button:text-is('Convert')");
  await page.waitForSelector("a.download[download='review.sgf']");
  assert.match(await page.textContent(".results"), /everything except the game at the end/);
  await close();

  const folder = join(out, "bundle");
  mkdirSync(folder);
  writeFileSync(join(folder, "talk.sgf"), "(;GM[1]FF[4]PB[Kim]PW[Sato];GS[talk.rgf:3]MS[talk.wav:audio])(;GM[1]FF[4]PB[Lee];B[dd])");
  writeFileSync(join(folder, "talk.rgf"), "(;TS[0.5]B[pd]TS[1]C[A star point]TS[3])");
  const wav = Buffer.alloc(44 + 24_000);
  wav.write("RIFF", 0);
  wav.writeUInt32LE(wav.length - 8, 4);
  wav.write("WAVEfmt ", 8);
  [16, 0, 1, 1, 8000, 0, 8000, 0, 1, 8].forEach((value, index) => wav.writeUInt16LE(value, 16 + 2 * index));
  wav.write("data", 36);
  wav.writeUInt32LE(24_000, 40);
  wav.fill(128, 44);
  writeFileSync(join(folder, "talk.wav"), wav);
  run("rec", "pack", join(folder, "talk.sgf"), "-o", join(out, "talk.rgz"));
  const bundle = await open();
  await drop(bundle.page, join(out, "talk.rgz"));
  const talk = await player(bundle.page);
  await talk.waitForFunction(() => window.kifu.page.recording.medium?.duration === 3);
  await bundle.page.waitForFunction(() => document.querySelectorAll(".games tbody tr").length === 2);
  await bundle.page.click(".games tbody tr:nth-child(2) button");
  await bundle.page.waitForSelector("iframe[title='Game 2 of talk.rgz']");
  assert.deepEqual(await boardAtEnd(bundle.page), board("(;GM[1]FF[4]PB[Lee];B[dd])"));
  await bundle.page.click("button:text-is('Convert')");
  await bundle.page.waitForSelector("[role=status]:text('bundles cannot be converted; unpack the bundle first')");
  assert.equal((await bundle.page.$$("a.download")).length, 0);
  await bundle.close();
});

test("recordings in UTF-16 are shown, and not repaired", async () => {
  const text = "(;TS[0.5]B[pd]TS[1]C[A star point 点;TS[2]W[dd])";
  for (const [name, bytes, charset] of [
    ["utf8.rgf", Buffer.from(text), "UTF-8"],
    ["utf16.rgf", Buffer.from(`\ufeff${text}`, "utf16le"), "UTF-16LE"],
  ]) {
    const path = join(out, name);
    writeFileSync(path, bytes);
    const { page, close } = await open();
    await drop(page, path);
    await player(page);
    assert.match(await page.textContent(".facts"), new RegExp(`RGF · ${charset} `));
    await page.click("button:text-is('Repair')");
    await page.waitForFunction(() => !/^(|Working…)$/.test(document.querySelector(".file form [role=status]").textContent));
    const answer = await page.textContent(".file form [role=status]");
    if (charset === "UTF-8") {
      assert.match(answer, /^Made utf8\.fixed\.rgf/);
      const made = await download(page, await page.waitForSelector("a.download"));
      assert.equal(made.bytes.toString(), text.replace("点", "点]"));
    }
    else assert.match(answer, /recordings in UTF-16 cannot be repaired/);
    await close();
  }
});

test("requests that fail are reported", async () => {
  const path = join(out, "gone.sgf");
  writeFileSync(path, Array.from({ length: 60 }, () => "(;GM[1]FF[4]KM[6,5])").join(""));
  const { page, close } = await open();
  await drop(page, path);
  await page.waitForSelector(".findings tbody tr");
  // The browser does not read a file that changed.
  rmSync(path);
  await page.click("button:text-is('Download this file')");
  await page.waitForSelector(".facts + .bad:text('This did not work')");
  await close();
});

test("hostile files are refused or shown, and run nothing", async () => {
  const folder = join(out, "hostile");
  mkdirSync(folder);
  const deep = `(;B[aa]${"(;W[bb]".repeat(200_000)}`;
  const files = {
    "empty.sgf": "",
    "words.txt": "Dear Sir or Madam, this is not a game.\n".repeat(100),
    "page.html": "<html><body><script>alert(1)</script></body></html>",
    "picture.png": Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"),
    "document.pdf": "%PDF-1.7\n",
    "random.sgf": Buffer.from(Array.from({ length: 300_000 }, (_, at) => (at * 7919 + (at >> 3)) & 255)),
    "deep.sgf": deep,
    "huge_board.sgf": "(;SZ[52]PB[a];B[zz])(;SZ[999])",
    "<img src=x onerror=alert(1)>.sgf": "(;PB[<img src=x onerror=alert(2)>]PW[</script><script>alert(3)</script>]GN[<b>]C[<svg onload=alert(4)>]AN[javascript:alert(5)];B[aa]KM[<script>])",
    "no.zip": "not a zip",
    "cut.tar.gz": gzipSync(Buffer.alloc(5000)).subarray(0, 20),
    "json.jgf": "[".repeat(100_000),
    "unclosed.gib": "\\HS\n\\[GAMEBLACKNAME=<script>alert(6)</script>\\]\n",
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  const { page, close } = await open();
  await drop(page, ...Object.keys(files).map((name) => join(folder, name)));
  await page.waitForFunction((count) => document.querySelectorAll(".files li").length === count, Object.keys(files).length);
  await page.waitForFunction(() => [...document.querySelectorAll(".about")].every((about) => about.textContent), undefined, { timeout: 60_000 });
  const about = Object.fromEntries(await page.$$eval(".files li", (rows) => rows.map((row) => [row.querySelector(".name").textContent, row.querySelector(".about").textContent])));
  assert.equal(about["empty.sgf"], "no game found");
  assert.equal(about["words.txt"], "no game found");
  assert.equal(about["page.html"], "this is an HTML page, which kifu cannot read");
  assert.match(about["picture.png"], /^this is a PNG image/);
  assert.match(about["document.pdf"], /^this is a PDF document/);
  for (const row of await page.$$(".files button")) {
    await row.click();
    await page.waitForFunction((name) => document.querySelector(".file h2").textContent === name, await row.evaluate((row) => row.querySelector(".folder").textContent + row.querySelector(".name").textContent));
    await page.waitForFunction(() => document.querySelector(".file .bad, .file #findings + p") && !document.querySelector(".file #findings + p")?.textContent.startsWith("Checking"), undefined, { timeout: 60_000 });
  }
  await close();
  return Object.keys(files).length + " files";
});

test("text is pasted", async () => {
  const { page, close } = await open();
  await page.click("button:text-is('Paste text')");
  await page.fill("#text", "(;SZ[9]PB[Go]PW[Seigen];B[ee])");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await player(page);
  assert.equal(await page.textContent(".file h2"), "pasted 1.txt");
  await close();
});

test("no request can leave the page", async () => {
  let reached = 0;
  const server = createServer((_, response) => {
    reached += 1;
    response.end();
  });
  server.on("connection", () => (reached += 1));
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const host = `127.0.0.1:${server.address().port}`;
  // The policy stops these before they are sent.
  const allowed = ["image.png", "script.js"].map((name) => `http://${host}/${name}`);
  const { page, close } = await open(undefined, { allowed, expected: /Content Security Policy|Failed to (load|fetch|construct)|violates|Refused/ });
  await drop(page, join(root, FIVE[0][0]));
  const frame = await player(page);
  const attempts = async (host) => {
    const failed = [];
    const attempt = async (name, run) => {
      try {
        if ((await run()) === false) failed.push(name);
      } catch {
        failed.push(name);
      }
    };
    await attempt("fetch", () => fetch(`http://${host}/fetch`));
    await attempt("beacon", () => navigator.sendBeacon(`http://${host}/beacon`, "x"));
    await attempt("socket", () => new Promise((resolve, reject) => {
      const socket = new WebSocket(`ws://${host}/socket`);
      socket.onopen = resolve;
      socket.onerror = reject;
    }));
    await attempt("image", () => new Promise((resolve, reject) => {
      const image = new Image();
      image.onload = resolve;
      image.onerror = reject;
      image.src = `http://${host}/image.png`;
    }));
    await attempt("script", () => new Promise((resolve, reject) => {
      const script = document.createElement("script");
      script.onload = resolve;
      script.onerror = reject;
      script.src = `http://${host}/script.js`;
      document.body.append(script);
    }));
    return failed;
  };
  const all = ["fetch", "socket", "image", "script"];
  for (const place of [page, frame]) {
    const failed = await place.evaluate(attempts, host);
    assert.deepEqual(failed.filter((name) => name !== "beacon"), all);
  }
  // So that a beacon would have arrived.
  await page.waitForTimeout(500);
  assert.equal(reached, 0);
  await close();
  server.close();
});

test("the page of a server works without the network", async () => {
  const types = { ".html": "text/html", ".js": "text/javascript", ".svg": "image/svg+xml", ".webmanifest": "application/manifest+json" };
  const asked = [];
  const server = createServer((request, response) => {
    const name = request.url === "/" ? "/index.html" : request.url;
    asked.push(request.url);
    try {
      const bytes = readFileSync(join(built, "site", name));
      response.writeHead(200, { "content-type": types[extname(name)] }).end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const base = `http://127.0.0.1:${server.address().port}/`;
  const allowed = ["sw.js", "index.html", "manifest.webmanifest", "icon.svg"].map((name) => base + name);
  const { page, close } = await open(base, { allowed });
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  // The browser would install the page, except that a page of a test has a temporary profile.
  const session = await page.context().newCDPSession(page);
  const { errors } = await session.send("Page.getAppManifest");
  const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
  const others = installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== "in-incognito");
  assert.deepEqual([errors, others], [[], []]);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  const before = asked.length;
  await page.context().setOffline(true);
  for (const address of [base, `${base}index.html`]) {
    await page.goto(address);
    await page.reload();
    await page.waitForSelector("[data-state=ready]");
  }
  await drop(page, join(root, FIVE[1][0]));
  await player(page);
  const folder = join(out, "of a server");
  mkdirSync(join(folder, "sub"), { recursive: true });
  writeFileSync(join(folder, "sub/a<b>?.sgf"), "(;B[aa])");
  await drop(page, folder);
  await page.waitForFunction(() => document.querySelectorAll(".files li").length === 2);
  assert.equal(asked.length, before);
  assert.deepEqual(new Set(asked), new Set(["/", "/index.html", "/sw.js", "/manifest.webmanifest", "/icon.svg"].filter((url) => asked.includes(url))));
  assert.equal(await page.evaluate(() => document.cookie.length + localStorage.length + sessionStorage.length), 0);
  await close();
  return `${asked.length} requests to the server`;
});

test("the page is accessible in light and dark, and works with the keyboard", async () => {
  for (const colorScheme of ["light", "dark"]) {
    const { page, close } = await open(undefined, { colorScheme, bypassCSP: true });
    await drop(page, ...FIVE.map(([file]) => join(root, file)));
    await page.waitForSelector(".findings tbody tr");
    await page.click("button:text-is('Convert')");
    await page.waitForSelector(".results li");
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() => axe.run({ exclude: [["iframe"]] }));
    assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`), []);
    await page.screenshot({ path: join(out, `${colorScheme}.png`), fullPage: true });
    await close();
  }
  const { page, close } = await open();
  const stops = [];
  for (let at = 0; at < 3; at++) {
    await page.keyboard.press("Tab");
    stops.push(await page.evaluate(() => document.activeElement.textContent));
  }
  assert.deepEqual(stops, ["Choose files", "Choose a folder", "Paste text"]);
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.focus("button:text-is('Choose files')").then(() => page.keyboard.press("Enter"))]);
  await chooser.setFiles([join(root, FIVE[0][0]), join(root, FIVE[1][0])]);
  await player(page);
  await page.focus(".files li:nth-child(2) button");
  await page.keyboard.press("Enter");
  await page.waitForFunction((name) => document.querySelector(".file h2").textContent === name, basename(FIVE[1][0]));
  await close();
});

let failed = 0;
for (const [name, work] of tests) {
  if (process.env.ONLY && !name.includes(process.env.ONLY)) continue;
  const start = performance.now();
  try {
    const note = await work();
    console.log(`ok    ${name} (${((performance.now() - start) / 1000).toFixed(1)} s)${note ? `: ${note}` : ""}`);
  } catch (error) {
    failed += 1;
    console.log(`FAIL  ${name}\n${error.stack ?? error}`);
  }
}
await browser.close();
if (failed > 0) {
  console.error(`${failed} tests failed`);
  process.exit(1);
}
