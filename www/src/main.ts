// Shows the page that the address names.

import "./style/tokens.css";
import "./style/base.css";
import { AddressController } from "./app/address-controller.js";
import { deleteDraft } from "./app/delete-draft.js";
import { type Beginning, HomeController } from "./app/home-controller.js";
import { type HistoryOrTrouble, KeptHistory } from "./app/kept-history.js";
import type { Status } from "./app/view.js";
import { button, make } from "./dom.js";
import { forgetDraft, nameOf } from "./drafts/draft-register.js";
import { brand } from "./elements/home-page/brand.js";
import { applyTheme } from "./elements/theme-switch/theme-switch.js";
import { saying } from "./history.js";
import { checkpointPath, go, type Route, routeOf } from "./route.js";
import { frameWords as words } from "./words/frame.js";

applyTheme();

/** A page that follows something. */
interface Shown {
  close(): void;
  /** Asked before another page takes its place. The address to go back to, when it must not be left. */
  leave?(): Promise<string | null>;
}

const kept = KeptHistory.open();
/** The editor and all that belongs to it: loaded when the first draft is opened. */
const loadEditor = (): Promise<typeof import("./app/open-draft.js")> => import("./app/open-draft.js");

/** What is shown now. */
let shown: Shown | null = null;
/** What the draft that is opened next shall begin with. */
let beginning: Beginning | null = null;
/** The checkpoint that the draft that is opened next shall ask about. */
let restoring: number | null = null;
/** What the home page says when it is shown next. */
let telling: Status | null = null;
/** Counts the pages that were asked for: one that is slow to open must not take the place of a later one. */
let asked = 0;

async function show(route: Route): Promise<void> {
  const turn = ++asked;
  const stay = (await shown?.leave?.()) ?? null;
  if (turn !== asked) {
    return;
  }
  if (stay !== null) {
    window.history.pushState(null, "", stay);
    return;
  }
  shown?.close();
  shown = null;
  const history = await kept;
  if (turn !== asked) {
    return;
  }
  if (route.page === "home") {
    document.title = words.product;
    const home = new HomeController(history, telling, (next) => (beginning = next));
    telling = null;
    shown = home;
    document.body.replaceChildren(home.page);
    focusPage();
    await home.refresh();
  } else if (route.page === "checkpoint") {
    document.title = words.checkpointTitle(nameOf(route.id));
    await showAddress(route.id, route.address, history);
  } else {
    await showDraft(route.id, turn);
  }
}

async function showAddress(id: string, address: string, history: HistoryOrTrouble): Promise<void> {
  const controller = new AddressController(history, id, (n) => (restoring = n));
  document.body.replaceChildren(header(), controller.page);
  await controller.open(address);
  focusPage();
}

/** Says that the editor did not come, such as without a network. A draft that was to begin is not left behind empty. */
function notLoaded(id: string, begins: boolean): void {
  if (begins) {
    forgetDraft(id);
    telling = { tone: "bad", text: `${words.notLoaded} ${words.nothingBegun}`, undo: null };
    window.history.replaceState(null, "", "/");
    showHere();
    return;
  }
  showTrouble(
    make("p", {}, words.notLoaded),
    button(words.loadAgain, () => location.reload(), { className: "primary" }),
  );
}

function showTrouble(...said: readonly HTMLElement[]): void {
  const page = make("main", { className: "trouble-page" }, make("h1", {}, words.cannotOpen), ...said);
  document.body.replaceChildren(header(), page);
  focusPage();
}

/** Whoever goes from page to page by keyboard, or hears them, goes on at the name of the new one: what had the focus is gone. */
function focusPage(): void {
  if (asked === 1 || document.activeElement !== document.body) {
    return;
  }
  const name = document.querySelector<HTMLElement>("checkpoints-control button, main h1");
  if (name instanceof HTMLHeadingElement) {
    name.tabIndex = -1;
  }
  name?.focus({ preventScroll: true });
}

async function showDraft(id: string, turn: number): Promise<void> {
  const history = await kept;
  const source = beginning?.id === id ? beginning.source : null;
  const restore = restoring;
  beginning = null;
  restoring = null;
  document.title = nameOf(id);
  const editor = await loadEditor().catch(() => null);
  if (editor === null) {
    notLoaded(id, source !== null);
    return;
  }
  const { openDraft } = editor;
  const draft = await openDraft(id, history);
  if (turn !== asked) {
    draft.close();
    return;
  }
  if (source === null && (await draft.isUnknown())) {
    // Deleted, mistyped, or of another browser: an empty editor would say that it is there, and hold nothing.
    draft.close();
    await showAddress(id, checkpointPath(id, 1), history);
    return;
  }
  shown = draft;
  document.body.replaceChildren(draft.page);
  const begun = draft.begin({
    source,
    restore,
    giveUp: async (said) => {
      telling = said;
      await deleteDraft(id, history);
      go("/");
    },
  });
  // Its first look is drawn by then, with the control that bears its name.
  await Promise.resolve();
  focusPage();
  await begun;
}

function header(): HTMLElement {
  return make(
    "header",
    { className: "home-header" },
    brand(() => go("/")),
  );
}

function showHere(): void {
  show(routeOf(location.pathname)).catch((thrown: unknown) => {
    showTrouble(make("p", {}, saying(thrown)));
  });
}

addEventListener("popstate", showHere);
showHere();
