// Creates elements. Texts are always text nodes, so that no record can contain markup.

type Attributes = Record<string, string | number | boolean | undefined>;

function set(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    element.setAttribute(name, value === true ? "" : String(value));
  }
}

export function html<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  set(element, attributes);
  element.append(...children);
  return element;
}

export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): SVGElementTagNameMap[K] {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  set(element, attributes);
  element.append(...children);
  return element;
}

/** A button with a drawn icon, which also has a name for screen readers. */
export function iconButton(label: string, path: string, action: () => void): HTMLButtonElement {
  const icon = svg("svg", { viewBox: "0 0 24 24", width: 24, height: 24, "aria-hidden": "true" }, svg("path", { d: path }));
  const button = html("button", { type: "button", "aria-label": label, title: label, class: "icon" }, icon);
  button.addEventListener("click", action);
  return button;
}

export function textButton(label: string, action: () => void): HTMLButtonElement {
  const button = html("button", { type: "button" }, label);
  button.addEventListener("click", action);
  return button;
}
