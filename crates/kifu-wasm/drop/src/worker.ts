// Does the work of the page with the WebAssembly module, so that the page never waits.

import { RawFile, explanation, initSync, isArchive, openFile, targets, unpack } from "kifu-glue";
import type {
  Added,
  Converted,
  Entry,
  Finding,
  FindingRows,
  FindingTotals,
  GameRow,
  Opened,
  Repaired,
  Reply,
  Request,
  Requests,
  Result,
  Summary,
  Target,
  Verb,
} from "./messages";

/** The files of the list. Those of archives are in memory. */
const files: { name: string; content: Blob | Uint8Array | undefined }[] = [];
let known: Target[] = [];
/** The file that was opened last. */
let current: { id: number; file: RawFile } | undefined;

function send(reply: Reply, transfer: Transferable[] = []): void {
  self.postMessage(reply, { transfer });
}

async function decompressed(base64: string): Promise<ArrayBuffer> {
  const text = atob(base64);
  const bytes = Uint8Array.from(text, (char) => char.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(stream).arrayBuffer();
}

async function start(wasm: string): Promise<Target[]> {
  initSync({ module: await WebAssembly.compile(await decompressed(wasm)) });
  const texts = targets() as string[];
  for (let at = 0; at < texts.length; at += 2) known.push({ name: texts[at]!, extension: texts[at + 1]! });
  return known;
}

/** The maximum number of files that are reported at once. */
const BATCH = 1000;

async function add(added: Added[]): Promise<number> {
  const before = files.length;
  let entries: Entry[] = [];
  const flush = () => {
    if (entries.length > 0) send({ entries });
    entries = [];
  };
  const put = (name: string, content: Blob | Uint8Array | undefined, error?: string) => {
    const size = content instanceof Blob ? content.size : (content?.length ?? 0);
    entries.push({ id: files.length, name, size, ...(error === undefined ? {} : { error }) });
    files.push({ name, content });
    if (entries.length >= BATCH) flush();
  };
  for (const { name, content } of added) {
    if (!isArchive(name)) {
      put(name, content);
      continue;
    }
    const count = files.length;
    try {
      const archive = new Uint8Array(await content.arrayBuffer());
      unpack(name, archive, put);
      if (files.length === count) put(name, undefined, "the archive contains no files");
    } catch (error) {
      put(name, undefined, reason(error));
    }
  }
  flush();
  return files.length - before;
}

function reason(error: unknown): string {
  if (error instanceof WebAssembly.RuntimeError) return "a defect of this page; please report the file, and load the page again";
  return error instanceof Error ? error.message : String(error);
}

async function bytesOf(id: number): Promise<Uint8Array> {
  const content = files[id]?.content;
  if (content === undefined) throw new Error("the file cannot be read");
  return content instanceof Blob ? new Uint8Array(await content.arrayBuffer()) : content;
}

async function opened(id: number): Promise<RawFile> {
  if (current?.id === id) return current.file;
  const bytes = await bytesOf(id);
  current?.file.free();
  current = undefined;
  const file = openFile(files[id]!.name, bytes);
  current = { id, file };
  return file;
}

function rows(file: RawFile, start: number, count: number): GameRow[] {
  const cells = file.games(start, count) as (string | number)[];
  const games: GameRow[] = [];
  for (let at = 0; at < cells.length; at += 5) {
    const [title, result, date, size, moves] = cells.slice(at, at + 5) as [string, string, string, string, number];
    games.push({ title, result, date, size, moves });
  }
  return games;
}

async function summaries(ids: number[]): Promise<Summary[]> {
  const list: Summary[] = [];
  for (const id of ids) {
    try {
      const file = openFile(files[id]!.name, await bytesOf(id));
      try {
        list.push({ id, title: rows(file, 0, 1)[0]?.title ?? "", games: file.gameCount });
      } finally {
        file.free();
      }
    } catch (error) {
      list.push({ id, error: reason(error) });
    }
  }
  return list;
}

async function open(id: number): Promise<Opened> {
  const { format, charset, isRecording, gameCount } = await opened(id);
  return { format, charset, isRecording, gameCount };
}

/** The findings of the file that was checked last. The page has a part of them at a time, since there can be many. */
let checked: { id: number; list: Finding[] } | undefined;

async function allFindings(id: number): Promise<Finding[]> {
  if (checked?.id === id) return checked.list;
  const file = await opened(id);
  const reports = file.findings();
  const list: Finding[] = [];
  for (let at = 0; at < reports.length; at += 3) {
    const [name, json, excerpts] = reports.slice(at, at + 3) as [string, string, string[]];
    const { diagnostics } = JSON.parse(json) as { diagnostics: Finding[] };
    diagnostics.forEach((finding, index) => {
      finding.excerpt = excerpts.slice(3 * index, 3 * index + 3) as [string, string, string];
      if (reports.length > 3) finding.member = name;
      list.push(finding);
    });
  }
  checked = { id, list };
  return list;
}

async function check(id: number): Promise<FindingTotals> {
  const counts = { error: 0, warning: 0, info: 0 };
  const repairs = new Map<string, FindingTotals["repairs"][number]>();
  for (const { code, severity, fix } of await allFindings(id)) {
    counts[severity] += 1;
    if (!fix) continue;
    const key = `${code} ${fix.safe}`;
    const known = repairs.get(key);
    if (known) known.count += 1;
    else repairs.set(key, { code, title: fix.title, isSafe: fix.safe, count: 1 });
  }
  return { counts, repairs: [...repairs.values()] };
}

async function findings(id: number, start: number, count: number): Promise<FindingRows> {
  const list = (await allFindings(id)).slice(start, start + count);
  const explanations: Record<string, string> = {};
  for (const { code } of list) explanations[code] ??= explanation(code) ?? "";
  return { list, explanations };
}

/** The name of the file in its directory, without an extension, and the extension with its dot. */
function parts(id: number): [string, string] {
  const base = files[id]!.name.split("/").pop()!;
  const dot = base.lastIndexOf(".");
  return dot > 0 ? [base.slice(0, dot), base.slice(dot)] : [base, ""];
}

async function fix(id: number, only: string[] | undefined, unsafeCodes: string[]): Promise<Repaired> {
  const file = await opened(id);
  const [bytes, difference, repaired] = file.fix(only, unsafeCodes) as [Uint8Array<ArrayBuffer>, string, string[]];
  const [stem, extension] = parts(id);
  return { name: `${stem}.fixed${extension}`, bytes, difference, codes: repaired };
}

async function convert(id: number, target: string): Promise<Converted> {
  const file = await opened(id);
  const [bytes, losses] = file.convert(target) as [Uint8Array<ArrayBuffer>, string[]];
  const extension = known.find((format) => format.name === target)?.extension ?? "txt";
  const [stem, before] = parts(id);
  const isSame = before.toLowerCase() === `.${extension}`;
  return { name: `${stem}${isSame ? ".converted" : ""}.${extension}`, bytes, losses };
}

async function original(id: number): Promise<Result> {
  return { name: parts(id).join(""), bytes: new Uint8Array(await bytesOf(id)) };
}

const verbs: { [V in Verb]: (...args: Requests[V][0]) => Promise<Requests[V][1]> } = {
  start,
  add,
  summaries,
  open,
  games: async (id, start, count) => rows(await opened(id), start, count),
  page: async (id, game) => (await opened(id)).page(game),
  check,
  findings,
  fix,
  convert,
  original,
};

// One request after the other: the module has one file open at a time.
let last: Promise<void> = Promise.resolve();

self.addEventListener("message", ({ data }: MessageEvent<Request>) => {
  const { id, verb, args } = data;
  last = last.then(async () => {
    try {
      const run = verbs[verb] as (...args: unknown[]) => Promise<unknown>;
      send({ id, value: await run(...args) });
    } catch (error) {
      send({ id, error: reason(error) });
    }
  });
});
