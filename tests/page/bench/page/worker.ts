// The thread in which both sides are timed: a dedicated worker, where neither shares its thread with a page.

import { expose } from "comlink";
import { LargeProject } from "./large.js";
import { listAfterReload, type Listed } from "./listing.js";
import { bytesIn, projectFiles, type ProjectSource } from "./project.js";
import { recordSizes } from "./records.js";
import { SmallProject } from "./small.js";
import { type Stored, storeVersions } from "./stored.js";
import type { Times } from "./timing.js";

/** What Node calls, through the page. */
export class BenchWorker {
  #small: SmallProject | null = null;
  #large: LargeProject | null = null;

  async loadSmall(name: string, source: ProjectSource): Promise<{ files: number; bytes: number }> {
    const files = await projectFiles(source);
    this.#small = new SmallProject(name, files);
    return { files: files.size, bytes: bytesIn(files) };
  }

  async loadLarge(source: ProjectSource): Promise<{ files: number; bytes: number }> {
    const files = await projectFiles(source);
    this.#large = new LargeProject(files);
    return { files: files.size, bytes: bytesIn(files) };
  }

  smallFirst(rounds: number): Promise<Times> {
    return loaded(this.#small).first(rounds);
  }

  smallNext(rounds: number): Promise<Times> {
    return loaded(this.#small).next(rounds);
  }

  smallRestore(rounds: number): Promise<Times> {
    return loaded(this.#small).restore(rounds);
  }

  largeFirst(rounds: number): Promise<Times> {
    return loaded(this.#large).first(rounds);
  }

  largeNext(rounds: number): Promise<Times> {
    return loaded(this.#large).next(rounds);
  }

  recordSizes(rounds: number): Promise<Times> {
    return recordSizes(rounds);
  }

  listAfterReload(): Promise<Listed> {
    return listAfterReload();
  }

  storeVersions(urls: string[]): Promise<Stored> {
    return storeVersions(urls);
  }
}

function loaded<Project>(project: Project | null): Project {
  if (project === null) {
    throw new Error("The project was not loaded.");
  }
  return project;
}

expose(new BenchWorker());
