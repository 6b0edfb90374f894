// A `.zip` of the person's own.

import { sourceWords as words } from "../words/home.js";
import { sorted, type Source, type SourceFile } from "./source.js";

/** What is unpacked waits in memory. More than this would end the page, and no project comes near it. */
const MOST_BYTES = 500_000_000;

/** The files of a `.zip`. When all of them are in one folder, that folder is the draft. */
export function zipSource(file: File): Source {
  return {
    name: file.name.replace(/\.zip$/i, ""),
    label: words.zipLabel(file.name),
    list: async ({ importer, signal, found }) => {
      const zipped = await importer.remote.openZip(file).catch((thrown: unknown) => {
        throw new Error(words.notAZip(file.name), { cause: thrown });
      });
      signal.throwIfAborted();
      if (zipped.some(({ encrypted }) => encrypted)) {
        throw new Error(words.encrypted(file.name));
      }
      found(zipped.length);
      const top = commonFolder(zipped.map(({ path }) => path));
      const files = zipped.map(({ path, executable }, index): SourceFile => ({
        path: path.slice(top.length),
        executable,
        read: () => importer.remote.unzip(index),
      }));
      const list = sorted(files);
      const paths = new Set(list.files.map(({ path }) => path));
      const bytes = zipped.reduce((sum, { path, size }) => sum + (paths.has(path.slice(top.length)) ? size : 0), 0);
      if (bytes > MOST_BYTES) {
        throw new Error(words.tooLarge(file.name, bytes, MOST_BYTES));
      }
      return list;
    },
  };
}

/** The folder that all of `paths` are in, with its slash; empty when there is none. */
function commonFolder(paths: readonly string[]): string {
  const first = paths[0] ?? "";
  const top = first.slice(0, first.indexOf("/") + 1);
  return top !== "" && paths.every((path) => path.startsWith(top)) ? top : "";
}
