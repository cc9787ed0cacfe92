// Solving a problem: the reader plays the moves of one player, and the record answers.

import type { Game } from "./game";
import { BLACK, type Color, WHITE } from "./rules";

export type Verdict = "right" | "wrong" | "unknown" | undefined;

export class Problem {
  readonly solver: Color;
  /** The node where the reader starts. */
  readonly start: number;
  verdict: Verdict;
  /** Whether the reader has asked for the solution. */
  isOpen = false;

  constructor(readonly game: Game) {
    this.solver = game.data.solver === "W" ? WHITE : BLACK;
    let start = 0;
    // The text of a problem can be in a node before the stones.
    for (let next = game.children[0]!; next.length === 1 && !game.move(next[0]!); next = game.children[start]!) start = next[0]!;
    this.start = start;
  }

  restart(): void {
    this.verdict = undefined;
    this.game.goTo(this.start);
  }

  /** Plays the reader's move. Returns whether the record has to answer. */
  play(point: number): boolean {
    const { game } = this;
    const played = game.children[game.current]!.find((child) => {
      const move = game.move(child);
      return move?.color === this.solver && move.point === point;
    });
    if (played === undefined) {
      this.verdict = "unknown";
      return false;
    }
    game.goTo(played);
    this.judge();
    return this.verdict === undefined;
  }

  /** Plays the answer of the record. */
  answer(): void {
    const next = this.game.children[this.game.current]![0];
    if (next !== undefined) this.game.goTo(next);
    this.judge();
  }

  /** A line is right or wrong at its end; a move that only wrong lines follow is not judged before. */
  private judge(): void {
    const { game } = this;
    const { r: right } = game.node;
    if (right !== undefined) this.verdict = right ? "right" : "wrong";
    else if (game.children[game.current]!.length === 0) this.verdict = "wrong";
  }

  get isSolversTurn(): boolean {
    return this.verdict === undefined && this.game.toPlay === this.solver;
  }
}

/** The results of the problems of a page, which the browser keeps if it may. */
export class Progress {
  private readonly key: string;
  private results: Record<number, boolean> = {};

  constructor(title: string, count: number) {
    this.key = `kifu:${title}:${count}`;
    try {
      this.results = JSON.parse(localStorage.getItem(this.key) ?? "{}") as Record<number, boolean>;
    } catch {
      // The browser keeps nothing: the results last as long as the page is open.
    }
  }

  get(index: number): boolean | undefined {
    return this.results[index];
  }

  set(index: number, isSolved: boolean): void {
    // A problem that was solved once stays solved.
    this.results[index] = this.results[index] || isSolved;
    try {
      localStorage.setItem(this.key, JSON.stringify(this.results));
    } catch {
      // As above.
    }
  }
}
