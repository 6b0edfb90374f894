// How code looks: the page's tokens, so that light and dark follow by themselves.

import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const style = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: "var(--code-keyword)" },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], color: "var(--code-string)" },
  { tag: [tags.number, tags.bool, tags.null, tags.atom, tags.unit, tags.color], color: "var(--code-number)" },
  { tag: [tags.comment, tags.meta], color: "var(--code-comment)" },
  {
    tag: [tags.function(tags.variableName), tags.function(tags.propertyName), tags.className, tags.typeName],
    color: "var(--code-name)",
  },
  { tag: [tags.propertyName, tags.attributeName], color: "var(--code-name)" },
  { tag: [tags.tagName, tags.angleBracket], color: "var(--code-tag)" },
  { tag: tags.heading, fontWeight: "650", color: "var(--code-tag)" },
  { tag: tags.emphasis, fontStyle: "italic" },
  { tag: tags.strong, fontWeight: "650" },
  { tag: tags.link, color: "var(--code-name)", textDecoration: "underline" },
]);

const theme = EditorView.theme({
  "&": { color: "var(--text)", backgroundColor: "var(--raised)", fontSize: "0.8125rem" },
  "&.cm-focused": { outline: "2px solid var(--focus)", outlineOffset: "-2px" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.55" },
  ".cm-gutters": { color: "var(--quiet)", backgroundColor: "transparent", border: "none" },
  ".cm-lineNumbers .cm-gutterElement": { padding: "0 0.5rem 0 0.75rem", fontVariantNumeric: "tabular-nums" },
  ".cm-content": { padding: "0.375rem 0" },
  ".cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground": {
    backgroundColor: "var(--code-selection)",
  },
  ".cm-specialChar": { color: "var(--bad)" },
});

/** Colours, fonts and syntax of read-only code. */
export const codeLook: Extension = [theme, syntaxHighlighting(style)];
