// Draws the board. The geometry and the classes are those of the drawings of kifu-diagram, whose style sheet the page
// contains; a grid of transparent cells above the drawing takes clicks, keys and the names for screen readers.

import { points } from "./data";
import { html, svg } from "./dom";
import type { Game, Move } from "./game";
import { BLACK, type Color, EMPTY } from "./rules";
import { say } from "./words";

const STEP = 20;
const MARGIN = 13;
const NAMES = 12;

/** What the board shows in addition to the game. */
export interface Shown {
  /** The stones; those of the game, or of the position that readers try. */
  stones: Uint8Array;
  lastMove?: Move | undefined;
  /** Whether the marks of the current node are shown. */
  marks: boolean;
  /** Possible next moves, as pale stones. */
  variations: Move[];
  /** Numbers on stones, by point. */
  numbers: Map<number, number>;
}

interface View {
  left: number;
  top: number;
  cols: number;
  rows: number;
}

/** The names of the columns, without I. */
export function columnName(col: number): string {
  const letters = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
  const letter = letters[col % 25]!;
  return letter.repeat(Math.floor(col / 25) + 1);
}

export function pointName(point: number, game: Pick<Game, "cols" | "rows">): string {
  return columnName(point % game.cols) + (game.rows - Math.floor(point / game.cols));
}

export class Board {
  readonly element = html("div", { class: "board-frame" });
  private drawing = svg("svg");
  private layers: Record<string, SVGGElement> = {};
  private cells: (HTMLElement | undefined)[] = [];
  private stoneElements: (SVGElement | undefined)[] = [];
  private shownStones = new Uint8Array(0);
  private view: View = { left: 0, top: 0, cols: 0, rows: 0 };
  private viewText = "";
  private focused = 0;
  private typed = "";

  constructor(
    private game: Game,
    private readonly play: (point: number) => void,
    public coordinates = true,
  ) {
    this.build();
  }

  setGame(game: Game): void {
    this.game = game;
    this.viewText = "";
    this.build();
  }

