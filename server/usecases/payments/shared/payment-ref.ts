import { isSecretToken, tokenHash } from "@/server/domain/ids";

/** The vault purpose that binds a sealed payment reference to its payment. */
export const refPurpose = (paymentCode: string): string => `payment-ref:${paymentCode}`;

/** Returns the hash by which a payment reference is looked up; null if the text cannot be a reference. */
export const findRefHash = (paymentRef: string): Buffer | null =>
  isSecretToken(paymentRef) ? tokenHash(paymentRef) : null;
