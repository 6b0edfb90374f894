// Knows the modules that are part of Node.js, so that an import of one is not mistaken for a package.

const names: ReadonlySet<string> = new Set(
  (
    "assert async_hooks buffer child_process cluster console constants crypto dgram diagnostics_channel dns domain " +
    "events fs http http2 https inspector module net os path perf_hooks process punycode querystring readline repl " +
    "stream string_decoder sys timers tls trace_events tty url util v8 vm wasi worker_threads zlib"
  ).split(" "),
);

/** Whether `specifier` is one of them, or a part of one. */
export function isBuiltInOfNode(specifier: string): boolean {
  return specifier.startsWith("node:") || names.has(specifier.split("/")[0] ?? specifier);
}
