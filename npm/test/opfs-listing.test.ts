// A listing of OPFS while somebody else writes: a file that it leaves out counts as removed, so it leaves out none.

import assert from "node:assert/strict";
import { test } from "node:test";
import { OpfsWorkspace } from "knowngood";

/** Answers of `getFile`, one after the other; the last one again and again. */
type Looks = readonly (File | string)[];

/** A folder with one file, `a`, as the browser would show it. `there`: whether it is found by its name. */
function folderOf(looks: Looks, there: "there" | "gone"): FileSystemDirectoryHandle {
  let look = 0;
  const handle = {
    kind: "file",
    name: "a",
    getFile: async (): Promise<File> => {
      const answer = looks[Math.min(look++, looks.length - 1)];
      if (answer instanceof File) {
        return answer;
      }
      throw new DOMException("of the browser", answer);
    },
  };
  const folder = {
    kind: "directory",
    entries: async function* () {
      yield ["a", handle];
    },
    getFileHandle: async () => {
      if (there === "gone") {
        throw new DOMException("of the browser", "NotFoundError");
      }
      return handle;
    },
  };
  return folder as unknown as FileSystemDirectoryHandle;
}

const file = new File(["text"], "a", { lastModified: 7 });

test("C1: a look that fails while a file is replaced is made again", async () => {
  for (const error of ["NotReadableError", "NotFoundError", "InvalidStateError"]) {
    const entries = await OpfsWorkspace.open(folderOf([error, error, file], "there")).list();
    assert.deepEqual(entries, [{ path: "a", size: 4, version: "7:4:0", mode: "regular" }]);
  }
});

test("C1: a file that cannot be looked at stays in the listing, and is read each time", async () => {
  const workspace = OpfsWorkspace.open(folderOf(["NotReadableError"], "there"));
  const [[first], [second]] = [await workspace.list(), await workspace.list()];
  assert.equal(first?.path, "a");
  assert.equal(second?.path, "a");
  assert.notEqual(first?.version, second?.version);
});

test("a file that went away while it was listed is not there", async () => {
  assert.deepEqual(await OpfsWorkspace.open(folderOf(["NotFoundError"], "gone")).list(), []);
});
