// Which language a file is in.

import { css } from "@codemirror/lang-css";
import { html } from "@codemirror/lang-html";
import { javascript } from "@codemirror/lang-javascript";
import { json } from "@codemirror/lang-json";
import { markdown } from "@codemirror/lang-markdown";
import type { Extension } from "@codemirror/state";

/** Colours and indentation for the file at `path`. */
export function languageOf(path: string): Extension {
  switch (path.slice(path.lastIndexOf(".") + 1).toLowerCase()) {
    case "js":
    case "mjs":
    case "cjs":
      return javascript();
    case "jsx":
      return javascript({ jsx: true });
    case "ts":
    case "mts":
    case "cts":
      return javascript({ typescript: true });
    case "tsx":
      return javascript({ jsx: true, typescript: true });
    case "css":
      return css();
    case "html":
    case "htm":
    case "svg":
    case "xml":
      return html();
    case "json":
    case "webmanifest":
      return json();
    case "md":
    case "markdown":
      return markdown();
    default:
      return [];
  }
}
