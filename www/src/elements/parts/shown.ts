// Gives an element of a template what it shows.

import { noChange } from "lit-html";
import { directive, Directive, type DirectiveResult, type ElementPart } from "lit-html/directive.js";

/** An element that is given its data by `show`. */
export interface Showing<View> extends HTMLElement {
  show(view: View): void;
}

class Shown extends Directive {
  override render(_kind: unknown, _view: unknown): unknown {
    return noChange;
  }

  override update(part: ElementPart, [, view]: [unknown, unknown]): unknown {
    (part.element as Showing<unknown>).show(view);
    return noChange;
  }
}

const inTemplate = directive(Shown);

/** In a tag of a template: `<checkpoint-row ${shown(CheckpointRow, view)}>`. The class says what it can show. */
export function shown<View>(kind: new () => Showing<View>, view: View): DirectiveResult {
  return inTemplate(kind, view);
}
