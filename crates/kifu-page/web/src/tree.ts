// Draws the tree of variations: the main line is the first row, and time runs to the right. Only the nodes in the
// visible part are drawn, so that trees of any size scroll smoothly.

import { html, svg } from "./dom";
import type { Game } from "./game";
import { BLACK } from "./rules";
import { say } from "./words";

const STEP = 24;
const RADIUS = 8;

export class Tree {
  readonly element = html("div", { class: "tree", tabindex: 0, role: "group", "aria-label": say("tree") });
  private readonly space = html("div", { class: "tree-space" });
  private readonly drawing = svg("svg", { "aria-hidden": "true" });
  /** The depth and the row of each node. */
  private depths = new Int32Array(0);
  private rows = new Int32Array(0);
  /** The nodes of each row, from left to right. */
  private byRow: number[][] = [];
  private frame = 0;
  /** Whether the next drawing scrolls to the current node. */
  private follows = false;

  constructor(
    private game: Game,
    private readonly go: (node: number) => void,
  ) {
    this.space.append(this.drawing);
    this.element.append(this.space);
    this.element.addEventListener("scroll", () => this.schedule(), { passive: true });
    new ResizeObserver(() => this.schedule()).observe(this.element);
    this.drawing.addEventListener("click", (event) => {
      const node = (event.target as Element).closest("[data-node]")?.getAttribute("data-node");
      if (node) this.go(Number(node));
    });
    this.setGame(game);
  }

  setGame(game: Game): void {
    this.game = game;
    this.layOut();
    const depth = this.depths.reduce((most, depth) => Math.max(most, depth), 0);
    this.space.style.width = `${(depth + 1) * STEP}px`;
    this.space.style.height = `${this.byRow.length * STEP}px`;
    // Small trees take only the height that they need, with room for the scroll bar.
    this.element.style.height = `${Math.min(this.byRow.length * STEP + 18, 200)}px`;
    this.schedule();
  }

  /** Gives each node its place. A variation is as high as the nodes above it allow over its whole length. */
  private layOut(): void {
    const { children, nodes, parents } = this.game;
    this.depths = new Int32Array(nodes.length);
    this.rows = new Int32Array(nodes.length);
    this.byRow = [];
    // The lowest used row at each depth.
    const used: number[] = [];
    const starts = [0];
    for (let start = starts.pop(); start !== undefined; start = starts.pop()) {
      const line: number[] = [];
      for (let node: number | undefined = start; node !== undefined; node = children[node]![0]) line.push(node);
      const parent = parents[start]!;
      const depth = parent < 0 ? 0 : this.depths[parent]! + 1;
      let row = parent < 0 ? 0 : this.rows[parent]! + 1;
      for (let at = Math.max(depth - 1, 0); at < depth + line.length; at++) row = Math.max(row, (used[at] ?? -1) + 1);
      if (parent >= 0) used[depth - 1] = Math.max(used[depth - 1]!, row - 1);
      line.forEach((node, at) => {
        this.depths[node] = depth + at;
        this.rows[node] = row;
        used[depth + at] = row;
        (this.byRow[row] ??= []).push(node);
      });
      // The variations that start last are nearest to the line, so that their lines do not cross.
      for (const node of line) for (const other of children[node]!.slice(1).reverse()) starts.push(other);
    }
    for (const row of this.byRow) row.sort((one, other) => this.depths[one]! - this.depths[other]!);
  }

