import { isUtf8 } from "node:buffer";
import { AppError, type Language } from "@/server/domain/errors";
import { problem } from "@/server/domain/field-words";
import type { WebRequest } from "@/server/request-store";
import { fieldError } from "./validation";

const levelsMax = 32;

/**
 * The JSON of a request's body (D-5, D-6, D-7 step 6): size, then media type, then text, then form.
 * Throws payload_too_large, unsupported_media_type and validation_error. A repeated member's last value counts.
 * @param limit bytes
 */
export async function readJsonBody(request: WebRequest, limit: number, language: Language): Promise<unknown> {
  const bytes = await readBytes(request, limit);
  requireJsonType(request.headers);
  const malformed = () => fieldError([{ path: [], problem: problem("json") }], language);
  if (!isUtf8(bytes)) throw malformed();
  const value = parse(bytes.toString("utf8"), malformed);
  if (isDeeperThan(value, levelsMax)) throw fieldError([{ path: [], problem: problem("nesting") }], language);
  return value;
}

/** Neither a declared nor a real length beyond the limit is read to its end. */
export async function readBytes(request: WebRequest, limit: number): Promise<Buffer> {
  const declared = request.headers.get("content-length");
  if (Number(declared ?? 0) > limit) throw new AppError("payload_too_large");
  const bytes = declared === null ? await readStream(request, limit) : await readWhole(request);
  if (bytes.byteLength > limit) throw new AppError("payload_too_large");
  return bytes;
}

const readWhole = async (request: WebRequest): Promise<Buffer> =>
  Buffer.from(await request.arrayBuffer().catch(brokenOff));

async function readStream(request: WebRequest, limit: number): Promise<Buffer> {
  const reader = request.body?.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  while (reader && length <= limit) {
    const { done, value } = await reader.read().catch(brokenOff);
    if (done) return Buffer.concat(chunks, length);
    chunks.push(value);
    length += value.byteLength;
  }
  await reader?.cancel().catch(() => {});
  return Buffer.concat(chunks, length);
}

/** The client went away in the middle of its body; nobody will read the answer. */
const brokenOff = (): never => {
  throw new AppError("validation_error", "The body broke off");
};

/** Present and not JSON, or compressed: refused; absent is taken for JSON (D-5). */
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
