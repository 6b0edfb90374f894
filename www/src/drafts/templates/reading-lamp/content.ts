// Runs in every page: lays the light over it.

import { load, onChange, type Settings } from "./shared/settings";

const style = document.createElement("style");

function apply({ on, warmth, size }: Settings): void {
  style.textContent = on
    ? `html { font-size: ${size}% !important; filter: sepia(${warmth}%) brightness(${100 - warmth / 8}%) !important; }`
    : "";
}

document.documentElement.append(style);
onChange(apply);
void load().then(apply);
