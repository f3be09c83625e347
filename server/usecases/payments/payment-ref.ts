import { isSecretToken, tokenHash } from "@/server/domain/ids";

/** Binds a sealed payment reference to its payment. */
export const refPurpose = (paymentCode: string): string => `payment-ref:${paymentCode}`;

/** What a reference is looked up by; null when it cannot be one. */
export const refHashOf = (paymentRef: string): Buffer | null =>
  isSecretToken(paymentRef) ? tokenHash(paymentRef) : null;
