// Whether a draft's first files are all there: noted beside them before the first, and no longer after the last.

import type { Notes } from "../history.js";

/** Where the first files come from. */
export interface FillingNote {
  readonly label: string;
}

const NOTE = "copying";

/** The filling of one draft. */
export class Filling {
  readonly #notes: Notes | null;
  readonly #draft: string;
  #letGo: () => void = () => undefined;

  /** `notes`: `null` where the files live no longer than the page. */
  constructor(notes: Notes | null, draft: string) {
    this.#notes = notes;
    this.#draft = draft;
  }

  /** Before the first file. */
  async begin(note: FillingNote): Promise<void> {
    await this.#notes?.write(NOTE, new TextEncoder().encode(JSON.stringify(note)));
    // Held for as long as it goes on: other tabs then know that it was not cut off.
    void navigator.locks?.request(
      lockOf(this.#draft),
      () =>
        new Promise<void>((resolve) => {
          this.#letGo = resolve;
        }),
    );
  }

  /** After the last file, or when a person keeps what is there. */
  async end(): Promise<void> {
    await this.#notes?.remove(NOTE);
    this.#letGo();
  }

  /** What was cut off; `null`: nothing was. */
  async cutOff(): Promise<FillingNote | null> {
    const note = (await this.#notes?.read(NOTE)) ?? null;
    return note === null || (await isFilling(this.#draft)) ? null : parsed(note);
  }
}

/** Whether the filling of a draft with these notes was cut off. */
export async function wasCutOff(draft: string, notes: Notes): Promise<boolean> {
  return (await new Filling(notes, draft).cutOff()) !== null;
}

async function isFilling(draft: string): Promise<boolean> {
  const held = (await navigator.locks?.query())?.held ?? [];
  return held.some(({ name }) => name === lockOf(draft));
}

function lockOf(draft: string): string {
  return `knowngood-copying:${draft}`;
}

function parsed(note: Uint8Array): FillingNote {
  try {
    const { label } = JSON.parse(new TextDecoder().decode(note)) as Partial<FillingNote>;
    return { label: typeof label === "string" ? label : "" };
  } catch {
    return { label: "" };
  }
}
