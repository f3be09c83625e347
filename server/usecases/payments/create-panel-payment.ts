import { requireActive, requireHarmlessTexts } from "../account-guards";
import type { ActingAccount } from "../caller";
import type { Ctx } from "../ctx";
import { type CreatedPayment, createPayment } from "./create-payment";

export interface CreatePanelPaymentInput {
  readonly account: ActingAccount;
  readonly amountKurus: bigint;
  readonly terminalId: string;
  readonly installment: number;
  /** The merchant's order code. It is the idempotency key among payments of the panel (§4.5.1). */
  readonly partnerTxCode: string;
  readonly description: string | null;
}

/**
 * The page to which the browser returns from the bank. It is our own, so the account's list of hosts does not apply.
 */
const returnPath = "/panel/payments/returned";

/**
 * Creates a payment for a user of the panel (§4.5.1). The card is entered on the handoff page, never in the panel.
 * Throws partner_not_active, sensitive_data_not_allowed, and the errors of `createPayment`.
 */
export async function createPanelPayment(
  ctx: Ctx,
  { account, ...payment }: CreatePanelPaymentInput,
): Promise<CreatedPayment> {
  requireActive(account);
  requireHarmlessTexts([payment.description]);
  const returnUrl = `${ctx.origins.panel}${returnPath}`;
  return createPayment(ctx, { ...payment, caller: account, source: "panel", returnUrl });
}
