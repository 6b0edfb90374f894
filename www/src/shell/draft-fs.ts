// The shell's file system over a draft: names at once, bytes when a command reads them, writes held until it ends.

import type { FileContent, FsStat, IFileSystem } from "just-bash/browser";
import type { DraftChanges } from "./draft-changes.js";
import { childOf, type DraftTree, parentOf } from "./draft-tree.js";

type Encoding = Parameters<IFileSystem["readFile"]>[1];
type ByteString = Awaited<ReturnType<NonNullable<IFileSystem["readFileBytes"]>>>;
type DirectoryEntries = Awaited<ReturnType<NonNullable<IFileSystem["readdirWithFileTypes"]>>>;

/** The draft's files as they are saved. */
export interface DraftReader {
  read(path: string): Promise<Uint8Array>;
  isExecutable(path: string): Promise<boolean>;
}

/** A draft as a file system: its root is `/`. */
export class DraftFs implements IFileSystem {
  readonly #tree: DraftTree;
  readonly #changes: DraftChanges;
  readonly #read: DraftReader["read"];
  readonly #isExecutable: DraftReader["isExecutable"];
  readonly #times = new Map<string, Date>();
  readonly #executable = new Set<string>();
  readonly #opened = new Date();

  constructor(tree: DraftTree, changes: DraftChanges, saved: DraftReader) {
    this.#tree = tree;
    this.#changes = changes;
    this.#read = (path) => saved.read(path);
    this.#isExecutable = (path) => saved.isExecutable(path);
  }

  async readFile(path: string, options?: Encoding): Promise<string> {
    const bytes = await this.readFileBuffer(path);
    const encoding = typeof options === "string" ? options : options?.encoding;
    return encoding === "binary" || encoding === "latin1" || encoding === "ascii"
      ? latin1(bytes)
      : new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  }

  async readFileBytes(path: string): Promise<ByteString> {
    // The shell's own kind of text that holds one byte in each character; it has no public maker for it.
    return latin1(await this.readFileBuffer(path)) as unknown as ByteString;
  }

  async readFileBuffer(path: string): Promise<Uint8Array> {
    const file = this.#fileAt(path, "open");
    const pending = this.#changes.get(file);
    return pending?.bytes.slice() ?? this.#read(file);
  }

  async writeFile(path: string, content: FileContent, options?: Encoding): Promise<void> {
    this.#put(path, bytesOf(content, options));
  }

  async appendFile(path: string, content: FileContent, options?: Encoding): Promise<void> {
    const before = this.#tree.isFile(clean(path)) ? await this.readFileBuffer(path) : new Uint8Array();
    const more = bytesOf(content, options);
    const whole = new Uint8Array(before.length + more.length);
    whole.set(before);
    whole.set(more, before.length);
    this.#put(path, whole);
  }

  async exists(path: string): Promise<boolean> {
    return this.#tree.isFile(clean(path)) || this.#tree.isFolder(clean(path));
  }

  async stat(path: string): Promise<FsStat> {
    const at = clean(path);
    const size = this.#tree.sizeOf(at);
    if (size === undefined && !this.#tree.isFolder(at)) {
      throw failure("ENOENT", "stat", path);
    }
    const isFile = size !== undefined;
    return {
      isFile,
      isDirectory: !isFile,
      isSymbolicLink: false,
      mode: !isFile || this.#executable.has(at) ? 0o755 : 0o644,
      size: size ?? 0,
      mtime: this.#times.get(at) ?? this.#opened,
      identity: `draft:${at}`,
    };
  }

  lstat(path: string): Promise<FsStat> {
    return this.stat(path);
  }

