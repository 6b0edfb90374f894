// What fx must be told when a session is no longer what it believes.

/** The code that fx knows a conflict by. */
export const REVISION_CONFLICT = "FX_SESSION_REVISION_CONFLICT";

/** A commit that was refused: the conversation went on, or was moved, without the instance that commits. */
export class FxRevisionConflict extends Error {
  override readonly name = "FxRevisionConflict";
  readonly code = REVISION_CONFLICT;

  constructor(message: string) {
    super(message);
  }
}
