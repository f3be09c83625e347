import { toRequestShape } from "../declared-fields";
import { problem } from "../field-words";
import { boundedList, codeText, harmless, jsonObject, kurus, optional, typedValue } from "../fields";
import { redirectUrl } from "../web/redirect-url";
import { allowedCounts, customerShareBps, itemCountMax, itemName, itemNote } from "./link-fields";
import { linkTextFields, linkTextsOfForm } from "./link-text-fields";

// What people send to create a link in the panel (§4.1, §8.1). Amounts are in kuruş, shares in bps.

/** The part of a new link on which the buyer's options depend. */
export const linkDraftInput = jsonObject({
  terminalId: codeText(64),
  amountKurus: kurus(),
  customerShareBps: customerShareBps(),
  allowedCounts: optional(allowedCounts()),
});

export const newLinkInput = linkDraftInput.extend({
  ...toRequestShape(linkTextFields),
  redirectUrl: optional(redirectUrl()),
  items: optional(
    boundedList(jsonObject({ name: itemName(), note: optional(itemNote()), amountKurus: kurus() }), 1, itemCountMax),
  ),
});

const countMax = 36;

const itemsOfForm = boundedList(
  jsonObject({ name: harmless(itemName()), note: optional(harmless(itemNote())), amountKurus: kurus() }),
  0,
  itemCountMax,
).transform((items) => (items.length === 0 ? null : items));

/**
 * Builds the schema of the form: the input with the rules for which `createLink` has codes of their own, so that the
 * form can name the field (§4.1.1, §4.1.2). A form without items has an empty list.
 * @param allowedHosts the account's list of hosts
 */
export const newLinkForm = (allowedHosts: readonly string[]) =>
  newLinkInput
    .extend({
      ...linkTextsOfForm,
      customerShareBps: typedValue(customerShareBps()),
      redirectUrl: optional(redirectUrl(allowedHosts)),
      allowedCounts: optional(allowedCounts().min(1, problem("list_size", 1, countMax))),
      items: itemsOfForm,
    })
    .refine(({ items, amountKurus }) => sumItems(items ?? []) === amountKurus, {
      error: problem("items_sum"),
      path: ["items"],
      // Where there are items and an amount, also while another field is invalid: every problem is shown at once.
      when: ({ value }) => {
        const { items, amountKurus } = value as { items?: unknown; amountKurus?: unknown };
        return Array.isArray(items) && typeof amountKurus === "bigint";
      },
    });

/** Sums the amounts of items in kuruş. An amount that is not typed yet counts as zero. */
export const sumItems = (items: readonly { readonly amountKurus: bigint | null }[]): bigint =>
  items.reduce((sum, { amountKurus }) => sum + (amountKurus ?? 0n), 0n);
