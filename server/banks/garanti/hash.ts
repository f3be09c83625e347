import { createHash } from "node:crypto";

/** What stands for a user's password in every hash: SHA-1 over it and the terminal's number in nine digits. */
export const securityData = (password: string, terminalId: string): string =>
  hexDigest("sha1", password + terminalId.padStart(9, "0"));

/** What the 3-D Secure form signs, as the wire has it. */
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

/** `secure3dhash` of API version 512; nothing stands between the values. */
export const formHash = (form: SignedForm, storeKey: string, security: string): string =>
  hexDigest("sha512", formPlaintext(form, storeKey, security));

/** Holds the store key: never logged. */
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

/** What a server's request signs; the card only where its element is sent, the currency only where there is one. */
export interface SignedRequest {
  readonly orderId: string;
  readonly terminalId: string;
  readonly cardNumber: string;
  readonly amount: string;
  readonly currency: string;
}

/** `HashData`. */
export const requestHash = (request: SignedRequest, security: string): string =>
  hexDigest("sha512", requestPlaintext(request, security));

export const requestPlaintext = (request: SignedRequest, security: string): string =>
  [request.orderId, request.terminalId, request.cardNumber, request.amount, request.currency, security].join(
    "",
  );

/**
 * What the bank signs of the browser's return. The return carries this list too, but from the browser: with a list of its
 * own it could have the bank's old values pass under other names.
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

/** The list as the return carries it. */
export const returnHashParams = returnHashNames.map((name) => `${name}:`).join("");

/** `hash` of the browser's return over values in the order of `returnHashNames`. */
export const returnHash = (read: (name: string) => string, storeKey: string): string =>
  hexDigest("sha512", returnHashNames.map(read).join("") + storeKey);

/**
 * What whoever took the return's own list of names for the bank's would compute. For the published attack only: no payment
 * reaches it.
 */
export const genericReturnHash = (
  read: (name: string) => string,
  hashParams: string,
  storeKey: string,
): string =>
  hexDigest(
    "sha512",
    hashParams
      .split(":")
      .filter((name) => name !== "")
      .map(read)
      .join("") + storeKey,
  );

/** Upper-case hex over UTF-8. */
const hexDigest = (algorithm: "sha1" | "sha512", text: string): string =>
  createHash(algorithm).update(text, "utf8").digest("hex").toUpperCase();
