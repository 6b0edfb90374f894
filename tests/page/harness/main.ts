// The page that tests drive: it imports the built package and puts what tests call on `window`.

import { Harness } from "./harness.js";

declare global {
  interface Window {
    harness: Harness;
  }
}

window.harness = new Harness();
