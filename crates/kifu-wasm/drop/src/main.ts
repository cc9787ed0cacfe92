// The page: takes files, lists them, and shows one of them.

import { Client } from "./client";
import { Pages, button, count, html, size } from "./dom";
import { chosen, filesOf, pasted } from "./dropped";
import { FilePanel } from "./file";
import type { Added, Entry, Summary } from "./messages";

interface LaunchParams {
  files: FileSystemFileHandle[];
}

class App {
  private readonly entries: Entry[] = [];
  private readonly summaries = new Map<number, Summary>();
  /** The entries whose names contain the text of the search. */
  private shown: Entry[] = [];
  private selected = -1;
  private readonly status = html("p", { role: "status", class: "status" });
  private readonly list = html("ol", { class: "files" });
  private readonly search = html("input", { type: "search", id: "search", autocomplete: "off", spellcheck: "false" });
  private readonly pages = new Pages(
    "Pages of files",
    () => this.shown.length,
    (start, end) => this.render(start, end),
  );
  private readonly side: HTMLElement;
  private readonly panel: FilePanel;
  private readonly client: Client;

  constructor(root: HTMLElement) {
    this.client = new Client(
      startWorker(),
      (entries) => this.found(entries),
      (why) => this.say(`This browser cannot run the page: ${why}`),
    );
    this.panel = new FilePanel(this.client, (added) => void this.add([added]));
    const heading = html("h2", {}, "Files");
    const searching = html("label", { for: "search", class: "search" }, "Search names ", this.search);
    this.side = html("nav", { class: "side", "aria-label": "Files", hidden: true }, heading, searching, this.list, this.pages.controls);
    root.append(this.intake(), this.status, html("div", { class: "layout" }, this.side, this.panel.element));
    this.search.addEventListener("input", () => this.filter());
    this.listenForDrops();
  }

  async start(wasm: string): Promise<void> {
    try {
      this.panel.targets = await this.client.ask("start", wasm);
      document.documentElement.dataset.state = "ready";
    } catch (error) {
      this.say(`This browser cannot run the page: ${(error as Error).message}`);
    }
  }

