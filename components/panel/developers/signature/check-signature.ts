import { parsed, utf8 } from "./body-candidates";
import { hmacSha256 } from "./digests";
import { findMistakes, type Given } from "./find-mistakes";
import type { Mistake, Scheme } from "./mistakes";
import { type ReceivedHeaders, readHeaders } from "./received-headers";
import { hexOf, readSignature } from "./signature-value";

export interface SignatureInput {
  readonly secret: string;
  /** As it came. */
  readonly body: string;
  /** As they came, or the value of the signature alone. */
  readonly headers: string;
  /** What the receiver's own code has computed; empty: not known. */
  readonly computed: string;
}

export type MissingPart = "secret" | "body" | "signature" | "standard_id_and_timestamp";

export type Hint =
  /** Not a secret as the gateway makes them. */
  | "secret_shape"
  /** Not an event as the gateway sends them. */
  | "body_shape"
  /** Cut off, or something else. */
  | "signature_shape";

export type SignatureVerdict =
  | { readonly kind: "incomplete"; readonly missing: readonly MissingPart[] }
  | { readonly kind: "valid"; readonly scheme: Scheme }
  /** What was found; and the right signature of the body and secret that were given, where they are the right ones. */
  | { readonly kind: "mistakes"; readonly mistakes: readonly Mistake[]; readonly expected: string | null }
  | {
      readonly kind: "unexplained";
      readonly which: "received" | "computed";
      readonly hints: readonly Hint[];
      readonly expected: string | null;
    };

/**
 * Says whether a webhook's signature is right, and if not, by which mistake. Runs where it is called and asks nobody: what
 * is given stays there. It never throws.
 */
export async function checkSignature(input: SignatureInput): Promise<SignatureVerdict> {
  const headers = readHeaders(input.headers);
  const scheme = schemeOf(headers, input.computed);
  const missing = missingParts(input, headers, scheme);
  if (missing.length > 0) return { kind: "incomplete", missing };
  const given = { secret: input.secret, body: input.body, scheme, ...factsOf(input.body, headers, scheme) };
  const expected = scheme === "contract" ? await expectedOf(input) : null;
  const came = await judge(signaturesOf(headers, scheme), given);
  if (came === null) return { kind: "unexplained", which: "received", hints: hintsOf(input), expected };
  const computed = await judge(present(input.computed.trim()), given);
  if (computed === null && came.length === 0) {
    return { kind: "unexplained", which: "computed", hints: hintsOf(input), expected };
  }
  const all = [...new Set([...came, ...(computed ?? []), ...disagreements(input.body, headers)])];
  if (all.length === 0) return { kind: "valid", scheme };
  // Of a body that is not the one that came, the right signature would mislead.
  return { kind: "mistakes", mistakes: all, expected: came.length === 0 ? expected : null };
}

const schemeOf = ({ signature, standardSignatures }: ReceivedHeaders, computed: string): Scheme => {
  if (computed.trim().startsWith("v1,") && standardSignatures.length > 0) return "standard";
  return signature === null && standardSignatures.length > 0 ? "standard" : "contract";
};

function missingParts(input: SignatureInput, headers: ReceivedHeaders, scheme: Scheme): MissingPart[] {
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

/** What may have been put before the body: of the headers, and of the body itself. */
function factsOf(body: string, headers: ReceivedHeaders, scheme: Scheme): Pick<Given, "ids" | "timestamps"> {
  const { standardId, standardTimestamp, deliveryId, timestamp } = headers;
  if (scheme === "standard") return { ids: present(standardId), timestamps: present(standardTimestamp) };
  const event = parsed(body);
  const occurredAt = typeof event?.occurredAt === "string" ? event.occurredAt : null;
  return {
    ids: present(deliveryId, standardId, typeof event?.id === "string" ? event.id : null),
    timestamps: present(timestamp, standardTimestamp, occurredAt, occurredAt && epochOf(occurredAt)),
  };
}

const present = (...values: (string | null)[]): string[] => [
  ...new Set(values.filter((value) => value !== null).filter((value) => value !== "")),
];

const epochOf = (instant: string): string | null => {
  const ms = Date.parse(instant);
  return Number.isNaN(ms) ? null : String(Math.floor(ms / 1000));
};

/** Those that came; of several, one is enough. */
const signaturesOf = (headers: ReceivedHeaders, scheme: Scheme): readonly string[] =>
  scheme === "standard" ? headers.standardSignatures : present(headers.signature);

/** By which mistakes one of the values came to be, whichever needs fewest; null: none can be explained. None are given: none. */
async function judge(values: readonly string[], given: Given): Promise<readonly Mistake[] | null> {
  let best: readonly Mistake[] | null = values.length === 0 ? [] : null;
  for (const value of values) {
    const read = readSignature(value, given.scheme);
    const by = read && (await findMistakes(read.value, given));
    const all = read && by && [...read.mistakes, ...by];
    if (all && (best === null || all.length < best.length)) best = all;
  }
  return best;
}

async function expectedOf({ secret, body }: SignatureInput): Promise<string> {
  return `sha256=${hexOf(await hmacSha256(utf8(secret.trim()), utf8(body)))}`;
}

/** The headers are not signed: one that was changed on the way is only seen beside the body. */
function disagreements(body: string, { deliveryId, timestamp }: ReceivedHeaders): Mistake[] {
  const event = parsed(body);
  if (event === null) return [];
  const epoch = typeof event.occurredAt === "string" ? epochOf(event.occurredAt) : null;
  return [
    ...(deliveryId !== null && deliveryId !== event.id ? ["id_differs" as const] : []),
    ...(timestamp !== null && timestamp !== epoch ? ["timestamp_differs" as const] : []),
  ];
}

function hintsOf({ secret, body, headers, computed }: SignatureInput): Hint[] {
  const { signature } = readHeaders(headers);
  const values = [signature, computed.trim() || null].filter((value) => value !== null);
  const event = parsed(body);
  return [
    ...(/^whsec_[A-Za-z0-9+/]{32}$/.test(secret.trim()) ? [] : ["secret_shape" as const]),
    ...(typeof event?.id === "string" ? [] : ["body_shape" as const]),
    ...(values.every((value) => /^(?:sha256=)?[\da-f]{64}$/i.test(value))
      ? []
      : ["signature_shape" as const]),
  ];
}
