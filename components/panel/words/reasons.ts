import type { Catalogues, Translator } from "@/messages/catalogues";
import type { Obstacle, RefundFailure } from "@/server/domain/refunds/refund-policy";

type ReasonTexts = Translator<"shared.reasons">;
type Reasons = Catalogues["shared"]["reasons"];

/** Returns why a payment failed. Returns null for a code that has no sentence. */
export function paymentFailureWords(code: string, t: ReasonTexts): string | null {
  const known = code as keyof Reasons["payment"];
  return t.has(`payment.${known}`) ? t(`payment.${known}`) : null;
}

/** Returns why a refund was declined. */
export const refundFailureWords = (code: RefundFailure, t: ReasonTexts): string => t(`refund.${code}`);

/** Returns why a bank declined a card, as a part of a sentence. */
export function declineWords(reason: string, t: ReasonTexts): string {
  const known = reason as keyof Reasons["decline"];
  return t.has(`decline.${known}`) ? t(`decline.${known}`) : t("unknownDecline");
}

/** Returns why a refund method is not available. */
export const obstacleWords = (reason: Obstacle, t: ReasonTexts): string => t(`obstacle.${reason}`);
