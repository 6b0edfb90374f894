// isomorphic-git wants Node's `Buffer` as a global; its documentation says to give it this one.

import { Buffer } from "buffer/";

globalThis.Buffer = Buffer as unknown as typeof globalThis.Buffer;
