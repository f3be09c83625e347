import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import type { WebRequest, WebResponse } from "@/server/request-store";

/** Bodies up to this many bytes are read before the handler runs: several times as fast as streaming them to it. */
const readAtOnce = 65_536;

/** The standard request of a Node one. The address keeps the target as it was sent. */
export const toWebRequest = async (req: IncomingMessage, origin: string): Promise<WebRequest> => {
  const { method = "GET" } = req;
  const url = origin + req.url;
  const headers = headersOf(req.rawHeaders);
  if (method === "GET" || method === "HEAD") return new SmallRequest(method, url, headers, Buffer.alloc(0));
  const isChunked = req.headers["transfer-encoding"] !== undefined;
  const isSmall = !isChunked && Number(req.headers["content-length"] ?? 0) <= readAtOnce;
  if (isSmall) return new SmallRequest(method, url, headers, await readBody(req));
  const body = Readable.toWeb(req) as ReadableStream;
  return new Request(url, { method, headers, body, duplex: "half" } as RequestInit);
};

/** A request whose body is here already. A whole `Request` for it would take a tenth of a payment's time. */
class SmallRequest implements WebRequest {
  constructor(
    readonly method: string,
    readonly url: string,
    readonly headers: Headers,
    private readonly bytes: Buffer<ArrayBuffer>,
  ) {}

  get body() {
    return new Response(this.bytes).body;
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    return new Uint8Array(this.bytes).buffer;
  }
}

/** Writes a standard response as the answer. */
export const sendWebResponse = async (
  response: WebResponse,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> => {
  if (res.writableEnded) return;
  res.statusCode = response.status;
  for (const [name, value] of response.headers) {
    if (name === "set-cookie") res.appendHeader(name, value);
    else res.setHeader(name, value);
  }
  if (response.body === null || req.method === "HEAD") {
    await response.body?.cancel();
    res.end();
    return;
  }
  const body = Buffer.from(response.content ?? new Uint8Array(await response.arrayBuffer()));
  res.setHeader("Content-Length", body.length);
  res.end(body);
};

const headersOf = (raw: readonly string[]): Headers => {
  const headers = new Headers();
  for (let i = 0; i < raw.length; i += 2) headers.append(raw[i] ?? "", raw[i + 1] ?? "");
  return headers;
};

/** Rejects when the client goes away in the middle of it. */
const readBody = (req: IncomingMessage): Promise<Buffer<ArrayBuffer>> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    req.on("data", (chunk) => chunks.push(chunk));
    req.once("end", () => resolve(Buffer.concat(chunks)));
    req.once("error", reject);
    req.once("close", () => reject(new Error("The client went away")));
  });
