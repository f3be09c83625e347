import { limitTime, type RealTime, systemTime } from "../domain/real-time";
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
  /** Makes the exchange with the receiver, over HTTP by default. */
  readonly exchange?: typeof exchange;
  /** By default that of this machine. */
  readonly realTime?: RealTime;
}

/** The options with their defaults. */
type Settings = WebhookSenderOptions &
  Required<Pick<WebhookSenderOptions, "resolve" | "exchange" | "realTime">> & { readonly timeouts: ExchangeTimeouts };

/** The timeouts of D-34 and D-169; resolving the name counts as connecting. */
const defaultTimeouts: ExchangeTimeouts = { connectMs: 5_000, answerMs: 5_000, bodyMs: 2_000 };

/**
 * Creates the sender of webhooks: it signs (§6.3), connects only to checked addresses (D-38), makes one attempt per
 * call and does not limit parallel calls.
 */
export function createWebhookSender(options: WebhookSenderOptions): WebhookSender {
  const settings: Settings = {
    resolve: createResolveName(options.mode),
    exchange,
    realTime: systemTime,
    ...options,
    timeouts: { ...defaultTimeouts, ...options.timeouts },
  };
  const { mode, realTime } = settings;
  return {
    async send(message) {
      const startedAt = realTime.monotonicMs();
      const exchanged = await attempt(message, settings);
      return toAttemptResult(exchanged, Math.round(realTime.monotonicMs() - startedAt));
    },
    buildHeaders: (message) =>
      Object.entries(createHeaders(message, options)).map(([name, value]) => ({
        name,
        value: String(value),
      })),
    async check(url) {
      if (isRefused(url, mode)) return "blocked_destination";
      const destination = await findInTime(new URL(url).hostname, settings);
      return "error" in destination ? destination.error : null;
    },
  };
}

async function attempt(message: WebhookMessage, settings: Settings): Promise<Exchanged> {
  const { mode, ca, realTime, timeouts } = settings;
  if (isRefused(message.url, mode)) return { error: "blocked_destination" };
  const url = new URL(message.url);
  const startedAt = realTime.monotonicMs();
  const destination = await findInTime(url.hostname, settings);
  if ("error" in destination) return destination;
  const connectMs = timeouts.connectMs - (realTime.monotonicMs() - startedAt);
  const headers = createHeaders(message, settings);
  return settings.exchange({ url, ...destination, headers, body: message.body, ca }, { ...timeouts, connectMs });
}

const isRefused = (url: string, mode: DestinationRules): boolean =>
  mode !== "trusted" && findWebhookUrlProblem(url, mode) !== null;

/** Finds the destination of a host within the time for connecting. */
const findInTime = (hostname: string, { mode, resolve, realTime, timeouts }: Settings): Promise<Destination> =>
  limitTime<Destination>(realTime, findDestination(hostname, mode, resolve), {
    ms: timeouts.connectMs,
    late: () => ({ error: "timeout" }),
  });

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
