// What is shown about one file: its games, the player, findings, repairs, conversions and the files made from it.

import type { Client } from "./client";
import { Pages, button, count, html, size } from "./dom";
import type { Added, Converted, Entry, Finding, FindingRows, FindingTotals, GameRow, Opened, Repaired, Result, Target } from "./messages";

/** The names of formats for people. */
const FORMATS: Record<string, string> = {
  sgf: "SGF",
  jgf1: "JGF 1",
  jgf2: "JGF 2",
  gib: "GIB (Tygem)",
  sgn: "SGN, the last position in one line",
  sensei: "diagrams of Sensei’s Library",
  ascii: "board as text",
  showboard: "board as GNU Go shows it",
  fen: "FEN, the last position",
};

const SEVERITIES = ["error", "warning", "info"] as const;

type Made = { result: Result; about: HTMLElement };

export class FilePanel {
  readonly element = html("div", { class: "file", hidden: true });
  targets: Target[] = [];
  private entry: Entry | undefined;
  /** The files that were made of each file. */
  private readonly made = new Map<number, Made[]>();
  private readonly urls = new Map<Result, string>();
  /** Changes when another file is shown, so that late answers are ignored. */
  private turn = 0;

  constructor(
    private readonly client: Client,
    private readonly open: (added: Added) => void,
  ) {}

  async show(entry: Entry, length: string): Promise<void> {
    const turn = ++this.turn;
    this.entry = entry;
    const facts = html("p", { class: "facts" }, length);
    const heading = html("h2", { tabindex: -1 }, entry.name);
    this.element.hidden = false;
    this.element.replaceChildren(heading, facts);
    let opened: Opened;
    try {
      if (entry.error !== undefined) throw new Error(entry.error);
      opened = await this.client.ask("open", entry.id);
    } catch (error) {
      if (turn === this.turn) facts.replaceWith(html("p", { class: "bad", role: "alert" }, `This file cannot be shown: ${(error as Error).message}.`));
      return;
    }
    if (turn !== this.turn) return;
    const about = [opened.format, opened.charset, count(opened.gameCount, "game"), length];
    facts.replaceChildren(about.join(" · "), " ", button("Download this file", () => void this.save(entry), { class: "link" }));
    const player = html("section", { class: "player", "aria-label": "Player" });
    const checks = html("section", { "aria-labelledby": "findings" }, html("h3", { id: "findings" }, "Findings"), html("p", {}, "Checking…"));
    const results = html("section", { "aria-labelledby": "results", hidden: true }, html("h3", { id: "results" }, "New files"));
    this.results = results;
    this.element.append(...this.games(opened, player), player, checks, this.conversion(), results);
    this.renderResults();
    await this.play(0, player);
    try {
      const totals = await this.client.ask("check", entry.id);
      if (turn === this.turn) this.renderFindings(totals, opened, checks);
    } catch (error) {
      if (turn === this.turn) checks.lastElementChild!.replaceWith(html("p", { class: "bad" }, failure(error)));
    }
  }

  private results = html("section");

  /** The list of games, if there are several. */
  private games(opened: Opened, player: HTMLElement): HTMLElement[] {
    if (opened.gameCount < 2) return [];
    const { entry, turn } = this;
    const body = html("tbody");
    let selected = 0;
    const mark = () => {
      for (const row of body.querySelectorAll("button")) {
        if (row.dataset.game === String(selected)) row.setAttribute("aria-current", "true");
        else row.removeAttribute("aria-current");
      }
    };
    const row = (game: GameRow, number: number) => {
      const show = button(
        game.title,
        () => {
          selected = number;
          mark();
          void this.play(number, player);
        },
        { "data-game": number },
      );
      const cells = [String(number + 1), show, game.result, game.date, game.size, String(game.moves)];
      return html("tr", {}, ...cells.map((cell) => html("td", {}, cell)));
    };
    const pages = new Pages(
      "Pages of games",
      () => opened.gameCount,
      (start, end) => {
        const fill = (games: GameRow[]) => {
          if (turn !== this.turn) return;
          body.replaceChildren(...games.map((game, at) => row(game, start + at)));
          mark();
        };
        this.client.ask("games", entry!.id, start, end - start).then(fill, (error) => {
          if (turn === this.turn) body.replaceChildren(failedRow(6, error));
        });
      },
      50,
    );
    pages.show(0);
    const names = ["No.", "Game", "Result", "Date", "Board", "Moves"];
    const head = html("tr", {}, ...names.map((name) => html("th", { scope: "col" }, name)));
    const table = html("table", {}, html("caption", {}, "Games"), html("thead", {}, head), body);
    return [html("div", { class: "table games", tabindex: 0, role: "group", "aria-label": "Games" }, table), pages.controls];
  }

