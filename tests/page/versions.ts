// Versions of a project: folders on this machine's disk, as one body each for the page.

import { lstat, readdir, readFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";

/** One folder. */
export interface Version {
  readonly label: string;
  readonly folder: string;
}

/** One file of a folder. */
export interface FoundFile {
  readonly path: string;
  readonly mode: "regular" | "executable";
  readonly bytes: Buffer;
}

/** A file that no replay can take, by its path. */
export class NotReadable extends Error {}

/** A folder as a version. */
export function versionOf(folder: string): Version {
  const full = resolve(folder);
  return { label: basename(full), folder: full };
}

/** All files of a folder, read anew. Links are not followed: a draft holds files only. */
export async function readVersion({ folder }: Version): Promise<FoundFile[]> {
  const paths: string[] = [];
  await collect(folder, "", paths);
  paths.sort();
  const found: FoundFile[] = [];
  for (let at = 0; at < paths.length; at += 64) {
    found.push(...(await Promise.all(paths.slice(at, at + 64).map((path) => readOne(folder, path)))));
  }
  return found;
}

/** The length of a JSON list in 4 bytes, the list of `[path, size, mode]`, then all bytes, file after file. */
export function packVersion(files: readonly FoundFile[]): Buffer {
  const list = Buffer.from(JSON.stringify(files.map(({ path, bytes, mode }) => [path, bytes.length, mode])));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(list.length);
  return Buffer.concat([length, list, ...files.map(({ bytes }) => bytes)]);
}

async function collect(folder: string, prefix: string, paths: string[]): Promise<void> {
  for (const entry of await readdir(join(folder, prefix), { withFileTypes: true, encoding: "buffer" })) {
    const name = nameOf(entry.name, prefix);
    if (entry.isDirectory()) {
      await collect(folder, `${prefix}${name}/`, paths);
    } else if (entry.isFile()) {
      paths.push(prefix + name);
    }
  }
}

function nameOf(bytes: Buffer, prefix: string): string {
  const name = bytes.toString("utf8");
  if (!Buffer.from(name).equals(bytes)) {
    throw new NotReadable(`${prefix}${name}: the name is not UTF-8, which no draft can hold.`);
  }
  return name;
}

async function readOne(folder: string, path: string): Promise<FoundFile> {
  const place = join(folder, path);
  try {
    const { mode } = await lstat(place);
    return { path, mode: (mode & 0o111) === 0 ? "regular" : "executable", bytes: await readFile(place) };
  } catch (thrown) {
    throw new NotReadable(`${path}: could not be read: ${(thrown as Error).message}`);
  }
}
