// The page that begins: start a draft, or go on with one.

import { html, nothing, render, type TemplateResult } from "lit-html";
import { emit } from "../../dom.js";
import { chosenFolder, dropped, droppedFolder } from "../../drafts/folder-source.js";
import { type Source } from "../../drafts/source.js";
import { templates, templateSource } from "../../drafts/templates.js";
import { zipSource } from "../../drafts/zip-source.js";
import type { Usage } from "../../history.js";
import { draftPath } from "../../route.js";
import { LiveTime } from "../../time/live-time.js";
import { homeWords as words, templateWords } from "../../words/home.js";
import { storageWords } from "../../words/storage.js";
import { isPlainClick } from "../parts/events.js";
import { shown } from "../parts/shown.js";
import { StoragePanel } from "../storage-panel/storage-panel.js";
import { ThemeSwitch } from "../theme-switch/theme-switch.js";
import { brand } from "./brand.js";
import { story } from "./story.js";
import "./home-page.css";

/** One draft of the list. */
export interface ListedDraft {
  readonly id: string;
  readonly name: string;
  /** Milliseconds since 1970; `null`: nobody noted it. */
  readonly openedAt: number | null;
  readonly files: number;
  readonly fileBytes: number;
  readonly checkpoints: number;
  readonly checkpointBytes: number;
  /** Its first files are not all there: the page ended while they were copied. */
  readonly cutOff: boolean;
}

/** What the page is given. */
export interface HomePageData {
  /** `null`: they are being looked up. */
  readonly drafts: readonly ListedDraft[] | null;
  readonly usage: Usage | null;
  readonly troubles: readonly string[];
  /** What was done last, or went wrong. */
  readonly said: { readonly text: string; readonly bad: boolean } | null;
}

/** Tells: `start-draft` {source}, `open-draft` {id}, `rename-draft` and `delete-draft` {draft}, `not-a-source`, `go-home`. */
export class HomePage extends HTMLElement {
  readonly #brand = brand(() => emit(this, "go-home"));
  readonly #theme = new ThemeSwitch();
  #data: HomePageData = { drafts: null, usage: null, troubles: [], said: null };
  #dragging = 0;

  connectedCallback(): void {
    this.addEventListener("dragenter", this.#drag);
    this.addEventListener("dragover", this.#drag);
    this.addEventListener("dragleave", this.#dragLeave);
    this.addEventListener("drop", this.#drop);
    this.#draw();
  }

  show(data: HomePageData): void {
    this.#data = data;
    this.#draw();
  }

  /** Puts the focus on the list of drafts, where what had it is gone. */
  keepFocus(): void {
    if (document.activeElement === document.body) {
      this.querySelector<HTMLElement>("#home-drafts")?.focus();
    }
  }

  #draw(): void {
    const { drafts, usage, troubles, said } = this.#data;
    const list = html`<section aria-labelledby="home-drafts">
      <h2 id="home-drafts" tabindex="-1">${words.drafts}</h2>
      ${drafts === null ? nothing : drafts.length === 0 ? html`<p class="home-none">${words.none}</p>` : table(this, drafts)}
    </section>`;
    render(
      html`<header class="home-header">${this.#brand}${this.#theme}</header>
        <main>
          <div class="home-lead">
            <div>
              <h1>${words.title.map((line) => html`<span>${line}</span> `)}</h1>
              <p>${words.lead}</p>
            </div>
            ${story()}
          </div>
          <p class="home-said ${said?.bad === true ? "bad" : ""}" role="status">${said?.text ?? nothing}</p>
          ${drafts !== null && drafts.length > 0 ? [list, this.#starts()] : [this.#starts(), list]}
          <section class="home-storage" aria-labelledby="home-storage">
            <h2 id="home-storage">${storageWords.label}</h2>
            <storage-panel ${shown(StoragePanel, { usage, draft: null, troubles })}></storage-panel>
          </section>
        </main>
        <div class="home-drop" ?hidden=${this.#dragging === 0}>${words.drop}</div>`,
      this,
    );
  }

  #starts(): TemplateResult {
    return html`<section aria-labelledby="home-start">
      <h2 id="home-start">${words.start}</h2>
      <ul class="home-starts">
        ${templates.map(
          (template) =>
            html`<li>
              <button
                type="button"
                class="home-start"
                data-template=${template.id}
                @click=${() => this.#start(templateSource(template))}
              >
                <span class="home-kind">${words.template}</span>
                <strong>${templateWords[template.id].name}</strong>
                <span>${templateWords[template.id].lead}</span>
              </button>
            </li>`,
        )}
        <li>
          ${this.#file(words.folder, words.folderHint, { folder: true }, (list) => this.#start(chosenFolder(list)))}
        </li>
        <li>
          ${this.#file(words.zip, words.zipHint, { folder: false }, ([file]) => {
            if (file !== undefined) {
              this.#start(zipSource(file));
            }
          })}
        </li>
      </ul>
    </section>`;
  }

  #file(
    label: string,
    hint: string,
    { folder }: { readonly folder: boolean },
    chosen: (list: FileList) => void,
  ): TemplateResult {
    return html`<label class="home-start">
      <strong>${label}</strong>
      <span>${hint}</span>
      <input
        type="file"
        class="visually-hidden"
        ?webkitdirectory=${folder}
        accept=${folder ? nothing : ".zip,application/zip"}
        @change=${(event: Event) => {
          const input = event.currentTarget as HTMLInputElement;
          if (input.files !== null && input.files.length > 0) {
            chosen(input.files);
          }
        }}
      />
    </label>`;
  }

  #start(source: Source): void {
    emit(this, "start-draft", { source });
  }

  readonly #drag = (event: DragEvent): void => {
    if (event.dataTransfer?.types.includes("Files") === true) {
      event.preventDefault();
      this.#dragging += event.type === "dragenter" ? 1 : 0;
      this.#draw();
    }
  };

