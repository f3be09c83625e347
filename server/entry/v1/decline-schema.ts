import { z } from "zod";
import { type DeclineReason, declineAdvices, declineParties, declineReasons } from "@/server/domain/banks/decline";
import { type PaymentFailure, paymentFailures } from "@/server/domain/payments/payment-failures";

/** The schemas of why a payment failed and why a card was refused, in the merchant API (D-63). */

const failureWords: Readonly<Record<PaymentFailure, string>> = {
  three_ds_failed: "3-D Secure did not succeed",
  capture_declined: "the bank declined the capture, or has no record of it",
  card_attempt_limit_exceeded: "the last permitted card was refused",
  abandoned: "the buyer gave the attempt up",
  superseded: "the buyer chose another installment count, for which the link has another payment",
  link_cancelled: "its link was cancelled",
  link_expired: "its link expired",
};

const listed = <Name extends string>(intro: string, words: Readonly<Record<Name, string>>): string =>
  [intro, "", ...Object.entries(words).map(([name, text]) => `- \`${name}\`: ${text}`)].join("\n");

export const failureCodeSchema = z.enum(paymentFailures).meta({
  description: listed("Why the payment failed; null otherwise.", failureWords),
  examples: ["three_ds_failed"],
});

/** What each reason means, for the documentation of the API. */
export const declineWords: Readonly<Record<DeclineReason, string>> = {
  insufficient_funds: "not enough balance or limit",
  card_limit_exceeded: "a limit of the card",
  do_not_honour: "the card's bank gave no reason",
  lost_or_stolen: "reported lost or stolen",
  restricted_card: "blocked or restricted by its bank",
  expired_card: "the card has expired",
  invalid_card: "the bank does not know the number",
  invalid_security_code: "the security code is wrong",
  invalid_expiry: "the expiry date is wrong",
  closed_to_internet: "not enabled for online payments",
  three_ds_failed: "3-D Secure did not succeed",
  three_ds_cancelled: "the buyer cancelled 3-D Secure",
  three_ds_not_enrolled: "the card does not take part in 3-D Secure",
  three_ds_unavailable: "3-D Secure did not work at the bank",
  suspected_fraud: "the bank suspects fraud",
  attempts_exceeded: "the bank's own limit of tries",
  card_not_accepted: "the terminal does not take this kind of card",
  installment_not_accepted: "the installment count is not possible with this card",
  amount_not_accepted: "the amount is not possible at this bank connection",
  bank_unavailable: "the bank could not be reached or gave no answer",
  bank_setup: "the set-up of the bank connection",
  duplicate: "the bank had seen the order before",
  abandoned: "the buyer did not finish",
  cancelled_by_merchant: "the link was cancelled meanwhile",
  expired: "3-D Secure was begun, and its time passed",
  unknown: "a code of the bank that we do not know",
};

export const declineSchema = z
  .object({
    reason: z.enum(declineReasons).meta({
      description: listed("Why the card was refused.", declineWords),
      examples: ["insufficient_funds"],
    }),
    by: z.enum(declineParties).meta({
      description: "Whose matter it is; `gateway` is us.",
      examples: ["buyer"],
    }),
    advice: z.enum(declineAdvices).meta({
      description:
        "The next step: the same card again, another card, the buyer calls the card's bank, again later, or you put the set-up right.",
      examples: ["other_card"],
    }),
    bankCode: z
      .string()
      .nullable()
      .meta({
        description: "The bank's own code; null where no bank answered. The codes differ by bank.",
        examples: ["51"],
      }),
    bankMessage: z
      .string()
      .nullable()
      .meta({
        description:
          "The bank's own text, without card data, for your support and not for the buyer; null without one.",
        examples: ["Limit yetersiz"],
      }),
  })
  .meta({ description: "Why a card was refused." });
