import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";

/** Bodies up to this many bytes are read before the handler runs: several times as fast as streaming them to it. */
const readAtOnce = 65_536;

/** The standard request of a Node one. The address keeps the target as it was sent. */
export const toWebRequest = async (req: IncomingMessage, origin: string): Promise<Request> => {
  const method = req.method ?? "GET";
  const init: RequestInit & { duplex?: "half" } = { method, headers: headersOf(req.rawHeaders) };
  if (method !== "GET" && method !== "HEAD") {
    const length = Number(req.headers["content-length"] ?? Number.NaN);
    if (length <= readAtOnce) init.body = await readBody(req);
    else if (length > 0 || req.headers["transfer-encoding"] !== undefined) {
      init.body = Readable.toWeb(req) as ReadableStream;
      init.duplex = "half";
    }
  }
  return new Request(origin + req.url, init);
};

/** Writes a standard response as the answer. */
export const sendWebResponse = async (
  response: Response,
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
  const body = Buffer.from(await response.arrayBuffer());
  res.setHeader("Content-Length", body.length);
  res.end(body);
};

const headersOf = (raw: readonly string[]): Headers => {
  const headers = new Headers();
  for (let i = 0; i < raw.length; i += 2) headers.append(raw[i] ?? "", raw[i + 1] ?? "");
  return headers;
};

const readBody = async (req: IncomingMessage): Promise<Buffer<ArrayBuffer>> => {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk);
  return Buffer.concat(chunks);
};
