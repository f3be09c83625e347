import { isUtf8 } from "node:buffer";
import { AppError, type Language } from "@/server/domain/errors";
import { problem } from "@/server/domain/field-words";
import type { WebRequest } from "@/server/request-store";
import { type JsonPath, scanJson } from "./json-scan";
import { isJsonInUtf8 } from "./media-type";
import { fieldError, plainName } from "./validation";

/** How many objects and lists of a body may lie in one another, those of unknown members included (D-60). */
const nestingMax = 32;

/**
 * Reads a JSON body (D-5, D-6, D-7 step 6). It checks the size, then the media type and its charset, then UTF-8 and the
 * syntax, then the nesting, then that no member is given twice (D-69). Throws payload_too_large,
 * unsupported_media_type and validation_error.
 *
 * A number that only rounding makes an integer, such as 0.9999999999999999999999, is returned as a number next to that
 * integer, so that no integer field accepts it (D-59). Where doubles have no such number, from 2^53 on in size, it is
 * returned as NaN, which no field for a number accepts.
 * @param limit the largest body in bytes
 */
export async function readJsonBody(request: WebRequest, limit: number, language: Language): Promise<unknown> {
  const bytes = await readBytes(request, limit);
  requireJsonType(request.headers);
  const malformed = () => fieldError([{ path: [], problem: problem("json") }], language);
  if (!isUtf8(bytes)) throw malformed();
  const text = bytes.toString("utf8");
  const value = parse(text, malformed);
  const { isTooDeep, duplicates, rounded } = scanJson(text, nestingMax);
  if (isTooDeep) throw fieldError([{ path: [], problem: problem("nesting") }], language);
  if (duplicates.length > 0) throw givenTwice(duplicates, language);
  return rounded.reduce(unround, value);
}

/** Creates the refusal of members that are given twice. It names them so that no name can put odd text into it. */
const givenTwice = (paths: readonly JsonPath[], language: Language): AppError =>
  fieldError(
    paths.map((path) => ({
      path: path.map((step) => (typeof step === "number" ? step : plainName(step))),
      problem: problem("once"),
    })),
    language,
  );

/** Replaces the number at a path. Returns the value of the whole document. */
function unround(document: unknown, path: JsonPath): unknown {
  const last = path.at(-1);
  if (last === undefined) return besideInteger(document as number);
  let holder = document as Record<string | number, unknown>;
  for (const step of path.slice(0, -1)) holder = holder[step] as typeof holder;
  holder[last] = besideInteger(holder[last] as number);
  return document;
}

/** Returns the nearest number below an integer in size that is no integer; NaN where doubles have no such number. */
function besideInteger(integer: number): number {
  const beside = integer === 0 ? Number.MIN_VALUE : integer * (1 - 2 ** -53);
  return Number.isInteger(beside) ? Number.NaN : beside;
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

/** Refuses a compressed body, and a media type that is not JSON in UTF-8. No media type counts as JSON (D-5). */
function requireJsonType(headers: WebRequest["headers"]): void {
  const type = headers.get("content-type");
  const encoding = headers.get("content-encoding");
  const isJson = type === null || isJsonInUtf8(type);
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
