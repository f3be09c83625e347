import type {
  DeliveryAttemptError,
  DeliveryAttemptResult,
  WebhookMessage,
  WebhookSender,
} from "../domain/webhooks/delivery";
import { signHeaders } from "../domain/webhooks/webhook-signature";
import { findWebhookUrlProblem } from "../domain/webhooks/webhook-url";
import { type Exchanged, type ExchangeTimeouts, exchange } from "./exchange";
import {
  createResolveName,
  type Destination,
  type DestinationRules,
  findDestination,
  type ResolveName,
} from "./resolve";

export interface WebhookSenderOptions {
  /** Which addresses are connected to (D-38); an address of the operator's is trusted (D-363). */
  readonly mode: DestinationRules;
  /** The prefixes of the two header sets of §6.3 (D-43). */
  readonly headerPrefix: string;
  readonly legacyHeaderPrefix: string;
  readonly userAgent?: string;
  readonly resolve?: ResolveName;
  readonly timeouts?: Partial<ExchangeTimeouts>;
  /** A PEM certificate that is trusted instead of the system's certificates. */
  readonly ca?: string;
}

/** The timeouts of D-34 and D-169; resolving the name counts as connecting. */
const defaultTimeouts: ExchangeTimeouts = { connectMs: 5_000, answerMs: 5_000, bodyMs: 2_000 };

/**
 * Creates the sender of webhooks: it signs (§6.3), connects only to checked addresses (D-38), makes one attempt per
 * call and does not limit parallel calls.
 */
export function createWebhookSender(options: WebhookSenderOptions): WebhookSender {
  const resolveName = options.resolve ?? createResolveName(options.mode);
  return {
    async send(message) {
      const startedAt = performance.now();
      const exchanged = await attempt(message, options, resolveName);
      return toAttemptResult(exchanged, Math.round(performance.now() - startedAt));
    },
    buildHeaders: (message) =>
      Object.entries(createHeaders(message, options)).map(([name, value]) => ({
        name,
        value: String(value),
      })),
    async check(url) {
      if (isRefused(url, options.mode)) return "blocked_destination";
      const { hostname } = new URL(url);
      const { connectMs } = { ...defaultTimeouts, ...options.timeouts };
      const destination = await limitTime(findDestination(hostname, options.mode, resolveName), connectMs);
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
  if (isRefused(message.url, mode)) return { error: "blocked_destination" };
  const url = new URL(message.url);
  const timeouts = { ...defaultTimeouts, ...options.timeouts };
  const startedAt = performance.now();
  const destination = await limitTime(findDestination(url.hostname, mode, resolveName), timeouts.connectMs);
  if ("error" in destination) return destination;
  const connectMs = timeouts.connectMs - (performance.now() - startedAt);
  const headers = createHeaders(message, options);
  return exchange({ url, ...destination, headers, body: message.body, ca }, { ...timeouts, connectMs });
}

const isRefused = (url: string, mode: DestinationRules): boolean =>
  mode !== "trusted" && findWebhookUrlProblem(url, mode) !== null;

async function limitTime(finding: Promise<Destination>, ms: number): Promise<Destination> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Destination>((resolve) => {
    timer = setTimeout(() => resolve({ error: "timeout" }), ms);
  });
  return Promise.race([finding, late]).finally(() => clearTimeout(timer));
}

function createHeaders(message: WebhookMessage, options: WebhookSenderOptions) {
  const prefixes = { current: options.headerPrefix, legacy: options.legacyHeaderPrefix };
  return {
    "Content-Type": "application/json",
    "Content-Length": message.body.length,
    "User-Agent": options.userAgent ?? "Vezne-Webhooks/1",
    "Accept-Encoding": "identity",
    ...signHeaders(message, prefixes),
  };
}

function toAttemptResult(exchanged: Exchanged, durationMs: number): DeliveryAttemptResult {
  if ("error" in exchanged) {
    return { statusCode: null, errorClass: exchanged.error, durationMs, response: new Uint8Array() };
  }
  const { statusCode, body } = exchanged;
  return { statusCode, errorClass: classifyStatus(statusCode), durationMs, response: body };
}

/** Classifies an HTTP status (§6.4, D-34). A status such as 101 or 600 is not a valid answer to a POST. */
function classifyStatus(statusCode: number): DeliveryAttemptError | null {
  if (statusCode < 200 || statusCode > 599) return "malformed_response";
  if (statusCode < 300) return null;
  if (statusCode < 400) return "redirect";
  return statusCode < 500 ? "client_error" : "server_error";
}
