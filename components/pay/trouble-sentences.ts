import type { PayTexts } from "@/messages/pay-texts";
import type { BuyerPayment, Trouble } from "@/server/domain/payments/buyer-page";
import { findSentences, readDeclineSentences, readPauseSentences, readSentences, type Sentences } from "./sentences";

type Translator = PayTexts["t"];

/**
 * Returns the sentences of a problem; an error that no text exists for has those of an internal error.
 * @param canRetry whether the card form is on the same page, so that another card can be tried
 */
export function toTroubleSentences(
  trouble: Trouble,
  payment: BuyerPayment | null,
  t: Translator,
  canRetry: boolean,
): Sentences {
  const sentences = describe(trouble, payment, t);
  return !canRetry && cardTroubles.has(trouble.name) ? { ...sentences, next: t("noMoreCards") } : sentences;
}

/** The refusals of a card. On a page without the form, the refused card was the last that could be tried (D-19). */
const cardTroubles: ReadonlySet<Trouble["name"]> = new Set([
  "virtual_pos_card_type_not_supported",
  "installment_not_allowed",
  "payment_declined",
]);

function describe(trouble: Trouble, payment: BuyerPayment | null, t: Translator): Sentences {
  const { name, declineReason, why, isBankUnreachable, waitMinutes } = trouble;
  if (waitMinutes !== undefined) return readPauseSentences(t, waitMinutes);
  const sentences = findSentences(t, "trouble", name) ?? readSentences(t, "trouble.internal_error");
  if (isBankUnreachable) return { ...sentences, what: t("bankUnreachable") };
  if (name === "payment_declined") return { ...sentences, ...readDeclineSentences(t, declineReason) };
  if (payment && (why === "card_not_eligible" || why === "count_not_offered")) {
    return { ...sentences, ...readCountSentences(t, why, payment.installment) };
  }
  return sentences;
}

/** Returns why a card cannot be charged with the payment's installment count, and the advice (§7.3 reasons 1 and 3). */
function readCountSentences(t: Translator, why: "card_not_eligible" | "count_not_offered", count: number) {
  const key = `countRefused.${why}` as const;
  return { title: t(`${key}.title`, { count }), what: t(`${key}.what`, { count }), next: t(`${key}.next`, { count }) };
}
