// Loads the WebAssembly file, once. The only file that imports what wasm-bindgen wrote.

import * as bindings from "../wasm/knowngood.js";
import { KnowngoodError, sentenceOf } from "./errors.js";
import type { RawInput, RawModule } from "./raw.js";

const raw: RawModule = bindings;
let loading: Promise<RawModule> | undefined;

/**
 * Loads the package's WebAssembly file; `openHistory` does so by itself.
 *
 * Call it first to load early, or to say where the file is. Only the first call's `input` counts, until one fails.
 */
export async function init(input?: RawInput): Promise<void> {
  await loadWasm(input);
}

/** The loaded module. */
export function loadWasm(input?: RawInput): Promise<RawModule> {
  loading ??= load(input);
  return loading;
}

async function load(input: RawInput | undefined): Promise<RawModule> {
  try {
    await (input === undefined ? raw.default() : raw.default({ module_or_path: input }));
    return raw;
  } catch (thrown) {
    // Forgotten, so that the next call tries again: the network may be back.
    loading = undefined;
    throw new KnowngoodError(
      "internal",
      `The WebAssembly file could not be loaded: ${sentenceOf(thrown)}`,
      "Check that knowngood_bg.wasm is served with the page, or give its address to init().",
    );
  }
}
