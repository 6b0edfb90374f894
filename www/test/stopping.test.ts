// When a command is asked to stop, and what happens when it does not.

import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { GRACE_MS, watch } from "../src/shell/stopping.js";

test("an abort asks once; a command that does not stop is late, one that does is not", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  try {
    const stop = new AbortController();
    let asked = 0;
    const watched = watch({ signal: stop.signal, timeoutMs: 50 }, () => (asked += 1));
    stop.abort();
    assert.equal(watched.reason, "AbortError");
    mock.timers.tick(GRACE_MS);
    assert.equal(await watched.late, "late");
    assert.equal(asked, 1);
  } finally {
    mock.timers.reset();
  }
});

test("time that is over is told apart from an abort, and a command that ended in time is left alone", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  try {
    let asked = 0;
    const slow = watch({ timeoutMs: 100 }, () => (asked += 1));
    mock.timers.tick(99);
    assert.equal(slow.reason, null);
    mock.timers.tick(1);
    assert.equal(slow.reason, "TimeoutError");
    const quick = watch({ timeoutMs: 100 }, () => (asked += 1));
    quick.done();
    mock.timers.tick(1000);
    assert.equal(quick.reason, null);
    assert.equal(asked, 1);
  } finally {
    mock.timers.reset();
  }
});
