// What the app in the preview's frame tells the page, and how the page knows that it is the app.

/** How loud a message is. */
export type MessageLevel = "log" | "info" | "warn" | "error";

/** What the frame says. */
export type FrameMessage =
  | { readonly kind: "console"; readonly level: MessageLevel; readonly text: string }
  | {
      readonly kind: "uncaught";
      readonly text: string;
      readonly file: string | null;
      readonly line: number | null;
      readonly column: number | null;
    }
  | { readonly kind: "blocked"; readonly text: string }
  | { readonly kind: "open"; readonly path: string }
  /** A stand-in's store changed. */
  | { readonly kind: "stored"; readonly area: string; readonly values: Readonly<Record<string, unknown>> };

/** What the frame is started with. */
export interface FrameSettings {
  /** A secret of this load, in each of its messages: a page that the app leads the frame to does not know it. */
  readonly token: string;
  /** Paths of the pages that were built. */
  readonly pages: readonly string[];
  readonly path: string;
  /** What the stand-ins' stores hold, by area. */
  readonly stored: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** The extension's own things; `null` for a web page. */
  readonly extension: {
    readonly manifest: unknown;
    /** Texts of `_locales`, by name. */
    readonly messages: Readonly<Record<string, string>>;
    /** The code of the background script; `null` when there is none. */
    readonly background: string | null;
  } | null;
}

/** Reads a message; `null` when it is not one of the frame's. */
export function readFrameMessage(data: unknown, token: string): FrameMessage | null {
  if (typeof data !== "object" || data === null || !("token" in data) || data.token !== token || !("kind" in data)) {
    return null;
  }
  const fields = data as Readonly<Record<string, unknown>>;
  const text = typeof fields["text"] === "string" ? fields["text"] : "";
  switch (fields["kind"]) {
    case "console":
      return { kind: "console", level: levelOf(fields["level"]), text };
    case "uncaught":
      return {
        kind: "uncaught",
        text,
        file: typeof fields["file"] === "string" && fields["file"] !== "" ? fields["file"] : null,
        line: numberOf(fields["line"]),
        column: numberOf(fields["column"]),
      };
    case "blocked":
      return { kind: "blocked", text };
    case "open":
      return typeof fields["path"] === "string" ? { kind: "open", path: fields["path"] } : null;
    case "stored":
      return typeof fields["area"] === "string" && typeof fields["values"] === "object" && fields["values"] !== null
        ? { kind: "stored", area: fields["area"], values: fields["values"] as Record<string, unknown> }
        : null;
    default:
      return null;
  }
}

function levelOf(level: unknown): MessageLevel {
  return level === "info" || level === "warn" || level === "error" ? level : "log";
}

function numberOf(value: unknown): number | null {
  return typeof value === "number" && value > 0 ? value : null;
}
