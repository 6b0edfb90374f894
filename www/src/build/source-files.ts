// The draft's files as a build sees them: paths at once, bytes when asked for.

/** The files that a build may read. */
export interface SourceFiles {
  /** Every path, relative to the draft, with `/` between its parts. */
  readonly paths: ReadonlySet<string>;
  read(path: string): Promise<Uint8Array>;
}

/** The text of a file, without the mark that some editors put in front of it. */
export async function readText(files: SourceFiles, path: string): Promise<string> {
  return new TextDecoder().decode(await files.read(path));
}

/** The folder that a path is in; `""` for the draft itself. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

/** `path` seen from `folder`, with `.` and `..` worked out; `null` when it leaves the draft. */
export function joinPath(folder: string, path: string): string | null {
  const parts: string[] = [];
  for (const part of (path.startsWith("/") ? path : `${folder}/${path}`).split("/")) {
    if (part === "..") {
      if (parts.pop() === undefined) {
        return null;
      }
    } else if (part !== "" && part !== ".") {
      parts.push(part);
    }
  }
  return parts.join("/");
}

/** How a file beside `from` names `to`. */
export function relativePath(from: string, to: string): string {
  const source = folderOf(from).split("/").filter(Boolean);
  const target = to.split("/");
  let shared = 0;
  while (shared < source.length && shared < target.length - 1 && source[shared] === target[shared]) {
    shared += 1;
  }
  return [...source.slice(shared).map(() => ".."), ...target.slice(shared)].join("/");
}

/** The ending of a path with its dot, in small letters; `""` when it has none. */
export function extensionOf(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const dot = name.lastIndexOf(".");
  return dot <= 0 ? "" : name.slice(dot).toLowerCase();
}

/** `path` with another ending. */
export function withExtension(path: string, extension: string): string {
  return path.slice(0, path.length - extensionOf(path).length) + extension;
}
