// Works out what one HTML page needs: its bundle, its other scripts, its styles, and the files that it shows.

import { broken } from "../words/build.js";
import type { Entry } from "./compile.js";
import { DRAFT, INLINE, type InlineCode } from "./draft-plugin.js";
import {
  attributeText,
  type HtmlPage,
  localPath,
  readHtml,
  replaceSpans,
  type ScriptTag,
  type Span,
  type StyleTag,
} from "./html-page.js";
import { codeExtensions } from "./loaders.js";
import type { BuildProblem } from "./outcome.js";
import type { Place } from "./places.js";
import { findFile } from "./resolve.js";
import {
  extensionOf,
  folderOf,
  joinPath,
  readText,
  relativePath,
  type SourceFiles,
  withExtension,
} from "./source-files.js";

/** What a page needs to be built. */
export interface PagePlan {
  readonly path: string;
  readonly page: HtmlPage;
  /** The module scripts of the page as one entry, in their order, so that a module they share exists once. */
  readonly modules: Entry | null;
  /** Scripts of the old kind: each by itself, its names global. */
  readonly classics: readonly (Entry & { readonly place: Place; readonly source: string })[];
  readonly styles: readonly Entry[];
  /** Files to take over as they are. */
  readonly assets: ReadonlySet<string>;
  readonly inline: ReadonlyMap<string, InlineCode>;
  readonly errors: readonly BuildProblem[];
  readonly warnings: readonly BuildProblem[];
  /** What becomes of the page's tags. */
  readonly changes: readonly (Span & { readonly by: string })[];
}

/** Reads the page `path` and works out what it needs. */
export async function planPage(files: SourceFiles, path: string): Promise<PagePlan> {
  return new PagePlanner(files, path, readHtml(await readText(files, path))).plan();
}

/** The page as it is built; `hasStyles`: whether its bundle came with a style sheet. */
export function composePage(plan: PagePlan, hasStyles: boolean): string {
  const link = `<link rel="stylesheet" ${attributeText("href", `${bundleName(plan.path)}.css`)}>`;
  const styles = hasStyles ? [{ start: plan.page.endOfHead, end: plan.page.endOfHead, by: link }] : [];
  return replaceSpans(plan.page.text, [...plan.changes, ...styles]);
}

/** Where a page's bundle goes, without its ending. */
export function bundleOut(path: string): string {
  return withExtension(path, ".bundle");
}

class PagePlanner {
  readonly #files: SourceFiles;
  readonly #path: string;
  readonly #page: HtmlPage;
  readonly #moduleImports: string[] = [];
  readonly #moduleTags: ScriptTag[] = [];
  readonly #classics = new Map<string, PagePlan["classics"][number]>();
  readonly #styles = new Map<string, Entry>();
  readonly #assets = new Set<string>();
  readonly #inline = new Map<string, InlineCode>();
  readonly #errors: BuildProblem[] = [];
  readonly #warnings: BuildProblem[] = [];
  readonly #changes: (Span & { by: string })[] = [];

  constructor(files: SourceFiles, path: string, page: HtmlPage) {
    this.#files = files;
    this.#path = path;
    this.#page = page;
  }

  plan(): PagePlan {
    for (const tag of this.#page.tags) {
      switch (tag.what) {
        case "script":
          this.#script(tag);
          break;
        case "style":
          this.#style(tag);
          break;
        case "asset":
          this.#asset(tag.attribute, tag.address, tag.place, tag.span);
          break;
      }
    }
    return {
      path: this.#path,
      page: this.#page,
      modules: this.#modules(),
      classics: [...this.#classics.values()],
      styles: [...this.#styles.values()],
      assets: this.#assets,
      inline: this.#inline,
      errors: this.#errors,
      warnings: this.#warnings,
      changes: this.#changes,
    };
  }

  #script(tag: ScriptTag): void {
    if (tag.src === null) {
      this.#inlineScript(tag);
      return;
    }
    const source = this.#local(tag.src, tag.place, broken.script, this.#errors);
    if (source === null) {
      return;
    }
    if (tag.type === "module") {
      this.#moduleImports.push(`/${source}`);
      this.#moduleTags.push(tag);
      return;
    }
    const out = codeExtensions.has(extensionOf(source)) ? withExtension(source, "") : source;
    this.#classics.set(source, { from: `${DRAFT}:${source}`, out, place: tag.place, source });
    this.#changes.push({ ...tag.tag, by: scriptTag(tag, relativePath(this.#path, `${out}.js`)) });
  }

  #inlineScript(tag: ScriptTag): void {
    const name = `${this.#path}#${this.#inline.size}`;
    // Padded to its own place, so that the compiler's lines and columns are those of the page.
    const { line, column } = tag.codePlace;
    const code = "\n".repeat(line - 1) + " ".repeat(column - 1) + tag.code;
    this.#inline.set(name, { code, importer: this.#path });
    if (tag.type === "module") {
      this.#moduleImports.push(`${INLINE}:${name}`);
      this.#moduleTags.push(tag);
    } else if (tag.code.trim() !== "") {
      // Only to find its faults: it stays in the page as it is.
      const out = `${INLINE}/${name}`;
      this.#classics.set(name, { from: `${INLINE}:${name}`, out, place: tag.place, source: this.#path });
    }
  }

