// Real source files, as they are: the sources of known packages, as one project.

import { packageFolder } from "./packages.js";
import { type FoundFile, readVersion, versionOf } from "../versions.js";

/** Enough for 4,000 files, in the order in which they are taken. */
const PACKAGES = [
  "svelte@5.57.3",
  "rxjs@7.8.2",
  "effect@3.18.4",
  "ol@10.11.0",
  "three@0.187.0",
  "typescript@5.9.3",
  "mathjs@15.2.0",
];

/** Text that people write. What tools make (maps, bundles, minified files) is not an editor's daily work. */
const SOURCE = /\.(ts|tsx|js|jsx|css|svelte|md|html|glsl|json)$/;
const MADE = /\.min\.|(^|\/)(dist|build|fonts)\//;
const LARGEST_BYTES = 64 * 1024;

/** The first `count` source files of the packages. */
export async function realFiles(count: number): Promise<FoundFile[]> {
  const files: FoundFile[] = [];
  for (const name of PACKAGES) {
    for (const file of await readVersion(versionOf(packageFolder(name)))) {
      if (SOURCE.test(file.path) && !MADE.test(file.path) && file.bytes.length <= LARGEST_BYTES) {
        files.push({ ...file, path: `${name.replace(/@.*/, "")}/${file.path}`, mode: "regular" });
      }
    }
    if (files.length >= count) {
      return files.slice(0, count);
    }
  }
  throw new Error(`The packages hold ${files.length} source files, not ${count}.`);
}