  async mkdir(path: string, options?: { readonly recursive?: boolean }): Promise<void> {
    const at = clean(path);
    if (this.#tree.isFile(at) || (this.#tree.isFolder(at) && options?.recursive !== true)) {
      throw failure("EEXIST", "mkdir", path);
    }
    const above = ancestorsOf(at);
    if (above.some((folder) => this.#tree.isFile(folder))) {
      throw failure("ENOTDIR", "mkdir", path);
    }
    if (options?.recursive !== true && !this.#tree.isFolder(parentOf(at))) {
      throw failure("ENOENT", "mkdir", path);
    }
    for (const folder of [...above.reverse(), at]) {
      this.#tree.makeFolder(folder);
    }
  }

  async readdir(path: string): Promise<string[]> {
    const at = clean(path);
    const names = this.#tree.namesIn(at);
    if (names === undefined) {
      throw failure(this.#tree.isFile(at) ? "ENOTDIR" : "ENOENT", "scandir", path);
    }
    return [...names];
  }

  async readdirWithFileTypes(path: string): Promise<DirectoryEntries> {
    const at = clean(path);
    return (await this.readdir(path)).map((name) => {
      const isFile = this.#tree.isFile(childOf(at, name));
      return { name, isFile, isDirectory: !isFile, isSymbolicLink: false };
    });
  }

  async rm(path: string, options?: { readonly recursive?: boolean; readonly force?: boolean }): Promise<void> {
    const at = clean(path);
    if (this.#tree.isFile(at)) {
      this.#drop(at);
    } else if (this.#tree.isFolder(at)) {
      const names = this.#tree.namesIn(at) ?? [];
      if (names.length > 0 && options?.recursive !== true) {
        throw failure("ENOTEMPTY", "rm", path);
      }
      for (const name of names) {
        await this.rm(`/${childOf(at, name)}`, options);
      }
      this.#tree.removeFolder(at);
    } else if (options?.force !== true) {
      throw failure("ENOENT", "rm", path);
    }
  }

  async cp(source: string, target: string, options?: { readonly recursive?: boolean }): Promise<void> {
    const [from, to] = [clean(source), clean(target)];
    if (this.#tree.isFile(from)) {
      // What may be run may be run under its other name too.
      const executable = this.#changes.get(from)?.executable ?? (await this.#isExecutable(from));
      this.#put(target, await this.readFileBuffer(source), executable ? true : undefined);
      this.#setExecutable(to, executable);
    } else if (this.#tree.isFolder(from)) {
      if (options?.recursive !== true) {
        throw failure("EISDIR", "cp", source);
      }
      if (isInside(from, to)) {
        throw failure("EINVAL", "cp", source);
      }
      await this.mkdir(target, { recursive: true });
      for (const name of this.#tree.namesIn(from) ?? []) {
        await this.cp(`/${childOf(from, name)}`, `/${childOf(to, name)}`, options);
      }
    } else {
      throw failure("ENOENT", "cp", source);
    }
  }

  async mv(source: string, target: string): Promise<void> {
    const [from, to] = [clean(source), clean(target)];
    if (!(await this.exists(source))) {
      throw failure("ENOENT", "mv", source);
    }
    if (from === to) {
      return;
    }
    if (isInside(from, to)) {
      throw failure("EINVAL", "mv", source);
    }
    // All is read and written before anything is taken away.
    await this.cp(source, target, { recursive: true });
    await this.rm(source, { recursive: true });
  }

  resolvePath(base: string, path: string): string {
    return `/${clean(path.startsWith("/") ? path : `${base}/${path}`)}`;
  }

  getAllPaths(): string[] {
    return Array.from(this.#tree.paths(), (path) => `/${path}`);
  }

  async chmod(path: string, mode: number): Promise<void> {
    if (!(await this.exists(path))) {
      throw failure("ENOENT", "chmod", path);
    }
    const at = clean(path);
    const executable = (mode & 0o111) !== 0;
    if (this.#tree.isFile(at) && executable !== this.#executable.has(at)) {
      this.#changes.write(at, await this.readFileBuffer(path), executable);
      this.#setExecutable(at, executable);
    }
  }

  /** A draft's files are all its own: a link could not be kept in a checkpoint. */
  symlink(_target: string, link: string): Promise<void> {
    return Promise.reject(failure("EPERM", "symlink", link));
  }

  link(_existing: string, link: string): Promise<void> {
    return Promise.reject(failure("EPERM", "link", link));
  }

  async readlink(path: string): Promise<string> {
    throw failure((await this.exists(path)) ? "EINVAL" : "ENOENT", "readlink", path);
  }

  async realpath(path: string): Promise<string> {
    if (!(await this.exists(path))) {
      throw failure("ENOENT", "realpath", path);
    }
    return `/${clean(path)}`;
  }

  async utimes(path: string, _accessed: Date, modified: Date): Promise<void> {
    if (!(await this.exists(path))) {
      throw failure("ENOENT", "utimes", path);
    }
    this.#times.set(clean(path), modified);
  }

  #fileAt(path: string, action: string): string {
    const at = clean(path);
    if (this.#tree.isFolder(at)) {
      throw failure("EISDIR", "read", path);
    }
    if (!this.#tree.isFile(at)) {
      throw failure("ENOENT", action, path);
    }
    return at;
  }

  #put(path: string, bytes: Uint8Array, executable?: boolean): void {
    const at = clean(path);
    if (this.#tree.isFolder(at)) {
      throw failure("EISDIR", "open", path);
    }
    if (ancestorsOf(at).some((above) => this.#tree.isFile(above))) {
      throw failure("ENOTDIR", "open", path);
    }
    // A folder that is not there is made, as in the shell's own file systems: a redirection that is refused ends the line.
    this.#changes.write(at, bytes, executable);
    this.#tree.setFile(at, bytes.length);
    this.#times.set(at, new Date());
  }

  #drop(path: string): void {
    this.#changes.remove(path);
    this.#tree.removeFile(path, "stay");
    this.#times.delete(path);
    this.#executable.delete(path);
  }

  #setExecutable(path: string, executable: boolean): void {
    if (executable) {
      this.#executable.add(path);
    } else {
      this.#executable.delete(path);
    }
  }
}

