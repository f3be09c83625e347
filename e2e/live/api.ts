import { request } from "node:https";
import { type Installation, origins } from "./installation";

interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Calls the API as a merchant's server does: by TLS to the host of the API, whose certificate is checked. */
export function callApi({ tls }: Installation, key: string, method: string, path: string, body?: object) {
  const { hostname } = new URL(origins.API_ORIGIN);
  const headers = { Host: hostname, Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
  const target = { host: "127.0.0.1", port: tls.port, servername: hostname, ca: tls.ca, method, path, headers };
  return new Promise<Answer>((resolve, reject) => {
    const sent = request(target, async (response) => {
      const text = Buffer.concat(await response.toArray()).toString();
      resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) });
    });
    sent.on("error", reject).end(body && JSON.stringify(body));
  });
}
