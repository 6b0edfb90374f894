// A workspace in memory as WebAssembly calls it, and strings that only JavaScript can have.

/** Files by path: bytes, mode and version. */
export class FakeWorkspace {
  files = new Map();
  unsavedText = new Map();
  refusedNames = [];
  /** What every version is written as: a number, or a text. */
  writeVersion = (count) => count;
  count = 0;
  calls = [];
  underWay = 0;
  mostUnderWay = 0;
  reads = 0;
  failure = undefined;

  put(path, bytes, mode) {
    this.files.set(path, { bytes: bytes.slice(), mode, version: this.writeVersion(++this.count) });
  }

  async list() {
    const entries = [...this.files];
    const versions = entries.map(([, file]) => file.version);
    return {
      paths: entries.map(([path]) => path).join("\0"),
      sizes: Float64Array.from(entries, ([, file]) => file.bytes.length),
      versions: versions.every((version) => typeof version === "number") ? Float64Array.from(versions) : versions,
      modes: Uint8Array.from(entries, ([, file]) => file.mode),
      refused: this.refusedNames,
    };
  }

  async readMany(paths) {
    return paths.split("\0").map((path) => {
      this.reads += 1;
      const file = this.files.get(path);
      return file === undefined ? "There is no such file." : file.bytes.slice();
    });
  }

  write(path, bytes, mode) {
    return this.overlapping(() => this.put(path, bytes, mode));
  }

  remove(path) {
    return this.overlapping(() => this.files.delete(path));
  }

  async unsaved() {
    const entries = [...this.unsavedText];
    return { paths: entries.map(([path]) => path).join("\0"), contents: entries.map(([, bytes]) => bytes) };
  }

  async overlapping(work) {
    this.mostUnderWay = Math.max(this.mostUnderWay, ++this.underWay);
    await new Promise((resolve) => setTimeout(resolve, 0));
    this.underWay -= 1;
    if (this.failure !== undefined) throw new Error(this.failure);
    work();
  }
}

export const makeWorkspace = () => new FakeWorkspace();
export const putFile = (workspace, path, bytes, mode) => workspace.put(path, bytes, mode);
export const removeFile = (workspace, path) => workspace.files.delete(path);
export const fileOf = (workspace, path) => workspace.files.get(path)?.bytes;
export const modeOf = (workspace, path) => workspace.files.get(path)?.mode;
export const typeUnsaved = (workspace, path, bytes) => workspace.unsavedText.set(path, bytes);
export const refuse = (workspace, path, why) => workspace.refusedNames.push({ path, why });
export const failWrites = (workspace, why) => (workspace.failure = why);
export const mostUnderWay = (workspace) => workspace.mostUnderWay;
export const readsOf = (workspace) => workspace.reads;

/** Versions as text: joined ones, ones with NUL inside, ones with half of a surrogate pair. */
export function versionsAs(workspace, kind) {
  const texts = { text: (n) => `v${n}`, nul: (n) => `a\0${n}`, half: (n) => `\ud800${n}` };
  workspace.writeVersion = texts[kind];
}

/** `before`, then half of a surrogate pair. */
export const withHalf = (before) => `${before}\ud83d`;

/** Calls `name` of `target`, and gives what it answers without waiting for it. */
export const call = (target, name, args) => target[name](...args);

/** The keys of an object, sorted, with the type of each value: `n:number`, `why:null`. */
export function shapeOf(value) {
  const type = (field) =>
    field === null ? "null" : Array.isArray(field) ? "array" : (field?.constructor?.name ?? typeof field).toLowerCase();
  return Object.keys(value)
    .sort()
    .map((key) => `${key}:${type(value[key])}`)
    .join(" ");
}

/** A `Uint8Array` of another window, where there are windows. */
export function foreignBytes(bytes) {
  if (typeof document === "undefined") return Uint8Array.from(bytes);
  const frame = document.body.appendChild(document.createElement("iframe"));
  return frame.contentWindow.Uint8Array.from(bytes);
}
