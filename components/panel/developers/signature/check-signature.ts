import { parseObject, utf8 } from "./body-candidates";
import { hmacSha256 } from "./digests";
import { findMistakes, type SignatureMaterial } from "./find-mistakes";
import type { Mistake, Scheme } from "./mistakes";
import { readSignature, toHex } from "./signature-value";

export interface SignatureInput {
  readonly secret: string;
  /** The body as it was received. */
  readonly body: string;
  /** The headers as they were received, or the signature value alone. */
  readonly headers: string;
  /** The signature that the receiver's own code computed. Empty when it is not known. */
  readonly computed: string;
}

type MissingPart = "secret" | "body" | "signature" | "standard_id_and_timestamp";

type Hint =
  /** The secret does not have the gateway's format. */
  | "secret_shape"
  /** The body is not an event of the gateway. */
  | "body_shape"
  /** The signature is truncated or something else. */
  | "signature_shape";

export type SignatureVerdict =
  | { readonly kind: "incomplete"; readonly missing: readonly MissingPart[] }
  | { readonly kind: "valid"; readonly scheme: Scheme }
  /** The mistakes, and the correct signature. The latter is null when the given body or secret is not the right one. */
  | { readonly kind: "mistakes"; readonly mistakes: readonly Mistake[]; readonly expected: string | null }
  | {
      readonly kind: "unexplained";
      readonly which: "received" | "computed";
      readonly hints: readonly Hint[];
      readonly expected: string | null;
    };

/**
 * Checks a webhook's signature and finds the mistakes that explain a wrong one. It runs locally and sends no request,
 * so the secret never leaves the browser. It never throws.
 */
export async function checkSignature(input: SignatureInput): Promise<SignatureVerdict> {
  const headers = readHeaders(input.headers);
  const scheme = findScheme(headers, input.computed);
  const missing = findMissingParts(input, headers, scheme);
  if (missing.length > 0) return { kind: "incomplete", missing };
  const given = {
    secret: input.secret,
    body: input.body,
    scheme,
    ...listPrefixParts(input.body, headers, scheme),
  };
  const expected = scheme === "contract" ? await computeExpected(input) : null;
  const received = await judge(listSignatures(headers, scheme), given);
  if (received === null) return { kind: "unexplained", which: "received", hints: findHints(input), expected };
  const computed = await judge(present(input.computed.trim()), given);
  if (computed === null && received.length === 0) {
    return { kind: "unexplained", which: "computed", hints: findHints(input), expected };
  }
  const all = [...new Set([...received, ...(computed ?? []), ...findDisagreements(input.body, headers)])];
  if (all.length === 0) return { kind: "valid", scheme };
  // When the received signature does not fit the given body and secret, their correct signature would be misleading.
  return { kind: "mistakes", mistakes: all, expected: received.length === 0 ? expected : null };
}

const findScheme = ({ signature, standardSignatures }: ReceivedHeaders, computed: string): Scheme => {
  if (computed.trim().startsWith("v1,") && standardSignatures.length > 0) return "standard";
  return signature === null && standardSignatures.length > 0 ? "standard" : "contract";
};

function findMissingParts(input: SignatureInput, headers: ReceivedHeaders, scheme: Scheme): MissingPart[] {
  const { signature, standardSignatures, standardId, standardTimestamp } = headers;
  const hasSignature = signature !== null || standardSignatures.length > 0 || input.computed.trim() !== "";
  const parts: [MissingPart, boolean][] = [
    ["secret", input.secret.trim() === ""],
    ["body", input.body === ""],
    ["signature", !hasSignature],
    ["standard_id_and_timestamp", scheme === "standard" && !(standardId && standardTimestamp)],
  ];
  return parts.filter(([, isMissing]) => isMissing).map(([part]) => part);
}

/** Lists the ids and timestamps, from the headers and the body, that may have been put in front of the signed body. */
function listPrefixParts(
  body: string,
  headers: ReceivedHeaders,
  scheme: Scheme,
): Pick<SignatureMaterial, "ids" | "timestamps"> {
  const { standardId, standardTimestamp, deliveryId, timestamp } = headers;
  if (scheme === "standard") return { ids: present(standardId), timestamps: present(standardTimestamp) };
  const event = parseObject(body);
  const occurredAt = typeof event?.occurredAt === "string" ? event.occurredAt : null;
  return {
    ids: present(deliveryId, standardId, typeof event?.id === "string" ? event.id : null),
    timestamps: present(timestamp, standardTimestamp, occurredAt, occurredAt && toEpochSeconds(occurredAt)),
  };
}

