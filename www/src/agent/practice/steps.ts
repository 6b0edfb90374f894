// What a prompt makes the practice agent do: its words, as steps. Pure.

/** One step of a turn. */
export type Step =
  | { readonly does: "write"; readonly path: string; readonly text: string }
  | { readonly does: "replace"; readonly from: string; readonly to: string; readonly path: string }
  | { readonly does: "delete"; readonly path: string }
  | { readonly does: "run"; readonly command: string }
  | { readonly does: "recall" }
  | { readonly does: "count" }
  | { readonly does: "wait"; readonly seconds: number }
  | { readonly does: "say"; readonly text: string }
  /** Ends the turn with a question. */
  | { readonly does: "ask"; readonly question: string }
  /** Ends the turn as one that went wrong. */
  | { readonly does: "fail"; readonly message: string }
  /** Ends the agent in the middle of the turn, as a crash would. */
  | { readonly does: "die" };

/** How long `slowly` takes when it is not said. */
const SLOW_SECONDS = 3;
/** The longest that it takes. */
const MOST_SECONDS = 600;

/** What the practice agent understands, one example a line. */
export const examples: readonly string[] = [
  "write notes.md: hello",
  "replace hello with good morning in notes.md",
  "delete notes.md",
  "run ls -l",
  "what did I ask?",
  "how many things did I ask?",
  "slowly write notes.md: hello",
  "slowly, 20 seconds, write notes.md: hello",
  "ask which colour you want",
  "fail",
  "fail after write notes.md: half of it",
  "die after write notes.md: half of it",
];

/** The steps of a prompt. Words that are not understood are answered with the examples; nothing is guessed. */
export function stepsOf(prompt: string): readonly Step[] {
  const text = prompt.trim();
  for (const [pattern, steps] of grammar) {
    const match = pattern.exec(text);
    if (match !== null) {
      return steps(match.slice(1).map((part) => part ?? ""));
    }
  }
  const list = examples.map((example) => `  ${example}`).join("\n");
  return [{ does: "say", text: `I am only a practice agent and did not understand that. I understand:\n${list}` }];
}

type Rule = readonly [pattern: RegExp, steps: (parts: readonly string[]) => readonly Step[]];

const grammar: readonly Rule[] = [
  [
    /^slowly\b[,\s]*(?:(\d+(?:\.\d+)?)\s*(?:s|sec|seconds?)\b)?[,:\s]*([^]*)$/i,
    ([seconds = "", rest = ""]) => [
      { does: "wait", seconds: Math.min(seconds === "" ? SLOW_SECONDS : Number(seconds), MOST_SECONDS) },
      ...(rest === "" ? [{ does: "say", text: "I took my time." } as const] : stepsOf(rest)),
    ],
  ],
  [/^die\s+after\s+([^]+)$/i, ([rest = ""]) => [...stepsOf(rest), { does: "die" }]],
  [/^die\b[.!]?$/i, () => [{ does: "die" }]],
  [
    /^fail\s+after\s+([^]+)$/i,
    ([rest = ""]) => [...stepsOf(rest), { does: "fail", message: "I failed, as you asked me to." }],
  ],
  [
    /^fail\b[:,]?\s*([^]*)$/i,
    ([message = ""]) => [{ does: "fail", message: message || "I failed, as you asked me to." }],
  ],
  [/^ask(?:\s+me)?\b[:,]?\s*([^]*)$/i, ([question = ""]) => [{ does: "ask", question: asQuestion(question) }]],
  [
    /^(?:write|create|make)\s+(\S+?):(?:\n|[ \t]?)([^]*)$/i,
    ([path = "", text = ""]) => [{ does: "write", path, text }],
  ],
  [
    /^replace\s+(?:"([^"]+)"|([^]+?))\s+with\s+(?:"([^"]*)"|([^]+?))\s+in\s+(\S+)$/i,
    ([quotedFrom = "", from = "", quotedTo = "", to = "", path = ""]) => [
      { does: "replace", from: quotedFrom || from, to: quotedTo || to, path },
    ],
  ],
  [/^(?:delete|remove)\s+(\S+)$/i, ([path = ""]) => [{ does: "delete", path }]],
  [/^(?:run\s+|\$\s*)([^]+)$/i, ([command = ""]) => [{ does: "run", command }]],
  [/^what\b[^]*\b(?:ask|said|say|remember)\b[^]*$/i, () => [{ does: "recall" }]],
  [/^(?:count|how many)\b/i, () => [{ does: "count" }]],
];

function asQuestion(words: string): string {
  const question = words.trim().replace(/[?.]+$/, "");
  return question === "" ? "What shall I do?" : `${question.charAt(0).toUpperCase()}${question.slice(1)}?`;
}
