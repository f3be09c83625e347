import { moneyTime } from "@/server/domain/bank-time";
import { nextDayEnd } from "@/server/domain/business-day";
import { hours, plusMs } from "@/server/domain/clock";
import { hashToFraction } from "@/server/domain/ids";
import { isLookConclusive, lookAfterClearAnswer, lookAfterUnclearAnswer } from "@/server/domain/payments/last-look";
import { closeAlerts, raiseAlert } from "@/server/store/alerts";
import { isCaptureDecided } from "@/server/store/captures/capture-decisions";
import { inTx } from "@/server/store/db";
import { claimRecheck } from "@/server/store/operations/claims";
import { type AttemptWithPayment, getAttempt, planNextRecheck } from "@/server/store/payments/attempts";
import { lockPaymentRow } from "@/server/store/payments/payments";
import { fetchSale, type SaleOutcome } from "../banks/fetch-sale";
import { openBankConnection, toPlacedOrder } from "../banks/shared/bank-connection";
import { describeGivenBack, type GivenBack } from "../banks/shared/given-back";
import type { Ctx } from "../ctx";
import { raiseContradiction } from "../payouts/shared/raise-contradiction";
import type { FoundMoney, PaidOutcome } from "./shared/money-return-intent";
import { startMoneyReturn } from "./start-money-return";

/**
 * Checks a capture that was given up without a clear answer of the bank (D-72): in the evening before the bank's
 * day-end, and again until an answer is conclusive. Money that the bank has after all goes back to the card. A capture
 * that a person settled as captured is compared with the bank's answer (D-75). Returns false if no check was due or
 * another process made it.
 */
export async function recheckCapture(ctx: Ctx, { attemptId }: { attemptId: string }): Promise<boolean> {
  if (!(await claimRecheck(ctx.db, attemptId, ctx.clock.now()))) return false;
  const attempt = await getAttempt(ctx.db, attemptId);
  const found = await askBank(ctx, attempt);
  if (attempt.status === "captured") await compareWithCaptured(ctx, attempt, found);
  else if (found.kind === "paid") await returnFound(ctx, attempt, found);
  else if (found.kind === "given_back") await judgeGivenBack(ctx, attempt, found);
  else if (found.kind === "voided") await endLooks(ctx, attempt);
  else if (await isCertain(ctx, attempt, found)) await countLook(ctx, attempt);
  else {
    await planNextLook(ctx, attempt);
    return true;
  }
  if (found.kind !== "unknown") await closeUnclear(ctx, attempt);
  return true;
}

/** Closes the alert that the bank gave no clear answer: it has given one. */
const closeUnclear = (ctx: Ctx, { paymentId }: AttemptWithPayment): Promise<void> =>
  closeAlerts(ctx.db.prisma, { kinds: ["last_look_unclear"], subjects: [paymentId] }, ctx.clock.now());

/**
 * Inquires the capture. A bank that cannot be asked, for example because its account cannot be opened, counts as an
 * unknown outcome, so that staff are alerted at day-end.
 */
async function askBank(ctx: Ctx, attempt: AttemptWithPayment): Promise<SaleOutcome> {
  try {
    const connection = openBankConnection(ctx, attempt.connection);
    return await fetchSale(ctx, { order: toPlacedOrder(attempt), connection });
  } catch (error) {
    ctx.log.error(
      { err: error, attemptId: attempt.id },
      "The bank could not be asked about a capture that was given up",
    );
    return { kind: "unknown", cause: "withdrawn" };
  }
}

/** Returns money that the bank has. The bank day on which it took the money decides between a void and a credit. */
function returnFound(
  ctx: Ctx,
  attempt: AttemptWithPayment,
  found: FoundMoney & Pick<PaidOutcome, "at">,
): Promise<void> {
  const now = ctx.clock.now();
  const takenAt = moneyTime({ bankAt: found.at, sentAt: toSentAt(attempt), answeredAt: now });
  return startMoneyReturn(ctx, { attempt, found, dayEnd: nextDayEnd(takenAt, toDayEndLocal(attempt)) });
}

/**
 * Sends nothing for a sale of which credits at the bank have given money back (D-212). What the bank still holds waits
 * for a person. Where it holds nothing, staff are alerted to compare it, and the checks go on as after any clear
 * answer, because a credit can be voided until its day-end.
 */
async function judgeGivenBack(ctx: Ctx, attempt: AttemptWithPayment, found: GivenBack): Promise<void> {
  const heldKurus = found.amountKurus - found.creditedKurus;
  if (heldKurus > 0n) return returnFound(ctx, attempt, { ...found, amountKurus: heldKurus });
  await alertGone(ctx, attempt, `Given up here. ${describeGivenBack(attempt.bankOrderId, found)}`);
  await countLook(ctx, attempt);
}

