import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { Agent, request } from "undici";
import type { FetchedAnswer, PageFetch } from "./domain/pages/page-fetch";

/** How long one answer may take, ms, and its largest size in bytes, also when it is unpacked. */
const timeoutMs = 10_000;
const sizeMax = 2_097_152;

/**
 * Fetches as a browser does that opens the address: the same headers, the public address, no cache. It follows no
 * redirect, so what it receives is what the address itself answers. Rejects when no whole answer comes.
 */
export const fetchPage: PageFetch = async ({ address, method, form }) => {
  // A connection of its own for each answer: it takes the same way as that of a new buyer.
  const agent = new Agent({ maxResponseSize: sizeMax, connect: { timeout: timeoutMs }, pipelining: 0 });
  try {
    const answer = await request(address, {
      dispatcher: agent,
      method,
      headers: { ...browserHeaders, ...(form && postHeaders(address)) },
      body: form === null ? null : new URLSearchParams(form).toString(),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const body = Buffer.from(await answer.body.arrayBuffer());
    const headers = Object.entries(answer.headers).flatMap(([name, value]) =>
      [value ?? []].flat().map((one) => [name.toLowerCase(), one] as const),
    );
    return { status: answer.statusCode, headers, body: unpack(body, headers) };
  } finally {
    await agent.destroy();
  }
};

/** The headers of a current browser that opens a page, so that a server cannot tell it from a buyer by them. */
const browserHeaders = {
  "user-agent":
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36",
  accept: "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8",
  "accept-language": "tr-TR,tr;q=0.9,en;q=0.8",
  "accept-encoding": "gzip, br",
  "upgrade-insecure-requests": "1",
  "sec-fetch-dest": "document",
  "sec-fetch-mode": "navigate",
  "sec-fetch-site": "none",
  "sec-fetch-user": "?1",
};

const postHeaders = (address: string) => ({
  "content-type": "application/x-www-form-urlencoded",
  "sec-fetch-site": "same-origin",
  origin: new URL(address).origin,
});

function unpack(body: Buffer, headers: FetchedAnswer["headers"]): Uint8Array {
  const encoding = headers.find(([name]) => name === "content-encoding")?.[1];
  if (encoding === undefined) return body;
  if (encoding === "br") return brotliDecompressSync(body, { maxOutputLength: sizeMax });
  if (encoding === "gzip") return gunzipSync(body, { maxOutputLength: sizeMax });
  throw new Error(`The answer has the unknown encoding ${encoding.slice(0, 40)}`);
}
