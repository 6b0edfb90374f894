// The teas, and how long each is left to draw.

export interface Tea {
  readonly name: string;
  readonly seconds: number;
  readonly colour: string;
}

export const teas: readonly Tea[] = [
  { name: "Green", seconds: 120, colour: "#7a8f3c" },
  { name: "Black", seconds: 240, colour: "#8c4a1f" },
  { name: "Rooibos", seconds: 360, colour: "#a8442a" },
  { name: "Mint", seconds: 480, colour: "#3f8a64" },
];
