// Reads a folder of the person's own.

/** A folder that was opened. */
export interface OpenedFolder {
  readonly name: string;
  readonly files: Map<string, Uint8Array>;
  /** Files of `.git` and `node_modules` folders, which are not copied into the browser. */
  readonly skipped: number;
}

/** Told how many files were read. */
export type Progress = (read: number) => void;

/** What an `<input webkitdirectory>` gave. */
export async function readFileList(list: FileList, progress: Progress): Promise<OpenedFolder> {
  const all = [...list].map((file) => ({ path: file.webkitRelativePath, file }));
  const name = all[0]?.path.split("/")[0] ?? "folder";
  const wanted = all.filter(({ path }) => !isSkipped(path));
  const files = new Map<string, Uint8Array>();
  for (const { path, file } of wanted) {
    files.set(path.slice(name.length + 1), new Uint8Array(await file.arrayBuffer()));
    progress(files.size);
  }
  return { name, files, skipped: all.length - wanted.length };
}

/** What `showDirectoryPicker` gave. Skipped folders are not even looked into, so they count as one. */
export async function readDirectory(handle: FileSystemDirectoryHandle, progress: Progress): Promise<OpenedFolder> {
  const files = new Map<string, Uint8Array>();
  let skipped = 0;
  const walk = async (folder: FileSystemDirectoryHandle, prefix: string): Promise<void> => {
    for await (const [name, child] of folder.entries()) {
      if (child.kind === "file") {
        const file = await (child as FileSystemFileHandle).getFile();
        files.set(prefix + name, new Uint8Array(await file.arrayBuffer()));
        progress(files.size);
      } else if (isSkipped(`${name}/`)) {
        skipped += 1;
      } else {
        await walk(child as FileSystemDirectoryHandle, `${prefix}${name}/`);
      }
    }
  };
  await walk(handle, "");
  return { name: handle.name, files, skipped };
}

/** The picker, where the browser has one. */
export function directoryPicker(): (() => Promise<FileSystemDirectoryHandle>) | undefined {
  const { showDirectoryPicker } = window as { showDirectoryPicker?: () => Promise<FileSystemDirectoryHandle> };
  return showDirectoryPicker?.bind(window);
}

function isSkipped(path: string): boolean {
  return /(^|\/)(\.git|node_modules)\//.test(path);
}
