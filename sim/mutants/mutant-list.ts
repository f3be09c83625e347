import { bankDayMutants } from "./list/bank-days";
import { bankMutants } from "./list/banks";
import { captureMutants } from "./list/captures";
import { chargebackMutants } from "./list/chargebacks";
import { linkMutants } from "./list/links";
import { paymentMutants } from "./list/payments";
import { payoutMutants } from "./list/payouts";
import { refundMutants } from "./list/refunds";
import { statementMutants } from "./list/statements";
import { webhookMutants } from "./list/webhooks";
import type { Mutant } from "./mutant";

/**
 * The sabotages that the simulations must see. Move an edit with the line that it replaces; where a mutant cannot be
 * made any more, because the rule is kept in another way, replace it by one against that way.
 */
export const mutants: readonly Mutant[] = [
  ...captureMutants,
  ...paymentMutants,
  ...linkMutants,
  ...refundMutants,
  ...payoutMutants,
  ...statementMutants,
  ...bankDayMutants,
  ...chargebackMutants,
  ...webhookMutants,
  ...bankMutants,
];