  /** The buttons and fields by which files arrive. */
  private intake(): HTMLElement {
    const files = html("input", { type: "file", multiple: true, id: "files", class: "sr-only", tabindex: -1, "aria-hidden": "true" });
    const folder = html("input", { type: "file", id: "folder", class: "sr-only", tabindex: -1, "aria-hidden": "true" });
    folder.webkitdirectory = true;
    for (const input of [files, folder]) {
      input.addEventListener("change", () => {
        if (input.files) void this.add(chosen(input.files));
        // The same file can be chosen again.
        input.value = "";
      });
    }
    const text = html("textarea", { id: "text", rows: 6, spellcheck: "false" });
    const form = html(
      "form",
      { hidden: true, class: "paste" },
      html("label", { for: "text" }, "The text of a record"),
      text,
      html("button", { type: "submit" }, "Open the text"),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (!text.value.trim()) return;
      void this.add([pasted(text.value)]);
      text.value = "";
      form.hidden = true;
      toggle.setAttribute("aria-expanded", "false");
    });
    const toggle = button(
      "Paste text",
      () => {
        form.hidden = !form.hidden;
        toggle.setAttribute("aria-expanded", String(!form.hidden));
        if (!form.hidden) text.focus();
      },
      { "aria-expanded": "false" },
    );
    return html(
      "section",
      { class: "drop", "aria-label": "Open files" },
      html("p", {}, "Drop records, archives or folders here, or choose them."),
      html(
        "div",
        { class: "buttons" },
        button("Choose files", () => files.click(), { class: "main" }),
        button("Choose a folder", () => folder.click()),
        toggle,
      ),
      files,
      folder,
      form,
    );
  }

  private listenForDrops(): void {
    const root = document.documentElement;
    window.addEventListener("dragover", (event) => {
      event.preventDefault();
      root.classList.add("over");
    });
    window.addEventListener("dragleave", (event) => {
      if (!event.relatedTarget) root.classList.remove("over");
    });
    window.addEventListener("drop", (event) => {
      event.preventDefault();
      root.classList.remove("over");
      if (!event.dataTransfer) return;
      filesOf(event.dataTransfer).then(
        (added) => this.add(added),
        (error: Error) => this.say(`The files cannot be read: ${error.message}`),
      );
    });
    window.addEventListener("paste", (event) => {
      const { clipboardData, target } = event;
      if (!clipboardData || (target instanceof Element && target.matches("input, textarea"))) return;
      event.preventDefault();
      void filesOf(clipboardData).then((added) => this.add(added));
    });
    // Files that the system opens with the installed page.
    const { launchQueue } = window as unknown as {
      launchQueue?: { setConsumer: (take: (params: LaunchParams) => void) => void };
    };
    launchQueue?.setConsumer(({ files }) => {
      const added = Promise.all(files.map(async (file) => ({ name: file.name, content: await file.getFile() })));
      void added.then((added) => this.add(added));
    });
  }

  private say(text: string): void {
    this.status.textContent = text;
  }

  private async add(added: Added[]): Promise<void> {
    if (added.length === 0) {
      this.say("There are no files in it.");
      return;
    }
    const first = this.entries.length;
    this.say("Reading…");
    try {
      const found = await this.client.ask("add", added);
      this.say(found === 0 ? "There are no files in it." : `${count(found, "file")} added.`);
    } catch (error) {
      this.say((error as Error).message);
    }
    if (this.entries.length > first) {
      this.search.value = "";
      this.filter(first);
      this.select(this.entries[first]!);
    }
  }

  private found(entries: Entry[]): void {
    this.entries.push(...entries);
    if (this.entries.length > entries.length) this.say(`Reading… ${count(this.entries.length, "file")}`);
  }

  private filter(start = 0): void {
    const wanted = this.search.value.toLowerCase();
    this.shown = wanted ? this.entries.filter(({ name }) => name.toLowerCase().includes(wanted)) : [...this.entries];
    this.side.hidden = this.entries.length < 2;
    this.pages.show(start);
  }

  private render(start: number, end: number): void {
    const rows = this.shown.slice(start, end);
    this.list.start = start + 1;
    this.list.replaceChildren(
      ...rows.map((entry) => {
        const slash = entry.name.lastIndexOf("/") + 1;
        const row = html(
          "button",
          { type: "button", "data-id": entry.id },
          html("span", { class: "folder" }, entry.name.slice(0, slash)),
          html("span", { class: "name" }, entry.name.slice(slash)),
          html("span", { class: "about" }),
        );
        row.addEventListener("click", () => this.select(entry));
        return html("li", {}, row);
      }),
    );
    this.describe(rows);
    this.mark();
    void this.summarize(rows);
  }

  /** Asks for the titles of the rows that are in the document. */
  private async summarize(rows: Entry[]): Promise<void> {
    const ids = rows.filter((entry) => entry.error === undefined && !this.summaries.has(entry.id)).map(({ id }) => id);
    // Few at a time, so that the file that is selected meanwhile is shown soon.
    for (let at = 0; at < ids.length; at += 10) {
      for (const summary of await this.client.ask("summaries", ids.slice(at, at + 10))) this.summaries.set(summary.id, summary);
      this.describe(rows);
    }
  }

  private describe(rows: Entry[]): void {
    for (const { id, error } of rows) {
      const row = this.list.querySelector(`[data-id="${id}"]`);
      const summary = this.summaries.get(id);
      const why = error ?? summary?.error;
      row?.classList.toggle("bad", why !== undefined);
      const about = row?.querySelector(".about");
      if (!about) continue;
      const games = summary?.games === undefined || summary.games === 1 ? "" : `, ${count(summary.games, "game")}`;
      about.textContent = why ?? (summary ? `${summary.title ?? ""}${games}` : "");
    }
  }

  private mark(): void {
    for (const row of this.list.querySelectorAll("[data-id]")) {
      if (row.getAttribute("data-id") === String(this.selected)) row.setAttribute("aria-current", "true");
      else row.removeAttribute("aria-current");
    }
  }

  private select(entry: Entry): void {
    this.selected = entry.id;
    this.mark();
    void this.panel.show(entry, size(entry.size));
  }
}

function startWorker(): Worker {
  const source = document.getElementById("worker")!.textContent!;
  return new Worker(URL.createObjectURL(new Blob([source], { type: "text/javascript" })));
}

const app = new App(document.getElementById("app")!);
void app.start(document.getElementById("wasm")!.textContent!.trim());

// The installed page, and the page of a server, also work without a network.
if (document.documentElement.dataset.offline !== undefined && "serviceWorker" in navigator) {
  navigator.serviceWorker.register("sw.js").catch(() => {
    // The page works, but only with a network.
  });
}
