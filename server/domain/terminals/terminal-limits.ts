import * as z from "zod";
import type { BankProtocol } from "../banks/credentials";
import { problem } from "../field-words";
import { booleanValue, boundedList, checkedText, jsonObject, kurusBetween } from "../fields";
import type { BankLimits, LimitWindow } from "../payments/limits";

// The limits of a terminal as staff set them (D-41), in kuruş. Times of day are in Istanbul.

/** A limit per transaction above this amount needs two people (D-67, D-247). */
export const freePerTxMaxKurus = 25_000_000n;

/** The highest amount of one transaction that a bank takes, in kuruş; null where it is not known (B-10). */
export const bankMaxKurus: Readonly<Record<BankProtocol, bigint | null>> = {
  nestpay: null,
  garanti: null,
  posnet: 9_999_999n,
  payfor: 20_000_000n,
};

const limitMaxKurus = 1_000_000_000_000n;
export const windowCountMax = 24;

export const timeOfDay = () =>
  checkedText((value) => (/^([01]\d|2[0-3]):[0-5]\d$/.test(value) ? null : problem("time_of_day")));

const amount = kurusBetween(1n, limitMaxKurus);
/** The limit of a range of hours; 0 allows no payment in it. */
const windowMax = kurusBetween(0n, limitMaxKurus);

/** The wire format of limits; null means that there is no limit. */
export const limitsInput = jsonObject({
  perTx: amount.nullable(),
  daily: amount.nullable(),
  weekly: amount.nullable(),
  monthly: amount.nullable(),
  windows: boundedList(jsonObject({ from: timeOfDay(), to: timeOfDay(), max: windowMax }), 0, windowCountMax),
});

/** One limit of the form. What is typed as the amount does not matter while `isOn` is false. */
const optionalLimit = jsonObject({ isOn: booleanValue(), max: z.bigint().nullable() })
  .refine(({ isOn, max }) => !isOn || amount.safeParse(max).success, {
    error: problem("integer_between", 1n, limitMaxKurus),
    path: ["max"],
  })
  .transform(({ isOn, max }) => (isOn ? max : null));

/** The form of the limits. */
export const limitsForm = jsonObject({
  perTx: optionalLimit,
  daily: optionalLimit,
  weekly: optionalLimit,
  monthly: optionalLimit,
  windows: boundedList(jsonObject({ from: timeOfDay(), to: timeOfDay(), max: windowMax }), 0, windowCountMax),
});

export const limitNames = ["perTx", "daily", "weekly", "monthly"] as const;

/** Returns the values with which the form of limits begins. */
export const toLimitsDraft = (limits: BankLimits) => {
  const toDraft = (max: bigint | null) => ({ isOn: max !== null, max });
  return {
    perTx: toDraft(limits.perTx),
    daily: toDraft(limits.daily),
    weekly: toDraft(limits.weekly),
    monthly: toDraft(limits.monthly),
    windows: limits.windows.map(({ from, to, max }) => ({ from, to, max })),
  };
};

/**
 * Returns whether a change of limits needs two people (D-247): it removes a limit or a range of hours, or raises the
 * limit per transaction above `freePerTxMaxKurus`.
 */
export function needsSecondPerson(before: BankLimits, after: BankLimits): boolean {
  const isRemoved = limitNames.some((name) => before[name] !== null && after[name] === null);
  const isRaised =
    after.perTx !== null && after.perTx > freePerTxMaxKurus && (before.perTx === null || after.perTx > before.perTx);
  return isRemoved || isRaised || before.windows.some((window) => !after.windows.some((one) => covers(one, window)));
}

const covers = (one: LimitWindow, { from, to }: LimitWindow): boolean => one.from === from && one.to === to;
