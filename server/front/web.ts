import type { IncomingMessage, ServerResponse } from "node:http";
import type { WebAnswer, WebRequest } from "@/server/request-store";
import { hasBody } from "./body-limit";

/** Bodies of up to this many bytes are read before the handler runs, which is several times as fast as streaming. */
const readAtOnce = 65_536;

/**
 * Converts a Node request to the request that handlers read. Its URL keeps the target as it was sent.
 * @param inviteBody asks a client that waits with its body (`Expect: 100-continue`) to send it; null where none waits
 */
export const toWebRequest = async (
  req: IncomingMessage,
  origin: string,
  inviteBody: (() => void) | null = null,
): Promise<WebRequest> => {
  const { method = "GET" } = req;
  const url = origin + req.url;
  const headers = new SentHeaders(req.rawHeaders);
  if (method === "GET" || method === "HEAD" || !hasBody(req)) {
    return new SmallRequest(method, url, headers, Buffer.alloc(0));
  }
  const isChunked = req.headers["transfer-encoding"] !== undefined;
  const isSmall = !isChunked && Number(req.headers["content-length"]) <= readAtOnce;
  if (isSmall && inviteBody === null) return new SmallRequest(method, url, headers, await readBody(req).catch(toError));
  return new LargeRequest(method, url, headers, req, inviteBody ?? (() => undefined));
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
}

const toError = (failure: unknown): Error => (failure instanceof Error ? failure : new Error(String(failure)));

/**
 * A request whose body was read already. Creating a whole `Request` would take a tenth of a payment's time. Where the
 * body broke off, reading it fails, as it does for a large one: the handler counts such a request like any other.
 */
class SmallRequest implements WebRequest {
  constructor(
    readonly method: string,
    readonly url: string,
    readonly headers: WebRequest["headers"],
    private readonly bytes: Buffer<ArrayBuffer> | Error,
  ) {}

  get body() {
    const { bytes } = this;
    if (bytes instanceof Error) return new ReadableStream({ start: (controller) => controller.error(bytes) });
    return new Response(bytes).body;
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    if (this.bytes instanceof Error) throw this.bytes;
    return new Uint8Array(this.bytes).buffer;
  }
}

/**
 * A request whose body is read only when a handler asks for it, piece by piece: the checks before the body answer
 * without it, and no more than a piece lies in memory before the handler takes it.
 */
class LargeRequest implements WebRequest {
  constructor(
    readonly method: string,
    readonly url: string,
    readonly headers: WebRequest["headers"],
    private readonly req: IncomingMessage,
    private readonly inviteBody: () => void,
  ) {}

  get body() {
    this.inviteBody();
    return toStream(this.req);
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    this.inviteBody();
    return new Uint8Array(await readBody(this.req)).buffer;
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
    if (req.destroyed) reject(new Error(disconnected));
    const chunks: Buffer[] = [];
    req.on("data", (chunk) => chunks.push(chunk));
    req.once("end", () => resolve(Buffer.concat(chunks)));
    req.once("error", reject);
    req.once("close", () => {
      if (!req.readableEnded) reject(new Error(disconnected));
    });
  });

const disconnected = "The client disconnected before the body was complete";

/**
 * Reads a body as its reader asks for it. A reader that gives up leaves the connection open for the answer, where
 * `Readable.toWeb` would take it from the request.
 */
const toStream = (req: IncomingMessage): ReadableStream<Uint8Array<ArrayBuffer>> => {
  let stop = (): void => undefined;
  return new ReadableStream(
    {
      start(controller) {
        const onData = (chunk: Buffer<ArrayBuffer>): void => {
          req.pause();
          controller.enqueue(chunk);
        };
        const onEnd = (): void => {
          stop();
          controller.close();
        };
        const onClose = (): void => {
          stop();
          controller.error(new Error(disconnected));
        };
        stop = () => req.off("data", onData).off("end", onEnd).off("close", onClose);
        if (req.destroyed) onClose();
        else req.pause().on("data", onData).on("end", onEnd).on("close", onClose);
      },
      pull: () => void req.resume(),
      cancel: () => stop(),
    },
    { highWaterMark: 0 },
  );
};
