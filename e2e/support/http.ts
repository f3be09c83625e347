import { type ClientRequest, type IncomingHttpHeaders, request as openRequest } from "node:http";

export interface Ask {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly body?: string | Uint8Array;
  /** The loopback address from which the call is made; the server sees it as the client's address. */
  readonly from?: string;
  /** Aborts the call. */
  readonly signal?: AbortSignal;
  /** How much later than the first half of the body its second half is sent, ms. */
  readonly pauseMs?: number;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: each test states the body that it expects
  json(): any;
}

/** Makes one HTTP call without added headers or redirects; the target is sent exactly as given. */
export function ask(origin: string, target: string, options: Ask = {}): Promise<Answer> {
  const { hostname, port, host } = new URL(origin);
  const { method = "GET", headers = {}, body, from, signal, pauseMs } = options;
  return new Promise((resolve, reject) => {
    const request = openRequest(
      {
        // A source address belongs to one address family, but `localhost` resolves to two.
        host: from === undefined ? hostname : "127.0.0.1",
        port,
        path: target,
        method,
        headers: { Host: host, ...toLengthHeader(body, headers), ...headers },
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
    if (body === undefined || pauseMs === undefined) request.end(body);
    else sendInHalves(request, Buffer.from(body), pauseMs);
  });
}

function sendInHalves(request: ClientRequest, body: Buffer, pauseMs: number): void {
  const middle = Math.floor(body.length / 2);
  request.write(body.subarray(0, middle));
  setTimeout(() => request.end(body.subarray(middle)), pauseMs);
}

const toLengthHeader = (body: Ask["body"], headers: NonNullable<Ask["headers"]>): Record<string, string> => {
  const isChunked = Object.keys(headers).some((name) => name.toLowerCase() === "transfer-encoding");
  return body === undefined || isChunked ? {} : { "Content-Length": String(Buffer.byteLength(body)) };
};
