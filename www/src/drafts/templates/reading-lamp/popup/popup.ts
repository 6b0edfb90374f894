// The window under the extension's button.

import { load, save, type Settings } from "../shared/settings";

const input = (id: string): HTMLInputElement => document.getElementById(id) as HTMLInputElement;
const say = (id: string, text: string): void => {
  const output = document.getElementById(id);
  if (output !== null) output.textContent = text;
};

const on = input("on");
const warmth = input("warmth");
const size = input("size");
const sample = document.getElementById("sample");

function read(): Settings {
  return { on: on.checked, warmth: warmth.valueAsNumber, size: size.valueAsNumber };
}

function show(settings: Settings): void {
  on.checked = settings.on;
  warmth.valueAsNumber = settings.warmth;
  size.valueAsNumber = settings.size;
  say("warmth-value", `${settings.warmth} %`);
  say("size-value", `${settings.size} %`);
  sample?.style.setProperty("--warmth", settings.on ? `${settings.warmth}%` : "0%");
  sample?.style.setProperty("--size", settings.on ? `${settings.size}%` : "100%");
}

for (const control of [on, warmth, size]) {
  control.addEventListener("input", () => {
    const settings = read();
    show(settings);
    void save(settings);
  });
}

void load().then(show);
