import * as z from "zod";
import { allowedHost } from "../accounts/allowed-host";
import { holdReasons } from "../accounts/hold-reasons";
import { problem } from "../field-words";
import {
  booleanValue,
  boundedList,
  checkedText,
  choice,
  codeText,
  freeText,
  harmless,
  integerBetween,
  jsonObject,
  kurus,
  nonBlankText,
} from "../fields";
import { readTurkishIban } from "../iban";
import { maxAmountKurus } from "../money";
import { documentKinds, documentStates } from "./documents";
import type { PartnerLimits } from "./limits";
import { changeReason } from "./profile-inputs";

// What staff decide about an account: its state, its terms and its documents.

/** The account as the person saw it, and why they change it. */
const seenPartner = { partnerId: codeText(64), revision: z.int(), reason: changeReason() };

export const statusInput = jsonObject({ ...seenPartner, status: choice(["active", "suspended"]) });

export const holdInput = jsonObject({ ...seenPartner, holdReason: choice(holdReasons) });

/** A Turkish IBAN in any spelling; what is read is in capitals without blanks. */
const ibanText = checkedText((text) => (readTurkishIban(text) === null ? problem("iban") : null)).transform(
  (text) => readTurkishIban(text) ?? "",
);

export const ibanInput = jsonObject({ ...seenPartner, iban: ibanText });

/** Closing an account, which a second person approves. */
export const closingInput = jsonObject({ partnerId: codeText(64), reason: changeReason() });

export const releaseInput = jsonObject(seenPartner);

/** Requests per minute of one key (§8.3); null means the contract's number. */
const perMinute = integerBetween(1, 1_000_000).nullable();

/** What an account may do, apart from its amounts. An empty list restricts nothing. */
export const partnerTermsInput = jsonObject({
  ...seenPartner,
  paymentLinksEnabled: booleanValue(),
  allowedHosts: boundedList(allowedHost(), 0, 100),
  cardAttemptLimit: integerBetween(1, 100),
  installmentCounts: boundedList(integerBetween(1, 36), 0, 36),
  surchargeWarning: booleanValue(),
  paymentsPerKey: perMinute,
  linkWritesPerKey: perMinute,
  linkReadsPerKey: perMinute,
});
export type PartnerTerms = Omit<z.output<typeof partnerTermsInput>, keyof typeof seenPartner>;

/** A whole number as it is typed; an empty field of `numberOrNone` is null. */
const typedNumber = (min: number, max: number) =>
  checkedText((text) => (isBetween(text, min, max) ? null : problem("integer_between", min, max))).transform(Number);
const numberOrNone = () => typedNumber(1, 1_000_000).nullable();

const isBetween = (text: string, min: number, max: number): boolean =>
  /^\d{1,7}$/.test(text) && Number(text) >= min && Number(text) <= max;

/** The entries of a text that are separated by blanks, lines or commas. */
const splitEntries = (text: string): string[] => text.split(/[\s,;]+/).filter((entry) => entry !== "");

const hostList = boundedList(allowedHost(), 0, 100);

/** The terms as they are typed: one host per line, and the counts with commas. */
export const partnerTermsForm = jsonObject({
  reason: changeReason(),
  paymentLinksEnabled: booleanValue(),
  allowedHosts: checkedText((text) =>
    hostList.safeParse(splitEntries(text)).success ? null : problem("host"),
  ).transform(splitEntries),
  cardAttemptLimit: typedNumber(1, 100),
  installmentCounts: checkedText((text) =>
    splitEntries(text).every((entry) => isBetween(entry, 1, 36)) ? null : problem("integer_between", 1, 36),
  ).transform((text) => splitEntries(text).map(Number)),
  surchargeWarning: booleanValue(),
  paymentsPerKey: numberOrNone(),
  linkWritesPerKey: numberOrNone(),
  linkReadsPerKey: numberOrNone(),
});

function isOrdered({ minAmount, maxAmount }: PartnerLimits): boolean {
  return minAmount === null || maxAmount === null || minAmount <= maxAmount;
}
const reversed = { error: problem("amounts_reversed"), path: ["maxAmount"] };
const wrongAmount = (name: string) => ({ error: problem("integer_between", 1n, maxAmountKurus), path: [name] });

/** The account's limits of one payment in kuruş; null means that the contract's limit applies. */
export const partnerLimitsInput = jsonObject({
  ...seenPartner,
  minAmount: kurus().nullable(),
  maxAmount: kurus().nullable(),
}).refine(isOrdered, reversed);

/** The limits as they are typed. What is typed as an amount does not matter while its limit is not set. */
export const partnerLimitsForm = jsonObject({
  reason: changeReason(),
  hasMin: booleanValue(),
  minAmount: z.bigint().nullable(),
  hasMax: booleanValue(),
  maxAmount: z.bigint().nullable(),
})
  .refine((form) => !form.hasMin || kurus().safeParse(form.minAmount).success, wrongAmount("minAmount"))
  .refine((form) => !form.hasMax || kurus().safeParse(form.maxAmount).success, wrongAmount("maxAmount"))
  .transform(({ reason, hasMin, minAmount, hasMax, maxAmount }) => ({
    reason,
    minAmount: hasMin ? minAmount : null,
    maxAmount: hasMax ? maxAmount : null,
  }))
  .refine(isOrdered, reversed);

export const documentInput = jsonObject({
  partnerId: codeText(64),
  kind: choice(documentKinds),
  state: choice(documentStates),
  note: harmless(freeText(500)).nullable(),
  seenState: choice(documentStates),
});

export const noteInput = jsonObject({ partnerId: codeText(64), text: harmless(nonBlankText(2_000)) });

/** A decision on a trading name or a logo that a merchant asks for. A refusal says why. */
export const brandDecisionInput = jsonObject({
  requestId: codeText(64),
  isApproved: booleanValue(),
  note: harmless(freeText(500)).nullable(),
}).refine(({ isApproved, note }) => isApproved || (note ?? "").trim() !== "", {
  error: problem("blank"),
  path: ["note"],
});
