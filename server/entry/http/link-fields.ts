import { problem } from "@/server/domain/field-words";
import { checkedText, freeText, integerBetween, shownText } from "@/server/domain/fields";
import { checkRedirectUrl } from "@/server/domain/links/redirect-url";
import type { FieldFault } from "./validation";

/** What a payment link may hold (§4.1, §8.1), whichever door it is created by; the doors differ in how amounts are written. */

export const itemCountMax = 50;

export const linkDescription = () => freeText(512);
export const payerName = () => freeText(120);
export const itemName = () => shownText(120);
export const itemNote = () => freeText(200);

/** Basis points of the commission that the buyer bears. */
export const customerShareBps = () => integerBetween(0, 10_000);

/** An absolute http or https address; the account's hosts are a matter of `redirectFault`. */
export const redirectUrl = () =>
  checkedText((value) => (checkRedirectUrl(value, []) ? problem("url") : null));

/** What is wrong with a redirect address for this account (§4.1.2 rule 2); null: nothing, or there is none. */
export const redirectFault = (
  url: string | null,
  { allowedHosts }: { readonly allowedHosts: readonly string[] },
): FieldFault | null =>
  url !== null && checkRedirectUrl(url, allowedHosts)
    ? { path: ["redirectUrl"], problem: problem("url_host") }
    : null;

interface LinkTexts {
  readonly description: string | null;
  readonly payerName: string | null;
  readonly items: readonly { readonly name: string; readonly note: string | null }[] | null;
}

/** The texts that may not be a card number or an IBAN as a whole (D-15). */
export const linkTexts = ({ description, payerName, items }: LinkTexts): (string | null)[] => [
  description,
  payerName,
  ...(items ?? []).flatMap(({ name, note }) => [name, note]),
];
