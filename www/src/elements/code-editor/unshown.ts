// What stands in the place of a file that is not edited here.

import { make } from "../../dom.js";
import type { FileContent } from "../../files/file-content.js";
import { editorWords as words } from "../../words/editor.js";

/** Says why, and shows what can be shown: a picture, or the beginning of the text. */
export function unshown(path: string, content: Exclude<FileContent, { kind: "text" }>): HTMLElement {
  const place = make("div", { className: "editor-unshown", tabIndex: 0 });
  if (content.kind === "large") {
    place.append(make("p", {}, words.large(content.size)), make("pre", {}, content.beginning));
    return place;
  }
  place.append(make("p", {}, words.binary(content.size)));
  if (content.image !== null) {
    const url = URL.createObjectURL(new Blob([content.bytes.slice()], { type: content.image }));
    const release = (): void => URL.revokeObjectURL(url);
    place.append(make("img", { src: url, alt: words.image(path), onload: release, onerror: release }));
  }
  return place;
}
