// Reads a browser extension's manifest: what it asks to be built, and what is wrong with it.

import { broken } from "../words/build.js";
import { isObject, type JsonFile, member, readJson, texts } from "./json-file.js";
import type { BuildProblem, PageKind } from "./outcome.js";
import { codeExtensions } from "./loaders.js";
import { extensionOf, folderOf, joinPath, relativePath, type SourceFiles, withExtension } from "./source-files.js";
import { findFile } from "./resolve.js";

type Keys = readonly (string | number)[];

/** A file that the manifest names. */
export interface NamedFile {
  /** The file of the draft: where the manifest names what a script will be called, its TypeScript source. */
  readonly path: string;
  /** Where the built extension has it. */
  readonly out: string;
}

/** One entry of `content_scripts`. */
export interface ContentScript {
  readonly scripts: readonly NamedFile[];
  readonly styles: readonly NamedFile[];
}

/** What a manifest asks for. */
export interface Extension {
  readonly path: string;
  readonly folder: string;
  /** The manifest as the built extension has it. */
  built(): unknown;
  readonly pages: readonly (NamedFile & { readonly kind: PageKind })[];
  readonly background: (NamedFile & { readonly type: "module" | "classic" }) | null;
  readonly contentScripts: readonly ContentScript[];
  readonly assets: readonly NamedFile[];
}

/** The extension, as far as its manifest can be read. */
export interface ManifestRead {
  /** `null` when the file is no manifest of an extension, or no JSON. */
  readonly extension: Extension | null;
  readonly errors: readonly BuildProblem[];
}

/** Reads `path`, a file named manifest.json. A web app's manifest has that name too and is passed over. */
export async function readManifest(files: SourceFiles, path: string): Promise<ManifestRead> {
  const { file, problems } = await readJson(files, path, "manifest");
  if (file === null) {
    return { extension: null, errors: problems };
  }
  if (!isObject(file.value)) {
    const text = broken.jsonRoot;
    return { extension: null, errors: [{ path, ...file.placeOf([]), text, kind: "manifest" }] };
  }
  return isWebApp(file.value) ? { extension: null, errors: [] } : new ManifestReader(files, file).read();
}

/** A web app's manifest has no number of an extension's format, but says where the app starts. */
function isWebApp(value: Record<string, unknown>): boolean {
  return !("manifest_version" in value) && ("start_url" in value || "display" in value || "short_name" in value);
}

class ManifestReader {
  readonly #files: SourceFiles;
  readonly #file: JsonFile;
  readonly #folder: string;
  readonly #errors: BuildProblem[] = [];
  /** Names in the manifest that are called otherwise once they are built. */
  readonly #renamed = new Map<string, string>();

  constructor(files: SourceFiles, file: JsonFile) {
    this.#files = files;
    this.#file = file;
    this.#folder = folderOf(file.path);
  }

  read(): ManifestRead {
    this.#checkNames();
    const extension: Extension = {
      path: this.#file.path,
      folder: this.#folder,
      pages: pageFields.flatMap(({ keys, kind }) => this.#one(keys).map((named) => ({ ...named, kind }))),
      background: this.#background(),
      contentScripts: this.#contentScripts(),
      assets: [...this.#icons(), ...this.#resources()],
      // Last, when all names are known.
      built: () => renameIn(this.#file.value, this.#renamed),
    };
    this.#checkLocale();
    return { extension, errors: this.#errors };
  }

  #checkNames(): void {
    const { value } = this.#file;
    const version = member(value, "manifest_version");
    if (version !== 3) {
      this.#fault(
        ["manifest_version"],
        version === undefined ? broken.manifestField("manifest_version") : broken.manifestVersion,
      );
    }
    for (const field of ["name", "version"]) {
      const text = member(value, field);
      if (text === undefined) {
        this.#fault([], broken.manifestField(field));
      } else if (typeof text !== "string") {
        this.#fault([field], broken.manifestText(field));
      } else if (field === "version" && !/^\d{1,9}(\.\d{1,9}){0,3}$/.test(text)) {
        this.#fault([field], broken.manifestNumber);
      }
    }
  }

  #background(): Extension["background"] {
    const [named] = this.#one(["background", "service_worker"]);
    const type = this.#at(["background", "type"]) === "module" ? "module" : "classic";
    return named === undefined ? null : { ...named, type };
  }

  #contentScripts(): ContentScript[] {
    const scripts = this.#at(["content_scripts"]);
    return (Array.isArray(scripts) ? scripts : []).map((script, index) => {
      if (texts(member(script, "matches")).length === 0) {
        this.#fault(["content_scripts", index], broken.manifestMatches(index));
      }
      return {
        scripts: this.#list(["content_scripts", index, "js"]),
        styles: this.#list(["content_scripts", index, "css"]),
      };
    });
  }

