import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { WebhookMessage } from "./delivery";
import { noticedAt } from "./events";

/** What the two header sets of §6.3 begin with. */
export interface HeaderPrefixes {
  readonly current: string;
  readonly legacy: string;
}

/** The literal names of §6.3 (D-43). */
export const literalPrefixes: HeaderPrefixes = { current: "X-Service", legacy: "X-Legacy" };

/** A text that speaks of the literal names, with the names that an installation has given its headers. */
export const renamed = (text: string, { current, legacy }: HeaderPrefixes): string =>
  text
    .split(`${literalPrefixes.current}-`)
    // Between them, so that a name that was given is not taken for a literal one.
    .map((between) => between.replaceAll(`${literalPrefixes.legacy}-`, `${legacy}-`))
    .join(`${current}-`);

const secretPrefix = "whsec_";

/** 24 random bytes: their base64 needs no padding, and stock libraries take it as it is (D-36). */
export const newWebhookSecret = (): string => secretPrefix + randomBytes(24).toString("base64");

/**
 * The headers that sign a message: both sets of §6.3, the same on every attempt, by the first secret; and the
 * Standard Webhooks ones, dated by the attempt, by every secret (D-36, D-37).
 */
export function signedHeaders(
  message: Omit<WebhookMessage, "url">,
  prefixes: HeaderPrefixes = literalPrefixes,
): Record<string, string> {
  const { deliveryId, occurredAt, sentAt, body, secrets } = message;
  const values = {
    Signature: `sha256=${createHmac("sha256", secrets[0]).update(body).digest("hex")}`,
    Timestamp: epochSeconds(occurredAt),
    "Delivery-Id": deliveryId,
  };
  const setOf = (prefix: string) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [`${prefix}-${name}`, value]));
  const attemptTime = epochSeconds(sentAt);
  const standardSignature = (secret: string) => {
    const hmac = createHmac("sha256", standardKey(secret)).update(`${deliveryId}.${attemptTime}.`);
    return `v1,${hmac.update(body).digest("base64")}`;
  };
  return {
    ...setOf(prefixes.current),
    ...setOf(prefixes.legacy),
    "webhook-id": deliveryId,
    "webhook-timestamp": attemptTime,
    "webhook-signature": secrets.map(standardSignature).join(" "),
  };
}

const epochSeconds = (instant: Date): string => String(noticedAt(instant).getTime() / 1000);

/** Stock libraries decode the secret, where §6.3 takes it as text. */
const standardKey = (secret: string): Buffer =>
  Buffer.from(secret.startsWith(secretPrefix) ? secret.slice(secretPrefix.length) : secret, "base64");

/** Why a webhook is not to be believed. */
export type WebhookRefusal =
  /** The secret is empty or missing: check the receiver's configuration. */
  | "no_secret"
  /** The body was parsed or decoded before it got here; only the bytes that came can be verified. */
  | "body_not_raw"
  | "signature_missing"
  | "signature_malformed"
  | "signature_mismatch"
  /** Signed, but no event. */
  | "body_malformed"
  /** The headers, which are not signed themselves, say something else than the body, which is. */
  | "id_mismatch"
  | "timestamp_mismatch";

/** The signed body. `id` is what tells a repeated delivery from a new one. */
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
  /** Of fetch or of node:http; names in any case. */
  readonly headers: HeadersWithGet | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** As it came, before any parsing. */
  readonly body: Uint8Array | string;
  /** While it is being rotated both, the old one and the new one (D-37). */
  readonly secret: string | readonly string[];
  readonly prefixes?: HeaderPrefixes;
}

export type WebhookVerdict =
  | { readonly ok: true; readonly event: WebhookEvent }
  | { readonly ok: false; readonly reason: WebhookRefusal };

/**
 * Whether a webhook comes from the gateway (§6.3): either header set suffices. It never throws, and it never refuses
 * for age, because a retry carries the time of its event: repeated deliveries are known by `event.id`.
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
  const said = (verdict: WebhookVerdict) => verdict.ok || verdict.reason !== "signature_missing";
  return (
    verdicts.find(({ ok }) => ok) ?? verdicts.find((verdict) => said(verdict)) ?? refused("signature_missing")
  );
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

/** Takes the same time wherever a difference is, and whichever of the secrets fits. */
function isSigned(body: Uint8Array | string, hex: string, secrets: readonly string[]): boolean {
  const given = Buffer.from(hex, "hex");
  const matches = secrets.map((secret) =>
    timingSafeEqual(createHmac("sha256", secret).update(body).digest(), given),
  );
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

/** A header that came more than once is a list, which is no value of ours. */
function headerLookUp(headers: WebhookToVerify["headers"]): LookUp {
  if (hasGet(headers)) return (name) => headers.get(name) ?? undefined;
  const entries = Object.entries(headers ?? {});
  return (name) => {
    const named = entries.filter(([key]) => key.toLowerCase() === name.toLowerCase());
    const found = named.flatMap(([, value]) => value).filter((value) => typeof value === "string");
    return found.length === 0 ? undefined : found.join(", ");
  };
}

/** `Headers` has more than one implementation, so its class says nothing. */
const hasGet = (headers: WebhookToVerify["headers"] | null): headers is HeadersWithGet =>
  typeof headers?.get === "function";

const refused = (reason: WebhookRefusal): WebhookVerdict => ({ ok: false, reason });
