import { stateWordsIn } from "@/components/pay/dictionary";
import type { Sentences, Words } from "@/components/pay/words";
import type { CardEntry, LinkTrouble } from "@/server/domain/links/link-page";
import type { OpenWords } from "./open-words";

/** Returns the sentences of the notice above a form that is shown again. */
export function toOpenTroubleSentences(
  problem: LinkTrouble,
  entry: CardEntry,
  { trouble }: OpenWords,
  { declined, language }: Words,
): Sentences {
  switch (problem.name) {
    case "installment_not_allowed": {
      const why = problem.why === "card_not_eligible" ? "card_not_eligible" : "count_not_offered";
      return canPay(entry) ? trouble[why] : { ...trouble[why], next: trouble.onlyAnotherCard };
    }
    case "payment_declined":
      return { ...trouble.payment_declined, ...declined[problem.declineReason ?? ""] };
    case "over_bound":
      return canPay(entry) ? trouble.over_bound : trouble.all_over_bound;
    case "choose_installment":
    case "price_changed":
    case "other_card":
    case "nothing_offered":
    case "virtual_pos_card_type_not_supported":
      return trouble[problem.name];
    default: {
      const others = stateWordsIn(language).trouble;
      return others[problem.name] ?? others.internal_error;
    }
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