/** Ends the checks of a capture that was voided directly at the bank, and alerts staff to compare it. */
async function endLooks(ctx: Ctx, attempt: AttemptWithPayment): Promise<void> {
  await alertGone(ctx, attempt, `Order ${attempt.bankOrderId}: given up here, and voided at the bank by nobody here`);
  await planNextRecheck(ctx.db, attempt, null);
}

/** Alerts staff that the bank took money and holds it no longer, although nothing here gave it back. */
async function alertGone(ctx: Ctx, { id, paymentId }: AttemptWithPayment, detail: string): Promise<void> {
  const alert = { kind: "voided_at_bank", subject: paymentId, detail } as const;
  if (!(await raiseAlert(ctx.db.prisma, alert, ctx.clock.now()))) return;
  ctx.log.error({ alert: alert.kind, paymentCode: paymentId, attemptId: id }, detail);
}

/**
 * Whether the answer proves that no money was taken. A recorded approval is not revoked by an answer that finds
 * nothing, unless a person has decided so (D-73).
 */
async function isCertain(ctx: Ctx, attempt: AttemptWithPayment, { kind }: SaleOutcome): Promise<boolean> {
  const saysNothing = kind === "not_found" || kind === "declined";
  if (!saysNothing || !isLookConclusive(toSentAt(attempt), ctx.clock.now())) return false;
  return attempt.approvedAt === null || isCaptureDecided(ctx.db, attempt.id);
}

/** Counts a conclusive answer; the last one that is required ends the checks. */
async function countLook(ctx: Ctx, attempt: AttemptWithPayment): Promise<void> {
  const looksWanted = attempt.looksWanted - 1;
  if (looksWanted < 1) {
    await planNextRecheck(ctx.db, attempt, null);
    return;
  }
  const recheckAt = lookAfterClearAnswer(
    {
      sentAt: toSentAt(attempt),
      now: ctx.clock.now(),
      dayEndLocal: toDayEndLocal(attempt),
      fraction: hashToFraction(attempt.id),
    },
    looksWanted,
  );
  await planNextRecheck(ctx.db, attempt, { recheckAt, looksWanted });
}

/**
 * Plans the next check after an unclear answer. After the bank's day-end a void is impossible, so staff are alerted
 * then.
 */
async function planNextLook(ctx: Ctx, attempt: AttemptWithPayment): Promise<void> {
  const now = ctx.clock.now();
  const dayEnd = nextDayEnd(toSentAt(attempt), toDayEndLocal(attempt));
  await planNextRecheck(ctx.db, attempt, { recheckAt: lookAfterUnclearAnswer(now, dayEnd) });
  if (now < dayEnd) return;
  const detail = `Order ${attempt.bankOrderId}: the bank's day is over, and it has not said whether it has the money`;
  const alert = { kind: "last_look_unclear", subject: attempt.paymentId, detail } as const;
  if (await raiseAlert(ctx.db.prisma, alert, now)) {
    ctx.log.error({ alert: alert.kind, paymentCode: attempt.paymentId, attemptId: attempt.id }, detail);
  }
}

const toSentAt = ({ captureSentAt, createdAt }: AttemptWithPayment): Date => captureSentAt ?? createdAt;

const toDayEndLocal = ({ payment }: AttemptWithPayment): string => payment.terminal.dayEndLocal;

/**
 * Compares a payment that a person has settled as captured with the bank's later answer (D-124). If the bank
 * contradicts it, the payment is held and staff are alerted. A payment that has been refunded in the meantime is left
 * to the checks of its refund.
 */
async function compareWithCaptured(ctx: Ctx, attempt: AttemptWithPayment, found: SaleOutcome): Promise<void> {
  const { payment, bankOrderId } = attempt;
  const { refundedAmount, refundPendingAmount, amount } = payment;
  if (found.kind === "unknown") {
    await planNextRecheck(ctx.db, attempt, { recheckAt: plusMs(ctx.clock.now(), hours(1)) });
    return;
  }
  await planNextRecheck(ctx.db, attempt, null);
  const isRefunded = refundedAmount + refundPendingAmount > 0n;
  if (isRefunded || (found.kind === "paid" && found.amountKurus === amount)) return;
  const said = describeFinding(bankOrderId, found);
  const detail = `Captured by hand with ${amount} kuruş. ${said}`;
  const contradiction = { kind: "capture_without_record", subject: payment.id, detail } as const;
  await inTx(ctx.db, async (tx) => {
    await lockPaymentRow(tx, payment.id);
    await raiseContradiction(ctx, tx, { ...contradiction, paymentCode: payment.id });
  });
}

function describeFinding(bankOrderId: string, found: SaleOutcome): string {
  if (found.kind === "given_back") return describeGivenBack(bankOrderId, found);
  const held = found.kind === "paid" ? `${found.amountKurus} kuruş` : found.kind;
  return `Order ${bankOrderId}: the bank says: ${held}`;
}
