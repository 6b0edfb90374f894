// Wires the address, the history and the pages.

import { on } from "./dom.js";
import { AddressPage } from "./elements/address-page.js";
import { DraftPage } from "./elements/draft-page.js";
import { type Beginning, StartPage } from "./elements/start-page.js";
import { openHistoryInWorker, saying } from "./history.js";
import { draftPath, go, type Route, routeOf } from "./route.js";
import { type HistoryOrTrouble, Session } from "./session.js";

const kept: Promise<HistoryOrTrouble> = openHistoryInWorker().then(
  (history) => ({ history }),
  (thrown: unknown) => ({ trouble: `Checkpoints are not available: ${saying(thrown)}` }),
);

let session: Session | null = null;
/** What the draft that is opened next shall do first. */
let next: ((session: Session, page: DraftPage) => void) | null = null;
/** Counts the pages that were asked for: one that is slow to open must not take the place of a later one. */
let asked = 0;

async function show(route: Route): Promise<void> {
  const turn = ++asked;
  const first = next;
  next = null;
  session?.close();
  session = null;
  if (route.page === "start") {
    await showStart();
  } else if (route.page === "draft") {
    await showDraft(route.id, first, () => turn === asked);
  } else {
    await showAddress(route.id, route.address);
  }
}

async function showStart(): Promise<void> {
  const page = new StartPage();
  document.body.replaceChildren(page);
  on<Beginning>(page, "begin", ({ name, files, label }) => {
    const id = `${name.replace(/[^\w-]+/g, "-").slice(0, 40)}-${crypto.randomUUID().slice(0, 4)}`;
    next = (opened) => void opened.seed(files, label);
    go(draftPath(id));
  });
  const known = await kept;
  page.show("history" in known ? await known.history.drafts() : [], "trouble" in known ? known.trouble : null);
}

async function showDraft(
  id: string,
  first: ((session: Session, page: DraftPage) => void) | null,
  wanted: () => boolean,
): Promise<void> {
  const page = new DraftPage();
  document.body.replaceChildren(page);
  const opened = await Session.open(id, await kept, (view) => page.show(view));
  if (!wanted()) {
    opened.close();
    return;
  }
  session = opened;
  page.use(opened);
  page.show(opened.view);
  await opened.refresh();
  first?.(opened, page);
}

async function showAddress(id: string, address: string): Promise<void> {
  const page = new AddressPage();
  document.body.replaceChildren(page);
  const known = await kept;
  if ("trouble" in known) {
    page.show({ state: "not_on_this_device", draft: id, n: 0, message: known.trouble, hint: "" });
    return;
  }
  on<number>(page, "restore", (n) => {
    next = (_, draftPage) => void draftPage.restore(n);
    go(draftPath(id));
  });
  page.show(await known.history.lookup(address));
}

function showHere(): void {
  show(routeOf(location.pathname)).catch((thrown: unknown) => {
    const text = document.createElement("p");
    text.className = "note";
    text.textContent = saying(thrown);
    document.body.prepend(text);
  });
}

addEventListener("popstate", showHere);
showHere();
