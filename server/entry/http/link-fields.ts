import { problem } from "@/server/domain/field-words";
import { checkedText, freeText, integerBetween, nonBlankText } from "@/server/domain/fields";
import { checkRedirectUrl } from "@/server/domain/links/redirect-url";

/**
 * The schemas of a payment link's fields (§4.1, §8.1) that the API and the panel share. They differ in how amounts are
 * written.
 */

export const itemCountMax = 50;

export const linkDescription = () => freeText(512);
export const payerName = () => freeText(120);
export const itemName = () => nonBlankText(120);
export const itemNote = () => freeText(200);

/** The buyer's share of the commission, in bps. */
export const customerShareBps = () => integerBetween(0, 10_000);

/** An absolute http or https address; the account's list of hosts is checked by `createLink`. */
export const redirectUrl = () => checkedText((value) => (checkRedirectUrl(value, []) ? problem("url") : null));
