// What the checkpoints' elements need of the package: its types, and nothing else. Another host changes this file.

export type {
  Action,
  Diff,
  DiffRequest,
  FileDiff,
  HeldFile,
  Interrupted,
  LastKnownGood,
  LeftAloneFile,
  LeftOutFile,
  LookUp,
  Plan,
  PlannedWrite,
  Receipt,
  Row,
  Verdict,
  Warning,
} from "../../history.js";
