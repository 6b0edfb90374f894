// Read-only code: a file, a change, a patch. CodeMirror enters the checkpoints' elements here.

import { unifiedMergeView } from "@codemirror/merge";
import { EditorState, type Extension, RangeSetBuilder } from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  drawSelection,
  EditorView,
  highlightSpecialChars,
  lineNumbers,
  ViewPlugin,
  type ViewUpdate,
} from "@codemirror/view";
import { languageOf } from "../../code-editor/languages.js";
import { codeTheme } from "../../code-editor/theme.js";

/** What the code is called, for those who hear the page. */
interface Named {
  readonly path: string;
  readonly name: string;
}

/** Shows a file. */
export function showText(parent: HTMLElement, { path, name, text }: Named & { text: string }): EditorView {
  return open(parent, name, text, [lineNumbers(), languageOf(path)]);
}

/** Shows how `before` became `after`, in one column; what did not change is folded away. */
export function showChange(
  parent: HTMLElement,
  { path, name, before, after }: Named & { readonly before: string; readonly after: string },
): EditorView {
  return open(parent, name, after, [
    lineNumbers(),
    languageOf(path),
    unifiedMergeView({
      original: before,
      mergeControls: false,
      collapseUnchanged: { margin: 3, minSize: 6 },
      // A change that takes longer to compare exactly is shown less exactly, and the page stays at hand.
      diffConfig: { scanLimit: 500, timeout: 10 },
    }),
  ]);
}

/** Shows a patch that was made elsewhere. Only the lines that are seen cost anything. */
export function showPatch(parent: HTMLElement, { name, text }: { readonly name: string; text: string }): EditorView {
  return open(parent, name, text, [patchLines]);
}

function open(parent: HTMLElement, name: string, doc: string, extensions: Extension): EditorView {
  return new EditorView({
    parent,
    state: EditorState.create({
      doc,
      extensions: [
        extensions,
        codeTheme,
        highlightSpecialChars(),
        drawSelection(),
        EditorView.lineWrapping,
        EditorState.readOnly.of(true),
        EditorView.editable.of(false),
        EditorView.contentAttributes.of({ "aria-label": name, "aria-readonly": "true", tabindex: "0" }),
      ],
    }),
  });
}

const added = Decoration.line({ class: "patch-added" });
const removed = Decoration.line({ class: "patch-removed" });
const place = Decoration.line({ class: "patch-place" });

const patchLines = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;

    constructor(view: EditorView) {
      this.decorations = decorate(view);
    }

    update(update: ViewUpdate): void {
      if (update.viewportChanged) {
        this.decorations = decorate(update.view);
      }
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

function decorate(view: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  for (const { from, to } of view.visibleRanges) {
    for (let at = from; at <= to;) {
      const line = view.state.doc.lineAt(at);
      const kind = kindOf(line.text);
      if (kind !== null) {
        builder.add(line.from, line.from, kind);
      }
      at = line.to + 1;
    }
  }
  return builder.finish();
}

function kindOf(line: string): Decoration | null {
  if (
    /^(diff --git |index |--- (a\/|"a\/|\/dev\/null)|\+\+\+ (b\/|"b\/|\/dev\/null)|@@ |(new|deleted|old) |rename |similarity )/.test(
      line,
    )
  ) {
    return place;
  }
  if (line.startsWith("+")) {
    return added;
  }
  return line.startsWith("-") ? removed : null;
}
