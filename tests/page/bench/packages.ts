// Packages of the npm registry, unpacked into the cache: real source text, and a real history.

import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

/** The folder of a package, such as `preact@10.0.0`. It is fetched the first time only. */
export function packageFolder(specifier: string): string {
  const folder = join(cacheFolder(), specifier.replace("/", "+"));
  if (!existsSync(folder)) {
    fetchPackage(specifier, folder);
  }
  return folder;
}

function fetchPackage(specifier: string, folder: string): void {
  console.error(`bench: fetching ${specifier}`);
  const work = mkdtempSync(join(cacheFolder(), "fetching-"));
  try {
    execFileSync("npm", ["pack", "--silent", specifier], { cwd: work, stdio: ["ignore", "ignore", "inherit"] });
    const [archive] = readdirSync(work);
    if (archive === undefined) {
      throw new Error(`npm gave no archive of ${specifier}.`);
    }
    execFileSync("tar", ["--extract", "--gzip", "--file", archive], { cwd: work });
    // Most archives hold one folder named `package`, some name it otherwise.
    const [inside] = readdirSync(work, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    if (inside === undefined) {
      throw new Error(`The archive of ${specifier} holds no folder.`);
    }
    // Whole or not at all: a folder that is there is complete.
    renameSync(join(work, inside.name), folder);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Where packages are kept: outside the repository, as all that is slow to get. */
function cacheFolder(): string {
  const root =
    process.env["KNOWNGOOD_CACHE"] ?? join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "knowngood");
  const folder = join(root, "bench-packages");
  mkdirSync(folder, { recursive: true });
  return folder;
}
