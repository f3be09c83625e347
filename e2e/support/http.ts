import { type IncomingHttpHeaders, request as openRequest } from "node:http";

export interface Ask {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly body?: string | Uint8Array;
  /** The loopback address that the call comes from; the server takes it for the caller's. */
  readonly from?: string;
  /** Whoever waits no longer hangs up. */
  readonly signal?: AbortSignal;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of the body
  json(): any;
}

/** One HTTP call that adds, follows and changes nothing: the target goes out as it is written. */
export function ask(origin: string, target: string, options: Ask = {}): Promise<Answer> {
  const { hostname, port, host } = new URL(origin);
  const { method = "GET", headers = {}, body, from, signal } = options;
  return new Promise((resolve, reject) => {
    const request = openRequest(
      {
        // A source address belongs to one family, and `localhost` is two.
        host: from === undefined ? hostname : "127.0.0.1",
        port,
        path: target,
        method,
        headers: { Host: host, ...lengthOf(body, headers), ...headers },
        ...(from !== undefined && { localAddress: from }),
        ...(signal && { signal }),
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.once("error", reject);
        response.once("end", () => {
          const text = Buffer.concat(chunks).toString("utf8");
          const { statusCode: status = 0, headers } = response;
          resolve({ status, headers, text, json: () => JSON.parse(text) });
        });
      },
    );
    request.once("error", reject);
    request.end(body);
  });
}

const lengthOf = (body: Ask["body"], headers: NonNullable<Ask["headers"]>): Record<string, string> => {
  const isChunked = Object.keys(headers).some((name) => name.toLowerCase() === "transfer-encoding");
  return body === undefined || isChunked ? {} : { "Content-Length": String(Buffer.byteLength(body)) };
};
