// Finds what there is to build in a draft: pages, extensions, and the entries of a library.

import { exportTarget, findFile } from "./resolve.js";
import { codeExtensions } from "./loaders.js";
import { member, readJson } from "./json-file.js";
import { type Extension, readManifest } from "./manifest.js";
import type { BuildProblem } from "./outcome.js";
import { extensionOf, joinPath, type SourceFiles } from "./source-files.js";

/** What there is to build. */
export interface Found {
  readonly pages: readonly string[];
  readonly extensions: readonly Extension[];
  /** Scripts that others import, not pages. */
  readonly libraries: readonly string[];
  readonly errors: readonly BuildProblem[];
}

/** Looks through the draft. */
export async function findEntries(files: SourceFiles): Promise<Found> {
  const errors: BuildProblem[] = [];
  const own = [...files.paths].filter((path) => !isForeign(path)).sort(byDepth);
  const sources = own.filter((path) => !isMade(path));
  // A folder of what was built before is looked into only when there is nothing else.
  const looked = sources.some((path) => isPage(path) || isManifest(path)) ? sources : own;
  const extensions: Extension[] = [];
  for (const path of looked.filter(isManifest)) {
    const read = await readManifest(files, path);
    errors.push(...read.errors);
    if (read.extension !== null) {
      extensions.push(read.extension);
    }
  }
  const pages = looked.filter(isPage);
  const named = extensions.flatMap((extension) => extension.pages.map(({ path }) => path));
  const libraries = await librariesOf(files, errors, pages.length === 0 && extensions.length === 0);
  return { pages: [...new Set([...named, ...pages])], extensions, libraries, errors };
}

/** What package.json says that others import; without it and without pages, the usual first files. */
async function librariesOf(files: SourceFiles, errors: BuildProblem[], alone: boolean): Promise<string[]> {
  const entries = new Set<string>();
  if (files.paths.has("package.json")) {
    const { file, problems } = await readJson(files, "package.json", "json");
    errors.push(...problems);
    const value = file?.value;
    const targets = [
      exportTarget(member(value, "exports"), "."),
      ...["browser", "module", "main"].map((field) => member(value, field)),
    ];
    for (const target of targets) {
      const path = typeof target === "string" ? joinPath("", target) : null;
      const found = path === null ? null : findFile(files, path);
      // A target that is not there yet is made by the package's own tools.
      if (found !== null && codeExtensions.has(extensionOf(found)) && !isForeign(found) && !isMade(found)) {
        entries.add(found);
      }
    }
  }
  if (entries.size === 0 && alone) {
    const usual = ["src/index", "src/main", "index", "main"].map((path) => findFile(files, path));
    const first = usual.find((path) => path !== null && codeExtensions.has(extensionOf(path)));
    if (first !== undefined && first !== null) {
      entries.add(first);
    }
  }
  return [...entries];
}

function isPage(path: string): boolean {
  return /\.html?$/i.test(path);
}

function isManifest(path: string): boolean {
  return /(^|\/)manifest\.json$/.test(path);
}

/** Whether it lies in a folder of packages or of tools. */
function isForeign(path: string): boolean {
  return path
    .split("/")
    .some((part, index, parts) => index < parts.length - 1 && (part === "node_modules" || part.startsWith(".")));
}

/** Whether it lies in a folder that tools write. */
function isMade(path: string): boolean {
  return /^(dist|build|out|coverage)\//.test(path);
}

function byDepth(one: string, other: string): number {
  return one.split("/").length - other.split("/").length || (one < other ? -1 : 1);
}
