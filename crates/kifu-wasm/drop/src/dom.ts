// Creates elements. Texts are always text nodes, so that no record can contain markup.

type Attributes = Record<string, string | number | boolean | undefined>;

export function html<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children);
  return element;
}

export function button(label: string, action: () => void, attributes: Attributes = {}): HTMLButtonElement {
  const element = html("button", { type: "button", ...attributes }, label);
  element.addEventListener("click", action);
  return element;
}

/** A number with its noun: `1 game`, `10,000 games`. */
export function count(number: number, noun: string): string {
  return `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;
}

export function size(bytes: number): string {
  if (bytes < 1000) return count(bytes, "byte");
  if (bytes < 1e6) return `${(bytes / 1e3).toFixed(1)} KB`;
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

/** Rows of a list, of which one page at a time is in the document. */
export class Pages {
  private start = 0;
  private readonly where = html("span", { class: "where" });
  private readonly previous = button("Previous", () => this.turn(-1));
  private readonly next = button("Next", () => this.turn(1));
  readonly controls = html("div", { class: "pages", role: "group" }, this.previous, this.where, this.next);

  constructor(
    label: string,
    private readonly length: () => number,
    private readonly render: (start: number, end: number) => void,
    private readonly pageLength = 100,
  ) {
    this.controls.setAttribute("aria-label", label);
  }

  /** Shows the page that begins with this row. */
  show(start = this.start): void {
    const length = this.length();
    this.start = Math.min(start, Math.max(0, length - 1));
    this.start -= this.start % this.pageLength;
    const end = Math.min(this.start + this.pageLength, length);
    this.controls.hidden = length <= this.pageLength;
    this.where.textContent = `${(this.start + 1).toLocaleString("en")}–${end.toLocaleString("en")} of ${length.toLocaleString("en")}`;
    this.previous.disabled = this.start === 0;
    this.next.disabled = end >= length;
    this.render(this.start, end);
  }

  private turn(direction: number): void {
    this.show(this.start + direction * this.pageLength);
  }
}
