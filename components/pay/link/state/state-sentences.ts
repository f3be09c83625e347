import { wordsIn } from "@/components/pay/dictionary";
import type { Sentences } from "@/components/pay/words";
import type { LinkFailure, LinkPage, LinkProgress, LinkReceipt } from "@/server/domain/links/link-page";
import type { StateWords } from "./state-words";

/** Returns the sentences of a failure code, made more specific by the bank's decline reason if there is one. */
export function toFailureSentences({ code, declineReason }: LinkFailure, words: StateWords): Sentences {
  const { failed, failedAtBank, language } = words;
  const sentences = code === null ? failed.refused : (failed[code] ?? failed.other);
  if (declineReason === null || !isAboutCard(code)) return sentences;
  const atBank = code === "capture_declined" ? failedAtBank[declineReason] : undefined;
  if (atBank) return atBank;
  return { ...sentences, ...wordsIn(language).declined[declineReason] };
}

/**
 * Returns whether the card itself was refused. Only then does a decline reason explain the failure; otherwise it is an
 * earlier card's.
 */
const isAboutCard = (code: string | null): boolean => code === null || code === "capture_declined";

/** Returns the sentences of a running attempt. While a capture runs, they make no promise about the money. */
export const toProgressSentences = ({ canGiveUpFrom }: LinkProgress, { progress }: StateWords): Sentences =>
  canGiveUpFrom === null ? progress.settling : progress.waiting;

/** Returns the heading of a receipt, which states where the money is now: received or returned. */
export const toPaidSentences = (
  { moneyBack }: Pick<LinkReceipt, "moneyBack">,
  { paid }: StateWords,
): Pick<Sentences, "title" | "what"> => (moneyBack ? paid.moneyBack[moneyBack.kind] : paid);

export type Obstacle = Extract<LinkPage, { kind: "limit" | "unknown" | "trouble" }>;

export function toObstacleSentences(page: Obstacle, words: StateWords): Sentences {
  if (page.kind !== "trouble") return words[page.kind];
  return words.trouble[page.trouble.name] ?? words.trouble.internal_error;
}
