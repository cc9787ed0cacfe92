// The page: connects the games, the board, the tree and the panels.

import { Board, pointName } from "./board";
import { type GameData, type PageData, type RecordingData, bytesOf, unpack } from "./data";
import { html, iconButton, textButton } from "./dom";
import { Game, type Move } from "./game";
import { type Settings, filteredList, gameTitle, graph, information, keysPanel, playerName, settingsPanel } from "./panels";
import { Player } from "./player";
import { Problem, Progress } from "./problem";
import { Recording } from "./recording";
import { BLACK, type Color, Position } from "./rules";
import { Tree } from "./tree";
import { type Word, say, selectLanguage } from "./words";

const ICONS = {
  first: "M6 5v14M19 5l-9 7 9 7z",
  back: "M12 5l-8 7 8 7zM20 5l-8 7 8 7z",
  previous: "M17 5l-9 7 9 7z",
  next: "M7 5l9 7-9 7z",
  forward: "M4 5l8 7-8 7zM12 5l8 7-8 7z",
  last: "M5 5l9 7-9 7zM18 5v14",
};

/** The moves that a reader tries, from a node of the game. */
interface Trial {
  position: Position;
  moves: Move[];
}

class Page {
  private readonly games: (Game | undefined)[];
  private readonly recordings: (Recording | undefined)[] = [];
  private index = 0;
  private board!: Board;
  private tree!: Tree;
  private problem: Problem | undefined;
  private trial: Trial | undefined;
  private player: Player | undefined;
  /** The node that was shown last. */
  private shownNode = -1;
  private readonly settings: Settings = { theme: "auto", sound: false, coordinates: true, numbers: false, variations: true };
  private readonly progress: Progress;
  private audio: AudioContext | undefined;
  private linkTimer: ReturnType<typeof setTimeout> | undefined;
  private readonly status = html("div", { class: "status" });
  private readonly actions = html("div", { class: "actions" });
  private readonly comment = html("div", { class: "words" });
  private readonly players = html("div", { class: "players" });
  private readonly curve = html("div");
  private readonly live = html("div", { class: "sr-only", "aria-live": "polite" });
  private readonly list = html("div");

  constructor(
    private readonly data: PageData,
    private readonly sources: Element[],
    private readonly root: HTMLElement,
    private language: string,
  ) {
    this.games = data.games.map(() => undefined);
    this.progress = new Progress(data.head.title, data.games.length);
    this.settings.theme = document.documentElement.dataset.theme ?? "auto";
    this.openLink();
    this.build();
    window.addEventListener("hashchange", () => {
      if (this.openLink()) this.build();
      else this.show();
    });
    document.addEventListener("keydown", (event) => this.key(event));
  }

  get game(): Game {
    return (this.games[this.index] ??= new Game(this.data.games[this.index]!));
  }

  get recording(): Recording | undefined {
    const data = this.game.data.recording;
    if (!data) return undefined;
    return (this.recordings[this.index] ??= new Recording(this.game, data, playable(data.media)));
  }

  /**
   * Goes to the node that the address names, such as `#3.17`: node 17 of game 3; or to a second of a recording, such as
   * `#3.t=75`. Returns whether the game changed.
   */
  private openLink(): boolean {
    const [isTime, which, time] = /^#(?:(\d+)\.)?t=(\d+)$/.exec(location.hash) ?? [];
    if (isTime !== undefined) {
      const index = Number(which ?? 1) - 1;
      const isOther = index !== this.index && index < this.games.length;
      if (isOther) this.index = index;
      this.trial = undefined;
      this.recording?.goTo(Number(time) * 1000);
      return isOther;
    }
    const [, first, second] = /^#(\d+)(?:\.(\d+))?$/.exec(location.hash) ?? [];
    const before = this.index;
    if (first !== undefined) {
      const [game, node] = second === undefined ? [1, Number(first)] : [Number(first), Number(second)];
      if (game >= 1 && game <= this.games.length) this.index = game - 1;
      if (node >= 1 && node <= this.game.nodes.length && !this.recording) this.game.goTo(node - 1);
      this.trial = undefined;
    }
    return before !== this.index;
  }

