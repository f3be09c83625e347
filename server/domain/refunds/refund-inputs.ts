import * as z from "zod";
import { problem } from "../field-words";
import {
  booleanValue,
  choice,
  codeText,
  freeText,
  harmless,
  jsonObject,
  kurus,
  kurusBetween,
  optional,
} from "../fields";
import { maxAmountKurus } from "../money";
import { askedMethods } from "./refund-approval";

// What people send about refunds in the panel (S32). Amounts are in kuruş.

const reason = optional(freeText(500));

/** The same in a form, which can name the field of a card number; the use cases have a code of their own for it. */
const reasonOfForm = optional(harmless(freeText(500)));

/**
 * `key` is the idempotency key: a retry with it returns the first outcome. An amount of null refunds all that is left.
 */
export const newRefundInput = jsonObject({
  key: z.uuid(),
  paymentCode: codeText(128),
  amount: kurus().nullable(),
  method: choice(askedMethods),
  reason,
});

/** Builds the schema of the form of a refund. @param remainingKurus what is left to refund */
export const newRefundForm = (remainingKurus: bigint) =>
  jsonObject({ amount: kurusBetween(1n, remainingKurus), reason: reasonOfForm });

export const rejectionInput = jsonObject({ requestId: codeText(64), note: reason });

export const rejectionForm = rejectionInput.extend({ note: reasonOfForm });

/** The amount above which a refund needs a second person; 0 means every refund. */
const limit = kurusBetween(0n, maxAmountKurus);

/**
 * A limit of null means that no refund needs a second person. `inApi` extends it to refunds through the API (D-66);
 * null leaves that as it is.
 */
export const refundLimitInput = jsonObject({ limit: limit.nullable(), inApi: optional(booleanValue()) });

/** The form of the limit. What is typed as the amount does not matter while `isUnlimited` is true. */
export const refundLimitForm = jsonObject({
  isUnlimited: booleanValue(),
  limit: z.bigint().nullable(),
  inApi: booleanValue(),
})
  .refine((form) => form.isUnlimited || limit.safeParse(form.limit).success, {
    error: problem("integer_between", 0n, maxAmountKurus),
    path: ["limit"],
  })
  .transform(({ isUnlimited, limit: typed, inApi }) => ({ limit: isUnlimited ? null : typed, inApi }));
