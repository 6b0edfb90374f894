// How many bytes of the WebAssembly file cross the network.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { constants, gzipSync } from "node:zlib";

/** Its bytes after gzip at the best level, as a web server sends it. */
export function wasmGzipBytes(): number {
  const file = fileURLToPath(import.meta.resolve("knowngood/knowngood_bg.wasm"));
  return gzipSync(readFileSync(file), { level: constants.Z_BEST_COMPRESSION }).length;
}
