// What people call their drafts. The history knows only ids; the names are kept beside it, in this browser.

/** What is noted of one draft. */
export interface NotedDraft {
  readonly id: string;
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly openedAt: number;
  /** How many files it had when it was open last. */
  readonly files: number;
  /** Their sizes added up. */
  readonly bytes: number;
}

const KEY = "knowngood:drafts";

/** Every noted draft, by id. */
export function notedDrafts(): ReadonlyMap<string, NotedDraft> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return new Map((Array.isArray(stored) ? stored.filter(isNoted) : []).map((noted) => [noted.id, noted]));
  } catch {
    // A private window may have none, and a broken note is no reason to show nothing.
    return new Map();
  }
}

/** Notes what is known of a draft. */
export function noteDraft(id: string, known: Partial<Omit<NotedDraft, "id">>): void {
  const all = new Map(notedDrafts());
  const before = all.get(id) ?? { id, name: id, openedAt: Date.now(), files: 0, bytes: 0 };
  all.set(id, { ...before, ...known });
  store(all);
}

/** Forgets a draft's note. */
export function forgetDraft(id: string): void {
  const all = new Map(notedDrafts());
  all.delete(id);
  store(all);
}

/** What a person calls the draft. */
export function nameOf(id: string): string {
  return notedDrafts().get(id)?.name ?? id;
}

/** An id for a draft that is called `name`. */
export function newDraftId(name: string): string {
  const slug = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 32);
  return `${slug === "" ? "draft" : slug}-${crypto.randomUUID().slice(0, 6)}`;
}

function store(all: ReadonlyMap<string, NotedDraft>): void {
  try {
    localStorage.setItem(KEY, JSON.stringify([...all.values()]));
  } catch {
    // Then the draft is shown under its id.
  }
}

function isNoted(value: unknown): value is NotedDraft {
  return (
    typeof value === "object" &&
    value !== null &&
    "id" in value &&
    typeof value.id === "string" &&
    "name" in value &&
    typeof value.name === "string" &&
    "openedAt" in value &&
    typeof value.openedAt === "number" &&
    "files" in value &&
    typeof value.files === "number" &&
    "bytes" in value &&
    typeof value.bytes === "number"
  );
}
