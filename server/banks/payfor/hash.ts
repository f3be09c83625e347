import { createHash } from "node:crypto";

/** What the 3-D Secure form signs, as the wire has it. The card and the currency are not among it. */
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

/** `Hash`; nothing stands between the values. */
export const formHash = (form: SignedForm, merchantPass: string): string =>
  digest("sha1", formPlaintext(form, merchantPass));

/** Holds the merchant's pass: never logged. */
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

/** What the bank signs of the browser's return. The amount is not among it. */
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
 * `ResponseHash`. The bank has moved from SHA-1 to SHA-256 over the same text: which one it used shows in the length of the
 * digest that came, never in a field, which nobody has signed.
 */
export const returnHash = (signed: SignedReturn, merchantPass: string, received: string): string =>
  digest(
    Buffer.from(received, "base64").length === 32 ? "sha256" : "sha1",
    returnPlaintext(signed, merchantPass),
  );

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
