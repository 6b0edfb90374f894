// The worker's entry: `new Worker(new URL("knowngood/worker", …))`, or `startHistoryWorker()`.

import { expose } from "comlink";
import { keepErrorsWhole } from "./remote-errors.js";
import { WorkerHost } from "./worker-host.js";

keepErrorsWhole();
expose(new WorkerHost());
