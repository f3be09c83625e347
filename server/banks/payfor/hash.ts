import { createHash } from "node:crypto";

/** The signed values of the 3-D Secure form in the notation of the wire. Card and currency are not signed (B-5.2). */
export interface SignedForm {
  readonly memberId: string;
  readonly orderId: string;
  readonly amount: string;
  readonly okUrl: string;
  readonly failUrl: string;
  readonly type: string;
  readonly installment: string;
  readonly nonce: string;
}

/** Computes `Hash` over the values without separators. */
export const formHash = (form: SignedForm, merchantPass: string): string =>
  digest("sha1", formPlaintext(form, merchantPass));

/** Returns the text that a form signs. It contains the merchant's pass, so never log it. */
export const formPlaintext = (form: SignedForm, merchantPass: string): string =>
  [
    form.memberId,
    form.orderId,
    form.amount,
    form.okUrl,
    form.failUrl,
    form.type,
    form.installment,
    form.nonce,
    merchantPass,
  ].join("");

/** The signed values of a return. The amount is not signed (B-5.3). */
export interface SignedReturn {
  readonly merchantId: string;
  readonly orderId: string;
  readonly authCode: string;
  readonly returnCode: string;
  readonly status3d: string;
  readonly nonce: string;
  readonly userCode: string;
}

/**
 * Computes `ResponseHash`. The bank uses SHA-1 or SHA-256 over the same text. The length of the received digest chooses
 * the algorithm, because the field `HashType` is not signed.
 */
export const returnHash = (signed: SignedReturn, merchantPass: string, received: string): string =>
  digest(Buffer.from(received, "base64").length === 32 ? "sha256" : "sha1", returnPlaintext(signed, merchantPass));

export const returnPlaintext = (signed: SignedReturn, merchantPass: string): string =>
  [
    signed.merchantId,
    merchantPass,
    signed.orderId,
    signed.authCode,
    signed.returnCode,
    signed.status3d,
    signed.nonce,
    signed.userCode,
  ].join("");

const digest = (algorithm: "sha1" | "sha256", text: string): string =>
  createHash(algorithm).update(text, "utf8").digest("base64");
