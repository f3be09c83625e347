import { expect, vi } from "vitest";
import { type ErrorCode, statusOf } from "@/server/domain/errors";
import type { Caller } from "@/server/usecases/caller";
import type { Ctx } from "@/server/usecases/ctx";
import type { LinkRecord } from "@/server/usecases/links/link-record";

/** Requests, callers and expectations that the tests of the JSON doors share. */

export const traceId = "0123456789abcdef0123456789abcdef";

export const caller: Caller = {
  keyId: "key_1",
  partnerId: "prt_1" as Caller["partnerId"],
  name: "Demo",
  status: "active",
  acceptanceHeld: false,
  holdReason: null,
  heldSince: null,
  paymentLinksEnabled: true,
  minAmountKurus: null,
  maxAmountKurus: null,
  installmentCounts: [],
  allowedHosts: [],
  cardAttemptLimit: 5,
  termsVersion: 0,
  binsVersion: 0,
  rateLimits: { paymentsPerKey: null, linkWritesPerKey: null, linkReadsPerKey: null },
};

export const silentLog = () => ({ info: vi.fn(), warn: vi.fn(), error: vi.fn() });

/** A context of which only the log, and the one of requests, is ever touched. */
export const contextWith = (log = silentLog()) =>
  ({ log, noteRequest: () => undefined }) as unknown as Ctx & { log: typeof log };

export interface Sent {
  readonly method?: string;
  readonly path?: string;
  /** Null: no credential. */
  readonly key?: string | null;
  readonly headers?: Record<string, string>;
  /** Text and bytes go as they are, anything else as JSON. */
  readonly body?: unknown;
}

export function requestOf({
  method = "POST",
  path = "/v1/payments",
  key = "sk_test_1",
  headers,
  body,
}: Sent): Request {
  const raw = typeof body === "string" || body instanceof Uint8Array || body instanceof ReadableStream;
  return new Request(`http://localhost:3000${path}`, {
    method,
    headers: {
      ...(key !== null && { Authorization: `Bearer ${key}` }),
      ...(body !== undefined && { "Content-Type": "application/json" }),
      ...headers,
    },
    ...(body !== undefined && { body: raw ? (body as BodyInit) : JSON.stringify(body) }),
    ...(body instanceof ReadableStream && { duplex: "half" }),
  } as RequestInit);
}

/** The envelope with exactly its three keys, and the headers that every error has. Returns the message. */
export async function expectError(response: Response, code: ErrorCode): Promise<string> {
  const body = await response.json();
  expect(body).toEqual({ error: { code, message: expect.any(String), traceId } });
  expect(response.status).toBe(statusOf(code));
  expectCommonHeaders(response);
  return body.error.message;
}

export function expectCommonHeaders(response: Response): void {
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
    "x-request-id": traceId,
  });
}

const linkTime = new Date("2026-11-20T09:00:00Z");
/** A pending link with every optional field but a description and a return address. */
export const linkRecord: LinkRecord = {
  id: "pl_1",
  token: "token",
  url: "https://pay.example/l/token",
  partnerReference: 7n,
  status: "pending",
  amount: 125_050n,
  customerCommissionShareBps: 0,
  description: null,
  redirectUrl: null,
  firstOpenedAt: null,
  lastOpenedAt: linkTime,
  expiresAt: linkTime,
  createdAt: linkTime,
  updatedAt: linkTime,
  allowedInstallmentCounts: [1, 3],
  items: [{ name: "Lamp", note: null, amount: 125_050n }],
  payerName: "Ayşe Yılmaz",
};
