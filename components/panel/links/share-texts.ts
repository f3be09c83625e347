import type { Language } from "@/server/domain/errors";
import { displayAmount } from "@/server/domain/money";
import { momentText } from "../../ui/moment";

export interface SharedLink {
  readonly url: string;
  /** Kuruş. */
  readonly amount: bigint;
  readonly merchantName: string;
  readonly payerName: string | null;
  readonly description: string | null;
  readonly expiresAt: Date;
}

export interface ShareText {
  readonly key: "tr" | "tr-short" | "en" | "en-short";
  readonly language: Language;
  /** Of an e-mail. */
  readonly subject: string;
  readonly body: string;
}

/** Ready texts to send a link with, in the buyer's language and not the merchant's; the short ones fit a text message. */
export function shareTexts(link: SharedLink): ShareText[] {
  const { url, merchantName: shop, payerName, description } = link;
  const turkish = { amount: displayAmount(link.amount, "tr"), until: momentText(link.expiresAt, "tr") };
  const english = { amount: displayAmount(link.amount, "en"), until: momentText(link.expiresAt, "en") };
  const about = description ? ` (${description})` : "";
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
        `${shop} için ${turkish.amount} tutarındaki ödemenizi${about} aşağıdaki linkten kartınızla güvenle yapabilirsiniz.`,
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
        `You can pay ${english.amount} to ${shop}${about} safely by card with this link.`,
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

/** Where a text is sent from: the merchant's own telephone or computer; the address of the link is only a part of the text. */
export const shareTargets = ({ subject, body }: Pick<ShareText, "subject" | "body">) => ({
  whatsapp: `https://wa.me/?text=${encodeURIComponent(body)}`,
  sms: `sms:?&body=${encodeURIComponent(body)}`,
  email: `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`,
});
