import { createHmac, timingSafeEqual } from "node:crypto";
import type { Random } from "../random";
import type { WebhookMessage } from "./delivery";
import { toWholeSeconds } from "./events";

/** The prefixes of the two header sets (§6.3). */
export interface HeaderPrefixes {
  readonly current: string;
  readonly legacy: string;
}

/** The literal names of §6.3 (D-43). */
export const literalPrefixes: HeaderPrefixes = { current: "X-Service", legacy: "X-Legacy" };

/**
 * Replaces the literal prefixes in a text, such as documentation, with the prefixes that this installation is
 * configured with.
 */
export const applyHeaderPrefixes = (text: string, { current, legacy }: HeaderPrefixes): string =>
  text
    .split(`${literalPrefixes.current}-`)
    // Replaced in the parts only, so that a configured prefix which equals the other literal one is not replaced again.
    .map((between) => between.replaceAll(`${literalPrefixes.legacy}-`, `${legacy}-`))
    .join(`${current}-`);

const secretPrefix = "whsec_";

/**
 * Returns a new secret of 24 random bytes. Their base64 has no padding, so standard libraries accept it unchanged
 * (D-36).
 */
export const newWebhookSecret = (random: Random): string => secretPrefix + random.bytes(24).toString("base64");

/**
 * Builds the signature headers of a message (D-36, D-37). Both sets of §6.3 are signed with the first secret and are
 * the same on every attempt. The Standard Webhooks headers have the time of the attempt and a signature by every
 * secret.
 */
export function signHeaders(
  message: Omit<WebhookMessage, "url">,
  prefixes: HeaderPrefixes = literalPrefixes,
): Record<string, string> {
  const { deliveryId, occurredAt, sentAt, body, secrets } = message;
  const values = {
    Signature: `sha256=${createHmac("sha256", secrets[0]).update(body).digest("hex")}`,
    Timestamp: epochSeconds(occurredAt),
    "Delivery-Id": deliveryId,
  };
  const buildSet = (prefix: string) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [`${prefix}-${name}`, value]));
  const attemptTime = epochSeconds(sentAt);
  const standardSignature = (secret: string) => {
    const hmac = createHmac("sha256", standardKey(secret)).update(`${deliveryId}.${attemptTime}.`);
    return `v1,${hmac.update(body).digest("base64")}`;
  };
  return {
    ...buildSet(prefixes.current),
    ...buildSet(prefixes.legacy),
    "webhook-id": deliveryId,
    "webhook-timestamp": attemptTime,
    "webhook-signature": secrets.map(standardSignature).join(" "),
  };
}

const epochSeconds = (instant: Date): string => String(toWholeSeconds(instant).getTime() / 1000);

/**
 * Returns the HMAC key of the Standard Webhooks header. Its libraries decode the secret, whereas §6.3 uses its text.
 */
const standardKey = (secret: string): Buffer =>
  Buffer.from(secret.startsWith(secretPrefix) ? secret.slice(secretPrefix.length) : secret, "base64");

/** Why the verification of a webhook failed. */
export type WebhookRefusal =
  /** The secret is empty or missing: check the receiver's configuration. */
  | "no_secret"
  /** The body was parsed or decoded before. Only the bytes that were received can be verified. */
  | "body_not_raw"
  | "signature_missing"
  | "signature_malformed"
  | "signature_mismatch"
  /** The signature is right, but the body is not an event. */
  | "body_malformed"
  /** A header differs from the body. Only the body is signed, so the header may be forged. */
  | "id_mismatch"
  | "timestamp_mismatch";

/** The signed body. A receiver recognises a repeated delivery by its `id`. */
export interface WebhookEvent {
  readonly id: string;
  readonly type: string;
  readonly occurredAt: string;
  readonly [field: string]: unknown;
}

interface HeadersWithGet {
  get(name: string): string | null;
}