  private async play(game: number, player: HTMLElement): Promise<void> {
    const { entry, turn } = this;
    let page: string;
    try {
      page = await this.client.ask("page", entry!.id, game);
    } catch (error) {
      if (turn === this.turn) player.replaceChildren(html("p", { class: "bad" }, `No board: ${(error as Error).message}.`));
      return;
    }
    if (turn !== this.turn) return;
    // The frame has an origin of its own, and cannot reach this page.
    const frame = html("iframe", { title: `Game ${game + 1} of ${entry!.name}`, sandbox: "allow-scripts allow-modals" });
    frame.srcdoc = page;
    player.replaceChildren(frame);
  }

  private renderFindings({ counts, repairs }: FindingTotals, opened: Opened, section: HTMLElement): void {
    const { entry, turn } = this;
    const nouns = { error: "error", warning: "warning", info: "note" };
    const some = SEVERITIES.filter((severity) => counts[severity] > 0);
    const summary = some.map((severity) => count(counts[severity], nouns[severity])).join(", ");
    section.replaceChildren(html("h3", { id: "findings" }, "Findings"), html("p", {}, summary ? `${summary}.` : "No faults found."));
    if (!summary) return;
    const body = html("tbody");
    const pages = new Pages(
      "Pages of findings",
      () => counts.error + counts.warning + counts.info,
      (start, end) => {
        const fill = ({ list, explanations }: FindingRows) => {
          if (turn !== this.turn) return;
          body.replaceChildren(...list.map((finding) => findingRow(finding, explanations[finding.code] ?? "")));
        };
        this.client.ask("findings", entry!.id, start, end - start).then(fill, (error) => {
          if (turn === this.turn) body.replaceChildren(failedRow(3, error));
        });
      },
    );
    pages.show(0);
    const names = ["Severity", "Place", "Finding"];
    const head = html("tr", {}, ...names.map((name) => html("th", { scope: "col" }, name)));
    const table = html("table", {}, html("thead", {}, head), body);
    table.setAttribute("aria-labelledby", "findings");
    section.append(html("div", { class: "table findings", tabindex: 0, role: "group", "aria-label": "Findings" }, table), pages.controls);
    const isBundle = opened.isRecording && opened.format !== "RGF";
    if (repairs.length > 0 && !isBundle) section.append(this.repairs(repairs));
  }

