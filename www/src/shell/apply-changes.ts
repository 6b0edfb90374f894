// Makes a command's changes in the draft: only what differs, in an order in which nothing is lost when one fails.

import { terminal as words } from "../words/terminal.js";
import type { PendingFile } from "./draft-changes.js";
import type { ShellFiles, ShellUser } from "./shell-files.js";
import type { Applied } from "./shell-session.js";

/** Writes and removes, and tells of all of it at once. */
export function applyChanges(
  files: ShellFiles,
  by: ShellUser,
  changes: ReadonlyMap<string, PendingFile | null>,
): Promise<Applied> {
  return files.together(async () => {
    const changed: string[] = [];
    const failures: string[] = [];
    const attempt = async (path: string, work: () => Promise<void>): Promise<void> => {
      try {
        await work();
        changed.push(path);
      } catch (thrown) {
        failures.push(words.notWritten(path, thrown instanceof Error ? thrown.message : String(thrown)));
      }
    };
    const writes = [...changes].flatMap(([path, file]) => (file === null ? [] : [{ path, file }]));
    const removals = [...changes].flatMap(([path, file]) => (file === null && files.has(path) ? [path] : []));
    const first = inTheWay(removals, new Set(writes.map(({ path }) => path)));
    for (const path of first) {
      await attempt(path, () => files.remove(path, by));
    }
    for (const { path, file } of writes) {
      if (await differs(files, path, file)) {
        const mode = file.executable === null ? {} : ({ mode: file.executable ? "executable" : "regular" } as const);
        await attempt(path, () => files.write(path, file.bytes, by, mode));
      }
    }
    // What was moved is taken away last, and only when all of it arrived.
    if (failures.length === 0) {
      for (const path of removals.filter((one) => !first.has(one))) {
        await attempt(path, () => files.remove(path, by));
      }
    }
    return { changed, failures };
  });
}

/** Removals without which a write cannot be made: a file where a folder is to be, and what is in a folder where a file is to be. */
function inTheWay(removals: readonly string[], writes: ReadonlySet<string>): ReadonlySet<string> {
  const folders = new Set<string>();
  for (const path of writes) {
    for (let slash = path.indexOf("/"); slash !== -1; slash = path.indexOf("/", slash + 1)) {
      folders.add(path.slice(0, slash));
    }
  }
  return new Set(
    removals.filter(
      (path) => folders.has(path) || path.split("/").some((_, at, parts) => writes.has(parts.slice(0, at).join("/"))),
    ),
  );
}

async function differs(files: ShellFiles, path: string, { bytes, executable }: PendingFile): Promise<boolean> {
  if (executable !== null || !files.has(path)) {
    return true;
  }
  const before = await files.read(path).catch(() => null);
  return before === null || before.length !== bytes.length || before.some((byte, at) => byte !== bytes[at]);
}
