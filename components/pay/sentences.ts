import type { PayMessages, PayTexts } from "@/messages/pay-texts";
import { type DeclineReason, findDeclineReason } from "@/server/domain/banks/decline";

/** The texts of a problem: what happened, whether money moved, and what to do. */
export interface Sentences {
  readonly title: string;
  readonly what: string;
  readonly money: string;
  readonly next: string;
}

/** The keys below which the texts have all four sentences, such as `trouble.internal_error`. */
type SentencesKey<Texts = PayMessages, Path extends string = ""> = {
  [Key in keyof Texts & string]: Texts[Key] extends Sentences
    ? `${Path}${Key}`
    : Texts[Key] extends object
      ? SentencesKey<Texts[Key], `${Path}${Key}.`>
      : never;
}[keyof Texts & string];

type Translator = PayTexts["t"];

export const readSentences = (t: Translator, key: SentencesKey): Sentences => ({
  title: t(`${key}.title`),
  what: t(`${key}.what`),
  money: t(`${key}.money`),
  next: t(`${key}.next`),
});

/** Returns why no card is taken for some minutes, and when the next one is. */
export const readPauseSentences = (t: Translator, minutes: number): Sentences => ({
  title: t("cardsPaused.title"),
  what: t("cardsPaused.what"),
  money: t("trouble.rate_limited.money"),
  next: t("cardsPaused.next", { minutes }),
});

/** The groups of sentences that are found by a code, for which there may be no text. */
type Group = "trouble" | "link.trouble" | "link.failed" | "link.failedAtBank";

/** Returns the sentences of a code, or null when no text exists for it. */
export function findSentences(t: Translator, group: Group, code: string): Sentences | null {
  const key = `${group}.${code}` as SentencesKey;
  return t.has(`${key}.title`) ? readSentences(t, key) : null;
}

/**
 * The texts of `declined` for the reasons that a buyer hears of. A buyer is never told that a card is reported lost or
 * stolen, and reads the same as for any blocked card. Null is a decline without a reason: 3-D Secure, the payment's own
 * end and cards that the shop does not take have sentences of their own.
 */
const textOfReason: Readonly<Record<DeclineReason, keyof PayMessages["declined"] | null>> = {
  insufficient_funds: "insufficient_funds",
  card_limit_exceeded: "limit_exceeded",
  do_not_honour: "do_not_honour",
  lost_or_stolen: "card_blocked",
  restricted_card: "card_blocked",
  expired_card: "expired_card",
  invalid_card: "invalid_card",
  invalid_security_code: "invalid_security_code",
  invalid_expiry: "expired_card",
  closed_to_internet: "closed_to_internet",
  three_ds_failed: null,
  three_ds_cancelled: null,
  three_ds_not_enrolled: null,
  three_ds_unavailable: null,
  suspected_fraud: "suspected_fraud",
  attempts_exceeded: "card_blocked",
  card_not_accepted: null,
  installment_not_accepted: "installment_not_accepted",
  amount_not_accepted: "not_accepted",
  bank_unavailable: "bank_unavailable",
  bank_setup: "bank_trouble",
  duplicate: "not_accepted",
  abandoned: null,
  cancelled_by_merchant: null,
  expired: null,
  unknown: "bank_trouble",
};

/**
 * Returns the explanation and the advice of a decline reason as an attempt holds it. The ones that it has not are those
 * of a decline without a reason.
 */
export function readDeclineSentences(
  t: Translator,
  reason: string | null | undefined,
): Partial<Pick<Sentences, "what" | "next">> {
  const known = reason == null ? null : findDeclineReason(reason);
  const text = known && textOfReason[known];
  if (text === null) return {};
  const key = `declined.${text}` as "declined.expired_card";
  return {
    ...(t.has(`${key}.what`) && { what: t(`${key}.what`) }),
    ...(t.has(`${key}.next`) && { next: t(`${key}.next`) }),
  };
}