/** A shell's path as the draft names it: no slash in front, `.` and `..` worked out, the root as its own parent. */
function clean(path: string): string {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") {
      parts.pop();
    } else if (part !== "" && part !== ".") {
      parts.push(part);
    }
  }
  return parts.join("/");
}

/** The folders above a path, the nearest first, without the draft itself. */
function ancestorsOf(path: string): string[] {
  const above: string[] = [];
  for (let at = parentOf(path); at !== ""; at = parentOf(at)) {
    above.push(at);
  }
  return above;
}

function isInside(folder: string, path: string): boolean {
  return path === folder || path.startsWith(`${folder}/`) || folder === "";
}

function bytesOf(content: FileContent, options: Encoding): Uint8Array {
  if (typeof content !== "string") {
    return content.slice();
  }
  const encoding = typeof options === "string" ? options : options?.encoding;
  switch (encoding) {
    case "binary":
    case "latin1":
    case "ascii":
      return Uint8Array.from(content, (character) => character.charCodeAt(0) & 0xff);
    case "base64":
      return Uint8Array.from(atob(content), (character) => character.charCodeAt(0));
    case "hex":
      return Uint8Array.from(content.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
    default:
      return new TextEncoder().encode(content);
  }
}

/** One character for each byte. */
function latin1(bytes: Uint8Array): string {
  const parts: string[] = [];
  // In pieces: a call takes only so many arguments.
  for (let at = 0; at < bytes.length; at += 8192) {
    parts.push(String.fromCharCode(...bytes.subarray(at, at + 8192)));
  }
  return parts.join("");
}

const meanings = {
  ENOENT: "no such file or directory",
  EISDIR: "illegal operation on a directory",
  ENOTDIR: "not a directory",
  EEXIST: "file already exists",
  ENOTEMPTY: "directory not empty",
  EINVAL: "invalid argument",
  EPERM: "operation not permitted",
} as const;

/** An error in the form in which the shell's commands look for a code. */
function failure(code: keyof typeof meanings, action: string, path: string): Error {
  return Object.assign(new Error(`${code}: ${meanings[code]}, ${action} '/${clean(path)}'`), { code });
}
