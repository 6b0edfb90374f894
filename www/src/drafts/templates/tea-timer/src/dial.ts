// The ring around the time.

const LENGTH = 2 * Math.PI * 88;

export function drawDial(svg: SVGSVGElement, part: number, colour: string): void {
  svg.innerHTML = `
    <circle cx="100" cy="100" r="88" fill="none" stroke="currentColor" stroke-opacity=".12" stroke-width="10" />
    <circle cx="100" cy="100" r="88" fill="none" stroke="${colour}" stroke-width="10" stroke-linecap="round"
      stroke-dasharray="${LENGTH}" stroke-dashoffset="${LENGTH * (1 - part)}" transform="rotate(-90 100 100)" />`;
}
