// Reads an HTML page: the files it asks for, with their places, and the text between them, so that each can be replaced.

import { type DefaultTreeAdapterTypes, html, parse } from "parse5";
import type { Place } from "./places.js";

type Element = DefaultTreeAdapterTypes.Element;
type Node = DefaultTreeAdapterTypes.Node;

/** A script tag. */
export interface ScriptTag {
  readonly what: "script";
  /** The address; `null` when the code stands inside the tag. */
  readonly src: string | null;
  readonly type: "module" | "classic";
  /** The code inside the tag. */
  readonly code: string;
  /** Where that code begins. */
  readonly codePlace: Place;
  readonly place: Place;
  readonly tag: Span;
  readonly attributes: Attributes;
}

/** A `<link>` to a style sheet. */
export interface StyleTag {
  readonly what: "style";
  readonly href: string;
  readonly place: Place;
  readonly tag: Span;
  readonly attributes: Attributes;
}

/** An image, icon or other file that a tag names. */
export interface AssetTag {
  readonly what: "asset";
  readonly attribute: string;
  readonly address: string;
  readonly place: Place;
  /** Where the attribute stands, its name and quotes included. */
  readonly span: Span;
}

/** From where to where a part stands in the page's text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

type Attributes = readonly { readonly name: string; readonly value: string }[];

/** A page that was read. */
export interface HtmlPage {
  readonly text: string;
  readonly title: string | null;
  readonly tags: readonly (ScriptTag | StyleTag | AssetTag)[];
  /** Where something can be put at the end of the head. */
  readonly endOfHead: number;
}

/** Reads the page `text`. */
export function readHtml(text: string): HtmlPage {
  const document = parse(text, { sourceCodeLocationInfo: true });
  const tags: (ScriptTag | StyleTag | AssetTag)[] = [];
  let title: string | null = null;
  let endOfHead = 0;
  const visit = (node: Node): void => {
    if (isElement(node)) {
      tags.push(...tagsOf(node));
      if (node.tagName === "title" && title === null) {
        title = textOf(node).trim() || null;
      }
      if (node.tagName === "head") {
        endOfHead = headEnd(node);
      }
    }
    // What stands in a template is not part of the page yet.
    if ("childNodes" in node) {
      node.childNodes.forEach(visit);
    }
  };
  visit(document);
  return { text, title, tags, endOfHead };
}

/** The page's text with parts of it replaced; the spans must not overlap. */
export function replaceSpans(text: string, replacements: readonly (Span & { readonly by: string })[]): string {
  let result = "";
  let at = 0;
  for (const { start, end, by } of [...replacements].sort((a, b) => a.start - b.start || a.end - b.end)) {
    result += text.slice(at, start) + by;
    at = end;
  }
  return result + text.slice(at);
}

/** The text of an attribute as it stands in a tag. */
export function attributeText(name: string, value: string): string {
  return `${name}="${value.replaceAll("&", "&amp;").replaceAll('"', "&quot;")}"`;
}

/** The path that an address names, when it is a file of the draft: not of the web, not made of data, not a fragment. */
export function localPath(address: string): string | null {
  const trimmed = address.trim();
  if (trimmed === "" || trimmed.startsWith("#") || trimmed.startsWith("//") || /^[a-z][a-z0-9+.-]*:/i.test(trimmed)) {
    return null;
  }
  const path = trimmed.split(/[?#]/, 1)[0] ?? "";
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function tagsOf(element: Element): (ScriptTag | StyleTag | AssetTag)[] {
  const location = element.sourceCodeLocation;
  if (location === undefined || location === null || element.namespaceURI === html.NS.MATHML) {
    return [];
  }
  const attributes: Attributes = element.attrs.map(({ name, prefix, value }) => ({
    name: prefix === undefined || prefix === "" ? name : `${prefix}:${name}`,
    value,
  }));
  const tag = { start: location.startOffset, end: location.endOffset };
  const place = { line: location.startLine, column: location.startCol };
  if (element.tagName === "script") {
    const type = scriptType(valueOf(attributes, "type"));
    const src = valueOf(attributes, "src");
    const inside = element.childNodes[0]?.sourceCodeLocation;
    const codePlace = inside == null ? place : { line: inside.startLine, column: inside.startCol };
    return type === null
      ? []
      : [{ what: "script", src, type, code: textOf(element), codePlace, place, tag, attributes }];
  }
  if (element.tagName === "link") {
    const rel = (valueOf(attributes, "rel") ?? "").toLowerCase().split(/\s+/);
    const href = valueOf(attributes, "href");
    if (rel.includes("stylesheet") && !rel.includes("alternate")) {
      return href === null ? [] : [{ what: "style", href, place, tag, attributes }];
    }
  }
  return (assetAttributes[element.tagName] ?? []).flatMap((attribute) => {
    const address = valueOf(attributes, attribute);
    const span = location.attrs?.[attribute];
    return address === null || span === undefined
      ? []
      : [
          {
            what: "asset" as const,
            attribute,
            address,
            place: { line: span.startLine, column: span.startCol },
            span: { start: span.startOffset, end: span.endOffset },
          },
        ];
  });
}

/** Attributes whose value is a file that the page shows. `a[href]` leads elsewhere and is not one. */
const assetAttributes: Readonly<Record<string, readonly string[]>> = {
  img: ["src"],
  source: ["src"],
  video: ["src", "poster"],
  audio: ["src"],
  track: ["src"],
  embed: ["src"],
  object: ["data"],
  input: ["src"],
  image: ["href", "xlink:href"],
  link: ["href"],
};

/** `null`: not code at all, such as data or an import map. */
function scriptType(type: string | null): "module" | "classic" | null {
  switch ((type ?? "").trim().toLowerCase()) {
    case "module":
      return "module";
    case "":
    case "text/javascript":
    case "application/javascript":
    case "text/typescript":
    case "text/babel":
    case "text/jsx":
      return "classic";
    default:
      return null;
  }
}

function headEnd(head: Element): number {
  const location = head.sourceCodeLocation;
  // A head without tags of its own has no place: the page then begins with it.
  return location?.endTag?.startOffset ?? location?.endOffset ?? 0;
}

function valueOf(attributes: Attributes, name: string): string | null {
  return attributes.find((attribute) => attribute.name === name)?.value ?? null;
}

function textOf(element: Element): string {
  return element.childNodes.map((child) => ("value" in child ? child.value : "")).join("");
}

function isElement(node: Node): node is Element {
  return "tagName" in node;
}
