import type { PayMessages, PayTexts } from "@/messages/pay-texts";

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
 * Returns the explanation and the advice of a bank's decline reason. The ones that it has not are those of a decline
 * without a reason.
 */
export function readDeclineSentences(
  t: Translator,
  reason: string | null | undefined,
): Partial<Pick<Sentences, "what" | "next">> {
  const key = `declined.${reason}` as "declined.expired_card";
  return {
    ...(t.has(`${key}.what`) && { what: t(`${key}.what`) }),
    ...(t.has(`${key}.next`) && { next: t(`${key}.next`) }),
  };
}
