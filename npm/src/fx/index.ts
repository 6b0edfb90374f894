// fx in a draft: what a host of fx imports, as `knowngood/fx`.

export { FxAdapter } from "./adapter.js";
export type { FxEnding, FxHands, FxLaunch, FxOptions } from "./adapter.js";
export { FxRevisionConflict, REVISION_CONFLICT } from "./conflict.js";
export type {
  FxExecRequest,
  FxExecResult,
  FxPermission,
  FxSessionListed,
  FxSessionRecord,
  FxSessionStore,
  FxShell,
  FxShellOptions,
  FxShellResult,
  FxWorkspace,
  FxWorkspaceInfo,
} from "./contract.js";
export { OUTPUT_LIMIT_BYTES } from "./output.js";
export type { FxPlace } from "./workspace.js";
