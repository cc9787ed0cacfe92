// A recording: the game changes over time, and the clock of the sound or the film drives the board.

import type { NodeData, RecordingData } from "./data";
import type { Game } from "./game";

/** A change of a node: its data before and after; `undefined` if the node does not exist. */
interface Change {
  node: number;
  before: NodeData | undefined;
  after: NodeData | undefined;
}

/** The changes at a time, and the current node after them. */
interface Moment {
  time: number;
  cursor: number;
  changes: Change[];
}

export class Recording {
  private readonly moments: Moment[] = [];
  /** The number of moments that have happened. */
  private reached = 0;
  /** The time, if there is no medium with a clock. */
  private base = 0;
  /** When the clock was started, by the clock of the browser; `undefined` while it stands. */
  private started: number | undefined;
  private speed = 1;
  /** Whether readers left the line of the recording. */
  isLeft = false;

  constructor(
    readonly game: Game,
    readonly data: RecordingData,
    public medium: HTMLMediaElement | undefined,
  ) {
    const nodes: (NodeData | undefined)[] = [game.nodes[0]];
    for (const { t, c, n } of data.moments) {
      const changes = n.map(([node, change]) => {
        const before = nodes[node];
        // A node that appears has only its place.
        nodes[node] = change ? changed(before ?? game.nodes[node]!, change) : undefined;
        return { node, before, after: nodes[node] };
      });
      this.moments.push({ time: t, cursor: c, changes });
    }
    medium?.addEventListener("error", () => (this.medium = undefined));
    this.seek(0);
  }

  /** The length in milliseconds. The sound often goes on after the last event. */
  get duration(): number {
    const length = (this.medium?.duration ?? 0) * 1000;
    return Number.isFinite(length) ? Math.max(this.data.duration, length) : this.data.duration;
  }

  /** The time in milliseconds. */
  get time(): number {
    const { medium } = this;
    // A recording can be longer than its sound.
    if (medium) return medium.ended ? this.duration : Math.min(medium.currentTime * 1000, this.duration);
    const passed = this.started === undefined ? 0 : (performance.now() - this.started) * this.speed;
    return Math.min(this.base + passed, this.duration);
  }

  get isPlaying(): boolean {
    return this.medium ? !this.medium.paused : this.started !== undefined;
  }

  /** The node that the recording shows. */
  get cursor(): number {
    return this.moments[this.reached - 1]?.cursor ?? 0;
  }

  play(): void {
    if (this.time >= this.duration) this.goTo(0);
    if (this.medium) {
      // The browser may refuse to play before the reader has used the page.
      this.medium.play().catch(() => undefined);
    } else {
      this.started ??= performance.now();
    }
  }

  pause(): void {
    this.medium?.pause();
    if (this.started !== undefined) this.base = this.time;
    this.started = undefined;
  }

  setSpeed(speed: number): void {
    if (this.medium) this.medium.playbackRate = speed;
    if (this.started !== undefined) {
      this.base = this.time;
      this.started = performance.now();
    }
    this.speed = speed;
  }

  /** Sets the clock, and shows that moment. Returns whether nodes appeared or vanished. */
  goTo(time: number): boolean {
    const to = Math.max(0, Math.min(time, this.duration));
    if (this.medium) this.medium.currentTime = to / 1000;
    this.base = to;
    if (this.started !== undefined) this.started = performance.now();
    return this.seek(to);
  }

  /** The index of the chapter at the current time; -1 before the first. */
  get chapter(): number {
    const { time } = this;
    return this.data.chapters.filter(([start]) => start <= time).length - 1;
  }

  /** Whether something happens between the shown moment and a time. */
  isDue(time: number): boolean {
    const next = this.moments[this.reached];
    const last = this.moments[this.reached - 1];
    return (next !== undefined && next.time <= time) || (last !== undefined && last.time > time);
  }

  /** Shows the game at a time. Returns whether nodes appeared or vanished. */
  seek(time: number): boolean {
    const last = new Map<number, NodeData | undefined>();
    for (let next = this.moments[this.reached]; next && next.time <= time; next = this.moments[this.reached]) {
      for (const { node, after } of next.changes) last.set(node, after);
      this.reached++;
    }
    for (let moment = this.moments[this.reached - 1]; moment && moment.time > time; moment = this.moments[this.reached - 1]) {
      for (const { node, before } of moment.changes) last.set(node, before);
      this.reached--;
    }
    this.isLeft = false;
    const isOther = this.game.become(last);
    this.game.goTo(this.cursor);
    return isOther;
  }
}

/** Applies a change to the data of a node. */
function changed(before: NodeData, change: Record<string, unknown>): NodeData {
  const after: Record<string, unknown> = { ...before };
  for (const [field, value] of Object.entries(change)) {
    if (field === "C+") after.C = ((after.C as string | undefined) ?? "") + (value as string);
    else if (value === null || value === "") delete after[field];
    else after[field] = value;
  }
  return after;
}

/** A time as `1:02:03` or `2:03`. */
export function clock(time: number): string {
  const seconds = Math.floor(time / 1000);
  const two = (n: number): string => String(n).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
