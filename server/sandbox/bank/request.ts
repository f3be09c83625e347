import type { IncomingMessage } from "node:http";
import type { BankRequest } from "./simulator";

/** More than any form or message of a merchant; bytes. */
const bodyBytesMax = 65_536;

export class BodyTooLarge extends Error {}

/**
 * Reads a request whole. Null when its address is not one; throws BodyTooLarge with the rest of
 * the body unread, so the connection must be closed.
 */
export async function readRequest(incoming: IncomingMessage): Promise<BankRequest | null> {
  const target = incoming.url ?? "";
  if (!target.startsWith("/") || !URL.canParse(target, base)) return null;
  const { pathname, searchParams } = new URL(target, base);
  return {
    method: incoming.method ?? "",
    path: pathname,
    query: searchParams,
    headers: incoming.headers,
    body: await readBody(incoming),
    clientIp: incoming.socket.remoteAddress ?? "",
  };
}

/** Any origin: only the path and the query are read. */
const base = "http://localhost";

async function readBody(incoming: IncomingMessage): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
    size += chunk.length;
    if (size > bodyBytesMax) throw new BodyTooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
