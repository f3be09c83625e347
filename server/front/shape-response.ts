import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/** The changes to a response on its way to the client. */
export type Shaping = {
  /** Runs once, just before the header is sent, so its changes are final. */
  beforeHead(res: ServerResponse): void;
  /** Rewrites a whole HTML document; undefined leaves documents unchanged. */
  rewriteHtml?: ((html: string) => string) | undefined;
  /** Whether text may be compressed. */
  compress: boolean;
};

/**
 * Intercepts a handler's response. Text responses are held back until they are complete, rewritten, compressed when the
 * client accepts it, and sent with their length. Everything else passes through.
 */
export const shapeResponse = (req: IncomingMessage, res: ServerResponse, shaping: Shaping): void => {
  const real = {
    writeHead: res.writeHead.bind(res),
    write: res.write.bind(res),
    end: res.end.bind(res),
    flushHeaders: res.flushHeaders.bind(res),
  };
  let held: Buffer[] | undefined;
  let decided = false;
  let ended = false;

  const decide = (): void => {
    if (decided) return;
    decided = true;
    if (isHeldBack(req, res, shaping)) held = [];
    else shaping.beforeHead(res);
  };

  const hold = (chunk: unknown, encoding?: unknown): void => {
    if (typeof chunk === "string") held?.push(Buffer.from(chunk, toEncoding(encoding)));
    else if (chunk instanceof Uint8Array) held?.push(Buffer.from(chunk));
  };

  const finish = async (done?: () => void): Promise<void> => {
    const body = await shaped(Buffer.concat(held ?? []), req, res, shaping);
    res.setHeader("Content-Length", body.length);
    shaping.beforeHead(res);
    Object.assign(res, real);
    res.end(body, done);
  };

  res.writeHead = ((status: number, ...rest: unknown[]) => {
    takeHead(res, status, rest);
    decide();
    return held === undefined ? real.writeHead(res.statusCode) : res;
  }) as typeof res.writeHead;
  res.flushHeaders = () => {
    decide();
    if (held === undefined) real.flushHeaders();
  };
  res.write = ((chunk: unknown, encoding?: unknown, done?: () => void) => {
    decide();
    if (held === undefined) return real.write(chunk, encoding as BufferEncoding, done);
    hold(chunk, encoding);
    findCallback(encoding, done)?.();
    return true;
  }) as typeof res.write;
  res.end = ((chunk?: unknown, encoding?: unknown, done?: () => void) => {
    decide();
    if (held === undefined) return real.end(chunk, encoding as BufferEncoding, done);
    if (ended) return res;
    ended = true;
    if (typeof chunk !== "function") hold(chunk, encoding);
    void finish(findCallback(chunk, encoding, done)).catch((error) => res.destroy(error));
    return res;
  }) as typeof res.end;
};

/** Sets the headers that `writeHead` gets as arguments like all others, so that `beforeHead` sees them. */
const takeHead = (res: ServerResponse, status: number, rest: unknown[]): void => {
  res.statusCode = status;
  const headers = rest.find((argument) => typeof argument === "object" && argument !== null);
  if (Array.isArray(headers)) {
    for (let i = 0; i < headers.length; i += 2) res.setHeader(headers[i], headers[i + 1]);
  } else {
    for (const [name, value] of Object.entries(headers ?? {})) res.setHeader(name, value as string);
  }
};

const compressibleTypes = /^(text\/|application\/(json|javascript|manifest\+json)|image\/svg\+xml)/;
/** The types that are sent as they are written, because the rest may take long or be too large for memory. */
const streamedTypes = /^text\/(event-stream|x-component|csv)/;
const worthCompressing = 1024;
const largest = 4_194_304;

const isHeldBack = (req: IncomingMessage, res: ServerResponse, shaping: Shaping): boolean => {
  const type = String(res.getHeader("Content-Type") ?? "");
  const length = Number(res.getHeader("Content-Length") ?? 0);
  if (req.method === "HEAD" || res.statusCode === 204 || res.statusCode === 304 || length > largest) return false;
  if (shaping.rewriteHtml !== undefined && type.startsWith("text/html")) return true;
  const isStream = streamedTypes.test(type);
  return shaping.compress && res.statusCode === 200 && !isStream && compressibleTypes.test(type);
};

const gzipped = promisify(gzip);
const brotlied = promisify(brotliCompress);

const shaped = async (
  body: Buffer,
  req: IncomingMessage,
  res: ServerResponse,
  { rewriteHtml, compress }: Shaping,
): Promise<Buffer> => {
  const isHtml = String(res.getHeader("Content-Type")).startsWith("text/html");
  const whole = rewriteHtml !== undefined && isHtml ? Buffer.from(rewriteHtml(body.toString("utf8"))) : body;
  if (!compress || res.hasHeader("Content-Encoding")) return whole;
  res.appendHeader("Vary", "Accept-Encoding");
  const encoding = bestEncoding(String(req.headers["accept-encoding"] ?? ""));
  if (encoding === undefined || whole.length < worthCompressing) return whole;
  res.setHeader("Content-Encoding", encoding);
  weakenTag(res);
  return encoding === "br"
    ? brotlied(whole, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
    : gzipped(whole, { level: 6 });
};

const bestEncoding = (accepted: string): "br" | "gzip" | undefined =>
  (["br", "gzip"] as const).find((name) => new RegExp(`(^|[ ,])${name}(?!;\\s*q=0(\\.0*)?\\s*(,|$))`).test(accepted));

/** Makes the ETag weak, because the compressed bytes are another representation of the same content. */
const weakenTag = (res: ServerResponse): void => {
  const tag = res.getHeader("ETag");
  if (typeof tag === "string" && tag.startsWith('"')) res.setHeader("ETag", `W/${tag}`);
};

const toEncoding = (value: unknown): BufferEncoding =>
  typeof value === "string" && Buffer.isEncoding(value) ? value : "utf8";

const findCallback = (...candidates: unknown[]): (() => void) | undefined =>
  candidates.find((candidate): candidate is () => void => typeof candidate === "function");
