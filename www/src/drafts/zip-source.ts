// A `.zip` of the person's own. The library is loaded only when there is one.

import type { Entry, FileEntry } from "@zip.js/zip.js";
import { sourceWords as words } from "../words/home.js";
import { sorted, type Source, type SourceFile } from "./source.js";

/** The files of a `.zip`. When all of them are in one folder, that folder is the draft. */
export function zipSource(file: File): Source {
  const name = file.name.replace(/\.zip$/i, "");
  return {
    name,
    label: words.zipLabel(file.name),
    list: async (signal, found) => {
      const { BlobReader, Uint8ArrayWriter, ZipReader } = await import("@zip.js/zip.js");
      const entries: FileEntry[] = [];
      try {
        for await (const entry of new ZipReader(new BlobReader(file)).getEntriesGenerator()) {
          signal.throwIfAborted();
          if (isFile(entry)) {
            entries.push(entry);
            found(entries.length);
          }
        }
      } catch (thrown) {
        signal.throwIfAborted();
        throw new Error(words.notAZip(file.name), { cause: thrown });
      }
      if (entries.some(({ encrypted }) => encrypted)) {
        throw new Error(words.encrypted(file.name));
      }
      const top = commonFolder(entries.map(({ filename }) => filename));
      const files = entries.map((entry): SourceFile => ({
        path: entry.filename.slice(top.length),
        executable: entry.executable,
        read: () => entry.getData(new Uint8ArrayWriter(), { checkSignature: true, useWebWorkers: false }),
      }));
      return sorted(files);
    },
  };
}

function isFile(entry: Entry): entry is FileEntry {
  // The resource forks that macOS adds are no files of the project.
  return !entry.directory && !entry.filename.startsWith("__MACOSX/");
}

/** The folder that all of `paths` are in, with its slash; empty when there is none. */
function commonFolder(paths: readonly string[]): string {
  const first = paths[0] ?? "";
  const top = first.slice(0, first.indexOf("/") + 1);
  return top !== "" && paths.every((path) => path.startsWith(top)) ? top : "";
}
