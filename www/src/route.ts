// Addresses of the page.

export type Route =
  | { readonly page: "home" }
  | { readonly page: "draft"; readonly id: string }
  | { readonly page: "checkpoint"; readonly id: string; readonly address: string };

/** Where a path leads. What looks like a checkpoint's address is looked up, whatever its number is. */
export function routeOf(pathname: string): Route {
  const [, drafts, id, c, ...rest] = pathname.split("/");
  if (drafts !== "drafts" || id === undefined || id === "") {
    return pathname === "/" ? { page: "home" } : { page: "checkpoint", id: "", address: pathname };
  }
  if (c === undefined || (c === "" && rest.length === 0)) {
    return { page: "draft", id: decoded(id) };
  }
  return { page: "checkpoint", id: decoded(id), address: pathname };
}

/** The path of a draft. */
export function draftPath(id: string): string {
  return `/drafts/${encodeURIComponent(id)}`;
}

/** The path of a checkpoint. */
export function checkpointPath(id: string, n: number): string {
  return `${draftPath(id)}/c/${n}`;
}

/** Goes to `path` without loading the page again. */
export function go(path: string): void {
  history.pushState(null, "", path);
  dispatchEvent(new PopStateEvent("popstate"));
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