  /** Writes the address of the node into the address bar, when the reader has stopped there. */
  private setLink(): void {
    clearTimeout(this.linkTimer);
    this.linkTimer = setTimeout(() => this.writeLink(), 200);
  }

  private writeLink(): void {
    const { recording } = this;
    // A page in the `srcdoc` of a frame has no address.
    if (recording?.isPlaying || location.protocol === "about:") return;
    const node = this.game.current + 1;
    const place = recording ? `t=${Math.floor(recording.time / 1000)}` : node;
    const link = this.games.length > 1 ? `#${this.index + 1}.${place}` : `#${place}`;
    if (location.hash !== link && (node > 1 || this.index > 0 || location.hash)) history.replaceState(null, "", link);
  }

  private build(): void {
    const { game, data } = this;
    const isProblem = game.data.solver !== undefined;
    if (this.problem?.game !== game) {
      this.problem = isProblem ? new Problem(game) : undefined;
      if (game.current === 0) this.problem?.restart();
      else if (this.problem) this.problem.isOpen = true;
    }
    this.player?.stop();
    const { recording } = this;
    this.player = recording && new Player(recording, (isOther) => this.showMoment(isOther));
    this.board = new Board(game, (point) => this.play(point), this.settings.coordinates);
    this.tree = new Tree(game, (node) => this.goTo(node));
    this.live.textContent = "";
    const step = (word: Word & keyof typeof ICONS, action: () => void): HTMLElement => iconButton(say(word), ICONS[word], action);
    const controls = html(
      "div",
      { class: "controls", role: "toolbar", "aria-label": say("move", { n: "" }).trim() },
      step("first", () => this.goTo(0)),
      step("back", () => this.steps(-10)),
      step("previous", () => this.steps(-1)),
      step("next", () => this.steps(1)),
      step("forward", () => this.steps(10)),
      step("last", () => this.goTo(this.game.end())),
    );
    const named = (name: string | undefined): Element[] => {
      const element = this.sources.find((element) => element.getAttribute("data-name") === name);
      return element ? [element] : [];
    };
    const own = this.sources.length === 1 ? this.sources : [...named(game.data.file), ...named(game.data.recording?.file)];
    const downloads = own.map((element) => {
      const name = element.getAttribute("data-name") ?? "game.sgf";
      return textButton(say("download", { name }), () => void this.download(element, name));
    });
    const search = filteredList("search", (filter) => this.findComments(filter), false, "search");
    this.buildList();
    const title = html("h1", {}, data.head.title);
    this.root.replaceChildren(
      html("header", {}, title),
      html(
        "div",
        { class: recording ? "layout recorded" : "layout" },
        html("section", { class: "main", "aria-label": say("board") }, this.players, this.board.element, this.status, this.actions, ...(this.player ? [this.player.element] : []), controls),
        html(
          "section",
          { class: "side", "aria-label": say("info") },
          ...(recording?.medium instanceof HTMLVideoElement ? [recording.medium] : []),
          this.list,
          ...(this.player?.chapters ? [this.player.chapters] : []),
          this.curve,
          this.comment,
          this.tree.element,
          search,
          information(game.data, matchMedia("(min-width: 880px)").matches),
          settingsPanel(this.settings, this.language, () => this.apply(), (tag) => this.setLanguage(tag)),
          keysPanel(recording !== undefined),
          html("div", { class: "downloads" }, ...downloads),
        ),
      ),
      this.live,
    );
    this.listenToBoard();
    this.apply();
  }

