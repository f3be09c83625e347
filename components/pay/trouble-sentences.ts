import type { BuyerPayment, Trouble } from "@/server/domain/buyer-page";
import type { Sentences, Words } from "./words";

/** The sentences of a trouble; of one that a buyer cannot meet, those of an internal error. */
export function troubleSentences(
  { name, declineReason }: Trouble,
  payment: BuyerPayment | null,
  words: Words,
): Sentences {
  const sentences = words.trouble[name] ?? words.trouble.internal_error;
  if (name === "payment_declined" && declineReason !== undefined) {
    return { ...sentences, what: words.declined[declineReason] ?? sentences.what };
  }
  if (name === "installment_not_allowed" && payment) {
    return { ...sentences, what: words.installmentRefused(payment.installment) };
  }
  return sentences;
}
