import type { Catalogues, Translator } from "@/messages/catalogues";
import { findDeclineReason } from "@/server/domain/banks/decline";
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

/** Returns why a card was refused, as a part of a sentence; a former name of a reason has the words of the new one. */
export function declineWords(reason: string, t: ReasonTexts): string {
  const known = (findDeclineReason(reason) ?? reason) as keyof Reasons["decline"];
  return t.has(`decline.${known}`) ? t(`decline.${known}`) : t("unknownDecline");
}

/** Returns the bank's own code and text of a refusal in one line; null where no bank answered. */
export function bankAnswerWords(bankCode: string | null, bankMessage: string | null): string | null {
  const parts = [bankCode, bankMessage].filter(Boolean);
  return parts.length === 0 ? null : parts.join(" · ");
}

/** Returns why a refund method is not available. */
export const obstacleWords = (reason: Obstacle, t: ReasonTexts): string => t(`obstacle.${reason}`);
