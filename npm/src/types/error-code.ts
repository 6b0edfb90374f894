// Everything that can go wrong, by its code.

/** Everything that can go wrong, by its code. */
export type ErrorCode =
  | "no_checkpoint"
  | "pruned"
  | "not_on_this_device"
  | "agent_working"
  | "in_the_way"
  | "plan_stale"
  | "conflict"
  | "quota_exceeded"
  | "too_large"
  | "bad_path"
  | "damaged"
  | "newer_format"
  | "read_only"
  | "nothing_to_undo"
  | "storage_unavailable"
  | "closed"
  /** An argument is not what it should be. */
  | "bad_argument"
  /** The call needs a workspace, and the draft was opened without one. */
  | "no_workspace"
  /** The workspace could not list, read, write or remove. */
  | "workspace_failed"
  /** A restore was cut off; it comes first. */
  | "restore_interrupted"
  /** No draft of that id is stored. */
  | "no_draft"
  /** The checkpoint holds no such file. */
  | "no_file"
  /** There is nothing to redo. */
  | "nothing_to_redo"
  /** No turn has this id. */
  | "no_turn"
  /** The turn is no longer at the end of its conversation: it was rewound past. */
  | "turn_left"
  /** No parked branch has this id. */
  | "no_branch"
  /** The conversation cannot go there; the files can. */
  | "not_remembered"
  /** A fault of this package. */
  | "internal";
