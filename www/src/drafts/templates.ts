// What a new draft can begin with: real files, in the folders beside this one.

import { sourceWords, templateWords } from "../words/home.js";
import { sorted, type Source } from "./source.js";

/** Something to begin with. */
export interface Template {
  /** The name of its folder. */
  readonly id: keyof typeof templateWords;
  readonly name: string;
  readonly lead: string;
}

/** All there are, the first one first. */
export const templates: readonly Template[] = (["tea-timer", "reading-lamp"] as const).map((id) => ({
  id,
  ...templateWords[id],
}));

/** The files of a template. */
export function templateSource({ id, name }: Template): Source {
  const folder = `./templates/${id}/`;
  return {
    name,
    label: sourceWords.templateLabel(name),
    list: () => {
      const paths = Object.keys(texts).filter((path) => path.startsWith(folder));
      const files = paths.map((path) => ({
        path: path.slice(folder.length),
        executable: false,
        read: async () => new TextEncoder().encode(await texts[path]?.()),
      }));
      return Promise.resolve(sorted(files));
    },
  };
}

const texts = import.meta.glob<string>("./templates/**/*", { query: "?raw", import: "default" });
