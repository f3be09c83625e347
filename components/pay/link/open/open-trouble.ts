import { findSentences, readDeclineSentences, readSentences, type Sentences } from "@/components/pay/sentences";
import type { PayTexts } from "@/messages/pay-texts";
import type { CardEntry, LinkTrouble } from "@/server/domain/links/link-page";

/** Returns the sentences of the notice above a form that is shown again. */
export function toOpenTroubleSentences(problem: LinkTrouble, entry: CardEntry, t: PayTexts["t"]): Sentences {
  switch (problem.name) {
    case "installment_not_allowed": {
      const why = problem.why === "card_not_eligible" ? "card_not_eligible" : "count_not_offered";
      const sentences = readSentences(t, `open.trouble.${why}`);
      return canPay(entry) ? sentences : { ...sentences, next: t("open.trouble.onlyAnotherCard") };
    }
    case "payment_declined":
      return {
        ...readSentences(t, "open.trouble.payment_declined"),
        ...readDeclineSentences(t, problem.declineReason),
      };
    case "over_bound":
      return readSentences(t, canPay(entry) ? "open.trouble.over_bound" : "open.trouble.all_over_bound");
    case "choose_installment":
    case "price_changed":
    case "other_card":
    case "nothing_offered":
    case "virtual_pos_card_type_not_supported":
      return readSentences(t, `open.trouble.${problem.name}`);
    default:
      return findSentences(t, "link.trouble", problem.name) ?? readSentences(t, "link.trouble.internal_error");
  }
}

/** Returns whether the notice above the form already explains that the card of the offer cannot be charged. */
export const explainsRefusal = (entry: CardEntry): boolean =>
  !canPay(entry) && entry.trouble !== null && aboutTheCard.has(entry.trouble.name);

const aboutTheCard: ReadonlySet<string> = new Set([
  "installment_not_allowed",
  "virtual_pos_card_type_not_supported",
  "over_bound",
  "nothing_offered",
]);

/** Returns whether at least one option of the card can be paid. */
export const canPay = ({ offer }: Pick<CardEntry, "offer">): boolean =>
  offer?.options.some(({ isPayable }) => isPayable) ?? false;
