// What a host can set for one draft.

/** The settings of one draft. */
export interface Settings {
  /** `false`: only a message and a restore's safety checkpoint are taken. */
  readonly enabled: boolean;
  /** How many checkpoints are kept: 1 to 1000. */
  readonly keep: number;
  /** How many parked branches are kept. */
  readonly branches: number;
  /** A file of more bytes is left out. `null`: none is too large. */
  readonly fileBytes: number | null;
  /** A capture that would add more bytes than this is not taken. */
  readonly captureBytes: number;
  /** How long a capture before a turn may take, in milliseconds. */
  readonly turnWaitMs: number;
  /** What is excluded, in the syntax of `.gitignore`. The project's own rule files come after. */
  readonly patterns: readonly string[];
}

/** Settings to change. */
export type SettingsPatch = Partial<Settings>;
