import { z } from "zod";
import { discovery, type RunError, type Work } from "./run";
import { canonicalText, isSigned, signatureOf } from "./signature";

/** A function's HTTP handler, as `serve` of the SDK makes it, called in this process. */
export interface App {
  readonly handler: (request: Request) => Promise<Response>;
  readonly serveUrl: string;
}

/** What a call of the SDK came to. */
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

/** A step that takes longer is given up: its slot would be lost otherwise. What product code waits for is much shorter. */
const callTimeoutMs = 15 * 60_000;

/** Asks the SDK which functions there are. Throws a plain sentence when it does not say. */
export async function register(app: App, signingKey: string): Promise<readonly unknown[]> {
  const text = canonicalText({ url: app.serveUrl });
  const response = await app.handler(
    requestTo("PUT", app.serveUrl, text, signingKey, { "x-inngest-sync-kind": "in_band" }),
  );
  const answer = await response.text();
  const body = registration.safeParse(response.status === 200 ? JSON.parse(answer) : null);
  if (!body.success) {
    throw new Error(`The functions could not be registered: ${response.status} ${answer.slice(0, 200)}`);
  }
  return body.data.functions;
}

/** One call of the SDK for a job. Whatever goes wrong on the way is a failure that may be tried again; nothing throws. */
export async function call(app: App, signingKey: string, work: Work, attemptsMax: number): Promise<Verdict> {
  const query = new URLSearchParams({ fnId: work.functionId, stepId: work.stepId });
  try {
    const text = canonicalText(bodyOf(work, attemptsMax));
    const request = requestTo("POST", `${app.serveUrl}?${query}`, text, signingKey);
    return await inTime(
      app.handler(request).then((response) => verdictOf(response, work.version, signingKey)),
    );
  } catch (error) {
    return brokenCall(error instanceof Error ? error.message : String(error));
  }
}

function requestTo(
  method: string,
  url: string,
  body: string,
  signingKey: string,
  headers: Record<string, string> = {},
): Request {
  const signature = signatureOf(body, signingKey, new Date());
  return new Request(url, {
    method,
    body,
    headers: {
      ...headers,
      // The SDK finds its own address by it.
      host: new URL(url).host,
      "content-type": "application/json",
      "x-inngest-signature": signature,
    },
  });
}

/** `ctx.fn_id` stays out: with it the SDK would send its steps to an API that is not there. */
const bodyOf = (work: Work, attemptsMax: number) => ({
  version: work.version,
  event: work.event,
  events: [work.event],
  steps: Object.fromEntries(work.steps.map(({ id, value }) => [id, value])),
  ctx: {
    run_id: work.runId,
    attempt: work.attempt,
    max_attempts: attemptsMax,
    // What runs beside others is only named when it is found, and called for by name.
    disable_immediate_execution: work.stepId !== discovery || work.beside.length > 0,
    use_api: false,
    stack: { stack: work.steps.map(({ id }) => id), current: work.steps.length },
  },
  use_api: false,
});

async function inTime(verdict: Promise<Verdict>): Promise<Verdict> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Verdict>((resolve) => {
    timer = setTimeout(() => resolve(brokenCall("The call took too long.")), callTimeoutMs);
    timer.unref();
  });
  try {
    return await Promise.race([verdict, late]);
  } finally {
    clearTimeout(timer);
  }
}

async function verdictOf(response: Response, version: number, signingKey: string): Promise<Verdict> {
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
  return { kind: "failed", error: errorOf(body, status), isFinal, retryAfter };
}

function errorOf(body: unknown, status: number): RunError {
  const { data } = failure.safeParse(body);
  if (!data) return { name: "Error", message: `The SDK answered ${status}.` };
  return {
    name: data.name,
    message: data.message,
    ...(data.stack === undefined ? {} : { stack: data.stack }),
  };
}

/** The name of errors that are not the function's: its handler was not reached, or did not answer as the SDK does. */
export const callError = "CallError";

const brokenCall = (message: string): Verdict => ({
  kind: "failed",
  error: { name: callError, message },
  isFinal: false,
  retryAfter: null,
});
