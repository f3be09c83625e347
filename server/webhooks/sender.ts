import type { AttemptError, AttemptResult, WebhookMessage, WebhookSender } from "../domain/webhooks/delivery";
import { signedHeaders } from "../domain/webhooks/webhook-signature";
import { webhookUrlProblem } from "../domain/webhooks/webhook-url";
import { type Exchanged, type ExchangeTimeouts, exchange } from "./exchange";
import { createResolveName, type Destination, findDestination, type ResolveName } from "./resolve";

export interface WebhookSenderOptions {
  readonly mode: "sandbox" | "live";
  /** What the header sets of §6.3 begin with (D-43). */
  readonly headerPrefix: string;
  readonly legacyHeaderPrefix: string;
  readonly userAgent?: string;
  readonly resolve?: ResolveName;
  readonly timeouts?: Partial<ExchangeTimeouts>;
  /** PEM; trusted instead of the system's certificates. */
  readonly ca?: string;
}

/** D-34; the name's look-up counts as connecting. */
const defaultTimeouts: ExchangeTimeouts = { connectMs: 5_000, answerMs: 5_000, bodyMs: 2_000 };

/** Sends webhooks: signed (§6.3), to checked addresses only (D-38), one try each, side by side without limit. */
export function createWebhookSender(options: WebhookSenderOptions): WebhookSender {
  const resolveName = options.resolve ?? createResolveName(options.mode);
  return {
    async send(message) {
      const startedAt = performance.now();
      const exchanged = await attempt(message, options, resolveName);
      return resultOf(exchanged, Math.round(performance.now() - startedAt));
    },
    headersOf: (message) =>
      Object.entries(headersOf(message, options)).map(([name, value]) => ({ name, value: String(value) })),
    async check(url) {
      if (webhookUrlProblem(url, options.mode) !== null) return "blocked_destination";
      const { hostname } = new URL(url);
      const { connectMs } = { ...defaultTimeouts, ...options.timeouts };
      const destination = await inTime(findDestination(hostname, options.mode, resolveName), connectMs);
      return "error" in destination ? destination.error : null;
    },
  };
}

async function attempt(
  message: WebhookMessage,
  options: WebhookSenderOptions,
  resolveName: ResolveName,
): Promise<Exchanged> {
  const { mode, ca } = options;
  if (webhookUrlProblem(message.url, mode) !== null) return { error: "blocked_destination" };
  const url = new URL(message.url);
  const timeouts = { ...defaultTimeouts, ...options.timeouts };
  const startedAt = performance.now();
  const destination = await inTime(findDestination(url.hostname, mode, resolveName), timeouts.connectMs);
  if ("error" in destination) return destination;
  const connectMs = timeouts.connectMs - (performance.now() - startedAt);
  const headers = headersOf(message, options);
  return exchange({ url, ...destination, headers, body: message.body, ca }, { ...timeouts, connectMs });
}

async function inTime(finding: Promise<Destination>, ms: number): Promise<Destination> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Destination>((resolve) => {
    timer = setTimeout(() => resolve({ error: "timeout" }), ms);
  });
  return Promise.race([finding, late]).finally(() => clearTimeout(timer));
}

function headersOf(message: WebhookMessage, options: WebhookSenderOptions) {
  const prefixes = { current: options.headerPrefix, legacy: options.legacyHeaderPrefix };
  return {
    "Content-Type": "application/json",
    "Content-Length": message.body.length,
    "User-Agent": options.userAgent ?? "Vezne-Webhooks/1",
    "Accept-Encoding": "identity",
    ...signedHeaders(message, prefixes),
  };
}

function resultOf(exchanged: Exchanged, durationMs: number): AttemptResult {
  if ("error" in exchanged) {
    return { statusCode: null, errorClass: exchanged.error, durationMs, response: new Uint8Array() };
  }
  const { statusCode, body } = exchanged;
  return { statusCode, errorClass: classOf(statusCode), durationMs, response: body };
}

/** §6.4, D-34. A 101 or a 600 is no answer to a POST. */
function classOf(statusCode: number): AttemptError | null {
  if (statusCode < 200 || statusCode > 599) return "malformed_response";
  if (statusCode < 300) return null;
  if (statusCode < 400) return "redirect";
  return statusCode < 500 ? "client_error" : "server_error";
}
