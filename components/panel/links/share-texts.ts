import { dateTimeText } from "@/components/ui/date-time";
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
  readonly key: "tr" | "tr-short" | "en" | "en-short";
  readonly language: Language;
  /** The subject of an e-mail. */
  readonly subject: string;
  readonly body: string;
}

/**
 * Writes the texts with which a link can be sent. They are in both languages, because the buyer's language may differ
 * from the merchant's. The short ones fit into an SMS.
 */
export function shareTexts(link: SharedLink): ShareText[] {
  const { url, merchantName: shop, payerName, description } = link;
  const turkish = { amount: displayAmount(link.amount, "tr"), until: dateTimeText(link.expiresAt, "tr") };
  const english = { amount: displayAmount(link.amount, "en"), until: dateTimeText(link.expiresAt, "en") };
  const descriptionPart = description ? ` (${description})` : "";
  const subjects = {
    tr: `${shop}: ${turkish.amount} ödeme linkiniz`,
    en: `${shop}: your payment link for ${english.amount}`,
  };
  return [
    {
      key: "tr",
      language: "tr",
      subject: subjects.tr,
      body: [
        payerName ? `Merhaba ${payerName},` : "Merhaba,",
        `${shop} için ${turkish.amount} tutarındaki ödemenizi${descriptionPart} aşağıdaki linkten kartınızla güvenle yapabilirsiniz.`,
        url,
        `Link ${turkish.until} tarihine kadar geçerlidir.`,
        shop,
      ].join("\n\n"),
    },
    {
      key: "tr-short",
      language: "tr",
      subject: subjects.tr,
      body: `${shop}: ${turkish.amount} ödemeniz için link: ${url} (son: ${turkish.until})`,
    },
    {
      key: "en",
      language: "en",
      subject: subjects.en,
      body: [
        payerName ? `Hello ${payerName},` : "Hello,",
        `You can pay ${english.amount} to ${shop}${descriptionPart} safely by card with this link.`,
        url,
        `The link is valid until ${english.until} (Türkiye time).`,
        shop,
      ].join("\n\n"),
    },
    {
      key: "en-short",
      language: "en",
      subject: subjects.en,
      body: `${shop}: pay ${english.amount} here: ${url} (until ${english.until})`,
    },
  ];
}

/** Returns URLs that open the merchant's own apps with the text. The link's URL is only a part of the text. */
export const shareTargets = ({ subject, body }: Pick<ShareText, "subject" | "body">) => ({
  whatsapp: `https://wa.me/?text=${encodeURIComponent(body)}`,
  sms: `sms:?&body=${encodeURIComponent(body)}`,
  email: `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`,
});
