import { createHash } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { canonicalText, createSignature } from "@/server/executor/protocol";

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: unknown;
}

/** Starts a fake Inngest server, which accepts registrations and events. */
export async function startInngestServer(settings: { refuseRegistrations?: number } = {}) {
  const seen: SeenRequest[] = [];
  const waiting = new Set<() => void>();
  let refusals = settings.refuseRegistrations ?? 0;
  const server = createServer((req, res) => {
    let text = "";
    req.on("data", (chunk) => {
      text += chunk;
    });
    req.on("end", () => {
      const path = req.url ?? "";
      const body: unknown = text === "" ? null : JSON.parse(text);
      const isRefused = path.startsWith("/fn/register") && refusals-- > 0;
      seen.push({ method: req.method ?? "", path, headers: req.headers, body });
      res.statusCode = isRefused ? 500 : 200;
      res.end(JSON.stringify(isRefused ? { status: 500, error: "not now" } : answerTo(path, body)));
      for (const check of waiting) check();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    /** Waits until a path has got `count` requests, and returns them. */
    until: (path: string, count = 1) =>
      new Promise<SeenRequest[]>((resolve) => {
        const check = (): void => {
          const found = seen.filter((request) => request.path.startsWith(path));
          if (found.length < count) return;
          waiting.delete(check);
          resolve(found);
        };
        waiting.add(check);
        check();
      }),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const answerTo = (path: string, body: unknown): object =>
  path.startsWith("/e/")
    ? { ids: Array.isArray(body) ? body.map((_, n) => `id-${n}`) : [], status: 200 }
    : { ok: true, modified: true };

/** Returns the bearer token for a signing key: the server sends the hash of the key's bytes. */
export const toBearer = (signingKey: string): string => {
  const [, prefix = "", digits = ""] = /^(signkey-\w+-)(.*)$/.exec(signingKey) ?? [];
  return `Bearer ${prefix}${createHash("sha256").update(Buffer.from(digits, "hex")).digest("hex")}`;
};

/** Builds the first call of a function, signed as the server signs it. */
export const buildCall = (address: string, event: object, signingKey: string): Request => {
  const text = canonicalText({
    version: -1,
    event,
    events: [event],
    steps: {},
    ctx: {
      run_id: "01M7YN78MANW705B8RJ1NGBZXY",
      attempt: 0,
      max_attempts: 4,
      disable_immediate_execution: false,
      use_api: false,
      stack: { stack: [], current: 0 },
    },
  });
  return new Request(address, {
    method: "POST",
    body: text,
    headers: { "x-inngest-signature": createSignature(text, signingKey, new Date()) },
  });
};
