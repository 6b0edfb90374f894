// Asks one question in a dialog: yes or no, or for one line of text.

import { button, make, newId } from "../../dom.js";
import "./ask-dialog.css";

/** A question that is answered with yes or no. */
export interface Question {
  readonly title: string;
  /** Paragraphs, or anything that explains. */
  readonly body: readonly (string | Node)[];
  readonly yes: string;
  readonly no: string;
  /** Something is lost by a yes. */
  readonly danger: boolean;
}

/** A question that is answered with one line. */
export interface TextQuestion {
  readonly title: string;
  readonly field: string;
  readonly value: string;
  readonly placeholder: string;
  readonly yes: string;
  readonly no: string;
  /** What is wrong with an answer; `null`: nothing. */
  readonly wrong: (text: string) => string | null;
}

/** Whether the answer was yes. Cancel has the focus, and Esc is a no. */
export function ask(question: Question): Promise<boolean> {
  const no = button(question.no, () => dialog.close(), { autofocus: true });
  const yes = button(question.yes, () => dialog.close("yes"), { className: question.danger ? "danger" : "primary" });
  const body = question.body.map((part) => (typeof part === "string" ? make("p", {}, part) : part));
  const dialog = opened(question.title, ...body, make("div", { className: "dialog-actions" }, no, yes));
  no.focus();
  return closed(dialog).then((answer) => answer === "yes");
}

/** The line that was given; `null`: none. */
export function askText(question: TextQuestion): Promise<string | null> {
  const wrongId = newId("wrong");
  const field = make("input", { type: "text", value: question.value, placeholder: question.placeholder });
  field.spellcheck = false;
  field.autocomplete = "off";
  field.setAttribute("aria-describedby", wrongId);
  const wrong = make("p", { id: wrongId, className: "ask-wrong", role: "alert" });
  const form = make(
    "form",
    { className: "ask-form" },
    make("label", {}, question.field, field),
    wrong,
    make(
      "div",
      { className: "dialog-actions" },
      button(question.no, () => dialog.close()),
      make("button", { type: "submit", className: "primary" }, question.yes),
    ),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const trouble = question.wrong(field.value);
    wrong.textContent = trouble ?? "";
    field.ariaInvalid = String(trouble !== null);
    if (trouble === null) {
      dialog.close("yes");
    } else {
      field.focus();
    }
  });
  const dialog = opened(question.title, form);
  field.focus();
  const name = question.value.lastIndexOf("/") + 1;
  const dot = question.value.indexOf(".", name + 1);
  field.setSelectionRange(name, dot === -1 ? question.value.length : dot);
  return closed(dialog).then((answer) => (answer === "yes" ? field.value : null));
}

function opened(title: string, ...children: readonly Node[]): HTMLDialogElement {
  const titleId = newId("ask-title");
  const dialog = make("dialog", { className: "ask-dialog" }, make("h2", { id: titleId }, title), ...children);
  dialog.setAttribute("aria-labelledby", titleId);
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

function closed(dialog: HTMLDialogElement): Promise<string> {
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue);
    });
  });
}
