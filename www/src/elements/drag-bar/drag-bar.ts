// The bar between two panes: dragged, or moved with the arrow keys.

import "./drag-bar.css";

/** What a bar moves. */
export interface DragBarData {
  readonly label: string;
  /** `columns`: it stands between left and right, and moves sideways. */
  readonly between: "columns" | "rows";
  /** Which side of it changes its size. */
  readonly sizes: "before" | "after";
  /** The custom property that holds the size in pixels, on `target`. */
  readonly property: string;
  readonly target: HTMLElement;
  readonly least: number;
  readonly most: () => number;
}

const STEP = 24;

/** Remembers its place under its property's name. */
export class DragBar extends HTMLElement {
  #data: DragBarData | null = null;

  show(data: DragBarData): void {
    this.#data = data;
    this.role = "separator";
    this.tabIndex = 0;
    this.ariaLabel = data.label;
    this.ariaOrientation = data.between === "columns" ? "vertical" : "horizontal";
    this.dataset["between"] = data.between;
    const remembered = Number(remember(data.property));
    if (remembered > 0) {
      this.#set(remembered);
    } else {
      this.#tell(data.least);
    }
  }

  connectedCallback(): void {
    this.addEventListener("pointerdown", this.#press);
    this.addEventListener("keydown", this.#key);
  }

  disconnectedCallback(): void {
    this.removeEventListener("pointerdown", this.#press);
    this.removeEventListener("keydown", this.#key);
  }

  readonly #press = (event: PointerEvent): void => {
    const data = this.#data;
    if (data === null) {
      return;
    }
    event.preventDefault();
    this.setPointerCapture(event.pointerId);
    const along = (at: PointerEvent): number => (data.between === "columns" ? at.clientX : at.clientY);
    const start = along(event);
    const size = this.#size();
    const direction = data.sizes === "before" ? 1 : -1;
    const move = (at: PointerEvent): void => this.#set(size + direction * (along(at) - start));
    const end = (): void => {
      this.removeEventListener("pointermove", move);
      this.removeEventListener("lostpointercapture", end);
    };
    this.addEventListener("pointermove", move);
    this.addEventListener("lostpointercapture", end);
  };

  readonly #key = (event: KeyboardEvent): void => {
    const data = this.#data;
    const [less, more] = data?.between === "columns" ? ["ArrowLeft", "ArrowRight"] : ["ArrowUp", "ArrowDown"];
    if (data === null || (event.key !== less && event.key !== more)) {
      return;
    }
    event.preventDefault();
    const forward = (event.key === more) === (data.sizes === "before");
    this.#set(this.#size() + (forward ? STEP : -STEP));
  };

  /** The pane's size now. */
  #size(): number {
    const data = this.#data;
    const pane = data?.sizes === "before" ? this.previousElementSibling : this.nextElementSibling;
    const box = pane?.getBoundingClientRect();
    return (data?.between === "columns" ? box?.width : box?.height) ?? 0;
  }

  #set(wanted: number): void {
    const data = this.#data;
    if (data === null) {
      return;
    }
    const size = Math.round(Math.max(data.least, Math.min(wanted, data.most())));
    data.target.style.setProperty(data.property, `${size}px`);
    this.#tell(size);
    remember(data.property, String(size));
  }

  #tell(size: number): void {
    this.ariaValueNow = String(size);
    this.ariaValueMin = String(this.#data?.least ?? 0);
    this.ariaValueMax = String(Math.round(this.#data?.most() ?? 0));
  }
}

/** Reads, or writes, what this browser remembers. Some private windows remember nothing. */
function remember(key: string, value?: string): string | null {
  try {
    if (value !== undefined) {
      localStorage.setItem(`knowngood:pane${key}`, value);
    }
    return localStorage.getItem(`knowngood:pane${key}`);
  } catch {
    return null;
  }
}

customElements.define("drag-bar", DragBar);
