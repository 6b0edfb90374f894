// Builds a draft: finds what there is, compiles it, and puts the result together. The same in a worker and in a test.

import { broken } from "../words/build.js";
import { compile, type Compiled, type Compiler, type CompileInput, type Entry } from "./compile.js";
import { DRAFT } from "./draft-plugin.js";
import { findEntries, type Found } from "./find-entries.js";
import { codeExtensions } from "./loaders.js";
import type { NamedFile } from "./manifest.js";
import type { BuildOutcome, BuildProblem, BuiltPage, PageKind } from "./outcome.js";
import { bundleOut, composePage, type PagePlan, planPage } from "./page-plan.js";
import { extensionOf, type SourceFiles, withExtension } from "./source-files.js";
import { makeTestPage, testPagePath } from "./test-page.js";
import { readSettings } from "./tsconfig.js";

/** Builds `files` with `compiler`; `now` tells the time in milliseconds. */
export async function buildProject(compiler: Compiler, files: SourceFiles, now: () => number): Promise<BuildOutcome> {
  const started = now();
  const found = await findEntries(files);
  const settings = await readSettings(files);
  const plans: PagePlan[] = [];
  for (const path of found.pages) {
    plans.push(await planPage(files, path));
  }
  const inline = new Map(plans.flatMap((plan) => [...plan.inline]));
  const compiled = await compileAll(compiler, { files, settings, inline }, found, plans);

  const errors = [
    ...found.errors,
    ...settings.errors,
    ...plans.flatMap((plan) => [...plan.errors, ...wrongTags(plan, compiled.copied)]),
    ...compiled.all.flatMap((run) => run.errors),
  ];
  const warnings = [
    ...settings.warnings,
    ...plans.flatMap((plan) => plan.warnings),
    ...compiled.all.flatMap((run) => run.warnings),
  ];
  const isNothing = plans.length === 0 && found.extensions.length === 0 && found.libraries.length === 0;
  if (isNothing && errors.length === 0) {
    errors.push({ path: null, line: null, column: null, text: broken.nothing, kind: "nothing" });
  }
  const failed = errors.length > 0;
  const outputs = failed ? new Map<string, Uint8Array>() : await putTogether(files, found, plans, compiled.all);
  const pages = failed ? [] : builtPages(found);
  return {
    ok: !failed,
    state: !failed ? "success" : isNothing && errors.every(({ kind }) => kind === "nothing") ? "nothing" : "failed",
    errors: inOrder(errors),
    warnings: inOrder(warnings),
    outputs,
    page: pages[0]?.path ?? null,
    pages,
    background: (failed ? null : found.extensions[0]?.background?.out) ?? null,
    ms: now() - started,
  };
}

interface CompiledAll {
  readonly all: readonly Compiled[];
  readonly copied: Compiled;
}

async function compileAll(
  compiler: Compiler,
  input: CompileInput,
  found: Found,
  plans: readonly PagePlan[],
): Promise<CompiledAll> {
  const modules: Entry[] = plans.flatMap((plan) => [...(plan.modules === null ? [] : [plan.modules]), ...plan.styles]);
  const scripts: Entry[] = [];
  for (const { background, contentScripts } of found.extensions) {
    modules.push(...contentScripts.flatMap(({ styles }) => styles.map(entryOf)));
    scripts.push(...contentScripts.flatMap((one) => one.scripts.map(entryOf)));
    if (background !== null) {
      (background.type === "module" ? modules : scripts).push(entryOf(background));
    }
  }
  const libraries = found.libraries.map((path) => entryOf({ path, out: path }));
  const copied = await compile(compiler, input, "copied", once(plans.flatMap((plan) => plan.classics)));
  const all = [
    await compile(compiler, input, "modules", once(modules)),
    await compile(compiler, input, "script", once(scripts)),
    copied,
    await compile(compiler, input, "library", once(libraries)),
  ];
  return { all, copied };
}

async function putTogether(
  files: SourceFiles,
  found: Found,
  plans: readonly PagePlan[],
  compiled: readonly Compiled[],
): Promise<Map<string, Uint8Array>> {
  const outputs = new Map<string, Uint8Array>();
  const put = (path: string, text: string): unknown => outputs.set(path, new TextEncoder().encode(text));
  for (const run of compiled) {
    for (const [path, bytes] of run.outputs) {
      if (!path.startsWith("inline/")) {
        outputs.set(path, bytes);
      }
    }
  }
  for (const plan of plans) {
    for (const path of plan.assets) {
      outputs.set(path, await files.read(path));
    }
    put(plan.path, composePage(plan, outputs.has(`${bundleOut(plan.path)}.css`)));
  }
  for (const extension of found.extensions) {
    for (const { path, out } of extension.assets) {
      outputs.set(out, await files.read(path));
    }
    for (const path of files.paths) {
      if (path.startsWith(extension.folder === "" ? "_locales/" : `${extension.folder}/_locales/`)) {
        outputs.set(path, await files.read(path));
      }
    }
    put(extension.path, `${JSON.stringify(extension.built(), null, 2)}\n`);
    const page = makeTestPage(extension);
    if (page !== null) {
      put(testPagePath(extension), page);
    }
  }
  return outputs;
}

/** What can be shown, the likeliest first. */
function builtPages({ pages, extensions }: Found): BuiltPage[] {
  const kinds = new Map<string, PageKind>();
  for (const { pages: named } of extensions) {
    named.forEach(({ path, kind }) => kinds.set(path, kind));
  }
  const all: BuiltPage[] = pages.map((path) => ({ path, kind: kinds.get(path) ?? "page" }));
  for (const extension of extensions.filter(({ contentScripts }) => contentScripts.length > 0)) {
    all.push({ path: testPagePath(extension), kind: "content-script" });
  }
  const rank = ({ path, kind }: BuiltPage): number =>
    kindOrder.indexOf(kind) * 1000 + path.split("/").length * 2 + (/(^|\/)index\.html?$/i.test(path) ? 0 : 1);
  return all.sort((one, other) => rank(one) - rank(other));
}

const kindOrder: readonly PageKind[] = [
  "popup",
  "new-tab",
  "side-panel",
  "options",
  "page",
  "content-script",
  "dev-tools",
];

/** Scripts that are modules by what they say, but not by their tag. */
function wrongTags(plan: PagePlan, { modular }: Compiled): BuildProblem[] {
  return plan.classics
    .filter(({ from }) => modular.has(from))
    .map(({ place }) => ({ path: plan.path, ...place, text: broken.classicImport, kind: "page" as const }));
}

function entryOf({ path, out }: NamedFile): Entry {
  const extension = extensionOf(out);
  const named = codeExtensions.has(extension) || extension === ".css";
  return { from: `${DRAFT}:${path}`, out: named ? withExtension(out, "") : out };
}

function once<One extends Entry>(entries: readonly One[]): One[] {
  return [...new Map(entries.map((entry) => [entry.out + entry.from, entry])).values()];
}

/** Each problem once, by file and place. */
function inOrder(problems: readonly BuildProblem[]): BuildProblem[] {
  const single = new Map(problems.map((problem) => [JSON.stringify(problem), problem]));
  return [...single.values()].sort(
    (one, other) =>
      compare(one.path ?? "", other.path ?? "") ||
      (one.line ?? 0) - (other.line ?? 0) ||
      (one.column ?? 0) - (other.column ?? 0),
  );
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
