// What the person has chosen, kept by the browser. Outside of an extension it lasts as long as the page.

export interface Settings {
  readonly on: boolean;
  /** 0 to 100. */
  readonly warmth: number;
  /** In percent. */
  readonly size: number;
}

export const defaults: Settings = { on: true, warmth: 40, size: 110 };

interface Area {
  get(key: string): Promise<Record<string, unknown>>;
  set(items: Record<string, unknown>): Promise<void>;
}

interface Changes {
  addListener(listener: (changes: Record<string, { newValue?: unknown }>) => void): void;
}

declare const chrome: { storage?: { sync?: Area; onChanged?: Changes } } | undefined;

const storage = typeof chrome === "undefined" ? undefined : chrome.storage;

export async function load(): Promise<Settings> {
  const stored = await storage?.sync?.get("settings");
  return { ...defaults, ...(stored?.settings as Partial<Settings> | undefined) };
}

export async function save(settings: Settings): Promise<void> {
  await storage?.sync?.set({ settings });
}

export function onChange(listener: (settings: Settings) => void): void {
  storage?.onChanged?.addListener((changes) => {
    if (changes.settings?.newValue !== undefined) {
      listener({ ...defaults, ...(changes.settings.newValue as Partial<Settings>) });
    }
  });
}
