// Sends fx's requests to the model endpoint that the person gave.

import { agentWords } from "../../words/agent.js";

/** Where fx itself sends them. */
const OWN = "https://ai-gateway.vercel.sh";

/** `fetch` for fx. An empty endpoint leaves its requests as they are. */
export function gatewayFetch(endpoint: string): typeof fetch {
  const given = endpoint === "" ? OWN : endpoint.replace(/\/+$/, "");
  if (!isSafe(given)) {
    throw new Error(agentWords.badEndpoint);
  }
  return (input, init) => {
    const address = input instanceof Request ? input.url : String(input);
    // The key is in the request: it goes to the endpoint and nowhere else.
    if (!address.startsWith(`${OWN}/`)) {
      return Promise.reject(new TypeError(`fx asked for ${address}, which is not its model endpoint.`));
    }
    return fetch(given + address.slice(OWN.length), init);
  };
}

/** A key goes over an encrypted line, or to this machine. */
function isSafe(address: string): boolean {
  try {
    const { protocol, hostname } = new URL(address);
    return protocol === "https:" || (protocol === "http:" && ["localhost", "127.0.0.1", "[::1]"].includes(hostname));
  } catch {
    return false;
  }
}
