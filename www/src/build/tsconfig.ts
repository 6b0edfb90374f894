// Reads tsconfig.json as far as a bundle depends on it: JSX, decorators, and the paths that imports may use.

import { broken } from "../words/build.js";
import { isObject, member, readJson, texts } from "./json-file.js";
import type { BuildProblem } from "./outcome.js";
import { folderOf, joinPath, type SourceFiles } from "./source-files.js";

/** One entry of `paths`: what stands before and after its star, and where to look instead. */
interface PathAlias {
  readonly before: string;
  /** `null`: without a star, so the whole import must be `before`. */
  readonly after: string | null;
  readonly targets: readonly string[];
}

/** What the settings come to. */
export interface TypeScriptSettings {
  /** The compiler options that the compiler is given, as JSON. */
  readonly raw: string;
  readonly aliases: readonly PathAlias[];
  /** Where imports without a dot are looked for too; `null` when nowhere. */
  readonly base: string | null;
  /** Settings that cannot be read. */
  readonly errors: readonly BuildProblem[];
  /** Settings that are left out. */
  readonly warnings: readonly BuildProblem[];
}

interface Problems {
  readonly errors: BuildProblem[];
  readonly warnings: BuildProblem[];
}

/** How many files may extend one another. */
const DEEPEST_EXTENDS = 10;

/** Reads the settings at the draft's root; there may be none. */
export async function readSettings(files: SourceFiles): Promise<TypeScriptSettings> {
  const root = ["tsconfig.json", "jsconfig.json"].find((path) => files.paths.has(path));
  const problems: Problems = { errors: [], warnings: [] };
  const options = root === undefined ? {} : await optionsOf(files, root, problems, 0);
  const { paths, baseUrl, ...rest } = options;
  return {
    raw: JSON.stringify({ compilerOptions: rest }),
    aliases: isObject(paths) ? aliasesOf(paths) : [],
    base: typeof baseUrl === "string" ? baseUrl : null,
    ...problems,
  };
}

/** The paths where an import may be meant to be, by the settings; in the order to try them. */
export function aliasTargets(settings: TypeScriptSettings, specifier: string): readonly string[] {
  let best: { readonly alias: PathAlias; readonly star: string } | null = null;
  for (const alias of settings.aliases) {
    const star = starOf(alias, specifier);
    if (star !== null && (best === null || isCloser(alias, best.alias))) {
      best = { alias, star };
    }
  }
  const found = best;
  return found === null ? [] : found.alias.targets.map((target) => target.replace("*", () => found.star));
}

/** The options of `path` over those of the files it extends; its folders worked out as paths of the draft. */
async function optionsOf(
  files: SourceFiles,
  path: string,
  problems: Problems,
  depth: number,
): Promise<Record<string, unknown>> {
  const read = await readJson(files, path, "settings", "json-with-comments");
  problems.errors.push(...read.problems);
  if (read.file === null) {
    return {};
  }
  const folder = folderOf(path);
  let inherited: Record<string, unknown> = {};
  const parents = member(read.file.value, "extends");
  for (const parent of typeof parents === "string" ? [parents] : texts(parents)) {
    const parentPath = parent.startsWith(".") ? settingsFile(files, joinPath(folder, parent)) : null;
    if (parentPath === null || depth >= DEEPEST_EXTENDS) {
      problems.warnings.push({
        path,
        ...read.file.placeOf(["extends"]),
        text: broken.extends(parent),
        kind: "settings",
      });
    } else {
      inherited = { ...inherited, ...(await optionsOf(files, parentPath, problems, depth + 1)) };
    }
  }
  const own = member(read.file.value, "compilerOptions");
  return { ...inherited, ...(isObject(own) ? placed(own, folder) : {}) };
}

/** The options with `baseUrl` and the targets of `paths` as paths of the draft. */
function placed(options: Record<string, unknown>, folder: string): Record<string, unknown> {
  const { baseUrl, paths, ...rest } = options;
  const base = typeof baseUrl === "string" ? joinPath(folder, baseUrl) : null;
  const result: Record<string, unknown> = { ...rest };
  if (base !== null) {
    result["baseUrl"] = base;
  }
  if (isObject(paths)) {
    result["paths"] = Object.fromEntries(
      Object.entries(paths).map(([pattern, targets]) => [
        pattern,
        texts(targets).flatMap((target) => joinPath(base ?? folder, target) ?? []),
      ]),
    );
  }
  return result;
}

function aliasesOf(paths: Record<string, unknown>): PathAlias[] {
  return Object.entries(paths).map(([pattern, targets]) => {
    const star = pattern.indexOf("*");
    return {
      before: star === -1 ? pattern : pattern.slice(0, star),
      after: star === -1 ? null : pattern.slice(star + 1),
      targets: texts(targets),
    };
  });
}

function settingsFile(files: SourceFiles, path: string | null): string | null {
  return [path, `${path}.json`, `${path}/tsconfig.json`].find((one) => one !== null && files.paths.has(one)) ?? null;
}

function starOf({ before, after }: PathAlias, specifier: string): string | null {
  if (after === null) {
    return specifier === before ? "" : null;
  }
  return specifier.length >= before.length + after.length && specifier.startsWith(before) && specifier.endsWith(after)
    ? specifier.slice(before.length, specifier.length - after.length)
    : null;
}

/** As TypeScript decides: a whole name first, then the longest beginning. */
function isCloser(one: PathAlias, other: PathAlias): boolean {
  return one.after === null || (other.after !== null && one.before.length > other.before.length);
}
