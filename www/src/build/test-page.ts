// Makes the page on which an extension's content scripts can be tried.

import { testPage } from "../words/build.js";
import type { Extension } from "./manifest.js";
import { attributeText } from "./html-page.js";

/** Where the page stands among the outputs. */
export function testPagePath({ folder }: Extension): string {
  return folder === "" ? "content-script-test.html" : `${folder}/content-script-test.html`;
}

/** The page's HTML; `null` when the extension has no content scripts. */
export function makeTestPage({ folder, contentScripts }: Extension): string | null {
  if (contentScripts.length === 0) {
    return null;
  }
  const own = (path: string): string => (folder === "" ? path : path.slice(folder.length + 1));
  const styles = contentScripts.flatMap(({ styles }) => styles.map(({ out }) => own(out)));
  const scripts = contentScripts.flatMap(({ scripts }) => scripts.map(({ out }) => own(out)));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${testPage.title}</title>
${[...new Set(styles)].map((path) => `<link rel="stylesheet" ${attributeText("href", path)}>`).join("\n")}
</head>
<body>
<h1>${testPage.title}</h1>
<p>${testPage.intro}</p>
<h2>${testPage.heading}</h2>
<p>${testPage.paragraph} <a href="#top">${testPage.link}</a>, <b>bold</b>, <code>code</code>.</p>
<form><label>${testPage.field} <input name="field"></label> <button type="button">${testPage.button}</button></form>
${[...new Set(scripts)].map((path) => `<script ${attributeText("src", path)}></script>`).join("\n")}
</body>
</html>
`;
}
