// A made-up project: text that reads, and compresses, like source code.
//
// Names are made of a vocabulary with few common and many rare parts, each file has names of its own that it repeats,
// and statements follow some twenty forms. In blocks of 1 MB, zstd level 1 makes the text 0.31 of its size, where the
// bench's real source files come to 0.26. It is the same text in every run.

import { pick, type Random, randomFrom } from "./random.js";

/** Bytes of one file, about. */
const FILE_BYTES = 3_000;

const PARTS = vocabulary(900);
const TYPES = ["string", "number", "boolean", "Date", "unknown", "Uint8Array"];
const EXTENSIONS = ["ts", "ts", "ts", "tsx", "tsx", "js", "css.ts", "test.ts"];

/** The path of file `at`: some 12 files a folder. */
export function generatedPath(at: number): string {
  const random = randomFrom(at + 7_000_000);
  const folder = Math.floor(at / 12);
  const area = PARTS[Math.floor(folder / 25) % PARTS.length];
  const name = `${pick(random, PARTS)}-${pick(random, PARTS)}`;
  return `packages/${area}/src/${PARTS[folder % PARTS.length]}-${folder}/${name}-${at}.${pick(random, EXTENSIONS)}`;
}

/** The text of file `at`. */
export function generatedText(at: number): string {
  const random = randomFrom(at);
  const scope = new Scope(random);
  const lines = [`// ${sentence(random)}`, ""];
  for (let imports = 2 + Math.floor(random() * 6); imports > 0; imports--) {
    lines.push(`import { ${scope.typeName()}, ${scope.name()} } from "../${word(random)}/${word(random)}.js";`);
  }
  lines.push("");
  for (let length = 0; length < FILE_BYTES - 760;) {
    const block = functionLines(random, scope);
    length += block.join("\n").length;
    lines.push(...block);
  }
  return `${lines.join("\n")}\n`;
}

/** `text` after an edit as a person or an agent makes it: some lines in the middle are others. `seed` names the edit. */
export function editedText(text: string, seed: number): string {
  const random = randomFrom(seed + 900_000_000);
  const scope = new Scope(random);
  const lines = text.split("\n");
  const at = Math.floor(lines.length * (0.2 + 0.6 * random()));
  const made = Array.from({ length: 2 + Math.floor(random() * 4) }, () => `  ${statement(random, scope)}`);
  lines.splice(at, 2, `  // ${sentence(random)} (${seed})`, ...made);
  return lines.join("\n");
}

/** The names of one file: some of them come again and again. */
class Scope {
  readonly #random: Random;
  readonly #names: string[];
  readonly #types: string[];

  constructor(random: Random) {
    this.#random = random;
    this.#names = Array.from({ length: 12 }, () => camel(random));
    this.#types = Array.from({ length: 6 }, () => capital(camel(random)));
  }

  /** Mostly one that the file has used; else a new one. */
  name(): string {
    return this.#random() < 0.86 ? pick(this.#random, this.#names) : camel(this.#random);
  }

