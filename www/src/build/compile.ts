// Runs the compiler over entries, and puts what it says into the words and places of an editor.

import type { BuildFailure, BuildOptions, BuildResult, Message } from "esbuild-wasm";
import { DRAFT, draftPlugin, INLINE, type InlineCode, type NodeModules } from "./draft-plugin.js";
import type { BuildProblem, ProblemKind } from "./outcome.js";
import { columnOfByte } from "./places.js";
import { extensionOf, type SourceFiles } from "./source-files.js";
import type { TypeScriptSettings } from "./tsconfig.js";

/** The one function of the compiler that is used. */
export interface Compiler {
  build(options: BuildOptions): Promise<BuildResult>;
}

/** How entries become outputs. `copied`: each file by itself, its names left global, as a tag without modules needs it. */
export type Form = "modules" | "library" | "script" | "copied";

/** One entry: a file of the draft, or code without one. */
export interface Entry {
  /** `draft:<path>` or `inline:<name>`. */
  readonly from: `draft:${string}` | `inline:${string}`;
  /** The output's path without its ending. */
  readonly out: string;
}

/** What one run gave. */
export interface Compiled {
  readonly outputs: ReadonlyMap<string, Uint8Array>;
  readonly errors: readonly BuildProblem[];
  readonly warnings: readonly BuildProblem[];
  /** Files that were compiled as they are although they use import or export. */
  readonly modular: ReadonlySet<string>;
}

/** What a run works on. */
export interface CompileInput {
  readonly files: SourceFiles;
  readonly settings: TypeScriptSettings;
  readonly inline: ReadonlyMap<string, InlineCode>;
}

/** Compiles `entries`. Faults of the draft are in the answer; only a fault of the compiler itself is thrown. */
export async function compile(
  compiler: Compiler,
  input: CompileInput,
  form: Form,
  entries: readonly Entry[],
): Promise<Compiled> {
  if (entries.length === 0) {
    return { outputs: new Map(), errors: [], warnings: [], modular: new Set() };
  }
  const nodeModules: NodeModules = form === "library" ? "external" : "missing";
  const problemOf = (message: Message): BuildProblem => toProblem(message, input.inline);
  try {
    const result = await compiler.build({
      ...shared,
      ...forms[form],
      entryPoints: entries.map(({ from, out }) => ({ in: from, out })),
      tsconfigRaw: input.settings.raw,
      plugins: [draftPlugin(input.files, input.settings, input.inline, nodeModules)],
    });
    const outputs = new Map<string, Uint8Array>();
    for (const { path, contents } of result.outputFiles ?? []) {
      outputs.set(path.slice(OUT.length + 1), contents);
    }
    return { outputs, errors: [], warnings: result.warnings.map(problemOf), modular: modularFiles(result) };
  } catch (thrown) {
    if (!isBuildFailure(thrown)) {
      throw thrown;
    }
    return {
      outputs: new Map(),
      errors: thrown.errors.map(problemOf),
      warnings: thrown.warnings.map(problemOf),
      modular: new Set(),
    };
  }
}

const OUT = "/out";

const shared: BuildOptions = {
  absWorkingDir: "/",
  outdir: OUT,
  write: false,
  metafile: true,
  // The preview's developer tools then show the draft's own files.
  sourcemap: "inline",
  sourcesContent: true,
  charset: "utf8",
  legalComments: "none",
  logLevel: "silent",
  logLimit: 0,
  target: "es2022",
  define: {
    "process.env.NODE_ENV": '"development"',
    "import.meta.env.MODE": '"development"',
    "import.meta.env.DEV": "true",
    "import.meta.env.PROD": "false",
    "import.meta.env.BASE_URL": '"/"',
  },
};

const forms: Readonly<Record<Form, BuildOptions>> = {
  modules: { bundle: true, format: "esm", platform: "browser" },
  library: { bundle: true, format: "esm", platform: "neutral" },
  script: { bundle: true, format: "iife", platform: "browser" },
  copied: { bundle: false, platform: "browser" },
};

function toProblem({ text, location, detail }: Message, inline: ReadonlyMap<string, InlineCode>): BuildProblem {
  if (location === null) {
    return { path: null, line: null, column: null, text, kind: kindOf(detail, null) };
  }
  const path = pathOf(location.file, inline);
  return {
    path,
    line: location.line,
    column: columnOfByte(location.lineText, location.column),
    text,
    kind: kindOf(detail, path),
  };
}

/** The file of the draft that the compiler names with its namespace in front. */
function pathOf(file: string, inline: ReadonlyMap<string, InlineCode>): string {
  if (file.startsWith(`${INLINE}:`)) {
    const name = file.slice(INLINE.length + 1);
    return inline.get(name)?.importer ?? name;
  }
  return file.startsWith(`${DRAFT}:`) ? file.slice(DRAFT.length + 1).replace(/\?(raw|url|inline)$/, "") : file;
}

function kindOf(detail: unknown, path: string | null): ProblemKind {
  if (typeof detail === "string") {
    return detail as ProblemKind;
  }
  switch (path === null ? "" : extensionOf(path)) {
    case ".css":
      return "style";
    case ".json":
      return "json";
    default:
      return "code";
  }
}

function modularFiles({ metafile }: BuildResult): ReadonlySet<string> {
  const modular = new Set<string>();
  for (const [name, { format }] of Object.entries(metafile?.inputs ?? {})) {
    if (format === "esm") {
      modular.add(name);
    }
  }
  return modular;
}

function isBuildFailure(thrown: unknown): thrown is BuildFailure {
  return thrown instanceof Error && Array.isArray((thrown as Partial<BuildFailure>).errors);
}
