import type { BuyerPayment, Trouble } from "@/server/domain/payments/buyer-page";
import type { Sentences, Words } from "./words";

/**
 * Returns the sentences of a problem; an error that no text exists for has those of an internal error.
 * @param canRetry whether the card form is on the same page, so that another card can be tried
 */
export function toTroubleSentences(
  trouble: Trouble,
  payment: BuyerPayment | null,
  words: Words,
  canRetry: boolean,
): Sentences {
  const sentences = findSentences(trouble, payment, words);
  return !canRetry && cardTroubles.has(trouble.name) ? { ...sentences, next: words.noMoreCards } : sentences;
}

/** The refusals of a card. On a page without the form, the refused card was the last that could be tried (D-19). */
const cardTroubles: ReadonlySet<Trouble["name"]> = new Set([
  "virtual_pos_card_type_not_supported",
  "installment_not_allowed",
  "payment_declined",
]);

function findSentences({ name, declineReason, why }: Trouble, payment: BuyerPayment | null, words: Words): Sentences {
  const sentences = words.trouble[name] ?? words.trouble.internal_error;
  if (name === "payment_declined" && declineReason !== undefined) {
    return { ...sentences, ...words.declined[declineReason] };
  }
  if (payment && (why === "card_not_eligible" || why === "count_not_offered")) {
    return { ...sentences, ...words.countRefused[why](payment.installment) };
  }
  return sentences;
}
