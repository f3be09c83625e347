import { expect, vi } from "vitest";
import { keyScopes } from "@/server/domain/accounts/key-rights";
import { type ErrorCode, toHttpStatus } from "@/server/domain/errors";
import { noLinkTexts } from "@/server/domain/links/link-texts";
import type { Caller } from "@/server/usecases/caller";
import type { Ctx } from "@/server/usecases/ctx";
import type { LinkRecord } from "@/server/usecases/links/shared/link-record";

// Requests, callers and expectations for the tests of the JSON API.

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
  surchargeWarning: true,
  refundApprovalInApi: { isOn: false, until: null },
  termsVersion: 0,
  binsVersion: 0,
  rateLimits: { paymentsPerKey: null, linkWritesPerKey: null, linkReadsPerKey: null },
  rights: { scopes: keyScopes, expiresAt: null, allowedIps: [], refundLimitKurus: null },
};

export const silentLog = () => ({ info: vi.fn(), warn: vi.fn(), error: vi.fn() });

/** Creates a context in which only `log` and `noteRequest` may be used. */
export const createContext = (log = silentLog()) =>
  ({ log, noteRequest: () => undefined }) as unknown as Ctx & { log: typeof log };

export interface RequestInput {
  readonly method?: string;
  readonly path?: string;
  /** The API key; null means no credential. */
  readonly key?: string | null;
  readonly headers?: Record<string, string>;
  /** The body: text and bytes are sent unchanged, any other value as JSON. */
  readonly body?: unknown;
}

export function buildRequest({
  method = "POST",
  path = "/v1/payments",
  key = "sk_test_1",
  headers,
  body,
}: RequestInput): Request {
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

/** Expects the error envelope with exactly its three keys and the headers of every error. Returns the message. */
export async function expectError(response: Response, code: ErrorCode): Promise<string> {
  const body = await response.json();
  expect(body).toEqual({ error: { code, message: expect.any(String), traceId } });
  expect(response.status).toBe(toHttpStatus(code));
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
const { description, ...otherTexts } = noLinkTexts;
/** A pending link with every optional field except a description and a return address. */
export const linkRecord: LinkRecord = {
  id: "pl_1",
  token: "token",
  url: "https://pay.example/l/token",
  partnerReference: 7n,
  status: "pending",
  amount: 125_050n,
  customerCommissionShareBps: 0,
  description,
  redirectUrl: null,
  firstOpenedAt: null,
  lastOpenedAt: linkTime,
  expiresAt: linkTime,
  createdAt: linkTime,
  updatedAt: linkTime,
  allowedInstallmentCounts: [1, 3],
  items: [{ name: "Lamp", note: null, amount: 125_050n }],
  ...otherTexts,
  payerName: "Ayşe Yılmaz",
};
