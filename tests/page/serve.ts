// A small web server over a folder.

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import sirv from "sirv";

/** A server that runs. */
export interface Served {
  /** Such as `http://localhost:1234`. */
  readonly origin: string;
  close(): Promise<void>;
}

/** Answers a request itself, or says `false`. */
export type Answer = (request: IncomingMessage, response: ServerResponse) => boolean | Promise<boolean>;

/** Serves `folder`; unknown paths get its `index.html`. `answer` is asked first. Port 0: any that is free. */
export async function serve(folder: string, answer: Answer = () => false, port = 0): Promise<Served> {
  const files = sirv(folder, { dev: true, single: true });
  const server = createServer((request, response) => {
    Promise.resolve(answer(request, response)).then(
      (answered) => {
        if (!answered) {
          files(request, response, () => void response.writeHead(404).end());
        }
      },
      (thrown: unknown) => response.writeHead(500).end(String(thrown)),
    );
  });
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(port, "localhost", resolve));
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