  readonly #dragLeave = (): void => {
    this.#dragging = Math.max(0, this.#dragging - 1);
    this.#draw();
  };

  readonly #drop = (event: DragEvent): void => {
    event.preventDefault();
    this.#dragging = 0;
    this.#draw();
    const found = event.dataTransfer === null ? null : dropped(event.dataTransfer);
    if (found === null) {
      emit(this, "not-a-source");
    } else {
      this.#start(found instanceof File ? zipSource(found) : droppedFolder(found));
    }
  };
}

function table(page: HomePage, drafts: readonly ListedDraft[]): TemplateResult {
  return html`<table class="home-table">
    <thead>
      <tr>
        <th scope="col">${words.name}</th>
        <th scope="col">${words.opened}</th>
        <th scope="col">${words.holds}</th>
        <th scope="col"><span class="visually-hidden">${words.actions}</span></th>
      </tr>
    </thead>
    <tbody>
      ${drafts.map((draft) => row(page, draft))}
    </tbody>
  </table>`;
}

function row(page: HomePage, draft: ListedDraft): TemplateResult {
  const { id, name, openedAt } = draft;
  return html`<tr>
    <th scope="row">
      <a
        href=${draftPath(id)}
        @click=${(event: MouseEvent) => {
          if (isPlainClick(event)) {
            event.preventDefault();
            emit(page, "open-draft", { id });
          }
        }}
        >${name}</a
      >
      ${draft.cutOff ? html`<span class="home-cut-off">${words.cutOff}</span>` : nothing}
    </th>
    <td>
      ${
        openedAt !== null
          ? html`<live-time ${shown(LiveTime, openedAt)}></live-time>`
          : draft.cutOff
            ? nothing
            : words.notOpened
      }
    </td>
    <td class="numbers">${draft.cutOff ? nothing : holds(draft)}</td>
    <td>
      <button
        type="button"
        class="quiet"
        aria-label=${words.renameOf(name)}
        @click=${() => emit(page, "rename-draft", { draft })}
      >
        ${words.rename}
      </button>
      <button
        type="button"
        class="quiet"
        aria-label=${words.removeOf(name)}
        @click=${() => emit(page, "delete-draft", { draft })}
      >
        ${words.remove}
      </button>
    </td>
  </tr>`;
}

/** What it holds. How much of it was copied before that was cut off, nobody has counted. */
function holds(draft: ListedDraft): TemplateResult {
  return html`<span>${words.files(draft.files, draft.fileBytes)}</span>
    <span class="quiet-text">${words.checkpoints(draft.checkpoints, draft.checkpointBytes)}</span>`;
}

customElements.define("home-page", HomePage);
