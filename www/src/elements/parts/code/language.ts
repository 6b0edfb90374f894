// Which language a file's name stands for. Each is loaded when it is first met.

import type { Extension } from "@codemirror/state";
import { extensionOf } from "../file-kind.js";

/** The syntax of the file at `path`; none for a language that is not known. */
export async function languageOf(path: string): Promise<Extension> {
  switch (extensionOf(path)) {
    case "js":
    case "mjs":
    case "cjs":
    case "jsx":
      return (await import("@codemirror/lang-javascript")).javascript({ jsx: true });
    case "ts":
    case "mts":
    case "cts":
      return (await import("@codemirror/lang-javascript")).javascript({ typescript: true });
    case "tsx":
      return (await import("@codemirror/lang-javascript")).javascript({ jsx: true, typescript: true });
    case "html":
    case "htm":
    case "svg":
    case "xml":
    case "vue":
    case "svelte":
      return (await import("@codemirror/lang-html")).html();
    case "css":
      return (await import("@codemirror/lang-css")).css();
    case "json":
    case "webmanifest":
    case "map":
      return (await import("@codemirror/lang-json")).json();
    case "md":
    case "markdown":
      return (await import("@codemirror/lang-markdown")).markdown();
    default:
      return [];
  }
}
