import { createHash, randomBytes, randomFillSync } from "node:crypto";
import { ulid } from "ulid";

/** Prefixes of the identifiers of D-1. An identifier is a name, never an authority. */
const prefixes = {
  payment: "pay_",
  paymentLink: "pl_",
  refund: "rf_",
  settlement: "stl_",
  terminal: "trm_",
  partner: "prt_",
  delivery: "whd_",
  payoutBatch: "pob_",
  payoutItem: "poi_",
  testEvent: "tst_",
  apiKey: "key_",
  attempt: "att_",
  event: "evt_",
  callback: "cb_",
  user: "usr_",
  alert: "alr_",
  tariff: "trf_",
  cspReport: "csp_",
  bankMessage: "bmg_",
  auditEntry: "aud_",
  action: "act_",
  invitation: "inv_",
  recoveryCode: "rec_",
  refundRequest: "rfq_",
  moneyReturn: "ret_",
  bankConnection: "bcn_",
  captureDecision: "cde_",
  correction: "cor_",
} as const;

/** A time-ordered identifier, e.g. `pay_01K…` (D-1). */
export const newId = (kind: keyof typeof prefixes, now: Date): string =>
  prefixes[kind] + ulid(now.getTime(), randomFraction);

/** 32 random bytes as base64url, 43 characters: link tokens, payment references, callback tokens (D-1). */
export const newSecretToken = (): string => randomBytes(32).toString("base64url");

/** Whether a text can be such a token at all. */
export const isSecretToken = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text);

/** What a secret token is looked up by. */
export const tokenHash = (token: string): Buffer => createHash("sha256").update(token).digest();

/** 32 hex characters, a W3C trace id (D-4). */
export const newTraceId = (): string => {
  const start = takeFromReserve(16);
  return reserve.toString("hex", start, start + 16);
};

const bankAlphabet = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/** A number from 0 to below 1 that is always the same for an identifier, and spread evenly over many of them. */
export const fractionOf = (id: string): number =>
  createHash("sha256").update(id).digest().readUInt32BE(0) / 2 ** 32;

/** 20 characters `[A-Z0-9]`, the shortest length that every bank takes (D-50). 100 random bits. */
export const newBankOrderId = (): string =>
  Array.from(randomBytes(20), (byte) => bankAlphabet[byte % 32]).join("");

const reserve = Buffer.alloc(4096);
let used = reserve.length;

/** What `ulid` wants for each of its characters. Its own source took 40 µs of a payment, this one takes 2. */
const randomFraction = (): number => reserve.readUInt8(takeFromReserve(1)) / 256;

/** Where the next random bytes are; each one is used once. Asking the system for a few takes as long as for all. */
function takeFromReserve(count: number): number {
  if (used + count > reserve.length) {
    randomFillSync(reserve);
    used = 0;
  }
  used += count;
  return used - count;
}
