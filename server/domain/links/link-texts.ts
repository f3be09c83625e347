import type { DeclaredField } from "../declared-fields";
import { maskPayerName } from "./payer-name";

/** A text that a merchant may write on a link. The declaration is all that the code has to know about it. */
interface LinkText extends Omit<DeclaredField, "schema" | "isRequired"> {
  /** The maximum number of code points. */
  readonly lengthMax: number;
  /** Whether it is refused when it is, as a whole, a card number or an IBAN (§4.1.1). */
  readonly isSensitive: boolean;
  /** What the buyer sees of it (D-12). */
  readonly buyerSees: "all" | "masked" | "nothing";
  /** The number of lines of its field in the panel. */
  readonly lines: number;
  readonly example: string;
  /** What the API's answer contains. */
  readonly answer: string;
}

const declareTexts = <Name extends string>(texts: Readonly<Record<Name, LinkText>>) => texts;

/** The texts of a link (§4.1). All are optional, and kept as they were sent. */
export const linkTexts = declareTexts({
  description: {
    lengthMax: 512,
    isSensitive: true,
    buyerSees: "all",
    loggedAs: "hidden",
    lines: 2,
    example: "Order 1042",
    answer: "Your description; null when none was sent.",
    rule: { tr: "Alıcı görür.", en: "The buyer reads it." },
  },
  payerName: {
    lengthMax: 120,
    isSensitive: true,
    buyerSees: "masked",
    loggedAs: "hidden",
    lines: 1,
    example: "Ayşe Yılmaz",
    answer: "The payer's name as it was sent; null when none was.",
    rule: {
      tr: "Sayfamızda maskeli, API’de gönderdiğiniz gibi görünür.",
      en: "Our page shows it masked, the API as you sent it.",
    },
  },
});

export type LinkTextName = keyof typeof linkTexts;

/** The texts of one link; null for those that were not sent. */
export type LinkTexts = Readonly<Record<LinkTextName, string | null>>;

export const linkTextNames = Object.keys(linkTexts) as LinkTextName[];

/** Returns a value for each text. */
export const mapLinkTexts = <T>(value: (name: LinkTextName) => T): Readonly<Record<LinkTextName, T>> =>
  Object.fromEntries(linkTextNames.map((name) => [name, value(name)])) as Record<LinkTextName, T>;

/** The texts of a link without any. */
export const noLinkTexts: LinkTexts = mapLinkTexts(() => null);

/** Returns the texts of a link among its other fields. */
export const pickLinkTexts = (link: LinkTexts): LinkTexts => mapLinkTexts((name) => link[name]);

/** Returns the texts as the buyer may see them (§4.1.1): a text that is masked never reaches a page otherwise. */
export const toBuyerTexts = (link: LinkTexts): LinkTexts =>
  mapLinkTexts((name) => {
    const text = link[name];
    const { buyerSees } = linkTexts[name];
    if (text === null || buyerSees === "nothing") return null;
    return buyerSees === "masked" ? maskPayerName(text) : text;
  });

/** The texts that are checked for card numbers and IBANs. */
export const sensitiveTextNames = linkTextNames.filter((name) => linkTexts[name].isSensitive);

/** Returns what a link has in the texts that are checked. */
export const listSensitiveTexts = (link: LinkTexts): (string | null)[] => sensitiveTextNames.map((name) => link[name]);
