import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import type { WebAnswer, WebRequest } from "@/server/request-store";

/** Bodies of up to this many bytes are read before the handler runs, which is several times as fast as streaming. */
const readAtOnce = 65_536;

/** Converts a Node request to the request that handlers read. Its URL keeps the target as it was sent. */
export const toWebRequest = async (req: IncomingMessage, origin: string): Promise<WebRequest> => {
  const { method = "GET" } = req;
  const url = origin + req.url;
  const headers = new SentHeaders(req.rawHeaders);
  if (method === "GET" || method === "HEAD") return new SmallRequest(method, url, headers, Buffer.alloc(0));
  const isChunked = req.headers["transfer-encoding"] !== undefined;
  const isSmall = !isChunked && Number(req.headers["content-length"] ?? 0) <= readAtOnce;
  if (isSmall) return new SmallRequest(method, url, headers, await readBody(req));
  const body = Readable.toWeb(req) as ReadableStream;
  return new Request(url, { method, headers: headers.toHeaders(), body, duplex: "half" } as RequestInit);
};

/**
 * The headers as handlers read them. Standard Headers check every name and value again, which takes longer than a key
 * look-up.
 */
class SentHeaders implements Pick<Headers, "get"> {
  /** @param raw names and values in turn, as Node keeps them */
  constructor(private readonly raw: readonly string[]) {}

  /** Returns all values of a name in lower case; null when the header is missing. */
  get(name: string): string | null {
    const values = this.raw.filter((_, i) => i % 2 === 1 && this.raw[i - 1]?.toLowerCase() === name);
    return values.length === 0 ? null : values.join(", ");
  }

  toHeaders(): Headers {
    const headers = new Headers();
    for (let i = 0; i < this.raw.length; i += 2) headers.append(this.raw[i] ?? "", this.raw[i + 1] ?? "");
    return headers;
  }
}

/** A request whose body was read already. Creating a whole `Request` would take a tenth of a payment's time. */
class SmallRequest implements WebRequest {
  constructor(
    readonly method: string,
    readonly url: string,
    readonly headers: WebRequest["headers"],
    private readonly bytes: Buffer<ArrayBuffer>,
  ) {}

  get body() {
    return new Response(this.bytes).body;
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    return new Uint8Array(this.bytes).buffer;
  }
}

/** Writes an answer, with its text and header in one piece. */
export const sendAnswer = ({ status, headers, text }: WebAnswer, req: IncomingMessage, res: ServerResponse): void => {
  if (res.writableEnded) return;
  res.statusCode = status;
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
  if (text === null || req.method === "HEAD") {
    res.end();
    return;
  }
  res.setHeader("Content-Length", Buffer.byteLength(text));
  res.end(text);
};

/** Reads a whole body. Rejects when the client disconnects before its end. */
const readBody = (req: IncomingMessage): Promise<Buffer<ArrayBuffer>> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    req.on("data", (chunk) => chunks.push(chunk));
    req.once("end", () => resolve(Buffer.concat(chunks)));
    req.once("error", reject);
    req.once("close", () => {
      if (!req.readableEnded) reject(new Error("The client disconnected before the body was complete"));
    });
  });