  #icons(): NamedFile[] {
    return [["icons"], ["action", "default_icon"]].flatMap((keys) => {
      const icons = this.#at(keys);
      return isObject(icons) ? Object.keys(icons).flatMap((size) => this.#one([...keys, size])) : this.#one(keys);
    });
  }

  /** What pages of the web may load. Patterns name whatever there is, so they cannot be wrong. */
  #resources(): NamedFile[] {
    const groups = this.#at(["web_accessible_resources"]);
    return (Array.isArray(groups) ? groups : []).flatMap((group, index) =>
      texts(member(group, "resources")).flatMap((path, at) =>
        path.includes("*") ? [] : this.#named(["web_accessible_resources", index, "resources", at], path),
      ),
    );
  }

  #checkLocale(): void {
    const locale = this.#at(["default_locale"]);
    if (typeof locale === "string") {
      this.#named(["default_locale"], `_locales/${locale}/messages.json`);
    }
  }

  #one(keys: Keys): NamedFile[] {
    const path = this.#at(keys);
    return typeof path === "string" ? this.#named(keys, path) : [];
  }

  #list(keys: Keys): NamedFile[] {
    return texts(this.#at(keys)).flatMap((path, index) => this.#named([...keys, index], path));
  }

  #named(keys: Keys, name: string): NamedFile[] {
    const out = joinPath(this.#folder, name.replace(/[?#].*$/s, "").replace(/^\/+/, ""));
    const path = out === null ? null : findFile(this.#files, out);
    if (out === null || path === null) {
      this.#fault(keys, broken.manifestFile(fieldName(keys), name));
      return [];
    }
    const built = codeExtensions.has(extensionOf(out)) ? withExtension(out, ".js") : out;
    if (built !== out) {
      this.#renamed.set(name, relativePath(this.#file.path, built));
    }
    return [{ path, out: built }];
  }

  #at(keys: Keys): unknown {
    return keys.reduce<unknown>(
      (value, key) => (typeof key === "number" ? (Array.isArray(value) ? value[key] : undefined) : member(value, key)),
      this.#file.value,
    );
  }

  #fault(keys: Keys, text: string): void {
    this.#errors.push({ path: this.#file.path, ...this.#file.placeOf(keys), text, kind: "manifest" });
  }
}

const pageFields: readonly { readonly keys: Keys; readonly kind: PageKind }[] = [
  { keys: ["action", "default_popup"], kind: "popup" },
  { keys: ["options_ui", "page"], kind: "options" },
  { keys: ["options_page"], kind: "options" },
  { keys: ["side_panel", "default_path"], kind: "side-panel" },
  { keys: ["chrome_url_overrides", "newtab"], kind: "new-tab" },
  { keys: ["chrome_url_overrides", "history"], kind: "page" },
  { keys: ["chrome_url_overrides", "bookmarks"], kind: "page" },
  { keys: ["devtools_page"], kind: "dev-tools" },
];

/** The value with the texts that stand for renamed files replaced. */
function renameIn(value: unknown, renamed: ReadonlyMap<string, string>): unknown {
  if (typeof value === "string") {
    return renamed.get(value) ?? value;
  }
  if (Array.isArray(value)) {
    return value.map((item) => renameIn(item, renamed));
  }
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, renameIn(item, renamed)]))
    : value;
}

function fieldName(keys: Keys): string {
  return keys.map((key, index) => (typeof key === "number" ? `[${key}]` : index === 0 ? key : `.${key}`)).join("");
}