  private buildList(): void {
    this.list.replaceChildren();
    if (this.games.length < 2) return;
    const notes = (index: number): string => {
      const result = this.progress.get(index);
      return result === undefined ? "" : say(result ? "solved" : "failed");
    };
    const matches = (filter: string): ReturnType<Parameters<typeof filteredList>[1]> =>
      this.data.games
        .map((game, index) => ({
          text: `${index + 1}. ${gameTitle(game)}`,
          action: () => this.open(index),
          note: notes(index),
          isCurrent: index === this.index,
        }))
        .filter(({ text }) => text.toLowerCase().includes(filter));
    this.list.append(filteredList("searchGames", matches, true, "games"));
  }

  private findComments(filter: string): { text: string; action: () => void }[] {
    if (!filter) return [];
    const found: { text: string; action: () => void }[] = [];
    this.game.nodes.forEach((node, index) => {
      const text = `${node.N ?? ""} ${node.C ?? ""}`;
      const at = text.toLowerCase().indexOf(filter);
      if (at < 0) return;
      const excerpt = text.slice(Math.max(at - 20, 0), at + 60).replace(/\s+/g, " ");
      found.push({ text: `${say("move", { n: this.game.numbers[index]! })}: ${excerpt}`, action: () => this.goTo(index) });
    });
    return found;
  }

  private open(index: number): void {
    this.recording?.pause();
    this.index = index;
    this.trial = undefined;
    this.build();
  }

  private setLanguage(tag: string): void {
    this.language = selectLanguage(tag);
    document.documentElement.lang = this.language;
    this.build();
  }

  /** Applies the settings. */
  private apply(): void {
    document.documentElement.dataset.theme = this.settings.theme;
    if (this.board.coordinates !== this.settings.coordinates) {
      this.board.coordinates = this.settings.coordinates;
      this.board.build();
    }
    this.show();
  }

