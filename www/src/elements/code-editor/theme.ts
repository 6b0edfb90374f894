// How code looks: the page's own tokens, so that light and dark need nothing more.

import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.modifier, tags.operatorKeyword], color: "var(--code-keyword)" },
  { tag: [tags.string, tags.special(tags.string), tags.regexp, tags.attributeValue], color: "var(--code-string)" },
  { tag: [tags.number, tags.bool, tags.null, tags.atom, tags.unit, tags.color], color: "var(--code-number)" },
  { tag: [tags.comment, tags.meta, tags.processingInstruction], color: "var(--code-comment)", fontStyle: "italic" },
  {
    tag: [tags.function(tags.variableName), tags.function(tags.propertyName), tags.className, tags.typeName],
    color: "var(--code-name)",
  },
  { tag: [tags.tagName, tags.angleBracket, tags.self], color: "var(--code-tag)" },
  { tag: [tags.attributeName, tags.definition(tags.propertyName)], color: "var(--code-name)" },
  { tag: [tags.heading, tags.strong], fontWeight: "700" },
  { tag: tags.emphasis, fontStyle: "italic" },
  { tag: [tags.link, tags.url], color: "var(--accent)", textDecoration: "underline" },
  { tag: tags.invalid, color: "var(--bad)" },
]);

const look = EditorView.theme({
  "&": { height: "100%", fontSize: "var(--size-small)", color: "var(--text)", backgroundColor: "var(--raised)" },
  "&.cm-focused": { outline: "2px solid var(--focus)", outlineOffset: "-2px" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.6" },
  ".cm-content": { padding: "var(--space-2) 0", caretColor: "var(--accent)" },
  ".cm-line": { padding: "0 var(--space-4) 0 var(--space-2)" },
  ".cm-cursor": { borderLeftColor: "var(--accent)", borderLeftWidth: "2px" },
  ".cm-gutters": { color: "var(--quiet)", backgroundColor: "var(--raised)", border: "none" },
  ".cm-lineNumbers .cm-gutterElement": { paddingLeft: "var(--space-3)" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--code-line)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    background: "var(--code-selection)",
  },
  ".cm-matchingBracket, &.cm-focused .cm-matchingBracket": {
    backgroundColor: "transparent",
    outline: "1px solid var(--line-strong)",
  },
  ".cm-panels": { color: "var(--text)", backgroundColor: "var(--surface)", borderColor: "var(--line)" },
  ".cm-panels.cm-panels-top": { borderBottom: "1px solid var(--line)" },
  ".cm-panel button, .cm-panel input": { fontSize: "var(--size-small)", backgroundImage: "none" },
  ".cm-tooltip": {
    color: "var(--text)",
    backgroundColor: "var(--raised)",
    border: "1px solid var(--line)",
    borderRadius: "var(--radius)",
    boxShadow: "var(--shadow)",
  },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { color: "var(--on-accent)", backgroundColor: "var(--accent)" },
  ".cm-searchMatch": { backgroundColor: "var(--warn-soft)", outline: "1px solid var(--warn)" },
  ".cm-foldPlaceholder": { color: "var(--quiet)", backgroundColor: "var(--surface)", borderColor: "var(--line)" },
  ".cm-diagnostic-error": { borderLeftColor: "var(--bad)" },
  ".cm-changedLine, .cm-insertedLine": { backgroundColor: "var(--good-soft)" },
  ".cm-deletedChunk": { backgroundColor: "var(--bad-soft)" },
});

/** Colours, fonts and spaces of code. */
export const codeTheme: Extension = [look, syntaxHighlighting(colours)];
