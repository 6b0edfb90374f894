// Runs inside the preview's frame: stands in for what a sandboxed page lacks, and for the parts of `chrome` that a popup needs.
//
// The function is put into the frame as text, so it may use nothing from outside of itself.

import type { Report } from "./frame-reports.js";
import type { FrameSettings } from "./preview-messages.js";

type Values = Record<string, unknown>;
type Listener = (...args: unknown[]) => unknown;

/** Puts the stand-ins in place. */
export function frameStandIns(settings: FrameSettings, report: Report): void {
  const stores = new Map<string, Values>();
  const store = (area: string): Values => {
    const values = stores.get(area) ?? { ...settings.stored[area] };
    stores.set(area, values);
    return values;
  };
  const stored = (area: string): void => report({ kind: "stored", area, values: store(area) });

  // A sandboxed page has no storage of its own: asking for it throws.
  for (const area of ["localStorage", "sessionStorage"] as const) {
    const values = store(area);
    const storage: Storage = {
      get length() {
        return Object.keys(values).length;
      },
      key: (index) => Object.keys(values)[index] ?? null,
      getItem: (key) => (Object.hasOwn(values, String(key)) ? String(values[String(key)]) : null),
      setItem: (key, value) => {
        values[String(key)] = String(value);
        stored(area);
      },
      removeItem: (key) => {
        delete values[String(key)];
        stored(area);
      },
      clear: () => {
        Object.keys(values).forEach((key) => delete values[key]);
        stored(area);
      },
    };
    Object.defineProperty(window, area, { value: storage, configurable: true });
  }

  const { extension } = settings;
  if (extension === null) {
    return;
  }

  const event = (): { listeners: Set<Listener>; api: object } => {
    const listeners = new Set<Listener>();
    return {
      listeners,
      api: {
        addListener: (listener: Listener) => void listeners.add(listener),
        removeListener: (listener: Listener) => void listeners.delete(listener),
        hasListener: (listener: Listener) => listeners.has(listener),
        hasListeners: () => listeners.size > 0,
      },
    };
  };
  const copy = (value: unknown): unknown => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)));
  /** Every call works with a promise and with a callback as its last argument. */
  const both =
    (call: (...args: unknown[]) => unknown) =>
    (...args: unknown[]): Promise<unknown> => {
      const callback = typeof args.at(-1) === "function" ? (args.pop() as Listener) : null;
      const result = new Promise((resolve) => setTimeout(resolve, 0)).then(() => call(...args));
      if (callback === null) {
        return result;
      }
      return result.then(
        (value) => void callback(value),
        (thrown: unknown) => {
          console.error(thrown);
          callback();
        },
      );
    };

  const storageChanged = event();
  const areaOf = (area: string): object => {
    const changes: Values = {};
    const tell = (): void => {
      stored(`chrome.${area}`);
      const told = { ...changes };
      Object.keys(changes).forEach((key) => delete changes[key]);
      storageChanged.listeners.forEach((listener) => listener(told, area));
      changed.listeners.forEach((listener) => listener(told, area));
    };
    const changed = event();
    const values = store(`chrome.${area}`);
    const remove = (keys: readonly string[]): void => {
      for (const key of keys.filter((one) => Object.hasOwn(values, one))) {
        changes[key] = { oldValue: values[key] };
        delete values[key];
      }
      tell();
    };
    return {
      get: both((keys) => {
        if (keys === undefined || keys === null) {
          return copy(values);
        }
        const defaults: Values =
          typeof keys === "string"
            ? { [keys]: undefined }
            : Array.isArray(keys)
              ? Object.fromEntries(keys.map((key) => [String(key), undefined]))
              : (keys as Values);
        const found: Values = {};
        for (const [key, value] of Object.entries(defaults)) {
          const held = Object.hasOwn(values, key) ? values[key] : value;
          if (held !== undefined) {
            found[key] = copy(held);
          }
        }
        return found;
      }),
      set: both((added) => {
        for (const [key, value] of Object.entries(added as Values)) {
          changes[key] = Object.hasOwn(values, key)
            ? { oldValue: values[key], newValue: copy(value) }
            : { newValue: copy(value) };
          values[key] = copy(value);
        }
        tell();
      }),
      remove: both((keys) => remove(Array.isArray(keys) ? keys.map(String) : [String(keys)])),
      clear: both(() => remove(Object.keys(values))),
      onChanged: changed.api,
    };
  };
  const areas = { local: areaOf("local"), sync: areaOf("sync"), session: areaOf("session") };

  const places = ["page", "background"] as const;
  type Place = (typeof places)[number];
  const messages: Record<Place, ReturnType<typeof event>> = { page: event(), background: event() };
  const nobody = "Could not establish connection. Receiving end does not exist.";
  const send = async (from: Place, message: unknown): Promise<unknown> => {
    const listeners = places.filter((place) => place !== from).flatMap((place) => [...messages[place].listeners]);
    if (listeners.length === 0) {
      throw new Error(nobody);
    }
    return new Promise((resolve, reject) => {
      let waits = false;
      for (const listener of listeners) {
        const answer = listener(copy(message), { id, url: settings.path }, (value: unknown) => resolve(copy(value)));
        if (answer instanceof Promise) {
          waits = true;
          answer.then((value) => resolve(copy(value)), reject);
        } else if (answer === true) {
          waits = true;
        }
      }
      if (!waits) {
        setTimeout(() => resolve(undefined), 0);
      }
    });
  };
  const id = "preview-of-this-draft";
  const tab = { id: 1, index: 0, windowId: 1, active: true, title: "A page", url: "https://example.com/" };
  const apiFor = (place: Place): object => ({
    runtime: {
      id,
      getManifest: () => copy(extension.manifest),
      getURL: (path: string) => `https://app.invalid/${String(path).replace(/^\//, "")}`,
      sendMessage: both((message) => send(place, message)),
      onMessage: messages[place].api,
      onInstalled: {
        ...event().api,
        addListener: (listener: Listener) => void setTimeout(() => listener({ reason: "install" }), 0),
      },
      onStartup: event().api,
      openOptionsPage: both(() => {
        const { options_ui: ui, options_page: page } = extension.manifest as {
          options_ui?: { page?: string };
          options_page?: string;
        };
        report({ kind: "open", path: ui?.page ?? page ?? "" });
      }),
    },
    storage: { ...areas, onChanged: storageChanged.api },
    tabs: {
      query: both(() => [copy(tab)]),
      get: both(() => copy(tab)),
      create: both((options) => {
        report({ kind: "blocked", text: `tabs.create: ${String((options as { url?: string }).url)}` });
        return copy(tab);
      }),
      // There is no page with a content script beside a popup in here.
      sendMessage: both(() => {
        throw new Error(nobody);
      }),
    },
    i18n: {
      getMessage: (name: string) => extension.messages[name] ?? "",
      getUILanguage: () => navigator.language,
    },
  });
  Object.defineProperty(window, "chrome", { value: apiFor("page"), configurable: true, writable: true });
  if (extension.background !== null) {
    try {
      new Function("chrome", `${extension.background}\n//# sourceURL=background.js`)(apiFor("background"));
    } catch (thrown) {
      console.error(thrown);
    }
  }
}
