import { createHmac, timingSafeEqual } from "node:crypto";
import canonicalize from "canonicalize";
import { z } from "zod";
import { discovery, type RunError, type Work } from "./run";

/** The HTTP handler that the SDK's `serve` creates for all functions, called within this process. */
export interface App {
  readonly handler: (request: Request) => Promise<Response>;
  readonly serveUrl: string;
}

/** What a request is signed with, and when; the SDK refuses signatures that are some minutes old. */
interface Signing {
  readonly signingKey: string;
  /** Real time (D-47). */
  readonly at: Date;
}

/** The result of one call of the SDK. */
export type Verdict =
  | { readonly kind: "finished"; readonly result: string }
  | {
      readonly kind: "steps";
      readonly version: number;
      readonly ops: readonly Op[];
      readonly retryAfter: string | null;
    }
  | {
      readonly kind: "failed";
      readonly error: RunError;
      readonly isFinal: boolean;
      readonly retryAfter: string | null;
    };

export type Op = z.infer<typeof op>;

const op = z.object({
  op: z.string(),
  id: z.string().default(""),
  name: z.string().optional(),
  data: z.unknown().optional(),
  error: z.unknown().optional(),
  opts: z.record(z.string(), z.unknown()).nullish(),
});
const ops = z.array(op);
const failure = z.object({
  name: z.string().default("Error"),
  message: z.string(),
  stack: z.string().optional(),
});
const registration = z.object({ functions: z.array(z.unknown()) });

/** Asks the SDK for its functions. Throws an error with a readable message when the SDK does not list them. */
export async function register(app: App, signing: Signing): Promise<readonly unknown[]> {
  const text = canonicalText({ url: app.serveUrl });
  const response = await app.handler(
    createRequest("PUT", app.serveUrl, text, signing, { "x-inngest-sync-kind": "in_band" }),
  );
  const answer = await response.text();
  const body = registration.safeParse(response.status === 200 ? JSON.parse(answer) : null);
  if (!body.success) {
    throw new Error(`The functions could not be registered: ${response.status} ${answer.slice(0, 200)}`);
  }
  return body.data.functions;
}

/** Creates the signed request that calls the SDK for one job. */
export function createCall({ serveUrl }: App, signing: Signing, work: Work, attemptsMax: number): Request {
  const query = new URLSearchParams({ fnId: work.functionId, stepId: work.stepId });
  const text = canonicalText(toRequestBody(work, attemptsMax));
  return createRequest("POST", `${serveUrl}?${query}`, text, signing);
}

function createRequest(
  method: string,
  url: string,
  body: string,
  { signingKey, at }: Signing,
  headers: Record<string, string> = {},
): Request {
  const signature = createSignature(body, signingKey, at);
  return new Request(url, {
    method,
    body,
    headers: {
      ...headers,
      // The SDK computes its own address from the Host header.
      host: new URL(url).host,
      "content-type": "application/json",
      "x-inngest-signature": signature,
    },
  });
}

/**
 * Builds the body of a call. It omits `ctx.fn_id`, with which the SDK would send its steps to an API that does not
 * exist.
 */
const toRequestBody = (work: Work, attemptsMax: number) => ({
  version: work.version,
  event: work.event,
  events: [work.event],
  steps: Object.fromEntries(work.steps.map(({ id, value }) => [id, value])),
  ctx: {
    run_id: work.runId,
    attempt: work.attempt,
    max_attempts: attemptsMax,
    // Parallel steps must only be reported when they are discovered; each is then called by its id.
    disable_immediate_execution: work.stepId !== discovery || work.siblingStepIds.length > 0,
    use_api: false,
    stack: { stack: work.steps.map(({ id }) => id), current: work.steps.length },
  },
  use_api: false,
});

/** Reads the SDK's answer to a call. Throws when it is not JSON of the protocol. */
export async function readVerdict(response: Response, version: number, signingKey: string): Promise<Verdict> {
  const text = await response.text();
  const { headers, status } = response;
  if (!headers.has("x-inngest-sdk")) return brokenCall(`The SDK did not answer (${status}).`);
  const signature = headers.get("x-inngest-signature");
  if (signature !== null && !isSigned(text, signature, signingKey)) {
    return brokenCall("The answer's signature is not the SDK's.");
  }

  const body: unknown = JSON.parse(text);
  if (status === 200) return { kind: "finished", result: text };
  const retryAfter = headers.get("retry-after");
  if (status === 206) {
    const chosen = Number(headers.get("x-inngest-req-version") ?? version);
    return {
      kind: "steps",
      version: Number.isInteger(chosen) ? chosen : version,
      ops: ops.parse(body),
      retryAfter,
    };
  }
  const isFinal = headers.get("x-inngest-no-retry") === "true";
  return { kind: "failed", error: toRunError(body, status), isFinal, retryAfter };
}

function toRunError(body: unknown, status: number): RunError {
  const { data } = failure.safeParse(body);
  if (!data) return { name: "Error", message: `The SDK answered ${status}.` };
  return {
    name: data.name,
    message: data.message,
    ...(data.stack === undefined ? {} : { stack: data.stack }),
  };
}

/** The name of errors that are not the function's own: the handler was not reached, or its answer was not the SDK's. */
export const callError = "CallError";

export const brokenCall = (message: string): Verdict => ({
  kind: "failed",
  error: { name: callError, message },
  isFinal: false,
  retryAfter: null,
});

/** Returns the text that is signed and sent: JSON in the canonical form of RFC 8785. */
export const canonicalText = (value: unknown): string => canonicalize(value) ?? "null";

/** Creates the value of the `x-inngest-signature` header for a text. */
export function createSignature(text: string, signingKey: string, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1000).toString();
  return `t=${seconds}&s=${computeHash(text, seconds, signingKey)}`;
}

/** Whether the signature is valid for this text. Its age is not checked. */
export function isSigned(text: string, signature: string, signingKey: string): boolean {
  const parts = new URLSearchParams(signature);
  const expected = Buffer.from(computeHash(text, parts.get("t") ?? "", signingKey));
  const given = Buffer.from(parts.get("s") ?? "");
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Computes the hash with the key's text after its prefix, not with the bytes that its hex digits encode. */
const computeHash = (text: string, seconds: string, signingKey: string): string =>
  createHmac("sha256", signingKey.replace(/^signkey-\w+-/, ""))
    .update(text)
    .update(seconds)
    .digest("hex");