  #style(tag: StyleTag): void {
    const source = this.#local(tag.href, tag.place, broken.style, this.#errors);
    if (source !== null) {
      const out = withExtension(source, "");
      this.#styles.set(source, { from: `${DRAFT}:${source}`, out });
      const rest = tag.attributes.filter(({ name }) => name !== "href" && name !== "integrity");
      const href = { name: "href", value: relativePath(this.#path, `${out}.css`) };
      this.#changes.push({ ...tag.tag, by: `<link ${attributesText([...rest, href])}>` });
    }
  }

  #asset(attribute: string, address: string, place: Place, span: Span): void {
    const source = this.#local(address, place, broken.asset, this.#warnings);
    if (source !== null) {
      this.#assets.add(source);
      this.#changes.push({ ...span, by: attributeText(attribute, relativePath(this.#path, source)) });
    }
  }

  /** The page's module scripts become one: the first tag loads it, the others go. */
  #modules(): Entry | null {
    const [first, ...others] = this.#moduleTags;
    if (first === undefined) {
      return null;
    }
    const name = `${this.#path}#modules`;
    const code = this.#moduleImports.map((path) => `import ${JSON.stringify(path)};\n`).join("");
    this.#inline.set(name, { code, importer: this.#path });
    this.#changes.push({ ...first.tag, by: scriptTag(first, `${bundleName(this.#path)}.js`) });
    this.#changes.push(...others.map(({ tag }) => ({ ...tag, by: "" })));
    return { from: `${INLINE}:${name}`, out: bundleOut(this.#path) };
  }

  /** The file that an address means; one that is not there becomes a problem. */
  #local(address: string, place: Place, sentence: (path: string) => string, problems: BuildProblem[]): string | null {
    const path = localPath(address);
    if (path === null) {
      return null;
    }
    const found = referenced(this.#files, this.#path, path);
    if (found === null) {
      problems.push({ path: this.#path, ...place, text: sentence(address), kind: "page" });
    }
    return found;
  }
}

/** What a page means by `path`: from itself, and by a leading slash from its own folder, the draft, or what is served as it is. */
function referenced(files: SourceFiles, page: string, path: string): string | null {
  const folder = folderOf(page);
  const roots = path.startsWith("/") ? [folder, "", joinPath(folder, "public"), "public"] : [folder];
  for (const root of roots) {
    const joined = root === null ? null : joinPath(root, path.replace(/^\/+/, ""));
    const found = joined === null ? null : findFile(files, joined);
    if (found !== null) {
      return found;
    }
  }
  return null;
}

function bundleName(path: string): string {
  const out = bundleOut(path);
  return out.slice(out.lastIndexOf("/") + 1);
}

function scriptTag(tag: ScriptTag, src: string): string {
  const dropped = new Set(["src", "type", "integrity"]);
  const type = tag.type === "module" ? [{ name: "type", value: "module" }] : [];
  const rest = tag.attributes.filter(({ name }) => !dropped.has(name));
  return `<script ${attributesText([...type, ...rest, { name: "src", value: src }])}></script>`;
}

function attributesText(attributes: readonly { readonly name: string; readonly value: string }[]): string {
  return attributes.map(({ name, value }) => attributeText(name, value)).join(" ");
}