  /** The codes whose repairs can be chosen. */
  private repairs(repairs: FindingTotals["repairs"]): HTMLElement {
    const boxes = repairs.map(({ code, title, isSafe, count: number }) => {
      const box = html("input", { type: "checkbox", value: code, checked: isSafe, class: isSafe ? "safe" : "unsafe" });
      const note = isSafe ? "" : " – may change the meaning";
      const about = number === 1 ? title : `${title}, and so on`;
      return html("label", { class: "repair" }, box, html("code", {}, code), ` ${about} (${count(number, "finding")})${note}`);
    });
    const form = html(
      "form",
      {},
      html("fieldset", {}, html("legend", {}, "Repairs"), ...boxes),
      html("button", { type: "submit", class: "main" }, "Repair"),
    );
    const answer = html("p", { role: "status" });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const chosen = (kind: string) => [...form.querySelectorAll<HTMLInputElement>(`input.${kind}:checked`)].map((box) => box.value);
      void this.make(answer, async (id) => {
        // A repair can lead to a finding with another code, which is repaired, too, if all safe repairs are selected.
        const isEach = form.querySelector("input.safe:not(:checked)") === null;
        const repaired = await this.client.ask("fix", id, isEach ? undefined : chosen("safe"), chosen("unsafe"));
        if (repaired.codes.length === 0) return undefined;
        return { result: repaired, about: aboutRepairs(repaired) };
      });
    });
    form.append(answer);
    return form;
  }

  /** Downloads a file as it is, such as one of an archive. */
  private async save(entry: Entry): Promise<void> {
    const { turn } = this;
    this.element.querySelector(".facts + .bad")?.remove();
    let file: Result;
    try {
      file = await this.client.ask("original", entry.id);
    } catch (error) {
      const facts = this.element.querySelector(".facts");
      if (turn === this.turn) facts?.after(html("p", { class: "bad", role: "alert" }, failure(error)));
      return;
    }
    const url = URL.createObjectURL(new Blob([file.bytes], { type: "application/octet-stream" }));
    html("a", { download: file.name, href: url }).click();
    // The download has begun by then.
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  }

  private conversion(): HTMLElement {
    const select = html("select", { id: "target" }, ...this.targets.map(({ name }) => html("option", { value: name }, FORMATS[name] ?? name)));
    const answer = html("p", { role: "status" });
    const form = html(
      "form",
      { class: "convert" },
      html("label", { for: "target" }, "Format "),
      select,
      " ",
      html("button", { type: "submit" }, "Convert"),
      answer,
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.make(answer, async (id) => {
        const converted = await this.client.ask("convert", id, select.value);
        return { result: converted, about: aboutLosses(converted) };
      });
    });
    return html("section", { "aria-labelledby": "convert" }, html("h3", { id: "convert" }, "Convert"), form);
  }

  /** Makes a file of the file that is shown, and reports it. */
  private async make(answer: HTMLElement, work: (id: number) => Promise<Made | undefined>): Promise<void> {
    const { id } = this.entry!;
    answer.classList.remove("bad");
    answer.textContent = "Working…";
    try {
      const made = await work(id);
      if (!made) {
        answer.textContent = "Nothing to repair with this choice.";
        return;
      }
      const all = this.made.get(id) ?? [];
      all.push(made);
      this.made.set(id, all);
      answer.textContent = `Made ${made.result.name}, ${size(made.result.bytes.length)}. The original is unchanged.`;
    } catch (error) {
      answer.classList.add("bad");
      answer.textContent = failure(error);
    }
    if (this.entry?.id === id) this.renderResults();
  }

  private renderResults(): void {
    const made = this.made.get(this.entry!.id) ?? [];
    this.results.hidden = made.length === 0;
    const rows = made.map(({ result, about }) => {
      const link = html("a", { download: result.name, href: this.urlOf(result), class: "download" }, `Download ${result.name}`);
      const show = button("Open here", () => this.open({ name: result.name, content: new Blob([result.bytes]) }));
      return html("li", {}, link, ` ${size(result.bytes.length)} `, show, about);
    });
    this.results.replaceChildren(this.results.firstElementChild!, html("ul", { class: "results" }, ...rows));
  }

  private urlOf(result: Result): string {
    const url = this.urls.get(result) ?? URL.createObjectURL(new Blob([result.bytes], { type: "application/octet-stream" }));
    this.urls.set(result, url);
    return url;
  }
}

/** What the page shows when the worker did not answer a request. */
function failure(error: unknown): string {
  return `This did not work: ${(error as Error).message}.`;
}

/** A row of a table in place of rows that the worker did not send. */
function failedRow(columns: number, error: unknown): HTMLElement {
  return html("tr", {}, html("td", { class: "bad", colspan: columns }, failure(error)));
}

/** What the page shows of a long text. */
const MAX_SHOWN = 100_000;

function aboutRepairs({ codes, difference }: Repaired): HTMLElement {
  const text = difference.length > MAX_SHOWN ? `${difference.slice(0, MAX_SHOWN)}\n…` : difference;
  return html(
    "details",
    { open: true },
    html("summary", {}, `${count(codes.length, "finding")} repaired: what changed`),
    html("pre", { tabindex: 0, class: "difference" }, text),
  );
}

function aboutLosses({ losses }: Converted): HTMLElement {
  if (losses.length === 0) return html("p", {}, "Nothing is lost.");
  const lines = losses.slice(0, 1000).map((loss) => html("li", {}, loss));
  return html("details", { open: true }, html("summary", {}, "Lost in the conversion"), html("ul", {}, ...lines));
}

function findingRow(finding: Finding, explanation: string): HTMLElement {
  const { severity, code, line, column, message, help, fix, excerpt } = finding;
  const [before, marked, after] = excerpt;
  const place = [finding.member, `${line}:${column}`, finding.game && finding.game > 1 ? `game ${finding.game}` : undefined, finding.node ?? finding.pointer];
  const text = html("td", {}, html("div", {}, html("code", { class: "code" }, code), ` ${message}`));
  if (before || marked || after) text.append(html("pre", { class: "excerpt" }, before, html("mark", {}, marked), after));
  if (help) text.append(html("div", { class: "help" }, help));
  if (fix) text.append(html("div", { class: "help" }, `Repair: ${fix.title}${fix.safe ? "" : " (may change the meaning)"}`));
  if (explanation) text.append(html("details", {}, html("summary", {}, "Explanation"), html("p", {}, explanation)));
  return html(
    "tr",
    {},
    html("td", { class: severity }, severity === "info" ? "note" : severity),
    html("td", { class: "place" }, place.filter(Boolean).join(" ")),
    text,
  );
}
