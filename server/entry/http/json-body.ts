import { isUtf8 } from "node:buffer";
import { AppError, type Language } from "@/server/domain/errors";
import { problem } from "@/server/domain/field-words";
import type { WebRequest } from "@/server/request-store";
import { fieldError } from "./validation";

const nestingMax = 32;

/**
 * Reads a JSON body (D-5, D-6, D-7 step 6). It checks the size, then the media type, then UTF-8, then the syntax. The
 * last value of a repeated member counts. Throws payload_too_large, unsupported_media_type and validation_error.
 * @param limit the largest body in bytes
 */
export async function readJsonBody(request: WebRequest, limit: number, language: Language): Promise<unknown> {
  const bytes = await readBytes(request, limit);
  requireJsonType(request.headers);
  const malformed = () => fieldError([{ path: [], problem: problem("json") }], language);
  if (!isUtf8(bytes)) throw malformed();
  const value = parse(bytes.toString("utf8"), malformed);
  if (isDeeperThan(value, nestingMax)) throw fieldError([{ path: [], problem: problem("nesting") }], language);
  return value;
}

/**
 * Reads a body of at most `limit` bytes; a longer one is not read to its end, whether its length is declared or not.
 * Throws payload_too_large, and validation_error when the client disconnects.
 */
export async function readBytes(request: WebRequest, limit: number): Promise<Buffer> {
  const declared = request.headers.get("content-length");
  if (Number(declared ?? 0) > limit) throw new AppError("payload_too_large");
  const bytes = declared === null ? await readStream(request, limit) : await readWhole(request);
  if (bytes.byteLength > limit) throw new AppError("payload_too_large");
  return bytes;
}

const readWhole = async (request: WebRequest): Promise<Buffer> =>
  Buffer.from(await request.arrayBuffer().catch(refuseBrokenBody));

async function readStream(request: WebRequest, limit: number): Promise<Buffer> {
  const reader = request.body?.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  while (reader && length <= limit) {
    const { done, value } = await reader.read().catch(refuseBrokenBody);
    if (done) return Buffer.concat(chunks, length);
    chunks.push(value);
    length += value.byteLength;
  }
  await reader?.cancel().catch(() => {});
  return Buffer.concat(chunks, length);
}

/** Refuses a body that ends early. The client has disconnected, so it will not read the answer. */
const refuseBrokenBody = (): never => {
  throw new AppError("validation_error", "The client disconnected before the body was complete");
};

/** Refuses another media type than JSON, and a compressed body. A missing media type is taken as JSON (D-5). */
function requireJsonType(headers: WebRequest["headers"]): void {
  const type = headers.get("content-type");
  const encoding = headers.get("content-encoding");
  const isJson = type === null || /^application\/([\w.-]+\+)?json\s*(;|$)/i.test(type);
  const isPlain = encoding === null || /^identity$/i.test(encoding);
  if (!isJson || !isPlain) throw new AppError("unsupported_media_type");
}

function parse(text: string, malformed: () => AppError): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw malformed();
  }
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeperThan(member, levels - 1));
}
