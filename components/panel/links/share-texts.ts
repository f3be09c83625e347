import { dateTimeText } from "@/components/ui/date-time";
import { shareTranslator } from "@/messages/share";
import type { Language } from "@/server/domain/errors";
import { displayAmount } from "@/server/domain/money";

export interface SharedLink {
  readonly url: string;
  /** The amount in kuruş. */
  readonly amount: bigint;
  readonly merchantName: string;
  readonly payerName: string | null;
  readonly description: string | null;
  readonly expiresAt: Date;
}

export interface ShareText {
  readonly key: Language | `${Language}-short`;
  readonly language: Language;
  /** The subject of an e-mail. */
  readonly subject: string;
  readonly body: string;
}

/**
 * Writes the texts with which a link can be sent. They are in both languages, because the buyer's language may differ
 * from the merchant's. The short ones fit into an SMS.
 */
export const shareTexts = (link: SharedLink): ShareText[] => [
  ...textsInLanguage("tr", link),
  ...textsInLanguage("en", link),
];

function textsInLanguage(language: Language, link: SharedLink): ShareText[] {
  const t = shareTranslator(language, "share.message");
  const { url, merchantName: shop, payerName: name, description } = link;
  const amount = displayAmount(link.amount, language);
  const until = dateTimeText(link.expiresAt, language);
  const subject = t("subject", { shop, amount });
  const greeting = name ? t("greeting.named", { name }) : t("greeting.unnamed");
  const request = description
    ? t("request.described", { shop, amount, description })
    : t("request.plain", { shop, amount });
  return [
    { key: language, language, subject, body: [greeting, request, url, t("until", { until }), shop].join("\n\n") },
    { key: `${language}-short`, language, subject, body: t("short", { shop, amount, url, until }) },
  ];
}

/** Returns URLs that open the merchant's own apps with the text. The link's URL is only a part of the text. */
export const shareTargets = ({ subject, body }: Pick<ShareText, "subject" | "body">) => ({
  whatsapp: `https://wa.me/?text=${encodeURIComponent(body)}`,
  sms: `sms:?&body=${encodeURIComponent(body)}`,
  email: `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`,
});
