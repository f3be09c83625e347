import type { BankReferences, Outcome } from "@/server/banks/bank";
import { hours, plusMs } from "@/server/domain/clock";
import { amendAlert, raiseAlert } from "@/server/store/alerts";
import { type AttemptWithPayment, getAttempt, setRecheck } from "@/server/store/attempts";
import { inTx } from "@/server/store/db";
import { claimRecheck } from "@/server/store/due";
import { type BankConnection, connectionOf, placedOrderOf } from "./bank-connection";
import type { Ctx } from "./ctx";

/**
 * The last look at a payment that was given up without the bank's word (D-46): if the bank has the money after
 * all it is voided, once, and a person is told. False when there was nothing to look at.
 */
export async function recheckCapture(ctx: Ctx, { attemptId }: { attemptId: string }): Promise<boolean> {
  if (!(await claimRecheck(ctx.db, attemptId, ctx.clock.now()))) return false;
  const attempt = await getAttempt(ctx.db, attemptId);
  const connection = connectionOf(ctx, attempt.connection);
  const found = await connection.call({ kind: "inquire", ...placedOrderOf(attempt) });
  if (found.kind === "paid") await returnMoney(ctx, attempt, connection, found);
  else await setRecheck(ctx.db.prisma, attemptId, found.kind === "unknown" ? lookAgainAt(ctx) : null);
  return true;
}

/** The alert is the mark of the one void: whoever finds it on record looks, but sends nothing any more. */
async function returnMoney(
  ctx: Ctx,
  attempt: AttemptWithPayment,
  connection: BankConnection,
  { amountKurus, references }: { readonly amountKurus: bigint; readonly references: BankReferences },
): Promise<void> {
  const subject = attempt.paymentId;
  const detail = `Order ${attempt.bankOrderId}: the bank holds ${amountKurus} kuruş of a payment that was given up`;
  const alert = { kind: "money_without_payment", subject, detail } as const;
  const isFirst = await inTx(ctx.db, async (tx) => {
    await setRecheck(tx, attempt.id, lookAgainAt(ctx));
    return raiseAlert(tx, alert, ctx.clock.now());
  });
  ctx.log.error({ alert: alert.kind, paymentCode: subject, attemptId: attempt.id }, detail);
  if (!isFirst) {
    // Some banks' inquiries show the sale whatever came after it; the history shows the void.
    const history = await connection.call({ kind: "history", ...placedOrderOf(attempt) });
    await amendAlert(ctx.db, alert, `${detail}; ${becameOf(history)}`);
    await setRecheck(ctx.db.prisma, attempt.id, null);
    return;
  }
  const voided = await connection.call({ kind: "void", ...placedOrderOf(attempt), references, amountKurus });
  await amendAlert(ctx.db, alert, `${detail}; void ${wordOf(voided)}`);
  if (voided.kind !== "unknown") await setRecheck(ctx.db.prisma, attempt.id, null);
}

function becameOf(history: Outcome): string {
  if (history.kind !== "history") return "the bank does not say whether it was voided";
  const isVoided = history.records.some(({ kind, approved }) => kind === "void" && approved);
  return isVoided ? "it was voided" : "it was not voided";
}

const lookAgainAt = (ctx: Ctx): Date => plusMs(ctx.clock.now(), hours(1));

const wordOf = (voided: Outcome): string =>
  voided.kind === "declined" ? `declined (${voided.reason})` : voided.kind;
