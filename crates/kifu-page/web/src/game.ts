// A game of the page: its tree, and the board at the current node.

import { type GameData, type NodeData, points } from "./data";
import { BLACK, type Color, EMPTY, Position, WHITE, capture, neighbours, other } from "./rules";

/** A change of a point, for going back. */
interface Change {
  point: number;
  before: number;
}

/** A node on the way from the root to the current node. */
interface Step {
  node: number;
  changes: Change[];
  prisoners: [number, number];
  toPlay: Color;
}

export interface Move {
  color: Color;
  /** The point; -1 for a pass, and -2 if the point is not readable or off the board. */
  point: number;
}

export class Game {
  readonly cols: number;
  readonly rows: number;
  readonly nodes: NodeData[];
  readonly parents: Int32Array;
  children: number[][] = [];
  /** The number of the last move at each node. */
  readonly numbers: Int32Array;
  readonly stones: Uint8Array;
  /** The points that the last call of `goTo` changed. */
  changed = new Set<number>();
  private path: Step[] = [];
  /** The position of each node in `path`; -1 for other nodes. */
  private readonly onPath: Int32Array;
  /** The child that `forward` enters, for each visited node with variations. */
  private readonly preferred = new Map<number, number>();
  /** The nodes that exist at a moment of a recording. */
  private readonly exists: boolean[];
  /** The neighbours of each point, for a recording, whose moves are played here. */
  private readonly near: number[][] | undefined;

  constructor(readonly data: GameData) {
    this.cols = data.cols;
    this.rows = data.rows;
    this.nodes = data.nodes;
    this.parents = new Int32Array(data.nodes.length);
    this.numbers = new Int32Array(data.nodes.length);
    this.onPath = new Int32Array(data.nodes.length).fill(-1);
    this.stones = new Uint8Array(data.cols * data.rows);
    this.exists = data.nodes.map((_, index) => !data.recording || index === 0);
    if (data.recording) this.near = neighbours(data.cols, data.rows);
    data.nodes.forEach((node, index) => (this.parents[index] = node.p ?? index - 1));
    this.link();
    this.goTo(0);
  }

  /** Numbers the moves, and lists the children of the nodes that exist. */
  private link(): void {
    this.children = this.nodes.map(() => []);
    this.nodes.forEach((node, index) => {
      if (!this.exists[index]) return;
      const parent = this.parents[index]!;
      this.numbers[index] = node.n ?? (parent < 0 ? 0 : this.numbers[parent]!) + (node.m ? 1 : 0);
      if (parent >= 0) this.children[parent]!.push(index);
    });
  }

  /**
   * Changes nodes; without data, they vanish. Returns whether nodes appeared or vanished. The way to the current node
   * ends before the first changed node until the next call of `goTo`.
   */
  become(changes: Map<number, NodeData | undefined>): boolean {
    if (changes.size === 0) return false;
    let first = this.path.length;
    for (const node of changes.keys()) if (this.onPath[node]! >= 0) first = Math.min(first, this.onPath[node]!);
    while (this.path.length > first) this.leave();
    let isOther = false;
    for (const [node, data] of changes) {
      const exists = data !== undefined;
      isOther ||= exists !== this.exists[node];
      this.exists[node] = exists;
      this.nodes[node] = data ?? {};
    }
    this.link();
    return isOther;
  }

  get current(): number {
    return this.step.node;
  }

  get node(): NodeData {
    return this.nodes[this.current]!;
  }

  get toPlay(): Color {
    return this.step.toPlay;
  }

  get prisoners(): [number, number] {
    return this.step.prisoners;
  }

  /** The number of the last move. */
  get number(): number {
    return this.numbers[this.current]!;
  }

  private get step(): Step {
    return this.path[this.path.length - 1]!;
  }

  move(node: number): Move | undefined {
    const played = this.nodes[node]?.m;
    if (!played || played === "?") return undefined;
    const color = played.startsWith("B") ? BLACK : WHITE;
    if (played.length < 3) return { color, point: -1 };
    const point = points(played.slice(1), this.cols, this.rows)[0]!;
    return { color, point: point < 0 ? -2 : point };
  }

  /** The last move on the way to the current node, unless its stone was removed. */
  lastMove(): Move | undefined {
    for (let at = this.path.length - 1; at >= 0; at--) {
      const move = this.move(this.path[at]!.node);
      if (move) return move.point >= 0 && this.stones[move.point] === EMPTY ? undefined : move;
    }
    return undefined;
  }

