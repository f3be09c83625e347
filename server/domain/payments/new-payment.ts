import { harmless, integerBetween, jsonObject, kurus, kurusBetween, optional } from "../fields";
import { maxAmountKurus } from "../money";
import type { AmountLimits } from "./limits";
import { paymentFields } from "./payment-fields";

const { terminalId, partnerTxCode, description } = paymentFields;

/** What people send to create a payment in the panel. The amount is in kuruş. */
export const newPaymentInput = jsonObject({
  amount: kurus(),
  terminalId: terminalId.schema,
  installment: integerBetween(1, 36),
  partnerTxCode: partnerTxCode.schema,
  description: optional(description.schema),
});

/**
 * Builds the schema of the form: the input with the rules for which the use-case has codes of their own, so that the
 * form can name the field (§4.1.1, §7.2).
 */
export const newPaymentForm = (limits: AmountLimits) => {
  const { minKurus, maxKurus } = toBounds(limits);
  return newPaymentInput.extend({
    amount: kurusBetween(minKurus, maxKurus),
    description: optional(harmless(description.schema)),
  });
};

/** Returns the amounts that one payment of the account may have, in kuruş, bounds included. */
export const toBounds = ({ minAmountKurus, maxAmountKurus: max }: AmountLimits) => ({
  minKurus: minAmountKurus ?? 1n,
  maxKurus: max ?? maxAmountKurus,
});