  typeName(): string {
    return pick(this.#random, this.#types);
  }
}

function functionLines(random: Random, scope: Scope): string[] {
  const name = scope.name();
  const lines = [
    `/** ${sentence(random)} */`,
    `export ${random() < 0.4 ? "async " : ""}function ${name}${capital(word(random))}(${scope.name()}: ${scope.typeName()}, ` +
      `${scope.name()}: ${pick(random, TYPES)}): ${scope.typeName()} {`,
  ];
  for (let count = 4 + Math.floor(random() * 8); count > 0; count--) {
    if (random() < 0.25) {
      lines.push(`  if (${condition(random, scope)}) {`, `    ${statement(random, scope)}`, "  }");
    } else {
      lines.push(`  ${statement(random, scope)}`);
    }
  }
  lines.push(`  return ${expression(random, scope)};`, "}", "");
  return lines;
}

const STATEMENTS: readonly ((random: Random, scope: Scope) => string)[] = [
  (random, scope) => `const ${scope.name()} = ${expression(random, scope)};`,
  (_random, scope) => `const { ${scope.name()}, ${scope.name()} } = ${scope.name()};`,
  (random, scope) => `let ${scope.name()}: ${pick(random, TYPES)} | null = null;`,
  (random, scope) => `${scope.name()}.${scope.name()} = ${expression(random, scope)};`,
  (random, scope) => `${scope.name()}.${word(random)}(${scope.name()}, ${literal(random)});`,
  (random, scope) => `await ${scope.name()}.${word(random)}(${scope.name()});`,
  (random, scope) => `throw new ${scope.typeName()}Error(${quoted(random)});`,
  (random, scope) =>
    `for (const ${scope.name()} of ${scope.name()}.${word(random)}()) yield${capital(word(random))}();`,
  (random, scope) => `expect(${scope.name()}(${literal(random)})).toEqual(${expression(random, scope)});`,
  (random, scope) => `<${scope.typeName()} className=${quoted(random)} ${word(random)}={${scope.name()}} />`,
  (random, scope) => `${scope.name()} += ${scope.name()}.length * ${number(random)};`,
  (random) => `// ${sentence(random)}`,
];

function statement(random: Random, scope: Scope): string {
  return pick(random, STATEMENTS)(random, scope);
}

function expression(random: Random, scope: Scope): string {
  const lot = random();
  if (lot < 0.3) {
    return `${scope.name()}.${word(random)}(${scope.name()})`;
  }
  if (lot < 0.45) {
    return `await ${scope.name()}(${scope.name()}, { ${scope.name()}: ${literal(random)} })`;
  }
  if (lot < 0.6) {
    return `new ${scope.typeName()}(${scope.name()}, ${literal(random)})`;
  }
  if (lot < 0.75) {
    return `${scope.name()}.map((${scope.name()}) => ${scope.name()}.${word(random)})`;
  }
  return lot < 0.85 ? `${scope.name()} ?? ${literal(random)}` : literal(random);
}

function condition(random: Random, scope: Scope): string {
  return random() < 0.5
    ? `${scope.name()} === ${literal(random)}`
    : `!${scope.name()}.${word(random)}(${scope.name()})`;
}

function literal(random: Random): string {
  const lot = random();
  return lot < 0.45
    ? number(random)
    : lot < 0.85
      ? quoted(random)
      : pick(random, ["null", "true", "false", "undefined"]);
}

function number(random: Random): string {
  return String(random() < 0.6 ? Math.floor(random() * 12) : Math.floor(random() * 4_000));
}

function quoted(random: Random): string {
  return random() < 0.6 ? `"${word(random)}-${word(random)}"` : `"${sentence(random)}"`;
}

function sentence(random: Random): string {
  const words = Array.from({ length: 4 + Math.floor(random() * 7) }, () => word(random));
  return capital(`${words.join(" ")}.`);
}

function camel(random: Random): string {
  return word(random) + capital(word(random)) + (random() < 0.3 ? capital(word(random)) : "");
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A part of the vocabulary: those at its beginning come far more often, as in any language. */
function word(random: Random): string {
  const at = Math.floor(PARTS.length ** random() - 1);
  return PARTS[at] ?? "value";
}

function vocabulary(size: number): string[] {
  const random = randomFrom(20_250_101);
  const begins = [
    "b",
    "br",
    "c",
    "ch",
    "d",
    "f",
    "fl",
    "g",
    "h",
    "j",
    "k",
    "l",
    "m",
    "n",
    "p",
    "pr",
    "r",
    "s",
    "st",
    "t",
  ];
  const middles = ["a", "e", "i", "o", "u", "ea", "ou", "ai"];
  const ends = ["t", "n", "r", "l", "ck", "st", "d", "m", "ne", "te", "se", "x"];
  const words = new Set<string>();
  while (words.size < size) {
    const syllables = Array.from(
      { length: 1 + Math.floor(random() * 2.4) },
      () => pick(random, begins) + pick(random, middles),
    );
    words.add(syllables.join("") + pick(random, ends));
  }
  return [...words];
}
