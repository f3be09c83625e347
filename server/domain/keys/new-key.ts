import * as z from "zod";
import { allowedIpsMax, keyScopes, movesMoney } from "../accounts/key-rights";
import { istanbulDayStart, istanbulOffsetMs } from "../business-day";
import { days, plusMs } from "../clock";
import { problem } from "../field-words";
import {
  booleanValue,
  boundedList,
  checkedText,
  choice,
  codeText,
  dateTime,
  harmless,
  integerBetween,
  jsonObject,
  kurus,
  nameText,
  optional,
} from "../fields";
import { maxAmountKurus } from "../money";
import { isIpNetwork } from "../web/ip-network";

// With what an API key is made and changed (D-66).

const name = harmless(nameText(64));
const scopes = boundedList(choice(keyScopes), 1, keyScopes.length);
const networks = (min: number) =>
  boundedList(
    checkedText((text) => (isIpNetwork(text) ? null : problem("ip_network"))),
    min,
    allowedIpsMax,
  );
const expiresAt = optional(z.date(problem("date_time")));

/**
 * What a user sends from the panel. Without `scopes` the key gets all rights of its maker except that of refunds.
 * `handedTo` names the members who receive the key. The limit is in kuruş.
 */
export const newKeyInput = jsonObject({
  name,
  scopes: optional(scopes),
  expiresAt,
  allowedIps: optional(networks(0)),
  refundLimit: optional(kurus()),
  handedTo: optional(boundedList(codeText(64), 0, 20)),
});

export const keyIdInput = jsonObject({ keyId: codeText(64) });

export const changedKeyInput = keyIdInput.extend({
  name,
  scopes,
  expiresAt,
  allowedIps: optional(networks(0)),
  refundLimit: optional(kurus()),
});

/** The networks of a text, one in each line. */
const readNetworks = (text: string): string[] =>
  text
    .split(/[\s,;]+/)
    .map((line) => line.trim())
    .filter((line) => line !== "");

/**
 * The form of a key in the panel. A key ends at the end of the chosen day in Istanbul. What is typed as the limit
 * matters only while `hasRefundLimit` is true and the key may refund.
 */
export const keyForm = jsonObject({
  name,
  scopes,
  endsOn: optional(checkedText((text) => (/^\d{4}-\d{2}-\d{2}$/.test(text) ? null : problem("date_time")))),
  networks: checkedText((text) => {
    const all = readNetworks(text);
    if (all.length > allowedIpsMax) return problem("list_size", 0, allowedIpsMax);
    return all.every(isIpNetwork) ? null : problem("ip_network");
  }),
  hasRefundLimit: booleanValue(),
  refundLimit: z.bigint().nullable(),
  handedTo: z.array(codeText(64)),
})
  .refine((form) => !isLimited(form) || kurus().safeParse(form.refundLimit).success, {
    error: problem("integer_between", 1n, maxAmountKurus),
    path: ["refundLimit"],
  })
  .transform((form) => ({
    name: form.name,
    scopes: form.scopes,
    expiresAt: form.endsOn === null ? null : toEndOfDay(form.endsOn),
    allowedIps: readNetworks(form.networks),
    refundLimit: isLimited(form) ? form.refundLimit : null,
    handedTo: form.handedTo,
  }));

const isLimited = ({ scopes: chosen, hasRefundLimit }: { scopes: readonly string[]; hasRefundLimit: boolean }) =>
  hasRefundLimit && movesMoney(chosen);

/** Returns the end (UTC) of a calendar day in Istanbul, `YYYY-MM-DD`. */
const toEndOfDay = (day: string): Date => plusMs(istanbulDayStart(new Date(`${day}T12:00:00+03:00`)), days(1));

/** Returns the last calendar day in Istanbul, `YYYY-MM-DD`, on which a key with this end works. */
export const toLastDay = (expiresAt: Date): string =>
  new Date(expiresAt.getTime() - 1 + istanbulOffsetMs).toISOString().slice(0, 10);

/** What the sandbox takes from a test; null means no restriction. */
export const sandboxKeyInput = jsonObject({
  name,
  scopes: optional(scopes),
  expiresAt: optional(dateTime()),
  allowedIps: optional(networks(1)),
  refundLimit: optional(integerBetween(1, Number.MAX_SAFE_INTEGER).transform(BigInt)),
});
