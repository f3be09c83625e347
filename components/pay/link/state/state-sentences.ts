import type { PayTexts } from "@/messages/pay-texts";
import type { LinkFailure, LinkPage, LinkProgress, LinkReceipt } from "@/server/domain/links/link-page";
import {
  findSentences,
  readDeclineSentences,
  readPauseSentences,
  readSentences,
  type Sentences,
} from "../../sentences";

type Translator = PayTexts["t"];

/** Returns the sentences of a failure code, made more specific by the bank's decline reason if there is one. */
export function toFailureSentences({ code, declineReason }: LinkFailure, t: Translator): Sentences {
  const sentences = findSentences(t, "link.failed", code ?? "refused") ?? readSentences(t, "link.failed.other");
  if (declineReason === null || !isAboutCard(code)) return sentences;
  const atBank = code === "capture_declined" ? findSentences(t, "link.failedAtBank", declineReason) : null;
  return atBank ?? { ...sentences, ...readDeclineSentences(t, declineReason) };
}

/**
 * Returns whether the card itself was refused. Only then does a decline reason explain the failure; otherwise it is an
 * earlier card's.
 */
const isAboutCard = (code: string | null): boolean => code === null || code === "capture_declined";

/** Returns the sentences of a running attempt. While a capture runs, they make no promise about the money. */
export const toProgressSentences = ({ canGiveUpFrom }: LinkProgress, t: Translator): Sentences =>
  readSentences(t, canGiveUpFrom === null ? "link.progress.settling" : "link.progress.waiting");

/** Returns the heading of a receipt, which states where the money is now: received or returned. */
export function toPaidSentences(
  { moneyBack }: Pick<LinkReceipt, "moneyBack">,
  t: Translator,
): Pick<Sentences, "title" | "what"> {
  const key = moneyBack ? (`link.paid.moneyBack.${moneyBack.kind}` as const) : "link.paid";
  return { title: t(`${key}.title`), what: t(`${key}.what`) };
}

type InfoPage = Extract<LinkPage, { kind: "expired" | "cancelled" | "feature_off" | "on_hold" | "suspended" }>;

/** Returns the sentences of a link that cannot be paid. */
export const toInfoSentences = (page: InfoPage, t: Translator): Sentences =>
  readSentences(t, `link.info.${"reason" in page ? page.reason : page.kind}`);

export type Obstacle = Extract<LinkPage, { kind: "limit" | "unknown" | "trouble" }>;

export function toObstacleSentences(page: Obstacle, t: Translator): Sentences {
  if (page.kind !== "trouble") return readSentences(t, `link.${page.kind}`);
  const { name, waitMinutes } = page.trouble;
  if (waitMinutes !== undefined) return readPauseSentences(t, waitMinutes);
  return findSentences(t, "link.trouble", name) ?? readSentences(t, "link.trouble.internal_error");
}