  private async download(element: Element, name: string): Promise<void> {
    const url = URL.createObjectURL(new Blob([await unpack(element)], { type: "application/octet-stream" }));
    html("a", { href: url, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  }

  // Moving.

  private goTo(node: number): void {
    if (this.problem && !this.problem.isOpen) return;
    this.trial = undefined;
    this.leaveRecording();
    this.game.goTo(node);
    this.arrive();
  }

  /** Stops the clock of the recording, because readers go their own way. */
  private leaveRecording(): void {
    const { recording } = this;
    if (!recording) return;
    this.player?.pause();
    recording.isLeft = true;
  }

  /** Shows the moment of the recording. `isOther` says whether the tree has other nodes than before. */
  private showMoment(isOther: boolean): void {
    const { game } = this;
    this.trial = undefined;
    if (isOther) this.tree.setGame(game);
    const hasMoved = this.shownNode !== game.current;
    if (hasMoved) this.arrive();
    else this.show();
  }

  private steps(count: number): void {
    if (this.trial) {
      if (count < 0) this.undo();
      return;
    }
    const { game } = this;
    let node: number | undefined = game.current;
    for (let step = 0; step < Math.abs(count) && node !== undefined; step++) {
      const next: number | undefined = count > 0 ? game.next(node) : game.parents[node];
      if (next === undefined || next < 0) break;
      node = next;
    }
    if (node !== undefined && node !== game.current) this.goTo(node);
  }

  /** Shows the node, makes the sound of its move, and announces it. */
  private arrive(): void {
    this.show();
    const move = this.game.move(this.game.current);
    if (move && move.point >= 0) this.click();
    this.announce(this.describe());
  }

  /** The move of the current node in words, such as `White H17, captures 2`. */
  private describe(): string {
    const { game } = this;
    const move = game.move(game.current);
    if (!move) return game.current === 0 ? say("start") : "";
    const { captured } = game;
    const text = this.moveText(move);
    return captured > 0 ? `${text}, ${say("captures", { n: captured })}` : text;
  }

  private moveText({ color, point }: Move): string {
    const name = point >= 0 ? pointName(point, this.game) : point === -1 ? say("pass") : "–";
    return `${playerWord(color)} ${name}`;
  }

  private announce(text: string): void {
    this.live.textContent = text;
  }

  // Playing.

  private play(point: number): void {
    if (this.problem && !this.problem.isOpen) {
      this.solve(point);
      return;
    }
    const { game } = this;
    const child = game.children[game.current]!.find((node) => game.move(node)?.point === point);
    if (!this.trial && child !== undefined) {
      this.goTo(child);
      return;
    }
    const trial = this.trial ?? { position: game.position(), moves: [] };
    const color = trial.position.toPlay;
    const result = trial.position.play(color, point);
    if (typeof result === "string") {
      this.announce(say(result));
      this.flash(say(result));
      return;
    }
    trial.moves.push({ color, point });
    this.trial = trial;
    this.leaveRecording();
    this.show();
    if (point >= 0) this.click();
    const count = result.captured.length;
    this.announce(this.moveText({ color, point }) + (count > 0 ? `, ${say("captures", { n: count })}` : ""));
  }

  private undo(): void {
    const { trial, game } = this;
    if (!trial) return;
    const moves = trial.moves.slice(0, -1);
    if (moves.length === 0) {
      this.trial = undefined;
    } else {
      const position = game.position();
      for (const { color, point } of moves) position.play(color, point);
      this.trial = { position, moves };
    }
    this.show();
  }

  private solve(point: number): void {
    const { problem } = this;
    if (!problem?.isSolversTurn) return;
    const answers = problem.play(point);
    this.afterAnswer();
    if (answers) {
      setTimeout(() => {
        if (this.problem !== problem || problem.isSolversTurn || problem.verdict) return;
        problem.answer();
        this.afterAnswer();
      }, 400);
    }
  }

  private afterAnswer(): void {
    const { problem } = this;
    this.arrive();
    if (!problem?.verdict) return;
    this.announce(say(problem.verdict));
    this.progress.set(this.index, problem.verdict === "right");
    this.list.querySelector("details")?.dispatchEvent(new Event("update"));
  }

  // Showing.

  private show(): void {
    const { game, trial, settings, problem } = this;
    this.shownNode = game.current;
    const isHidden = problem !== undefined && !problem.isOpen;
    const numbers = new Map<number, number>();
    if (trial) {
      trial.moves.forEach(({ point }, at) => numbers.set(point, at + 1));
    } else if (settings.numbers) {
      for (const node of game.pathNodes()) {
        const move = game.move(node);
        if (move && move.point >= 0) numbers.set(move.point, game.numbers[node]!);
      }
    }
    const next = game.children[game.current]!;
    const showsVariations = settings.variations && !trial && !isHidden && next.length > 1;
    this.board.show({
      stones: trial ? trial.position.stones : game.stones,
      lastMove: trial ? undefined : game.lastMove(),
      marks: !trial,
      variations: showsVariations ? next.map((node) => game.move(node)).filter((move) => move !== undefined) : [],
      numbers,
    });
    this.tree.element.hidden = isHidden || game.nodes.length < 2;
    this.tree.show();
    const curve = isHidden ? undefined : graph(game, (node) => this.goTo(node));
    this.curve.replaceChildren(...(curve ? [curve] : []));
    this.showPlayers();
    this.showStatus(isHidden);
    this.showComment(isHidden);
    this.setLink();
  }

  private showPlayers(): void {
    const { game, trial } = this;
    const prisoners = trial ? trial.position.prisoners : game.prisoners;
    const toPlay = trial ? trial.position.toPlay : game.toPlay;
    const one = (color: "B" | "W"): HTMLElement => {
      const isBlack = color === "B";
      const count = prisoners[isBlack ? 0 : 1]!;
      const isNext = (toPlay === BLACK) === isBlack;
      return html(
        "div",
        { class: isNext ? "player to-play" : "player" },
        html("span", { class: `stone ${isBlack ? "black" : "white"}`, "aria-hidden": "true" }),
        html("span", { class: "who" }, playerName(game.data, color)),
        html("span", { class: "prisoners", title: say("prisoners") }, html("span", { class: "sr-only" }, `${say("prisoners")} `), String(count)),
      );
    };
    this.players.replaceChildren(one("B"), one("W"));
  }

  private showStatus(isHidden: boolean): void {
    const { game, trial, problem } = this;
    const buttons: HTMLElement[] = [];
    let text: string;
    if (problem && isHidden) {
      const verdict = problem.verdict;
      text = verdict ? say(verdict) : say("solve", { player: playerWord(problem.solver) });
      this.status.dataset.verdict = verdict ?? "";
      const again = (): void => {
        problem.restart();
        this.show();
      };
      const solution = (): void => {
        problem.isOpen = true;
        this.goTo(problem.start);
      };
      if (game.current !== problem.start || verdict) buttons.push(textButton(say("tryAgain"), again));
      buttons.push(textButton(say("solution"), solution));
      if (this.index + 1 < this.games.length) buttons.push(textButton(say("nextProblem"), () => this.open(this.index + 1)));
    } else if (trial) {
      text = say("trial");
      this.status.dataset.verdict = "";
      const back = (): void => {
        this.trial = undefined;
        this.show();
      };
      buttons.push(
        textButton(say("returnToGame"), back),
        textButton(say("undo"), () => this.undo()),
        textButton(say("passMove"), () => this.play(-1)),
      );
    } else {
      const move = game.move(game.current);
      const number = game.number > 0 ? say("move", { n: game.number }) : "";
      text = [number, move ? this.moveText(move) : ""].filter((part) => part).join(": ") || say("start");
      this.status.dataset.verdict = "";
    }
    const { recording } = this;
    if (recording?.isLeft) {
      if (!trial) text = `${text} (${say("left")})`;
      buttons.push(textButton(say("returnToRecording"), () => this.player?.goTo(recording.time)));
    }
    this.status.textContent = text;
    this.actions.replaceChildren(...buttons);
  }

  private flash(text: string): void {
    this.status.textContent = text;
    this.status.dataset.verdict = "wrong";
  }

  private showComment(isHidden: boolean): void {
    const { game, trial } = this;
    const { node } = game;
    const parts: HTMLElement[] = [];
    if (!trial) {
      if (node.N) parts.push(html("h2", {}, node.N));
      const judgements = (node.q ?? []).filter((name) => !isHidden || name === "HO");
      if (judgements.length > 0) parts.push(html("p", { class: "judgement" }, judgements.map((name) => say(name as Word)).join(", ")));
      if (node.i && !isHidden) parts.push(html("p", { class: "illegal" }, `${say("illegal")}: ${node.i}`));
      if (node.C) parts.push(html("div", { class: "text" }, node.C));
      // The words that belong to a time and not to a node.
      const { recording } = this;
      const caption = recording && !recording.isLeft && !node.C ? recording.data.chapters[recording.chapter] : undefined;
      if (caption) parts.push(html("div", { class: "text" }, caption[1]));
    }
    // A new element starts at its top.
    const attributes = { class: "comment", tabindex: 0, role: "region", "aria-label": say("comments") };
    const shown = html("div", attributes, ...parts);
    this.comment.replaceChildren(...(parts.length > 0 ? [shown] : []));
    // The words of a recording grow at the end.
    if (this.recording?.isPlaying) shown.scrollTop = shown.scrollHeight;
  }

  // Input.

  private key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const target = event.target as Element;
    if (target.closest("input, select, textarea")) return;
    const isControl = target.closest("button, summary") !== null;
    const sibling = (step: 1 | -1) => (): void => {
      const node = this.trial ? undefined : this.game.sibling(step);
      if (node !== undefined) this.goTo(node);
    };
    const keys: Record<string, () => void> = {
      ArrowLeft: () => this.steps(-1),
      ArrowRight: () => this.steps(1),
      ArrowUp: sibling(-1),
      ArrowDown: sibling(1),
      PageUp: () => this.steps(-10),
      PageDown: () => this.steps(10),
      Home: () => this.goTo(0),
      End: () => this.goTo(this.game.end()),
      Escape: () => {
        this.trial = undefined;
        this.show();
      },
    };
    const { player } = this;
    if (player && event.shiftKey) {
      keys.ArrowLeft = () => player.skip(-5000);
      keys.ArrowRight = () => player.skip(5000);
    }
    if (!isControl) keys[" "] = player ? () => player.toggle() : () => this.steps(1);
    const action = keys[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }

  private listenToBoard(): void {
    const { element } = this.board;
    let turned = 0;
    element.addEventListener(
      "wheel",
      (event) => {
        if (event.ctrlKey) return;
        event.preventDefault();
        turned += event.deltaY;
        if (Math.abs(turned) < 40) return;
        this.steps(turned > 0 ? 1 : -1);
        turned = 0;
      },
      { passive: false },
    );
    let start: Touch | undefined;
    element.addEventListener("touchstart", (event) => (start = event.touches[0]), { passive: true });
    element.addEventListener("touchend", (event) => {
      const end = event.changedTouches[0];
      if (!start || !end) return;
      const [dx, dy] = [end.clientX - start.clientX, end.clientY - start.clientY];
      start = undefined;
      if (Math.abs(dx) < 40 || Math.abs(dx) < 2 * Math.abs(dy)) return;
      event.preventDefault();
      this.steps(dx < 0 ? 1 : -1);
    });
  }

  /** The sound of a stone: a short burst of filtered noise. */
  private click(): void {
    if (!this.settings.sound) return;
    const audio = (this.audio ??= new AudioContext());
    const length = Math.floor(audio.sampleRate * 0.05);
    const buffer = audio.createBuffer(1, length, audio.sampleRate);
    const samples = buffer.getChannelData(0);
    for (let at = 0; at < length; at++) samples[at] = (Math.random() * 2 - 1) * Math.exp(-at / (length / 8));
    const source = new AudioBufferSourceNode(audio, { buffer });
    source.connect(new BiquadFilterNode(audio, { type: "bandpass", frequency: 1800, Q: 1.2 })).connect(audio.destination);
    source.start();
  }
}

/** An element that plays the first of the media that the browser can play. */
function playable(media: RecordingData["media"]): HTMLMediaElement | undefined {
  for (const { type, name, id } of media) {
    const element = type.startsWith("video") ? html("video", { playsinline: true, class: "video", "aria-label": say("video") }) : html("audio");
    if (element.canPlayType(type) === "") continue;
    const packed = id === undefined ? undefined : document.querySelector(`script.media[data-id="${id}"]`);
    if (id !== undefined && !packed) continue;
    element.preload = "auto";
    element.src = packed ? URL.createObjectURL(new Blob([bytesOf(packed)], { type })) : encodeURIComponent(name);
    return element;
  }
  return undefined;
}

function playerWord(color: Color): string {
  return say(color === BLACK ? "black" : "white");
}

async function start(): Promise<void> {
  const main = document.getElementById("page");
  const packed = document.querySelector("script.games");
  if (!main || !packed || !("DecompressionStream" in window)) return;
  const data = JSON.parse(new TextDecoder().decode(await unpack(packed))) as PageData;
  if (data.games.length === 0) return;
  const { documentElement } = document;
  const isFixed = documentElement.dataset.language !== undefined;
  const language = selectLanguage(isFixed ? documentElement.lang : navigator.language);
  documentElement.lang = language;
  const root = html("main", { id: "app" });
  main.before(root);
  // The drawings without scripts stay for paper; their style sheet serves the board, too.
  documentElement.classList.add("runs");
  const page = new Page(data, [...document.querySelectorAll("script.source")], root, language);
  Object.assign(window, { kifu: { page, Position } });
  const figures = document.querySelector("script.figures");
  // Drawings that kifu made, for printing.
  if (figures) {
    const drawings = html("section", { class: "figures" });
    drawings.innerHTML = new TextDecoder().decode(await unpack(figures));
    main.append(drawings);
  }
}

void start();
export type { GameData };
