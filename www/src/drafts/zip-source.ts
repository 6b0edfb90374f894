// A `.zip` of the person's own.

import { sourceWords as words } from "../words/home.js";
import { isPath, sortedSome, type Source, type SourceFile } from "./source.js";

/** What is unpacked waits in memory. More than this would end the page, and no project comes near it. */
const MOST_BYTES = 500_000_000;

/** The files of a `.zip`. When all of them are in one folder, that folder is the draft. */
export function zipSource(file: File): Source {
  return {
    name: file.name.replace(/\.zip$/i, ""),
    label: words.zipLabel(file.name),
    damaged: (path) => words.damagedZip(file.name, path),
    list: async ({ importer, signal, found }) => {
      if (file.size === 0) {
        throw new Error(words.emptyZip(file.name));
      }
      const zipped = await importer.remote.openZip(file).catch((thrown: unknown) => {
        throw new Error(words.notAZip(file.name), { cause: thrown });
      });
      signal.throwIfAborted();
      if (zipped.some(({ encrypted }) => encrypted)) {
        throw new Error(words.encrypted(file.name));
      }
      found(zipped.length);
      refuseNames(
        file.name,
        zipped.map(({ path }) => path),
      );
      const top = commonFolder(zipped.map(({ path }) => path));
      const files = zipped.map(({ path, executable }, index): SourceFile => ({
        path: path.slice(top.length),
        executable,
        read: () => importer.remote.unzip(index),
      }));
      const list = sortedSome(file.name, files);
      const paths = new Set(list.files.map(({ path }) => path));
      const bytes = zipped.reduce((sum, { path, size }) => sum + (paths.has(path.slice(top.length)) ? size : 0), 0);
      if (bytes > MOST_BYTES) {
        throw new Error(words.tooLarge(file.name, bytes, MOST_BYTES));
      }
      return list;
    },
  };
}

/**
 * A name that leads elsewhere, or that two files have, is no accident that could be passed over: what would be left out,
 * or written over, might be what the person wanted.
 */
function refuseNames(zip: string, paths: readonly string[]): void {
  const all = new Set<string>();
  for (const path of paths) {
    if (path.startsWith("/") || /^[a-z]:/i.test(path) || path.split(/[/\\]/).includes("..")) {
      throw new Error(words.leadsOut(zip, path));
    }
    if (!isPath(path) || path.includes("\\")) {
      throw new Error(words.noName(zip, path));
    }
    if (all.has(path)) {
      throw new Error(words.twice(zip, path));
    }
    all.add(path);
  }
  for (const path of all) {
    for (let slash = path.indexOf("/"); slash !== -1; slash = path.indexOf("/", slash + 1)) {
      if (all.has(path.slice(0, slash))) {
        throw new Error(words.twice(zip, path.slice(0, slash)));
      }
    }
  }
}

/** The folder that all of `paths` are in, with its slash; empty when there is none. */
function commonFolder(paths: readonly string[]): string {
  const first = paths[0] ?? "";
  const top = first.slice(0, first.indexOf("/") + 1);
  return top !== "" && paths.every((path) => path.startsWith(top)) ? top : "";
}
