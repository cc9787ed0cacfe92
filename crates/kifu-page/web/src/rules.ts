// The rules of Go, for moves that readers try. Tests compare it with kifu-rules, move for move.

import type { GameData } from "./data";

export const EMPTY = 0;
export const BLACK = 1;
export const WHITE = 2;
export type Color = typeof BLACK | typeof WHITE;

export type Illegal = "occupied" | "suicide" | "ko" | "repetition";

export function other(color: Color): Color {
  return color === BLACK ? WHITE : BLACK;
}

/** The neighbours of each point of a board. */
export function neighbours(cols: number, rows: number): number[][] {
  const all: number[][] = [];
  for (let row = 0; row < rows; row++) {
    for (let col = 0; col < cols; col++) {
      const at = row * cols + col;
      const near: number[] = [];
      if (row > 0) near.push(at - cols);
      if (col > 0) near.push(at - 1);
      if (col + 1 < cols) near.push(at + 1);
      if (row + 1 < rows) near.push(at + cols);
      all.push(near);
    }
  }
  return all;
}

/** The stones of the chain at a point, and the number of its liberties. */
function chain(stones: Uint8Array, near: number[][], start: number): { all: number[]; liberties: number } {
  const color = stones[start];
  const seen = new Set([start]);
  const liberties = new Set<number>();
  const all = [start];
  for (const at of all) {
    for (const next of near[at]!) {
      if (stones[next] === EMPTY) liberties.add(next);
      else if (stones[next] === color && !seen.has(next)) {
        seen.add(next);
        all.push(next);
      }
    }
  }
  return { all, liberties: liberties.size };
}

/** Removes the chains that a stone captures, and then its own chain if that has no liberty. */
export function capture(
  stones: Uint8Array,
  near: number[][],
  point: number,
): { captured: number[]; lost: number[]; own: { all: number[]; liberties: number } } {
  const color = stones[point];
  const captured: number[] = [];
  for (const next of near[point]!) {
    if (stones[next] === EMPTY || stones[next] === color) continue;
    const { all, liberties } = chain(stones, near, next);
    if (liberties > 0) continue;
    for (const at of all) stones[at] = EMPTY;
    captured.push(...all);
  }
  const own = chain(stones, near, point);
  const lost = own.liberties === 0 ? own.all : [];
  for (const at of lost) stones[at] = EMPTY;
  return { captured, lost, own };
}

/** A board after a move or a setup, for the rules about repetition. */
interface Moment {
  stones: string;
  toPlay: Color;
  /** The player of the last play; absent after a pass and after setup. */
  player?: Color;
}

/** A position with the history that the rules need. */
export class Position {
  stones: Uint8Array;
  toPlay: Color;
  /** The prisoners of Black and White. */
  prisoners: [number, number];
  private readonly near: number[][];
  private history: Moment[];
  private ko = -1;

  constructor(
    private readonly game: Pick<GameData, "cols" | "rows" | "suicide" | "repetition">,
    stones: Uint8Array,
    toPlay: Color,
    prisoners: [number, number] = [0, 0],
  ) {
    this.near = neighbours(game.cols, game.rows);
    this.stones = stones.slice();
    this.toPlay = toPlay;
    this.prisoners = [...prisoners];
    this.history = [{ stones: key(stones), toPlay }];
  }

  /** Plays a move, or returns the rule that forbids it. A point of -1 is a pass. */
  play(color: Color, point: number): { captured: number[] } | Illegal {
    if (point < 0) {
      this.toPlay = other(color);
      this.ko = -1;
      this.history.push({ stones: key(this.stones), toPlay: this.toPlay });
      return { captured: [] };
    }
    if (this.stones[point] !== EMPTY) return "occupied";
    if (this.game.repetition === "ko" && point === this.ko && color === this.toPlay) return "ko";
    const stones = this.stones.slice();
    stones[point] = color;
    const { captured, lost, own } = capture(stones, this.near, point);
    const { suicide } = this.game;
    if (lost.length > 0 && (suicide === "no" || (suicide === "multi" && lost.length === 1))) return "suicide";
    if (this.repeats(key(stones), color)) return point === this.ko && color === this.toPlay ? "ko" : "repetition";
    const isKo = captured.length === 1 && own.all.length === 1 && own.liberties === 1;
    this.stones = stones;
    this.toPlay = other(color);
    this.ko = isKo ? captured[0]! : -1;
    this.prisoners[color - 1]! += captured.length;
    this.prisoners[other(color) - 1]! += lost.length;
    this.history.push({ stones: key(stones), toPlay: this.toPlay, player: color });
    return { captured: captured.concat(lost) };
  }

  private repeats(stones: string, color: Color): boolean {
    const { repetition } = this.game;
    const same = (moment: Moment): boolean => {
      if (moment.stones !== stones) return false;
      if (repetition === "positional") return true;
      return repetition === "situational" ? moment.toPlay === other(color) : moment.player === color;
    };
    return repetition !== "allowed" && repetition !== "ko" && this.history.some(same);
  }
}

function key(stones: Uint8Array): string {
  return String.fromCharCode(...stones);
}
