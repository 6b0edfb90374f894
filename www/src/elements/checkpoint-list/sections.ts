// Groups by the conversation that they belong to, when there is more than one: the selected one first.

import type { Group } from "./groups.js";

/** Groups under one heading. */
export interface Section {
  /** The conversation. `null`: what no conversation made. */
  readonly session: string | null;
  readonly groups: readonly Group[];
}

/**
 * The sections of `groups`. With one conversation, or none, all stands together in the order it happened: one section.
 * Else the selected conversation comes first, then the person's own, then the others by their newest group.
 */
export function sectionsOf(groups: readonly Group[], selected: string | null): readonly Section[] {
  const sessions = new Set(groups.flatMap((group) => (group.kind === "turn" ? [group.session] : [])));
  if (sessions.size < 2) {
    return [{ session: null, groups }];
  }
  const own = groups.filter(({ kind }) => kind === "act");
  const [first, ...others] = [...sessions].sort((a, b) => Number(b === selected) - Number(a === selected));
  const of = (session: string): Section => ({
    session,
    groups: groups.filter((group) => group.kind === "turn" && group.session === session),
  });
  const sections = first === undefined ? [] : [of(first)];
  if (own.length > 0) {
    sections.push({ session: null, groups: own });
  }
  return [...sections, ...others.map(of)];
}
