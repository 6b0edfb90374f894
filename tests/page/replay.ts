// The command: `tsx replay.ts [--json FILE] [--keep N] DIR...`. Ends with 1 when a byte or a path differs.

import { statSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { Difference, replay } from "./replay-run.js";
import { table } from "./replay-table.js";
import { NotReadable, versionOf } from "./versions.js";

const USAGE = "Usage: replay [--json FILE] [--keep N] DIR...\nEach DIR is one version of a project, oldest first.";

async function main(words: string[]): Promise<number> {
  const given = parsed(words);
  if (typeof given === "string") {
    console.error(`${given}\n${USAGE}`);
    return 2;
  }
  const { values, positionals } = given;
  const keep = values.keep === undefined ? null : Number(values.keep);
  if (values.help === true) {
    console.log(USAGE);
    return 0;
  }
  if (positionals.length === 0 || (keep !== null && !(Number.isInteger(keep) && keep >= 1 && keep <= 1000))) {
    console.error(USAGE);
    return 2;
  }
  const missing = positionals.find((folder) => statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true);
  if (missing !== undefined) {
    console.error(`${missing} is not a folder.`);
    return 2;
  }
  const report = await replay(positionals.map(versionOf), keep);
  console.log(table(report));
  if (values.json !== undefined) {
    writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`);
  }
  return 0;
}

/** The options and folders among `words`, or what is wrong with them. */
function parsed(words: string[]) {
  try {
    return parseArgs({
      args: words,
      allowPositionals: true,
      options: { json: { type: "string" }, keep: { type: "string" }, help: { type: "boolean" } },
    });
  } catch (thrown) {
    return (thrown as Error).message;
  }
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (thrown) {
  console.error(thrown instanceof Difference || thrown instanceof NotReadable ? thrown.message : thrown);
  process.exitCode = 1;
}
