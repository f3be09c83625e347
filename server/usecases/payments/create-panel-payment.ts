import { AppError } from "@/server/domain/errors";
import { isSensitiveText } from "@/server/domain/sensitive-text";
import type { ActingAccount } from "../caller";
import type { Ctx } from "../ctx";
import { type CreatedPayment, createPayment } from "./create-payment";

export interface CreatePanelPaymentInput {
  readonly account: ActingAccount;
  readonly amountKurus: bigint;
  readonly terminalId: string;
  readonly installment: number;
  /** The merchant's order code; works as idempotency key among payments of the panel (§4.5.1). */
  readonly partnerTxCode: string;
  readonly description: string | null;
}

/** Where the browser comes back to from the bank. Ours, so the account's list of hosts does not apply to it. */
const returnPath = "/panel/payments/returned";

/**
 * A payment that somebody makes in the panel (§4.5.1). The card is typed on the handoff's page, never here.
 * Throws partner_not_active, sensitive_data_not_allowed, and what `createPayment` throws.
 */
export async function createPanelPayment(
  ctx: Ctx,
  { account, ...payment }: CreatePanelPaymentInput,
): Promise<CreatedPayment> {
  if (account.status !== "active") throw new AppError("partner_not_active");
  if (payment.description !== null && isSensitiveText(payment.description)) {
    throw new AppError("sensitive_data_not_allowed");
  }
  const returnUrl = `${ctx.origins.panel}${returnPath}`;
  return createPayment(ctx, { ...payment, caller: account, source: "panel", returnUrl });
}
