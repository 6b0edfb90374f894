// The command: `tsx bench.ts [--quick] [--json FILE] [--only GROUP]...`. Ends with 1 when something is wrong, not when it is slow.

import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { type Group, GROUPS, run } from "./bench/run.js";
import { table } from "./bench/table.js";

const USAGE = `Usage: bench [--quick] [--json FILE] [--only GROUP]...\nGroups: ${GROUPS.join(", ")}.`;

async function main(words: string[]): Promise<number> {
  const { values } = parseArgs({
    args: words,
    options: {
      quick: { type: "boolean" },
      json: { type: "string" },
      only: { type: "string", multiple: true },
      help: { type: "boolean" },
    },
  });
  if (values.help === true) {
    console.log(USAGE);
    return 0;
  }
  const groups = values.only ?? [];
  if (!groups.every(isGroup)) {
    console.error(USAGE);
    return 2;
  }
  const report = await run({ quick: values.quick ?? false, groups });
  console.log(table(report.rows, report.machine));
  if (values.json !== undefined) {
    writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`);
  }
  return 0;
}

function isGroup(name: string): name is Group {
  return (GROUPS as readonly string[]).includes(name);
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (thrown) {
  console.error(thrown);
  process.exitCode = 1;
}
