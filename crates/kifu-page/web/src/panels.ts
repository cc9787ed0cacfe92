// The panels beside the board: information, lists, the graph of win rates, settings and keys.

import type { GameData } from "./data";
import { html, svg, textButton } from "./dom";
import type { Game } from "./game";
import { LANGUAGES, type Word, say } from "./words";

export interface Settings {
  theme: string;
  sound: boolean;
  coordinates: boolean;
  numbers: boolean;
  variations: boolean;
}

export function playerName(game: GameData, color: "B" | "W"): string {
  const get = (name: string): string | undefined => game.info.find(([key]) => key === name)?.[1];
  const name = get(`P${color}`) ?? say(color === "B" ? "black" : "white");
  const rank = get(`${color}R`);
  return rank ? `${name} (${rank})` : name;
}

/** The name of a game in the list. */
export function gameTitle(game: GameData): string {
  const get = (name: string): string | undefined => game.info.find(([key]) => key === name)?.[1];
  if (!get("PB") && !get("PW")) return get("GN") ?? game.file ?? "";
  const more = [get("DT"), get("RE"), game.recording?.file].filter((text) => text);
  const players = `${get("PB") ?? say("black")} – ${get("PW") ?? say("white")}`;
  return more.length > 0 ? `${players}, ${more.join(", ")}` : players;
}

export function information(game: GameData, isOpen: boolean): HTMLElement {
  const list = html("dl");
  for (const [name, text] of game.info) list.append(html("dt", {}, say(name as Word)), html("dd", {}, text));
  return html("details", { class: "panel", open: isOpen }, html("summary", {}, say("info")), list);
}

/** A list with a field that filters it. */
export function filteredList(
  label: Word,
  matches: (filter: string) => { text: string; action: () => void; note?: string; isCurrent?: boolean }[],
  isOpen: boolean,
  title: Word,
): HTMLElement {
  const input = html("input", { type: "search", "aria-label": say(label), placeholder: say(label) });
  const list = html("ul");
  const count = html("p", { class: "count", role: "status" });
  const most = 200;
  const update = (): void => {
    const all = matches(input.value.trim().toLowerCase());
    count.textContent = input.value.trim() ? say("matches", { n: all.length }) : "";
    const items = all.slice(0, most).map(({ text, action, note, isCurrent }) => {
      const button = textButton(text, action);
      if (isCurrent) button.setAttribute("aria-current", "true");
      if (note) button.append(html("span", { class: "note" }, ` ${note}`));
      return html("li", {}, button);
    });
    list.replaceChildren(...items);
  };
  input.addEventListener("input", update);
  const panel = html("details", { class: "panel list", open: isOpen }, html("summary", {}, say(title)), input, count, list);
  panel.addEventListener("toggle", update);
  panel.addEventListener("update", update);
  update();
  return panel;
}

/** The win rates along the current line; nothing if the record has none. */
export function graph(game: Game, go: (node: number) => void): Element | undefined {
  if (!game.nodes.some((node) => node.s !== undefined)) return undefined;
  const line: number[] = [];
  for (let node: number | undefined = 0; node !== undefined; node = game.next(node)) line.push(node);
  const [width, height] = [Math.max(line.length - 1, 1), 100];
  let path = "";
  line.forEach((node, at) => {
    const rate = game.nodes[node]!.s;
    if (rate !== undefined) path += `${path ? "L" : "M"}${at} ${(height - rate).toFixed(1)}`;
  });
  const at = line.indexOf(game.current);
  const drawing = svg(
    "svg",
    { class: "graph", viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none", role: "img", "aria-label": say("winRate") },
    svg("rect", { width, height, class: "ground" }),
    svg("path", { d: `M0 50H${width}`, class: "half" }),
    svg("path", { d: path, class: "rate" }),
    svg("path", { d: `M${Math.max(at, 0)} 0V${height}`, class: "now" }),
  );
  drawing.addEventListener("click", (event) => {
    const box = drawing.getBoundingClientRect();
    const node = line[Math.round(((event.clientX - box.left) / box.width) * width)];
    if (node !== undefined) go(node);
  });
  return drawing;
}

function toggle(label: Word, value: boolean, change: (value: boolean) => void): HTMLElement {
  const input = html("input", { type: "checkbox" });
  input.checked = value;
  input.addEventListener("change", () => change(input.checked));
  return html("label", {}, input, ` ${say(label)}`);
}

function choice(label: Word, options: [string, string][], value: string, change: (value: string) => void): HTMLElement {
  const select = html("select", {}, ...options.map(([key, text]) => html("option", { value: key }, text)));
  select.value = value;
  select.addEventListener("change", () => change(select.value));
  return html("label", {}, `${say(label)} `, select);
}

export function settingsPanel(settings: Settings, language: string, apply: () => void, selectLanguage: (tag: string) => void): HTMLElement {
  const set = <K extends keyof Settings>(name: K) => (value: Settings[K]): void => {
    settings[name] = value;
    apply();
  };
  const themes: Word[] = ["auto", "light", "wood", "dark", "print"];
  const languages = Object.entries(LANGUAGES).map(([tag, { name }]): [string, string] => [tag, name]);
  return html(
    "details",
    { class: "panel settings" },
    html("summary", {}, say("settings")),
    choice("theme", themes.map((name) => [name, say(name)]), settings.theme, set("theme")),
    choice("language", languages, language, selectLanguage),
    toggle("coordinates", settings.coordinates, set("coordinates")),
    toggle("numbers", settings.numbers, set("numbers")),
    toggle("variations", settings.variations, set("variations")),
    toggle("sound", settings.sound, set("sound")),
  );
}

export function keysPanel(isRecording: boolean): HTMLElement {
  const keys: [string, Word][] = [
    ["← →", "keyStep"],
    ["Page ↑ ↓", "keyTen"],
    ["Home End", "keyEnds"],
    ["↑ ↓", "keyVariations"],
    ...(isRecording ? ([["Space", "keyPlay"], ["Shift + ← →", "keySeek"]] as [string, Word][]) : ([["Space", "keySpace"]] as [string, Word][])),
    ["Tab", "keyBoard"],
    ["Esc", "keyEscape"],
  ];
  const rows = keys.flatMap(([key, word]) => [html("dt", {}, html("kbd", {}, key)), html("dd", {}, say(word))]);
  return html("details", { class: "panel" }, html("summary", {}, say("help")), html("dl", {}, ...rows));
}
