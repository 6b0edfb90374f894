// Finds the file that an import means.

import { isBuiltInOfNode } from "./node-modules.js";
import { broken } from "../words/build.js";
import { isObject, member, readJson } from "./json-file.js";
import { impliedExtensions } from "./loaders.js";
import type { ProblemKind } from "./outcome.js";
import { extensionOf, folderOf, joinPath, type SourceFiles, withExtension } from "./source-files.js";
import { aliasTargets, type TypeScriptSettings } from "./tsconfig.js";

/** What an import means. */
export type Resolved =
  | { readonly what: "file"; readonly path: string }
  /** An address of the web: the browser loads it itself. */
  | { readonly what: "web" }
  /** Something that Node.js has and a browser has not. */
  | { readonly what: "node"; readonly name: string }
  | { readonly what: "missing"; readonly text: string; readonly kind: ProblemKind };

/** Finds what `specifier` means in the file `importer`. */
export async function resolveImport(
  files: SourceFiles,
  settings: TypeScriptSettings,
  importer: string,
  specifier: string,
): Promise<Resolved> {
  if (specifier === "") {
    return { what: "missing", text: broken.emptyImport, kind: "import" };
  }
  if (/^(https?:)?\/\//i.test(specifier) || /^(data|blob):/i.test(specifier)) {
    return { what: "web" };
  }
  const plain = specifier.replace(/[?#].*$/s, "") || specifier;
  if (plain.startsWith(".") || plain.startsWith("/")) {
    return inDraft(files, plain.startsWith("/") ? "" : folderOf(importer), plain, specifier);
  }
  const targets = aliasTargets(settings, plain);
  for (const target of targets) {
    const path = findFile(files, target);
    if (path !== null) {
      return { what: "file", path };
    }
  }
  const atBase = settings.base === null ? null : joinPath(settings.base, plain);
  const found = atBase === null ? null : findFile(files, atBase);
  if (found !== null) {
    return { what: "file", path: found };
  }
  const packaged = await inPackages(files, folderOf(importer), plain);
  if (packaged !== null) {
    return { what: "file", path: packaged };
  }
  if (isBuiltInOfNode(plain)) {
    return { what: "node", name: plain };
  }
  return targets.length > 0
    ? { what: "missing", text: broken.alias(specifier), kind: "import" }
    : { what: "missing", text: broken.package(packageName(plain)), kind: "package" };
}

/** The file that `path` means: itself, with an ending added, its TypeScript source, or the index of a folder. */
export function findFile(files: SourceFiles, path: string): string | null {
  const source = sourceExtensions[extensionOf(path)] ?? [];
  const candidates = [
    path,
    ...impliedExtensions.map((extension) => path + extension),
    // TypeScript is imported under the name that it will have.
    ...source.map((extension) => withExtension(path, extension)),
    ...impliedExtensions.map((extension) => (path === "" ? `index${extension}` : `${path}/index${extension}`)),
  ];
  return candidates.find((candidate) => files.paths.has(candidate)) ?? null;
}

const sourceExtensions: Readonly<Record<string, readonly string[]>> = {
  ".js": [".ts", ".tsx", ".jsx"],
  ".jsx": [".tsx"],
  ".mjs": [".mts"],
  ".cjs": [".cts"],
};

function inDraft(files: SourceFiles, folder: string, path: string, specifier: string): Resolved {
  const joined = joinPath(folder, path);
  if (joined === null) {
    return { what: "missing", text: broken.importLeaves(specifier), kind: "import" };
  }
  // What lies in `public` is served from the root, by the custom of web tools.
  const found = findFile(files, joined) ?? (path.startsWith("/") ? findFile(files, `public/${joined}`) : null);
  return found === null
    ? { what: "missing", text: broken.import(specifier), kind: "import" }
    : { what: "file", path: found };
}

/** Looks in the `node_modules` folders of `folder` and of those above it. */
async function inPackages(files: SourceFiles, folder: string, specifier: string): Promise<string | null> {
  const name = packageName(specifier);
  const rest = specifier.slice(name.length + 1);
  for (let at = folder; ; at = folderOf(at)) {
    const root = at === "" ? `node_modules/${name}` : `${at}/node_modules/${name}`;
    const found = await inPackage(files, root, rest);
    if (found !== null || at === "") {
      return found;
    }
  }
}

async function inPackage(files: SourceFiles, root: string, rest: string): Promise<string | null> {
  const path = `${root}/package.json`;
  const read = files.paths.has(path) ? await readJson(files, path, "json") : null;
  const value = read?.file?.value;
  const exported = exportTarget(member(value, "exports"), rest === "" ? "." : `./${rest}`);
  if (exported !== null) {
    const target = joinPath(root, exported);
    return target === null ? null : findFile(files, target);
  }
  if (rest !== "") {
    return findFile(files, `${root}/${rest}`);
  }
  for (const field of ["browser", "module", "main"]) {
    const entry = member(value, field);
    const target = typeof entry === "string" ? joinPath(root, entry) : null;
    const found = target === null ? null : findFile(files, target);
    if (found !== null) {
      return found;
    }
  }
  return findFile(files, root);
}

/** What `exports` gives for `subpath`, under the conditions of a browser's bundle. */
export function exportTarget(exports: unknown, subpath: string): string | null {
  if (typeof exports === "string") {
    return subpath === "." ? exports : null;
  }
  if (!isObject(exports)) {
    return null;
  }
  if (!Object.keys(exports).some((key) => key.startsWith("."))) {
    return subpath === "." ? conditionTarget(exports) : null;
  }
  const exact = conditionTarget(member(exports, subpath));
  if (exact !== null) {
    return exact;
  }
  for (const [pattern, target] of Object.entries(exports)) {
    const [before = "", after] = pattern.split("*");
    if (after !== undefined && subpath.startsWith(before) && subpath.endsWith(after)) {
      const star = subpath.slice(before.length, subpath.length - after.length);
      return conditionTarget(target)?.replaceAll("*", () => star) ?? null;
    }
  }
  return null;
}

function conditionTarget(target: unknown): string | null {
  if (typeof target === "string") {
    return target;
  }
  if (Array.isArray(target)) {
    return target.map(conditionTarget).find((one) => one !== null) ?? null;
  }
  if (!isObject(target)) {
    return null;
  }
  for (const [condition, value] of Object.entries(target)) {
    const found = conditions.has(condition) ? conditionTarget(value) : null;
    if (found !== null) {
      return found;
    }
  }
  return null;
}

const conditions = new Set(["browser", "import", "module", "default"]);

function packageName(specifier: string): string {
  const parts = specifier.split("/");
  return specifier.startsWith("@") ? parts.slice(0, 2).join("/") : (parts[0] ?? specifier);
}
