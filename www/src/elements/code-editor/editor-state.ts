// What a file's text is edited with.

import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, foldGutter, foldKeymap, indentOnInput } from "@codemirror/language";
import { lintGutter, lintKeymap } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState, type Extension, Text } from "@codemirror/state";
import {
  crosshairCursor,
  drawSelection,
  dropCursor,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  rectangularSelection,
} from "@codemirror/view";
import type { FileContent } from "../../files/file-content.js";
import { editorWords } from "../../words/editor.js";
import { languageOf } from "./languages.js";
import { codeTheme } from "./theme.js";

/** Text that is edited. */
export type TextContent = Extract<FileContent, { kind: "text" }>;

/** Holds whether the text may be changed now. */
export const editable = new Compartment();
/** Holds the comparison with the file's own text, while it is shown. */
export const comparing = new Compartment();

/** The text of `content` as lines. */
export function linesOf({ text, separator }: TextContent): Text {
  return Text.of(text.split(separator));
}

/** A state for editing `content`, which begins as `text`. `changed` runs after each change of the text. */
export function editorState(
  path: string,
  content: TextContent,
  text: Text,
  locked: boolean,
  changed: () => void,
): EditorState {
  return EditorState.create({
    doc: text,
    extensions: [
      everyday,
      EditorState.lineSeparator.of(content.separator),
      // A line end that is pasted becomes one of this file's own.
      EditorView.clipboardInputFilter.of((text) => text.replace(/\r\n?|\n/g, content.separator)),
      editable.of(lock(locked)),
      comparing.of([]),
      languageOf(path),
      EditorView.contentAttributes.of({ "aria-label": editorWords.textOf(path), tabindex: "0" }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) {
          changed();
        }
      }),
    ],
  });
}

/** Keeps the text from being changed, or lets it. */
export function lock(locked: boolean): Extension {
  return EditorState.readOnly.of(locked);
}

const everyday: Extension = [
  lineNumbers(),
  highlightActiveLineGutter(),
  highlightSpecialChars(),
  history(),
  foldGutter(),
  drawSelection(),
  dropCursor(),
  EditorState.allowMultipleSelections.of(true),
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
  autocompletion(),
  rectangularSelection(),
  crosshairCursor(),
  highlightActiveLine(),
  highlightSelectionMatches(),
  lintGutter(),
  keymap.of([
    ...closeBracketsKeymap,
    ...defaultKeymap.filter(({ key }) => key !== "Mod-Enter"),
    ...searchKeymap,
    ...historyKeymap,
    ...foldKeymap,
    ...completionKeymap,
    ...lintKeymap,
    indentWithTab,
  ]),
  codeTheme,
];
