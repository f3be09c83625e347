import { createHash } from "node:crypto";

/** Computes `SecurityData`, which replaces a user's password in every hash: SHA-1 of it and the 9-digit terminal id. */
export const securityData = (password: string, terminalId: string): string =>
  hexDigest("sha1", password + terminalId.padStart(9, "0"));

/** The signed values of the 3-D Secure form in the notation of the wire. */
export interface SignedForm {
  readonly terminalId: string;
  readonly orderId: string;
  readonly amount: string;
  readonly currency: string;
  readonly successUrl: string;
  readonly errorUrl: string;
  readonly type: string;
  readonly installment: string;
}

/** Computes `secure3dhash` of API version 512: the values without separators (B-3.2). */
export const formHash = (form: SignedForm, storeKey: string, security: string): string =>
  hexDigest("sha512", formPlaintext(form, storeKey, security));

/** Returns the text that a form signs. It contains the store key, so never log it. */
export const formPlaintext = (form: SignedForm, storeKey: string, security: string): string =>
  [
    form.terminalId,
    form.orderId,
    form.amount,
    form.currency,
    form.successUrl,
    form.errorUrl,
    form.type,
    form.installment,
    storeKey,
    security,
  ].join("");

/** The signed values of a request. Card number and currency are empty where the request does not contain them. */
export interface SignedRequest {
  readonly orderId: string;
  readonly terminalId: string;
  readonly cardNumber: string;
  readonly amount: string;
  readonly currency: string;
}

/** Computes `HashData` of a request (B-3.2). */
export const requestHash = (request: SignedRequest, security: string): string =>
  hexDigest("sha512", requestPlaintext(request, security));

export const requestPlaintext = (request: SignedRequest, security: string): string =>
  [request.orderId, request.terminalId, request.cardNumber, request.amount, request.currency, security].join("");

/**
 * The names of the signed fields of a return, in their order. The return contains this list too, but it comes from the
 * browser: with another list, a forger could pass the bank's old values under other names (B-3.6).
 */
export const returnHashNames = [
  "clientid",
  "oid",
  "authcode",
  "procreturncode",
  "response",
  "mdstatus",
  "cavv",
  "eci",
  "md",
  "rnd",
] as const;

/** The list in the notation of the return's `hashparams`. */
export const returnHashParams = returnHashNames.map((name) => `${name}:`).join("");

/** Computes `hash` of a return over its values in the order of `returnHashNames`. */
export const returnHash = (read: (name: string) => string, storeKey: string): string =>
  hexDigest("sha512", returnHashNames.map(read).join("") + storeKey);

/**
 * Computes the hash by the return's own list of names, as a receiver would that trusts this list. Only vectors and
 * tests use it to show the attack of B-3.6; no payment reaches it.
 */
export const genericReturnHash = (read: (name: string) => string, hashParams: string, storeKey: string): string =>
  hexDigest(
    "sha512",
    hashParams
      .split(":")
      .filter((name) => name !== "")
      .map(read)
      .join("") + storeKey,
  );

/** Computes a digest of the text in UTF-8, as upper-case hexadecimal. */
const hexDigest = (algorithm: "sha1" | "sha512", text: string): string =>
  createHash(algorithm).update(text, "utf8").digest("hex").toUpperCase();
