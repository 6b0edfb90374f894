// Runs inside the preview's frame: reports what the app says and what goes wrong, and keeps it on its own pages.
//
// The function is put into the frame as text, so it may use nothing from outside of itself.

import type { FrameSettings } from "./preview-messages.js";

/** Sends one message of the frame to the page. */
export type Report = (message: Readonly<Record<string, unknown>>) => void;

/** Begins to report; the answer sends further messages. */
export function frameReports(settings: Pick<FrameSettings, "token" | "pages" | "path">): Report {
  const report: Report = (message) => parent.postMessage({ ...message, token: settings.token }, "*");

  const shown = (value: unknown, depth: number): string => {
    if (typeof value === "string") {
      return depth === 0 ? value : JSON.stringify(value);
    }
    if (value instanceof Error) {
      return depth === 0 ? (value.stack ?? String(value)) : String(value);
    }
    if (typeof value === "function") {
      return `function ${value.name || "(anonymous)"}`;
    }
    if (value instanceof Element) {
      return `<${value.localName}>`;
    }
    if (typeof value !== "object" || value === null) {
      return typeof value === "bigint" ? `${value}n` : String(value);
    }
    if (depth >= 3) {
      return Array.isArray(value) ? "[…]" : "{…}";
    }
    if (Array.isArray(value)) {
      const items = value.slice(0, 100).map((item) => shown(item, depth + 1));
      return `[${items.join(", ")}${value.length > 100 ? ", …" : ""}]`;
    }
    if (value instanceof Map || value instanceof Set) {
      return `${value.constructor.name} ${shown([...value], depth)}`;
    }
    const entries = Object.entries(value);
    const fields = entries.slice(0, 50).map(([key, field]) => `${key}: ${shown(field, depth + 1)}`);
    const name = value.constructor?.name;
    const prefix = name === undefined || name === "Object" ? "" : `${name} `;
    return `${prefix}{ ${fields.join(", ")}${entries.length > 50 ? ", …" : ""} }`;
  };
  const text = (values: readonly unknown[]): string => {
    try {
      return values
        .map((value) => shown(value, 0))
        .join(" ")
        .slice(0, 10_000);
    } catch {
      return "(something that cannot be shown)";
    }
  };

  for (const [method, level] of [
    ["log", "log"],
    ["debug", "log"],
    ["info", "info"],
    ["warn", "warn"],
    ["error", "error"],
  ] as const) {
    const original = console[method].bind(console);
    console[method] = (...values: unknown[]) => {
      original(...values);
      report({ kind: "console", level, text: text(values) });
    };
  }
  addEventListener("error", ({ message, filename, lineno, colno }) => {
    report({ kind: "uncaught", text: message, file: filename, line: lineno, column: colno });
  });
  addEventListener("unhandledrejection", ({ reason }) => report({ kind: "uncaught", text: text([reason]) }));
  addEventListener("securitypolicyviolation", ({ blockedURI, effectiveDirective }) => {
    report({ kind: "blocked", text: `${effectiveDirective}: ${blockedURI}` });
  });

  // Links: to another built page through the page around, to a place in this one by scrolling; nowhere else.
  addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
    const href = link?.getAttribute("href") ?? null;
    if (href === null || event.defaultPrevented || /^(javascript|blob|data):/i.test(href)) {
      return;
    }
    event.preventDefault();
    if (href.startsWith("#")) {
      document.getElementById(decodeURIComponent(href.slice(1)))?.scrollIntoView();
      return;
    }
    const base = `https://app.invalid/${settings.path}`;
    const target = new URL(href, base);
    const path = decodeURIComponent(target.pathname.slice(1));
    if (target.origin === "https://app.invalid" && settings.pages.includes(path)) {
      report({ kind: "open", path });
    } else {
      report({ kind: "blocked", text: `link: ${href}` });
    }
  });
  return report;
}
