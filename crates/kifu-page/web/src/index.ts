// The index of several pages: a list of games with pictures, and a field that filters it.

import { points, unpack } from "./data";
import { html, svg } from "./dom";
import { say, selectLanguage } from "./words";

/** A game; written by `index.rs`, which describes each field. */
interface Entry {
  h: string;
  t: string;
  d: string;
  c: number;
  r: number;
  b?: string;
  w?: string;
  s?: "B" | "W";
}

/** The number of games that are added to the list at once. */
const CHUNK = 60;

/** A picture of a position. Stones are dots of lines, so that a picture has few elements. */
function picture({ c: cols, r: rows, b, w }: Entry): SVGElement {
  const lines = [...Array(rows).keys()].map((row) => `M0 ${row}H${cols - 1}`).concat([...Array(cols).keys()].map((col) => `M${col} 0V${rows - 1}`));
  const dots = (text: string | undefined): string =>
    points(text, cols, rows)
      .map((point) => `M${point % cols} ${Math.floor(point / cols)}h0`)
      .join("");
  return svg(
    "svg",
    { class: "kifu thumbnail", viewBox: `-1 -1 ${cols + 1} ${rows + 1}`, "aria-hidden": "true" },
    svg("rect", { x: -1, y: -1, width: cols + 1, height: rows + 1, class: "ground" }),
    svg("path", { d: lines.join(""), class: "lines" }),
    svg("path", { d: dots(b), class: "rim" }),
    svg("path", { d: dots(w), class: "rim" }),
    svg("path", { d: dots(b), class: "black" }),
    svg("path", { d: dots(w), class: "white" }),
  );
}

function card(entry: Entry): HTMLElement {
  const link = html("a", { href: entry.h }, picture(entry), html("strong", {}, entry.t));
  const player = entry.s === "W" ? "white" : "black";
  const details = [entry.d, entry.s ? say("solve", { player: say(player) }) : ""].filter((text) => text);
  if (details.length > 0) link.append(html("span", {}, details.join(" · ")));
  return html("li", {}, link);
}

class Index {
  private readonly input = html("input", { type: "search", "aria-label": say("searchGames"), placeholder: say("searchGames") });
  private readonly count = html("p", { class: "count", role: "status" });
  private readonly list = html("ul", { class: "cards" });
  private readonly end = html("div");
  /** Adds games before readers reach the end of the list. */
  private readonly observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && this.more(), {
    rootMargin: "800px",
  });
  private found: Entry[];
  /** The lower-case texts that the filter looks in. */
  private readonly texts: string[];

  constructor(
    title: string,
    private readonly games: Entry[],
    root: HTMLElement,
  ) {
    this.found = games;
    this.texts = games.map(({ t, d, h }) => `${t} ${d} ${decodeURIComponent(h)}`.toLowerCase());
    root.append(html("header", {}, html("h1", {}, title)), this.input, this.count, this.list, this.end);
    this.input.addEventListener("input", () => this.filter());
    this.filter();
  }

  private filter(): void {
    const words = this.input.value.toLowerCase().split(/\s+/).filter((word) => word);
    this.found = this.games.filter((_, at) => words.every((word) => this.texts[at]!.includes(word)));
    this.count.textContent = say("matches", { n: this.found.length });
    this.list.replaceChildren();
    this.more();
  }

  private more(): void {
    const shown = this.list.childElementCount;
    this.list.append(...this.found.slice(shown, shown + CHUNK).map(card));
    // Starting again reports an end that is still near.
    this.observer.unobserve(this.end);
    if (shown + CHUNK < this.found.length) this.observer.observe(this.end);
  }
}

async function start(): Promise<void> {
  const main = document.getElementById("page");
  const packed = document.querySelector("script.games");
  if (!main || !packed || !("DecompressionStream" in window)) return;
  const data = JSON.parse(new TextDecoder().decode(await unpack(packed))) as { title: string; games: Entry[] };
  const { documentElement } = document;
  documentElement.lang = selectLanguage(documentElement.dataset.language === undefined ? navigator.language : documentElement.lang);
  const root = html("main", { id: "app" });
  main.before(root);
  documentElement.classList.add("runs");
  Object.assign(window, { kifu: new Index(data.title, data.games, root) });
}

void start();
