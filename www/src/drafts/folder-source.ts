// A folder of the person's own: chosen, or dropped on the page.

import { sourceWords as words } from "../words/home.js";
import { isSkippedFolder, sortedSome, type Source, type SourceFile } from "./source.js";

/** What an `<input webkitdirectory>` gave. */
export function chosenFolder(list: FileList): Source {
  const files = [...list];
  const name = files[0]?.webkitRelativePath.split("/")[0] ?? words.folder;
  return {
    name,
    label: words.folderLabel(name),
    list: async ({ signal, found }) => {
      signal.throwIfAborted();
      found(files.length);
      return sortedSome(
        name,
        files.map((file) => sourceFile(file.webkitRelativePath.slice(name.length + 1), file)),
      );
    },
  };
}

/** A folder that was dropped on the page. */
export function droppedFolder(folder: FileSystemDirectoryEntry): Source {
  return {
    name: folder.name,
    label: words.folderLabel(folder.name),
    list: async ({ signal, found }) => {
      const files: SourceFile[] = [];
      let skipped = 0;
      const walk = async (at: FileSystemDirectoryEntry, prefix: string): Promise<void> => {
        for await (const entry of entriesOf(at)) {
          signal.throwIfAborted();
          if (isFile(entry)) {
            files.push(droppedFile(prefix + entry.name, entry));
            found(files.length);
          } else if (isFolder(entry) && isSkippedFolder(entry.name)) {
            skipped += 1;
          } else if (isFolder(entry)) {
            await walk(entry, `${prefix}${entry.name}/`);
          }
        }
      };
      await walk(folder, "");
      return sortedSome(folder.name, files, skipped);
    },
  };
}

/** The folder or the `.zip` among what was dropped. */
export function dropped(transfer: DataTransfer): FileSystemDirectoryEntry | File | null {
  for (const item of transfer.items) {
    const entry = item.webkitGetAsEntry();
    if (entry !== null && isFolder(entry)) {
      return entry;
    }
    const file = item.getAsFile();
    if (file !== null && /\.zip$/i.test(file.name)) {
      return file;
    }
  }
  return null;
}

function sourceFile(path: string, file: File): SourceFile {
  return { path, executable: false, read: () => Promise.resolve(file) };
}

function droppedFile(path: string, entry: FileSystemFileEntry): SourceFile {
  return {
    path,
    executable: false,
    read: () => new Promise<File>((resolve, reject) => entry.file(resolve, reject)),
  };
}

/** A reader gives a hundred at a time, and nothing at its end. */
async function* entriesOf(folder: FileSystemDirectoryEntry): AsyncGenerator<FileSystemEntry> {
  const reader = folder.createReader();
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) {
      return;
    }
    yield* some;
  }
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}
