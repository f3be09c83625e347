import * as z from "zod";
import { problem } from "../field-words";
import { checkedText, choice, codeText, digitText, harmless, jsonObject, nameText } from "../fields";
import { isEmailAddress, normalizeEmail } from "../people/sign-in";
import { checkRedirectUrl } from "../web/redirect-url";
import { merchantCategories } from "./categories";
import { isTaxNumber, taxNumberKinds } from "./tax-number";

// What is known about a merchant, as staff and the merchant itself write it.

const email = () => checkedText((text) => (isEmailAddress(normalizeEmail(text)) ? null : problem("email")));

/** A phone number as people write it: digits, blanks, dashes, brackets, and a plus sign at the beginning. */
const phone = () =>
  checkedText((text) =>
    /^\+?[\d\s()-]{5,24}$/.test(text) && text.replace(/\D/g, "").length >= 7 ? null : problem("phone"),
  );

const webAddress = () =>
  checkedText((text) => {
    if (text.length > 512) return problem("max_characters", 512);
    return text.startsWith("https://") && checkRedirectUrl(text, []) === null ? null : problem("url");
  });

const address = jsonObject({
  line: nameText(250),
  district: nameText(60),
  city: nameText(60),
  postalCode: digitText(5).nullable(),
});
export type PostalAddress = z.output<typeof address>;

const contact = jsonObject({
  name: nameText(120),
  role: nameText(80),
  email: email().nullable(),
  phone: phone().nullable(),
});
export type Contact = z.output<typeof contact>;

/** The trading name, which buyers read. It is no card number and no IBAN. */
const tradingName = () => harmless(nameText(120));

const profileFields = {
  legalTitle: harmless(nameText(250)),
  taxKind: choice(taxNumberKinds),
  taxNumber: checkedText((text) => {
    if (text === "") return problem("blank");
    return /^\d{10,11}$/.test(text) ? null : problem("tax_number");
  }),
  taxOffice: nameText(80),
  category: choice(merchantCategories),
  legalAddress: address,
  /** Null where letters go to the legal address. */
  correspondenceAddress: nameText(300).nullable(),
  contacts: z.array(contact).max(10, problem("list_size", 0, 10)),
};

type TaxFields = { readonly taxKind: (typeof taxNumberKinds)[number]; readonly taxNumber: string };

const hasTaxNumber = ({ taxKind, taxNumber }: TaxFields): boolean => isTaxNumber(taxKind, taxNumber);
const wrongTaxNumber = { error: problem("tax_number"), path: ["taxNumber"] };

/** What staff know about a merchant. */
export type PartnerProfileFields = z.output<ReturnType<typeof jsonObject<typeof profileFields>>>;

/** Why staff make a change. It is in the audit log. */
export const changeReason = () => harmless(nameText(500));

/** A change of what is known about a merchant, with its trading name. */
export const profileChangeInput = jsonObject({
  partnerId: codeText(64),
  revision: z.int(),
  reason: changeReason(),
  name: tradingName(),
  ...profileFields,
}).refine(hasTaxNumber, wrongTaxNumber);

/** A new merchant, with the person who is invited as its first owner; null for a merchant without an owner yet. */
export const newPartnerInput = jsonObject({
  name: tradingName(),
  ...profileFields,
  ownerEmail: email().nullable(),
  /** Whether acceptance is held until the documents are approved. Only a sandbox may do without. */
  waitsForDocuments: z.boolean(),
}).refine(hasTaxNumber, wrongTaxNumber);

export type NewPartner = z.output<typeof newPartnerInput>;

/** What a merchant tells its buyers. Null is not said. */
export const storefrontInput = jsonObject({
  supportEmail: email().nullable(),
  supportPhone: phone().nullable(),
  termsUrl: webAddress().nullable(),
  refundTermsUrl: webAddress().nullable(),
  colour: checkedText((text) => (/^#[0-9a-f]{6}$/i.test(text) ? null : problem("colour"))).nullable(),
});
export type Storefront = z.output<typeof storefrontInput>;

/** The same with the number of changes that the merchant saw. */
export const storefrontChangeInput = storefrontInput.extend({ revision: z.int() });

export const nameRequestInput = jsonObject({ name: tradingName() });

export const inviteOwnerInput = jsonObject({ partnerId: codeText(64), email: email() });

export const onePartner = jsonObject({ partnerId: codeText(64) });
