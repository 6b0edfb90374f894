// The confirmation of a restore, built from its plan.

import { button, make } from "../dom.js";
import type { Plan } from "../history.js";
import { count, planWords, size } from "../words.js";

/** Names shown of a long list. */
const NAMED = 200;

/** Asks whether to carry out `plan`. Cancel has the focus; Esc cancels. */
export function confirmRestore(plan: Plan): Promise<boolean> {
  const dialog = make("dialog", { className: "restore" });
  const cancel = button("Cancel", () => dialog.close("cancel"), { autofocus: true });
  const buttons = make("div", { className: "line end" }, cancel);
  if (plan.refused === null && !plan.nothingToDo) {
    buttons.append(button("Restore", () => dialog.close("restore"), { className: "main", id: "confirm" }));
  }
  const heading = make("h2", { id: "restore-heading" }, `Restore checkpoint ${plan.n}: ${plan.label}`);
  dialog.setAttribute("aria-labelledby", heading.id);
  dialog.append(heading, ...said(plan), buttons);
  document.body.append(dialog);
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue === "restore");
    });
    dialog.showModal();
    cancel.focus();
  });
}

function said(plan: Plan): HTMLElement[] {
  const parts: HTMLElement[] = [];
  if (plan.refused !== null) {
    parts.push(make("p", { className: "note" }, `${plan.refused.message} ${plan.refused.hint}`));
  }
  parts.push(make("p", {}, planWords(plan)));
  if (!plan.nothingToDo) {
    parts.push(make("p", { className: "quiet" }, `Your files are saved first, as “${plan.safetyLabel}”.`));
  }
  if (plan.remove.length > 0) {
    parts.push(make("p", { className: "note" }, `${count(plan.remove.length, "file")} will be gone from your files.`));
  }
  for (const { message } of plan.warnings) {
    parts.push(make("p", { className: "note" }, message));
  }
  const written = plan.write.map(({ path, change, bytes }) => `${path} (${change}, ${size(bytes)})`);
  const stays = ({ path, message }: { path: string; message: string }): string => `${path} — ${message}`;
  parts.push(
    ...names("In the way", plan.inTheWay.map(stays)),
    ...names("Removed", plan.remove),
    ...names("Written", written),
    ...names("Left alone", plan.leftAlone.map(stays)),
  );
  return parts;
}

function names(title: string, lines: readonly string[]): HTMLElement[] {
  if (lines.length === 0) {
    return [];
  }
  const items = lines.slice(0, NAMED).map((line) => make("li", {}, line));
  if (lines.length > NAMED) {
    items.push(make("li", {}, `+${lines.length - NAMED} more`));
  }
  const summary = make("summary", {}, `${title}: ${lines.length.toLocaleString("en")}`);
  return [make("details", { open: lines.length <= 8 }, summary, make("ul", {}, ...items))];
}