const present = (...values: (string | null)[]): string[] => [
  ...new Set(values.filter((value) => value !== null).filter((value) => value !== "")),
];

const toEpochSeconds = (instant: string): string | null => {
  const ms = Date.parse(instant);
  return Number.isNaN(ms) ? null : String(Math.floor(ms / 1000));
};

/** Lists the received signatures. One valid signature among several is enough. */
const listSignatures = (headers: ReceivedHeaders, scheme: Scheme): readonly string[] =>
  scheme === "standard" ? headers.standardSignatures : present(headers.signature);

/**
 * Returns the mistakes of the value that needs the fewest. Returns null when no value can be explained, and an empty
 * list when there are no values.
 */
async function judge(values: readonly string[], given: SignatureMaterial): Promise<readonly Mistake[] | null> {
  let best: readonly Mistake[] | null = values.length === 0 ? [] : null;
  for (const value of values) {
    const read = readSignature(value, given.scheme);
    const by = read && (await findMistakes(read.value, given));
    const all = read && by && [...read.mistakes, ...by];
    if (all && (best === null || all.length < best.length)) best = all;
  }
  return best;
}

async function computeExpected({ secret, body }: SignatureInput): Promise<string> {
  return `sha256=${toHex(await hmacSha256(utf8(secret.trim()), utf8(body)))}`;
}

/**
 * Compares the headers with the body. The headers are not signed, so this is the only way to notice that one was
 * changed.
 */
function findDisagreements(body: string, { deliveryId, timestamp }: ReceivedHeaders): Mistake[] {
  const event = parseObject(body);
  if (event === null) return [];
  const epoch = typeof event.occurredAt === "string" ? toEpochSeconds(event.occurredAt) : null;
  return [
    ...(deliveryId !== null && deliveryId !== event.id ? ["id_differs" as const] : []),
    ...(timestamp !== null && timestamp !== epoch ? ["timestamp_differs" as const] : []),
  ];
}

function findHints({ secret, body, headers, computed }: SignatureInput): Hint[] {
  const { signature } = readHeaders(headers);
  const values = [signature, computed.trim() || null].filter((value) => value !== null);
  const event = parseObject(body);
  return [
    ...(/^whsec_[A-Za-z0-9+/]{32}$/.test(secret.trim()) ? [] : ["secret_shape" as const]),
    ...(typeof event?.id === "string" ? [] : ["body_shape" as const]),
    ...(values.every((value) => /^(?:sha256=)?[\da-f]{64}$/i.test(value)) ? [] : ["signature_shape" as const]),
  ];
}

/** The values of the pasted headers. A header that is missing is null. */
interface ReceivedHeaders {
  /** The signature of the contract (§6.3). */
  readonly signature: string | null;
  readonly deliveryId: string | null;
  readonly timestamp: string | null;
  /** The signatures of the Standard Webhooks header, which may carry several. */
  readonly standardSignatures: readonly string[];
  readonly standardId: string | null;
  readonly standardTimestamp: string | null;
}

/**
 * Parses pasted headers: one `Name: value` per line, in any case and with any prefix, because an installation
 * configures the prefix of its header names. The text may also be the signature value alone.
 */
function readHeaders(text: string): ReceivedHeaders {
  const lines = text.split(/\r?\n/).flatMap((line) => {
    const [, name, value] = /^\s*["']?([\w-]+)["']?\s*[:=]\s*(.*?)\s*$/.exec(line) ?? [];
    return name && value && !/^sha256$/i.test(name) ? [{ name: name.toLowerCase(), value: unquote(value) }] : [];
  });
  const find = (matches: (name: string) => boolean): string | null =>
    lines.find(({ name }) => matches(name))?.value ?? null;
  const findContractHeader = (ending: string) => find((name) => name.endsWith(`-${ending}`) && !isStandard(name));
  const bareValue = lines.length === 0 ? text.trim() : "";
  const isVersioned = bareValue.startsWith("v1,");
  const standard = find((name) => name === "webhook-signature") ?? (isVersioned ? bareValue : "");
  return {
    signature: findContractHeader("signature") ?? (bareValue !== "" && !isVersioned ? bareValue : null),
    deliveryId: findContractHeader("delivery-id"),
    timestamp: findContractHeader("timestamp"),
    standardSignatures: standard.split(/\s+/).filter((one) => one !== ""),
    standardId: find((name) => name === "webhook-id"),
    standardTimestamp: find((name) => name === "webhook-timestamp"),
  };
}

const isStandard = (name: string): boolean => name.startsWith("webhook-");
const unquote = (value: string): string => value.replace(/^(["'])(.*)\1,?$/, "$2");