  /** Draws the board and its cells from scratch. */
  build(): void {
    const { game } = this;
    const visible = game.inherited("v").filter((point) => point >= 0);
    this.viewText = this.viewKey(visible);
    this.view = enclosing(visible, game);
    const { view } = this;
    const around = this.coordinates ? MARGIN + NAMES : MARGIN;
    const width = (view.cols - 1) * STEP + 2 * around;
    const height = (view.rows - 1) * STEP + 2 * around;
    const hidden = new Set<number>();
    if (visible.length > 0) {
      const shown = new Set(visible);
      for (let point = 0; point < game.cols * game.rows; point++) if (!shown.has(point)) hidden.add(point);
    }
    const layers = ["stones", "could", "area", "marks", "texts", "rays", "dim"] as const;
    this.layers = Object.fromEntries(layers.map((name) => [name, svg("g")]));
    this.drawing = svg(
      "svg",
      { class: "kifu", viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" },
      svg("rect", { class: "board", width, height, rx: 2 }),
      ...this.lines(hidden),
      ...(this.coordinates ? [this.names(width, height)] : []),
      svg("g", {}, ...layers.map((name) => this.layers[name]!)),
    );
    this.stoneElements = [];
    this.shownStones = new Uint8Array(game.cols * game.rows);
    const grid = this.grid(hidden);
    const cell = around - STEP / 2;
    // Percentages of the drawing, so that the cells follow its size.
    grid.style.left = grid.style.right = `${(100 * cell) / width}%`;
    grid.style.top = grid.style.bottom = `${(100 * cell) / height}%`;
    this.element.style.aspectRatio = `${width} / ${height}`;
    this.element.style.setProperty("--ratio", String(width / height));
    this.element.replaceChildren(this.drawing, grid);
  }

  private viewKey(visible: number[]): string {
    return visible.join(",");
  }

  private x(point: number): number {
    const around = this.coordinates ? MARGIN + NAMES : MARGIN;
    return around + ((point % this.game.cols) - this.view.left) * STEP;
  }

  private y(point: number): number {
    const around = this.coordinates ? MARGIN + NAMES : MARGIN;
    return around + (Math.floor(point / this.game.cols) - this.view.top) * STEP;
  }

  /** The lines and star points. */
  private lines(hidden: Set<number>): SVGElement[] {
    const { game, view } = this;
    let inner = "";
    let edge = "";
    let stars = "";
    const reach = this.coordinates ? MARGIN - 4 : MARGIN;
    const at = (col: number, row: number): number => row * game.cols + col;
    const isShown = (point: number): boolean => !hidden.has(point);
    for (let row = view.top; row < view.top + view.rows; row++) {
      for (const [from, to] of runs(view.left, view.cols, (col) => isShown(at(col, row)))) {
        const start = this.x(at(from, row)) - (from > 0 ? reach : 0);
        const end = this.x(at(to, row)) + (to + 1 < game.cols ? reach : 0);
        const path = `M${start} ${this.y(at(from, row))}H${end}`;
        if (row === 0 || row + 1 === game.rows) edge += path;
        else inner += path;
      }
    }
    for (let col = view.left; col < view.left + view.cols; col++) {
      for (const [from, to] of runs(view.top, view.rows, (row) => isShown(at(col, row)))) {
        const start = this.y(at(col, from)) - (from > 0 ? reach : 0);
        const end = this.y(at(col, to)) + (to + 1 < game.rows ? reach : 0);
        const path = `M${this.x(at(col, from))} ${start}V${end}`;
        if (col === 0 || col + 1 === game.cols) edge += path;
        else inner += path;
      }
    }
    for (const point of starPoints(game.cols, game.rows)) {
      if (isShown(point) && this.isInView(point)) stars += `M${this.x(point)} ${this.y(point)}h0`;
    }
    return [
      svg("path", { class: "grid", d: inner }),
      svg("path", { class: "edge", d: edge }),
      svg("path", { class: "star", d: stars }),
    ];
  }

  private names(width: number, height: number): SVGElement {
    const group = svg("g", { class: "name", "text-anchor": "middle" });
    const { game, view } = this;
    for (let col = view.left; col < view.left + view.cols; col++) {
      const x = this.x(col);
      for (const y of [11, height - 5]) group.append(svg("text", { x, y }, columnName(col)));
    }
    for (let row = view.top; row < view.top + view.rows; row++) {
      const y = this.y(row * game.cols) + 3;
      for (const x of [9, width - 9]) group.append(svg("text", { x, y }, String(game.rows - row)));
    }
    return group;
  }

  private isInView(point: number): boolean {
    const { view, game } = this;
    const col = (point % game.cols) - view.left;
    const row = Math.floor(point / game.cols) - view.top;
    return col >= 0 && row >= 0 && col < view.cols && row < view.rows;
  }

  /** The cells above the drawing. */
  private grid(hidden: Set<number>): HTMLElement {
    const { game, view } = this;
    this.cells = [];
    const grid = html("div", { class: "grid-cells", role: "grid", "aria-label": say("board") });
    for (let row = view.top; row < view.top + view.rows; row++) {
      const line = html("div", { role: "row" });
      for (let col = view.left; col < view.left + view.cols; col++) {
        const point = row * game.cols + col;
        const cell = html("div", { role: "gridcell", tabindex: -1, "data-point": point });
        if (hidden.has(point)) cell.setAttribute("aria-hidden", "true");
        else this.cells[point] = cell;
        line.append(cell);
      }
      grid.append(line);
    }
    const first = this.cells.findIndex((cell) => cell !== undefined);
    if (!this.cells[this.focused]) this.focused = first;
    this.cells.forEach((_, point) => this.name(point));
    this.cells[this.focused]?.setAttribute("tabindex", "0");
    grid.addEventListener("mousedown", (event) => event.preventDefault());
    grid.addEventListener("click", (event) => {
      const point = (event.target as HTMLElement).dataset.point;
      if (point !== undefined) this.play(Number(point));
    });
    grid.addEventListener("keydown", (event) => this.key(event));
    return grid;
  }

  private name(point: number): void {
    const stone = this.shownStones[point];
    const word = stone === EMPTY ? "empty" : stone === BLACK ? "blackStone" : "whiteStone";
    this.cells[point]?.setAttribute("aria-label", `${pointName(point, this.game)} ${say(word)}`);
  }

  /** Moves the focus between points, and plays at the focused one. */
  private key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const { game } = this;
    const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -game.cols, ArrowDown: game.cols };
    const step = steps[event.key];
    if (step !== undefined) {
      const isAtSide = Math.abs(step) === 1 && Math.floor((this.focused + step) / game.cols) !== Math.floor(this.focused / game.cols);
      if (!isAtSide) this.focus(this.focused + step);
    } else if (event.key === "Enter" || event.key === " ") {
      this.play(this.focused);
    } else if (/^[a-z0-9]$/i.test(event.key)) {
      this.type(event.key);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** Collects the name of a point, such as `q16`. */
  private type(letter: string): void {
    const startsAgain = /\d$/.test(this.typed) && /[a-z]/i.test(letter);
    this.typed = (startsAgain ? "" : this.typed) + letter.toUpperCase();
    const [, name, digits] = /^([A-Z]+)(\d+)$/.exec(this.typed) ?? [];
    if (!name || !digits) return;
    for (let col = 0; col < this.game.cols; col++) {
      const row = this.game.rows - Number(digits);
      if (columnName(col) === name && row >= 0 && row < this.game.rows) this.focus(row * this.game.cols + col);
    }
  }

  private focus(point: number): void {
    const cell = this.cells[point];
    if (!cell) return;
    this.cells[this.focused]?.setAttribute("tabindex", "-1");
    this.focused = point;
    cell.setAttribute("tabindex", "0");
    cell.focus();
  }

  /** Draws what changed since the last call. */
  show(shown: Shown): void {
    const { game } = this;
    if (this.viewKey(game.inherited("v").filter((point) => point >= 0)) !== this.viewText) this.build();
    for (let point = 0; point < shown.stones.length; point++) {
      const stone = shown.stones[point]!;
      if (stone === this.shownStones[point]) continue;
      this.shownStones[point] = stone;
      this.drawStone(point, stone);
      this.name(point);
    }
    this.drawMarks(shown);
  }

  private drawStone(point: number, stone: number): void {
    this.stoneElements[point]?.remove();
    this.stoneElements[point] = undefined;
    if (stone === EMPTY || !this.cells[point]) return;
    const circle = svg("circle", { class: stone === BLACK ? "black" : "white", cx: this.x(point), cy: this.y(point), r: 9.5 });
    this.stoneElements[point] = circle;
    this.layers.stones!.append(circle);
  }

  private drawMarks(shown: Shown): void {
    const { game, layers } = this;
    for (const name of ["could", "area", "marks", "texts", "rays", "dim"]) layers[name]!.replaceChildren();
    const { node } = game;
    const labels = new Map<number, string>();
    const marked = new Map<number, string>();
    if (shown.marks) {
      for (const [name, text] of node.l ?? []) {
        const point = points(name, game.cols, game.rows)[0]!;
        if (this.cells[point] && text.trim()) labels.set(point, text.trim());
      }
      for (const name of ["CR", "SQ", "TR", "MA", "SL"]) {
        for (const point of points(node.k?.[name], game.cols, game.rows)) if (this.cells[point]) marked.set(point, name);
      }
    }
    for (const [point, number] of shown.numbers) if (shown.stones[point] !== EMPTY) labels.set(point, String(number));
    const clear: number[] = [];
    for (const point of marked.keys()) if (!shown.stones[point] && !labels.has(point)) clear.push(point);
    for (const point of labels.keys()) if (!shown.stones[point]) clear.push(point);
    this.path("marks", "clear", clear.map((point) => `M${this.x(point) - (labels.has(point) ? 3 : 0)} ${this.y(point)}h${labels.has(point) ? 6 : 0}`).join(""));
    for (const { point, color } of shown.variations) {
      if (point < 0 || shown.stones[point] !== EMPTY || !this.cells[point]) continue;
      layers.could!.append(svg("circle", { class: `${colorClass(color)} could`, cx: this.x(point), cy: this.y(point), r: 6 }));
    }
    const territory = (name: string, color: string): void => {
      const all = points(node.k?.[name], game.cols, game.rows).filter((point) => this.cells[point]);
      this.path("area", `${color}-area`, all.map((point) => `M${this.x(point)} ${this.y(point)}m-3.5-3.5h7v7h-7z`).join(""));
    };
    if (shown.marks) {
      territory("TB", "black");
      territory("TW", "white");
    }
    for (const [point, mark] of marked) {
      const kind = mark === "SL" ? "" : "mark-";
      this.path("marks", kind + this.on(point, shown), `M${this.x(point)} ${this.y(point)}${shape(mark, labels.has(point))}`);
    }
    const last = shown.lastMove?.point ?? -1;
    if (last >= 0 && shown.stones[last] !== EMPTY && !marked.has(last) && !labels.has(last) && this.cells[last]) {
      this.path("marks", `last-${this.on(last, shown)}`, `M${this.x(last)} ${this.y(last)}h0`);
    }
    for (const [point, text] of labels) this.label(point, text, marked.get(point), shown);
    if (shown.marks) this.drawRays();
    const dimmed = game.inherited("d").filter((point) => point >= 0 && this.cells[point]);
    this.path("dim", "dim", dimmed.map((point) => `M${this.x(point)} ${this.y(point)}m-10-10h20v20h-20z`).join(""));
  }

  /** The part of a class that names the ground of a mark. */
  private on(point: number, shown: Shown): string {
    const stone = shown.stones[point];
    return stone === EMPTY ? "on-board" : stone === BLACK ? "on-black" : "on-white";
  }

  private path(layer: string, name: string, d: string): void {
    if (d) this.layers[layer]!.append(svg("path", { class: name, d }));
  }

  /** Writes a label as large as it fits. */
  private label(point: number, text: string, mark: string | undefined, shown: Shown): void {
    const short = [...text].slice(0, 6).join("");
    const columns = [...short].reduce((sum, c) => sum + (c.codePointAt(0)! > 0x2e80 ? 2 : 1), 0);
    const [room, lower] = mark === undefined ? [17, 0] : mark === "CR" ? [11.5, 0] : [13.5, 2.5];
    const size = Math.min(Math.max((room / (0.62 * columns)), 4), 12.5 - 2 * lower);
    const element = svg(
      "text",
      { class: this.on(point, shown), x: this.x(point), y: this.y(point) + lower + size * 0.36, "font-size": size.toFixed(1), "text-anchor": "middle" },
      short,
    );
    if (short !== text) element.append(svg("title", {}, text));
    this.layers.texts!.append(element);
  }

  /** Draws lines and arrows. */
  private drawRays(): void {
    const { game } = this;
    let rays = "";
    let heads = "";
    for (const name of ["LN", "AR"]) {
      const all = points(game.node.k?.[name], game.cols, game.rows);
      for (let at = 0; at + 1 < all.length; at += 2) {
        const [from, to] = [all[at]!, all[at + 1]!];
        if (from < 0 || to < 0) continue;
        const [x1, y1, x2, y2] = [this.x(from), this.y(from), this.x(to), this.y(to)];
        rays += `M${x1} ${y1}L${x2} ${y2}`;
        const length = Math.hypot(x2 - x1, y2 - y1);
        if (name === "LN" || length === 0) continue;
        const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
        const [bx, by] = [x2 - dx * STEP * 0.42, y2 - dy * STEP * 0.42];
        const half = STEP * 0.2;
        heads += `M${x2} ${y2}L${bx - dy * half} ${by + dx * half}L${bx + dy * half} ${by - dx * half}z`;
      }
    }
    this.path("rays", "ray", rays);
    this.path("rays", "head", heads);
  }
}

function colorClass(color: Color): string {
  return color === BLACK ? "black" : "white";
}

/** The ranges of consecutive numbers for which a predicate holds. */
function runs(first: number, count: number, holds: (at: number) => boolean): [number, number][] {
  const all: [number, number][] = [];
  for (let at = first; at < first + count; at++) {
    if (!holds(at)) continue;
    const last = all[all.length - 1];
    if (last && last[1] === at - 1) last[1] = at;
    else all.push([at, at]);
  }
  return all;
}

function enclosing(visible: number[], game: Game): View {
  if (visible.length === 0) return { left: 0, top: 0, cols: game.cols, rows: game.rows };
  const cols = visible.map((point) => point % game.cols);
  const rows = visible.map((point) => Math.floor(point / game.cols));
  const [left, top] = [Math.min(...cols), Math.min(...rows)];
  return { left, top, cols: Math.max(...cols) - left + 1, rows: Math.max(...rows) - top + 1 };
}

/** The star points of a board, as kifu-diagram draws them. */
function starPoints(cols: number, rows: number): number[] {
  const place = (lines: number, at: number): "corner" | "middle" | undefined => {
    const edge = lines < 7 ? -1 : lines < 13 ? 2 : 3;
    if (edge > 0 && (at === edge || at + edge + 1 === lines)) return "corner";
    return lines >= 5 && at * 2 + 1 === lines ? "middle" : undefined;
  };
  const all: number[] = [];
  for (let point = 0; point < cols * rows; point++) {
    const col = place(cols, point % cols);
    const row = place(rows, Math.floor(point / cols));
    const isStar = col && row && (col === row || (col === "middle" ? cols : rows) >= 15);
    if (isStar) all.push(point);
  }
  return all;
}

/** The path of a mark, relative to its point. With text, a circle surrounds it, and other marks are small and above it. */
function shape(mark: string, text: boolean): string {
  switch (mark) {
    case "CR":
      return text ? "m-7.6 0a7.6 7.6 0 1 0 15.2 0a7.6 7.6 0 1 0-15.2 0z" : "m-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0z";
    case "SQ":
      return text ? "m-1.8-7.6h3.6v3.6h-3.6z" : "m-4.5-4.5h9v9h-9z";
    case "TR":
      return text ? "m0-7.8l2.5 4.2h-5z" : "m0-6l5.2 9h-10.4z";
    case "MA":
      return text ? "m-1.8-7.6l3.6 3.6m0-3.6l-3.6 3.6" : "m-4.5-4.5l9 9m0-9l-9 9";
    default:
      return text ? "m0-8.4l2.7 2.7l-2.7 2.7l-2.7-2.7z" : "m0-5l5 5l-5 5l-5-5z";
  }
}