  private schedule(): void {
    if (this.frame) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      this.draw();
    });
  }

  /** Scrolls to the current node and draws it with the next frame: measuring now would lay out the page at each step. */
  show(): void {
    this.follows = true;
    this.schedule();
  }

  private scroll(): void {
    const node = this.game.current;
    const [x, y] = [this.depths[node]! * STEP, this.rows[node]! * STEP];
    const { clientWidth, clientHeight, scrollLeft, scrollTop } = this.element;
    if (x < scrollLeft + STEP || x + 2 * STEP > scrollLeft + clientWidth) this.element.scrollLeft = x - clientWidth / 2;
    if (y < scrollTop || y + STEP > scrollTop + clientHeight) this.element.scrollTop = y - clientHeight / 2;
  }

  private draw(): void {
    const { game, element } = this;
    if (this.follows) this.scroll();
    this.follows = false;
    const left = Math.max(Math.floor(element.scrollLeft / STEP) - 1, 0);
    const top = Math.max(Math.floor(element.scrollTop / STEP) - 1, 0);
    const cols = Math.ceil(element.clientWidth / STEP) + 3;
    const rows = Math.ceil(element.clientHeight / STEP) + 3;
    this.drawing.setAttribute("viewBox", `${left * STEP} ${top * STEP} ${cols * STEP} ${rows * STEP}`);
    Object.assign(this.drawing.style, {
      left: `${left * STEP}px`,
      top: `${top * STEP}px`,
      width: `${cols * STEP}px`,
      height: `${rows * STEP}px`,
    });
    let edges = "";
    let path = "";
    const nodes: SVGElement[] = [];
    for (let row = top; row < Math.min(top + rows, this.byRow.length); row++) {
      const all = this.byRow[row] ?? [];
      for (let at = this.firstFrom(all, left); at < all.length; at++) {
        const node = all[at]!;
        if (this.depths[node]! > left + cols) break;
        for (const child of game.children[node]!) {
          if (game.isOnPath(child)) path += this.edge(node, child);
          else edges += this.edge(node, child);
        }
        const parent = game.parents[node]!;
        const isParentDrawn = parent < 0 || (this.depths[parent]! >= left && this.rows[parent]! >= top);
        if (!isParentDrawn) edges += this.edge(parent, node);
        nodes.push(this.node(node));
      }
    }
    this.drawing.replaceChildren(svg("path", { class: "edges", d: edges }), svg("path", { class: "edges path", d: path }), ...nodes);
  }

  /** The index of the first node of a row from a depth on. */
  private firstFrom(row: number[], depth: number): number {
    let [low, high] = [0, row.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.depths[row[middle]!]! < depth) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private at(node: number): [number, number] {
    return [(this.depths[node]! + 0.5) * STEP, (this.rows[node]! + 0.5) * STEP];
  }

  private edge(parent: number, child: number): string {
    const [x1, y1] = this.at(parent);
    const [x2, y2] = this.at(child);
    return y1 === y2 ? `M${x1} ${y1}H${x2}` : `M${x1} ${y1}V${y2 - STEP / 2}L${x2} ${y2}`;
  }

  private node(node: number): SVGElement {
    const { game } = this;
    const data = game.nodes[node]!;
    const [x, y] = this.at(node);
    const move = game.move(node);
    const group = svg("g", { class: node === game.current ? "node current" : "node", "data-node": node });
    // The cell, so that clicks near the stone count too.
    group.append(svg("rect", { x: x - STEP / 2, y: y - STEP / 2, width: STEP, height: STEP, class: "cell" }));
    if (move) {
      const color = move.color === BLACK ? "black" : "white";
      group.append(svg("circle", { cx: x, cy: y, r: RADIUS, class: `stone ${color}` }));
      const number = String(game.numbers[node]);
      const size = number.length > 2 ? 7 : 8.5;
      group.append(svg("text", { x, y: y + size * 0.36, "font-size": size, "text-anchor": "middle", class: `number ${color}` }, number));
    } else {
      group.append(svg("rect", { x: x - 4, y: y - 4, width: 8, height: 8, class: "setup" }));
    }
    if (data.C || data.N) group.append(svg("circle", { cx: x + 7, cy: y - 7, r: 3, class: "has-comment" }));
    if (data.q?.length || data.i) {
      const isBad = data.i || data.q?.some((name) => name === "BM" || name === "DO");
      group.append(svg("circle", { cx: x + 7, cy: y + 7, r: 3, class: isBad ? "bad" : "good" }));
    }
    return group;
  }
}