export interface WebhookToVerify {
  /** The headers of a fetch or node:http request, with names in any case. */
  readonly headers: HeadersWithGet | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The body as it was received, before any parsing. */
  readonly body: Uint8Array | string;
  /** The secret, or both the old and the new one during a rotation (D-37). */
  readonly secret: string | readonly string[];
  readonly prefixes?: HeaderPrefixes;
}

export type WebhookVerdict =
  | { readonly ok: true; readonly event: WebhookEvent }
  | { readonly ok: false; readonly reason: WebhookRefusal };

/**
 * Verifies that a webhook comes from the gateway (§6.3); one valid header set is enough. It never throws. It accepts
 * old webhooks, because a retry has the time of its event. Receivers detect repeated deliveries by `event.id`.
 */
export function verifyWebhook(webhook: WebhookToVerify): WebhookVerdict {
  const { headers, body, secret, prefixes = literalPrefixes } = webhook;
  const secrets = [secret].flat();
  if (secrets.length === 0 || secrets.some((one) => typeof one !== "string" || one === "")) {
    return refused("no_secret");
  }
  if (typeof body !== "string" && !(body instanceof Uint8Array)) return refused("body_not_raw");
  const lookUp = headerLookUp(headers);
  const verdicts = [prefixes.current, prefixes.legacy].map((prefix) =>
    verifySet((name) => lookUp(`${prefix}-${name}`), body, secrets),
  );
  const hasSignature = (verdict: WebhookVerdict) => verdict.ok || verdict.reason !== "signature_missing";
  return verdicts.find(({ ok }) => ok) ?? verdicts.find(hasSignature) ?? refused("signature_missing");
}

type LookUp = (name: string) => string | undefined;

function verifySet(header: LookUp, body: Uint8Array | string, secrets: readonly string[]): WebhookVerdict {
  const signature = header("Signature");
  if (signature === undefined) return refused("signature_missing");
  const given = /^sha256=([0-9a-f]{64})$/.exec(signature)?.[1];
  if (given === undefined) return refused("signature_malformed");
  if (!isSigned(body, given, secrets)) return refused("signature_mismatch");
  const event = parseEvent(body);
  if (event === null) return refused("body_malformed");
  if (header("Delivery-Id") !== event.id) return refused("id_mismatch");
  if (header("Timestamp") !== epochSeconds(new Date(event.occurredAt))) return refused("timestamp_mismatch");
  return { ok: true, event };
}

/** Compares in constant time, so that the duration shows neither where a signature differs nor which secret matches. */
function isSigned(body: Uint8Array | string, hex: string, secrets: readonly string[]): boolean {
  const given = Buffer.from(hex, "hex");
  const matches = secrets.map((secret) => timingSafeEqual(createHmac("sha256", secret).update(body).digest(), given));
  return matches.includes(true);
}

function parseEvent(body: Uint8Array | string): WebhookEvent | null {
  try {
    const event = JSON.parse(typeof body === "string" ? body : Buffer.from(body).toString());
    const isEvent = [event.id, event.type, event.occurredAt].every((field) => typeof field === "string");
    return isEvent ? event : null;
  } catch {
    return null;
  }
}

/** Returns a look-up by header name. A repeated header becomes one text with commas, which no valid value has. */
function headerLookUp(headers: WebhookToVerify["headers"]): LookUp {
  if (hasGet(headers)) return (name) => headers.get(name) ?? undefined;
  const entries = Object.entries(headers ?? {});
  return (name) => {
    const named = entries.filter(([key]) => key.toLowerCase() === name.toLowerCase());
    const found = named.flatMap(([, value]) => value).filter((value) => typeof value === "string");
    return found.length === 0 ? undefined : found.join(", ");
  };
}

/** Checks for the method `get`, because `Headers` has several implementations and `instanceof` would miss some. */
const hasGet = (headers: WebhookToVerify["headers"] | null): headers is HeadersWithGet =>
  typeof headers?.get === "function";

const refused = (reason: WebhookRefusal): WebhookVerdict => ({ ok: false, reason });
