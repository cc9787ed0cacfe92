// The controls of a recording: play, the line of time, the speed and the chapters.

import { html, iconButton, svg } from "./dom";
import { type Recording, clock } from "./recording";
import { say } from "./words";

const PLAY = "M7 5l12 7-12 7z";
const PAUSE = "M7 5h4v14H7zM14 5h4v14h-4z";
const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 2, 3];

export class Player {
  readonly element: HTMLElement;
  /** The list of chapters, if there are any. */
  readonly chapters: HTMLElement | undefined;
  private readonly button: HTMLButtonElement;
  private readonly line = html("input", { type: "range", min: 0, step: 100, class: "time-line" });
  private readonly clock = html("span", { class: "clock" });
  private readonly speed = html("select", {}, ...SPEEDS.map((speed) => html("option", { value: speed }, `${speed}×`)));
  private readonly chapterButtons: HTMLButtonElement[] = [];
  private frame = 0;
  private isPlaying = false;
  private chapter = -1;

  /** `show` draws the moment that the recording reached, and is told whether nodes appeared or vanished. */
  constructor(
    private readonly recording: Recording,
    private readonly show: (isOther: boolean) => void,
  ) {
    this.button = iconButton(say("play"), PLAY, () => this.toggle());
    this.line.setAttribute("aria-label", say("time"));
    this.line.addEventListener("input", () => this.goTo(Number(this.line.value)));
    this.speed.value = "1";
    this.speed.setAttribute("aria-label", say("speed"));
    this.speed.addEventListener("change", () => recording.setSpeed(Number(this.speed.value)));
    this.element = html("div", { class: "player-bar" }, this.button, this.line, this.clock, this.speed);
    if (recording.data.chapters.length > 0) {
      const items = recording.data.chapters.map(([time, label]) => {
        const button = html("button", { type: "button" }, `${clock(time)} ${label}`);
        button.addEventListener("click", () => this.goTo(time));
        this.chapterButtons.push(button);
        return html("li", {}, button);
      });
      this.chapters = html("details", { class: "panel list", open: true }, html("summary", {}, say("chapters")), html("ul", {}, ...items));
    }
    recording.medium?.addEventListener("ended", () => this.update());
    recording.medium?.addEventListener("durationchange", () => this.update());
    this.update();
  }

  toggle(): void {
    if (this.recording.isPlaying) this.pause();
    else this.play();
  }

  play(): void {
    const { recording } = this;
    if (recording.isLeft) this.goTo(recording.time);
    recording.play();
    this.follow();
  }

  pause(): void {
    this.recording.pause();
    this.update();
  }

  /** Ends the drawing of frames, because another player takes over. */
  stop(): void {
    this.pause();
    cancelAnimationFrame(this.frame);
    this.frame = 0;
  }

  goTo(time: number): void {
    this.show(this.recording.goTo(time));
    this.update();
  }

  skip(by: number): void {
    this.goTo(this.recording.time + by);
  }

  /** Shows each moment with the first frame after its time, as long as the clock runs. */
  private follow(): void {
    if (this.frame) return;
    const draw = (): void => {
      this.frame = 0;
      const { recording } = this;
      const { time } = recording;
      if (recording.isLeft) return;
      if (recording.isDue(time)) this.show(recording.seek(time));
      if (time >= recording.duration) recording.pause();
      this.update();
      if (recording.isPlaying) this.frame = requestAnimationFrame(draw);
    };
    this.frame = requestAnimationFrame(draw);
  }

  /** Shows the time and whether the recording plays. */
  private update(): void {
    const { recording } = this;
    const { time, isPlaying } = recording;
    const text = `${clock(time)} / ${clock(recording.duration)}`;
    this.line.max = String(recording.duration);
    this.line.value = String(time);
    if (this.clock.textContent !== text) {
      this.clock.textContent = text;
      this.line.setAttribute("aria-valuetext", clock(time));
    }
    const { chapter } = recording;
    if (this.chapter !== chapter) {
      this.chapterButtons[this.chapter]?.removeAttribute("aria-current");
      this.chapterButtons[chapter]?.setAttribute("aria-current", "true");
      this.chapter = chapter;
      // The label is shown as a caption.
      if (!recording.isLeft) this.show(false);
    }
    if (this.isPlaying === isPlaying) return;
    this.isPlaying = isPlaying;
    const label = say(isPlaying ? "pause" : "play");
    this.button.title = label;
    this.button.setAttribute("aria-label", label);
    this.button.querySelector("path")?.replaceWith(svg("path", { d: isPlaying ? PAUSE : PLAY }));
  }
}
