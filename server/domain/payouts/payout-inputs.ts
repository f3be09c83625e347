import * as z from "zod";
import { codeText, harmless, jsonObject, nonBlankText } from "../fields";
import { bankFileFormats } from "./bank-file";

// What staff send about payouts (D-392).

/** Why a payout did not reach its account. */
export const payoutFailures = [
  "account_closed",
  "iban_invalid",
  "name_mismatch",
  "rejected_by_bank",
  "returned_by_bank",
] as const;

export const payoutId = codeText(64);

const reason = harmless(nonBlankText(500));

/** The number of payouts that two people approve at once. */
export const payoutsAtOnce = 1_000;

export const payoutProposalInput = jsonObject({
  payoutIds: z.array(payoutId).min(1).max(payoutsAtOnce),
  reason,
});

export const payoutReasonInput = jsonObject({ payoutId, reason });

export const payoutFileInput = jsonObject({ format: z.enum(bankFileFormats) });

export const onePayoutFile = jsonObject({ fileId: codeText(64) });

/** The bank's reference of a transfer: what stands on its receipt. */
const bankReference = harmless(nonBlankText(64));

export const payoutPaidInput = jsonObject({ payoutId, bankReference });

export const payoutFailedInput = jsonObject({ payoutId, failure: z.enum(payoutFailures) });

export const payoutHoldInput = jsonObject({ partnerId: codeText(64), reason });

/** The bounds of an account's smallest payout, kuruş; 1 pays everything. */
export const payoutMinimumBounds = { leastKurus: 1n, mostKurus: 1_000_000_00n } as const;

export const payoutMinimumInput = jsonObject({
  partnerId: codeText(64),
  minimumKurus: z.bigint().min(payoutMinimumBounds.leastKurus).max(payoutMinimumBounds.mostKurus),
  reason,
});
