// What the agent's host and its panel say.

/** Their sentences. */
export const agentWords = {
  conversation: "Conversation with the agent",
  practice:
    "This is a practice agent. It stands in for fx, which is not part of this page: it knows a few plain commands and " +
    "thinks nothing. Everything else is real: turns, checkpoints, and what it remembers.",
  examplesTitle: "What it understands",
  promptLabel: (name: string): string => `Prompt for ${name}`,
  promptHint: "Write what shall be done. Enter sends it, Shift and Enter begin a new line.",
  send: "Send",
  stop: "Stop",
  start: "Start",
  startAgain: "Start again",
  noHistory: "An agent needs checkpoints, and they are not available here.",
  nothingYet: "Nothing was asked in this draft yet.",
  you: "You",
  states: {
    off: "Not started",
    starting: "Starting…",
    idle: "Ready",
    working: "Working…",
    needs_input: "Waiting for your answer",
    gone: "Ended",
  },
  letGo: "This agent was let go.",
  stopped: "You stopped it.",
  stoppedHard: "It did not stop in time, so it was ended. What it had done is kept.",
  died: (name: string, why: string): string =>
    `${name} ended unexpectedly. ${why} Nothing was started again by itself.`,
  elsewhere: (name: string): string =>
    `${name} is at work in another tab of this draft. Wait for it there, or stop it there.`,
  notStarted: (name: string, why: string): string => `${name} could not be started. ${why}`,
  notRecorded: (why: string): string => `This turn could not be recorded. ${why}`,
  movedMeanwhile: (name: string): string =>
    `The conversation was moved while ${name} worked. It was ended; what it had done by then is kept with the turns that were left.`,
  unfinished: "Unfinished: it was begun and never ended, since the tab or the agent died. What it had is kept.",
  forgot: "The conversation was moved. The agent is told what it no longer remembers with your next prompt.",
  putBack: "The prompt that you left is back in the input.",
  checkpoints: (numbers: readonly number[]): string =>
    numbers.length === 0
      ? "no checkpoint"
      : `${numbers.length === 1 ? "checkpoint" : "checkpoints"} ${numbers.join(", ")}`,
  settings: "Model",
  endpoint: "Model endpoint",
  endpointHint: "Leave it empty for fx's own, or give the address of a gateway that speaks the same protocol.",
  key: "Key",
  keyHint: "It goes to the endpoint and nowhere else. It is kept until this tab is closed, unless you say otherwise.",
  keep: "Keep both in this browser",
  save: "Use these",
  noKey: "fx needs a key for its model. Enter one under Model, then start it.",
  noJspi: "fx needs a browser with WebAssembly JSPI, such as Chrome or Edge 137 or newer.",
  badEndpoint: "The model endpoint is not an https address.",
} as const;
