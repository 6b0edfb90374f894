// Gives the compiler the draft's files: finds what an import means, and loads it.

import type { Loader, OnLoadResult, OnResolveArgs, OnResolveResult, PartialMessage, Plugin } from "esbuild-wasm";
import { broken } from "../words/build.js";
import { loaderOf } from "./loaders.js";
import type { ProblemKind } from "./outcome.js";
import { resolveImport } from "./resolve.js";
import { extensionOf, type SourceFiles } from "./source-files.js";
import type { TypeScriptSettings } from "./tsconfig.js";

/** Where the compiler's paths belong: to a file of the draft, or to code inside a page. */
export const DRAFT = "draft";
export const INLINE = "inline";

/** Code that has no file of its own. */
export interface InlineCode {
  readonly code: string;
  /** The file that it stands in: its imports are meant from there, and its faults are shown there. */
  readonly importer: string;
}

/** What to do with modules of Node.js: a page cannot have them, a library may. */
export type NodeModules = "missing" | "external";

/** A plugin over `files`. `inline` holds the code that entries name as `inline:<name>`. */
export function draftPlugin(
  files: SourceFiles,
  settings: TypeScriptSettings,
  inline: ReadonlyMap<string, InlineCode>,
  nodeModules: NodeModules,
): Plugin {
  const importerOf = (args: OnResolveArgs): string =>
    args.namespace === INLINE ? (inline.get(args.importer)?.importer ?? "") : args.importer;
  const resolve = async (args: OnResolveArgs): Promise<OnResolveResult> => {
    if (args.kind === "entry-point") {
      return args.path.startsWith(`${INLINE}:`)
        ? { path: args.path.slice(INLINE.length + 1), namespace: INLINE }
        : { path: args.path.slice(DRAFT.length + 1), namespace: DRAFT };
    }
    if (args.path.startsWith(`${INLINE}:`)) {
      return { path: args.path.slice(INLINE.length + 1), namespace: INLINE };
    }
    const inStyle = args.kind === "url-token" || args.kind === "import-rule";
    if (inStyle && args.path.startsWith("#")) {
      return { path: args.path, external: true };
    }
    // In a style sheet a name without a dot is a file beside it.
    const specifier = inStyle && !/^(\.|\/|[a-z][a-z0-9+.-]*:)/i.test(args.path) ? `./${args.path}` : args.path;
    const found = await resolveImport(files, settings, importerOf(args), specifier);
    switch (found.what) {
      case "file":
        return { path: found.path, namespace: DRAFT, suffix: /\?(raw|url|inline)$/.exec(specifier)?.[0] ?? "" };
      case "web":
        return { path: specifier.startsWith("//") ? `https:${specifier}` : specifier, external: true };
      case "node":
        return nodeModules === "external"
          ? { path: found.name, external: true }
          : { errors: [problem(broken.nodeModule(found.name), "package")] };
      case "missing":
        return { errors: [problem(found.text, found.kind)] };
    }
  };
  const load = async (path: string, suffix: string): Promise<OnLoadResult> => {
    const extension = extensionOf(path);
    if (foreignLanguages.has(extension)) {
      return { errors: [problem(broken.language(extension), "import")] };
    }
    try {
      return { contents: await files.read(path), loader: loaderFor(path, suffix) };
    } catch (thrown) {
      return { errors: [problem(broken.read(thrown instanceof Error ? thrown.message : String(thrown)), "import")] };
    }
  };
  return {
    name: "draft",
    setup(build) {
      build.onResolve({ filter: /.*/ }, resolve);
      build.onLoad({ filter: /.*/, namespace: DRAFT }, (args) => load(args.path, args.suffix));
      build.onLoad({ filter: /.*/, namespace: INLINE }, (args) => ({
        contents: inline.get(args.path)?.code ?? "",
        loader: "tsx",
      }));
    },
  };
}

/** Languages with a compiler of their own. */
const foreignLanguages = new Set([".scss", ".sass", ".less", ".styl", ".vue", ".svelte", ".astro", ".coffee", ".elm"]);

function loaderFor(path: string, suffix: string): Loader {
  switch (suffix) {
    case "?raw":
      return "text";
    case "?url":
    case "?inline":
      return "dataurl";
    default:
      return loaderOf(path);
  }
}

function problem(text: string, kind: ProblemKind): PartialMessage {
  return { text, detail: kind };
}