  /** Goes to a node, by way of the last node that its line shares with the current one. */
  goTo(target: number): void {
    this.changed = new Set();
    const line: number[] = [];
    for (let node = target; node >= 0 && this.onPath[node]! < 0; node = this.parents[node]!) line.push(node);
    const shared = line.length > 0 ? this.parents[line[line.length - 1]!]! : target;
    while (this.path.length > 0 && this.step.node !== shared) this.leave();
    while (line.length > 0) this.enter(line.pop()!);
  }

  private leave(): void {
    const { node, changes } = this.path.pop()!;
    this.onPath[node] = -1;
    for (const { point, before } of changes.reverse()) this.put(point, before);
  }

  private put(point: number, stone: number): void {
    this.stones[point] = stone;
    this.changed.add(point);
  }

  private enter(node: number): void {
    const data = this.nodes[node]!;
    const before = this.path[this.path.length - 1];
    const changes: Change[] = [];
    const set = (point: number, stone: number): void => {
      if (point < 0) return;
      changes.push({ point, before: this.stones[point]! });
      this.put(point, stone);
    };
    const move = this.move(node);
    let prisoners = data.x ?? before?.prisoners ?? [0, 0];
    // What was played before contains the captures in the fields for setup; otherwise, setup comes before the move.
    if (move && !this.near) set(move.point, move.color);
    for (const [text, stone] of [
      [data.b, BLACK],
      [data.w, WHITE],
      [data.e, EMPTY],
    ] as const) {
      for (const point of points(text, this.cols, this.rows)) set(point, stone);
    }
    if (move && move.point >= 0 && this.near) {
      set(move.point, move.color);
      const { captured, lost } = capture(this.stones, this.near, move.point);
      for (const [points, before] of [
        [captured, other(move.color)],
        [lost, move.color],
      ] as const) {
        for (const point of points) {
          changes.push({ point, before });
          this.changed.add(point);
        }
      }
      const [black, white] = prisoners;
      const [first, second] = move.color === BLACK ? [captured, lost] : [lost, captured];
      prisoners = [black + first.length, white + second.length];
    }
    const usual = move ? other(move.color) : (before?.toPlay ?? BLACK);
    if (before && this.children[before.node]!.length > 1) this.preferred.set(before.node, node);
    this.onPath[node] = this.path.length;
    this.path.push({
      node,
      changes,
      prisoners,
      toPlay: data.t ? (data.t === "B" ? BLACK : WHITE) : usual,
    });
  }

  /** The child that the line through the current node continues with. */
  next(node = this.current): number | undefined {
    const children = this.children[node]!;
    const preferred = this.preferred.get(node);
    return preferred !== undefined && children.includes(preferred) ? preferred : children[0];
  }

  /** The node at the end of the line through the current node. */
  end(): number {
    let node = this.current;
    for (let next = this.next(node); next !== undefined; next = this.next(node)) node = next;
    return node;
  }

  /** The sibling of the closest node, from the current one up, that has siblings. */
  sibling(step: 1 | -1): number | undefined {
    for (let at = this.path.length - 1; at > 0; at--) {
      const { node } = this.path[at]!;
      const all = this.children[this.parents[node]!]!;
      if (all.length < 2) continue;
      return all[all.indexOf(node) + step];
    }
    return undefined;
  }

  /** The number of stones that the current node captures. */
  get captured(): number {
    const point = this.move(this.current)?.point;
    return this.step.changes.filter((change) => change.point !== point && change.before !== EMPTY && this.stones[change.point] === EMPTY).length;
  }

  isOnPath(node: number): boolean {
    return this.onPath[node]! >= 0;
  }

  pathNodes(): number[] {
    return this.path.map((step) => step.node);
  }

  /** The value of a property that applies until another node changes it. */
  inherited(field: "v" | "d"): number[] {
    for (let at = this.path.length - 1; at >= 0; at--) {
      const text = this.nodes[this.path[at]!.node]![field];
      if (text !== undefined) return points(text, this.cols, this.rows);
    }
    return [];
  }

  /** The position at the current node, with the history since the last setup. */
  position(): Position {
    const stones = this.stones.slice();
    const moves: Move[] = [];
    let at = this.path.length - 1;
    // Goes back to the last node whose changes are not those of one legal move.
    for (; at > 0; at--) {
      const { node, changes } = this.path[at]!;
      const move = this.move(node);
      if (changes.length > 0 && (!move || this.nodes[node]!.i || this.nodes[node]!.t)) break;
      if (move) moves.push(move);
      for (const { point, before } of [...changes].reverse()) stones[point] = before;
    }
    const start = this.path[at]!;
    const position = new Position(this.data, stones, start.toPlay, start.prisoners);
    for (const { color, point } of moves.reverse()) position.play(color, point);
    return position;
  }
}
