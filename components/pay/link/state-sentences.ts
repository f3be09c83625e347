import type { LinkFailure, LinkPage, LinkProgress, LinkReceipt } from "@/server/domain/links/link-page";
import { wordsIn } from "../dictionary";
import type { Sentences } from "../words";
import type { StateWords } from "./state-words";

/** By the code, made more precise by the bank's reason where it gave one. */
export function failureSentences({ code, declineReason }: LinkFailure, words: StateWords): Sentences {
  const { failed, failedAtBank, language } = words;
  const sentences = code === null ? failed.refused : (failed[code] ?? failed.other);
  if (declineReason === null || !isAboutCard(code)) return sentences;
  const atBank = code === "capture_declined" ? failedAtBank[declineReason] : undefined;
  if (atBank) return atBank;
  return { ...sentences, ...wordsIn(language).declined[declineReason] };
}

/** Where it was the card that was said no to: the reason of an earlier card explains none of the other endings. */
const isAboutCard = (code: string | null): boolean => code === null || code === "capture_declined";

/** Once a capture runs, nothing may be promised about the money. */
export const progressSentences = ({ canGiveUpFrom }: LinkProgress, { progress }: StateWords): Sentences =>
  canGiveUpFrom === null ? progress.settling : progress.waiting;

/** A receipt says first what is true of the money now: that it came, or that it went back. */
export const paidSentences = (
  { moneyBack }: Pick<LinkReceipt, "moneyBack">,
  { paid }: StateWords,
): Pick<Sentences, "title" | "what"> => (moneyBack ? paid.moneyBack[moneyBack.kind] : paid);

export type Obstacle = Extract<LinkPage, { kind: "limit" | "unknown" | "trouble" }>;

export function obstacleSentences(page: Obstacle, words: StateWords): Sentences {
  if (page.kind !== "trouble") return words[page.kind];
  return words.trouble[page.trouble.name] ?? words.trouble.internal_error;
}
