import type { BankReferences } from "@/server/banks/bank";
import type { OrderAtBank } from "@/server/domain/operations/reconciliation";
import { type AttemptWithPayment, getAttempt } from "@/server/store/payments/attempts";
import { fetchSale, type SaleOutcome } from "@/server/usecases/banks/fetch-sale";
import { openBankConnection, toPlacedOrder } from "@/server/usecases/banks/shared/bank-connection";
import type { Ctx } from "@/server/usecases/ctx";

/** The bank's answer about an order. */
export interface OrderAnswer {
  readonly attempt: AttemptWithPayment;
  readonly atBank: OrderAtBank;
  /** The references of the sale; null where the bank has none. */
  readonly references: BankReferences | null;
  /** The bank's time of the sale (UTC), where it names one. */
  readonly takenAt: Date | undefined;
}

/** Asks the bank about one order, by inquiry and, where that does not tell, by its history (B-7.6). */
export async function askAboutOrder(ctx: Ctx, attemptId: string): Promise<OrderAnswer> {
  const attempt = await getAttempt(ctx.db, attemptId);
  const connection = openBankConnection(ctx, attempt.connection);
  const outcome = await fetchSale(ctx, { order: toPlacedOrder(attempt), connection });
  const sale = outcome.kind === "paid" || outcome.kind === "given_back" ? outcome : null;
  return { attempt, atBank: toOrderAtBank(outcome), references: sale?.references ?? null, takenAt: sale?.at };
}

function toOrderAtBank(outcome: SaleOutcome): OrderAtBank {
  switch (outcome.kind) {
    case "paid":
      return { kind: "taken", takenKurus: outcome.amountKurus, backKurus: 0n };
    case "given_back":
      return { kind: "taken", takenKurus: outcome.amountKurus, backKurus: outcome.creditedKurus };
    case "voided":
      return { kind: "voided" };
    case "not_found":
    case "declined":
      return { kind: "nothing" };
    default:
      return { kind: "unclear" };
  }
}
