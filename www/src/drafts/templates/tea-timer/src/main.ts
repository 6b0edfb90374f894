// Puts the page together.

import { drawDial } from "./dial";
import { type Tea, teas } from "./teas";
import { clock, Timer } from "./timer";

function find<Kind extends Element>(selector: string): Kind {
  const element = document.querySelector<Kind>(selector);
  if (element === null) {
    throw new Error(`The page has no ${selector}.`);
  }
  return element;
}

const choice = find<HTMLElement>("#teas");
const dial = find<SVGSVGElement>("#dial");
const left = find<HTMLOutputElement>("#left");
const start = find<HTMLButtonElement>("#start");
const said = find<HTMLElement>("#said");

let tea: Tea = teas[0];

const timer = new Timer((seconds) => {
  show(seconds);
  if (seconds === 0) {
    said.textContent = `Your ${tea.name.toLowerCase()} tea is ready.`;
    start.textContent = "Start";
  }
});

function show(seconds: number): void {
  left.textContent = clock(seconds);
  drawDial(dial, seconds / tea.seconds, tea.colour);
}

function choose(chosen: Tea): void {
  tea = chosen;
  timer.stop();
  start.textContent = "Start";
  said.textContent = "";
  for (const button of choice.querySelectorAll("button")) {
    button.ariaPressed = String(button.textContent === tea.name);
  }
  show(tea.seconds);
}

for (const one of teas) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = one.name;
  button.addEventListener("click", () => choose(one));
  choice.append(button);
}

start.addEventListener("click", () => {
  if (timer.running) {
    choose(tea);
  } else {
    start.textContent = "Stop";
    said.textContent = "";
    timer.start(tea.seconds);
  }
});

choose(tea);
