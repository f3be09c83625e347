import { createHash } from "node:crypto";
import { encodeTime } from "ulid";
import { drawCharacters, drawInteger, type Random } from "./random";

/** The prefixes of the identifiers (D-1). Knowing an identifier never gives access to the record. */
const prefixes = {
  payment: "pay_",
  paymentLink: "pl_",
  refund: "rf_",
  settlement: "stl_",
  terminal: "trm_",
  partner: "prt_",
  delivery: "whd_",
  payoutBatch: "pob_",
  payoutFile: "pof_",
  carryOver: "cov_",
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
  bankDiagnosis: "dia_",
  captureDecision: "cde_",
  correction: "cor_",
  binOverride: "bov_",
  binImport: "bim_",
  staffChange: "chg_",
  viewing: "vwg_",
  staffInvitation: "siv_",
  mail: "mail_",
  partnerNote: "pno_",
  nameRequest: "pnr_",
  logoRequest: "lgr_",
  mailedLink: "mlk_",
  failedSignIn: "fsi_",
  passkey: "psk_",
  pageInventory: "pin_",
  pageCheck: "pck_",
  alertNotice: "ntc_",
  incidentMessage: "inc_",
  bankDay: "bdy_",
  bankDifference: "bdf_",
  chargeback: "cbk_",
} as const;

/** Crockford's base-32 alphabet, in which the package `ulid` encodes the time. */
const ulidAlphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/**
 * Returns a new identifier: a prefix and a ULID, e.g. `pay_01K…`. Identifiers sort by `now` (D-1). The package's own
 * `ulid` asks for random numbers one by one, which takes three times as long.
 */
export const newId = (random: Random, kind: keyof typeof prefixes, now: Date): string =>
  prefixes[kind] + encodeTime(now.getTime()) + drawCharacters(random, 16, ulidAlphabet);

/** Returns whether an identifier has the prefix of a kind. */
export const isIdOf = (kind: keyof typeof prefixes, id: string): boolean => id.startsWith(prefixes[kind]);

/** Returns a new number of a web process, 1 to 2^31 - 1: a key of the advisory lock that is its lease (D-330). */
export const newProcessNumber = (random: Random): number => 1 + drawInteger(random, 2 ** 31 - 1);

/** Returns a text that sorts before every identifier of an instant or later, and after every earlier one. */
export const idBound = (kind: keyof typeof prefixes, at: Date): string =>
  prefixes[kind] + encodeTime(Math.max(0, at.getTime()));

/**
 * Returns 32 random bytes as 43 base64url characters, for link tokens, payment references and callback tokens (D-1).
 */
export const newSecretToken = (random: Random): string => random.bytes(32).toString("base64url");

/** Returns whether a text has the format of `newSecretToken`. */
export const isSecretToken = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text);

/** Returns the SHA-256 hash of a secret token. The database stores this hash and finds the record by it. */
export const tokenHash = (token: string): Buffer => createHash("sha256").update(token).digest();

/** Returns a new W3C trace id: 32 hexadecimal characters (D-4). */
export const newTraceId = (random: Random): string => random.bytes(16).toString("hex");

const bankAlphabet = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/** Maps an identifier to a number from 0 to below 1: always the same for one identifier, evenly spread over many. */
export const hashToFraction = (id: string): number =>
  createHash("sha256").update(id).digest().readUInt32BE(0) / 2 ** 32;

/**
 * Returns a new order id for a bank: 20 characters `[A-Z0-9]`, a length that every bank accepts (D-50), 100 random
 * bits.
 */
export const newBankReference = (random: Random): string => drawCharacters(random, 20, bankAlphabet);
