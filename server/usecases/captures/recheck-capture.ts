import type { Outcome } from "@/server/banks/bank";
import { moneyTime } from "@/server/domain/bank-time";
import { nextDayEnd } from "@/server/domain/business-day";
import { fractionOf } from "@/server/domain/ids";
import { isLookCertain, lookAfter, nextLookAt } from "@/server/domain/payments/last-look";
import { raiseAlert } from "@/server/store/alerts";
import { isDecided } from "@/server/store/captures/capture-decisions";
import { claimRecheck } from "@/server/store/operations/due";
import { type AttemptWithPayment, getAttempt, planLook } from "@/server/store/payments/attempts";
import { connectionOf, placedOrderOf } from "../banks/bank-connection";
import type { Ctx } from "../ctx";
import { compareWithCaptured } from "./compare-with-captured";
import { type Paid, returnMoney } from "./return-money";

/**
 * Looks again at a capture that was given up without the bank's word (D-72), until an answer is certain: money that the bank
 * has after all goes back to the card. One that a person called captured is compared (D-75). False when there was nothing to
 * look at.
 */
export async function recheckCapture(ctx: Ctx, { attemptId }: { attemptId: string }): Promise<boolean> {
  if (!(await claimRecheck(ctx.db, attemptId, ctx.clock.now()))) return false;
  const attempt = await getAttempt(ctx.db, attemptId);
  const found = await askBank(ctx, attempt);
  if (attempt.status === "captured") await compareWithCaptured(ctx, attempt, found);
  else if (found.kind === "paid") await returnFound(ctx, attempt, found);
  else if (found.kind === "voided") await endLooks(ctx, attempt);
  else if (await isCertain(ctx, attempt, found)) await countLook(ctx, attempt);
  else await lookAgain(ctx, attempt);
  return true;
}

/** A bank that cannot even be asked, since its account cannot be opened, has said nothing either: staff are alerted in time. */
async function askBank(ctx: Ctx, attempt: AttemptWithPayment): Promise<Outcome> {
  try {
    const connection = connectionOf(ctx, attempt.connection);
    return await connection.call({ kind: "inquire", ...placedOrderOf(attempt) });
  } catch (error) {
    ctx.log.error(
      { err: error, attemptId: attempt.id },
      "The bank could not be asked about a capture that was given up",
    );
    return { kind: "unknown", cause: "withdrawn" };
  }
}

/** The day that decides between a void and a credit is the one on which the bank took the money. */
function returnFound(ctx: Ctx, attempt: AttemptWithPayment, found: Paid): Promise<void> {
  const now = ctx.clock.now();
  const takenAt = moneyTime({ bankAt: found.at, sentAt: sentAtOf(attempt), answeredAt: now });
  return returnMoney(ctx, { attempt, found, dayEnd: nextDayEnd(takenAt, dayEndLocalOf(attempt)) });
}

/** Somebody gave the money back at the bank itself: a person compares it. */
async function endLooks(ctx: Ctx, attempt: AttemptWithPayment): Promise<void> {
  const detail = `Order ${attempt.bankOrderId}: given up here, and voided at the bank by nobody here`;
  ctx.log.error({ alert: "voided_at_bank", paymentCode: attempt.paymentId, attemptId: attempt.id }, detail);
  const alert = { kind: "voided_at_bank", subject: attempt.paymentId, detail } as const;
  await raiseAlert(ctx.db.prisma, alert, ctx.clock.now());
  await planLook(ctx.db, attempt, null);
}

/** What the bank has approved in writing is not undone by an answer that it has nothing, unless a person says so (D-73). */
async function isCertain(ctx: Ctx, attempt: AttemptWithPayment, { kind }: Outcome): Promise<boolean> {
  const saysNothing = kind === "not_found" || kind === "declined";
  if (!saysNothing || !isLookCertain(sentAtOf(attempt), ctx.clock.now())) return false;
  return attempt.approvedAt === null || isDecided(ctx.db, attempt.id);
}

/** One clear answer fewer is wanted; the last one ends the looks. */
async function countLook(ctx: Ctx, attempt: AttemptWithPayment): Promise<void> {
  const looksWanted = attempt.looksWanted - 1;
  if (looksWanted < 1) {
    await planLook(ctx.db, attempt, null);
    return;
  }
  const recheckAt = lookAfter(
    {
      sentAt: sentAtOf(attempt),
      now: ctx.clock.now(),
      dayEndLocal: dayEndLocalOf(attempt),
      fraction: fractionOf(attempt.id),
    },
    looksWanted,
  );
  await planLook(ctx.db, attempt, { recheckAt, looksWanted });
}

/** No clear answer yet. Once the day is over a void is lost, so staff are alerted then. */
async function lookAgain(ctx: Ctx, attempt: AttemptWithPayment): Promise<void> {
  const now = ctx.clock.now();
  const dayEnd = nextDayEnd(sentAtOf(attempt), dayEndLocalOf(attempt));
  await planLook(ctx.db, attempt, { recheckAt: nextLookAt(now, dayEnd) });
  if (now < dayEnd) return;
  const detail = `Order ${attempt.bankOrderId}: the bank's day is over, and it has not said whether it has the money`;
  const alert = { kind: "last_look_unclear", subject: attempt.paymentId, detail } as const;
  if (await raiseAlert(ctx.db.prisma, alert, now)) {
    ctx.log.error({ alert: alert.kind, paymentCode: attempt.paymentId, attemptId: attempt.id }, detail);
  }
}

const sentAtOf = ({ captureSentAt, createdAt }: AttemptWithPayment): Date => captureSentAt ?? createdAt;

const dayEndLocalOf = ({ payment }: AttemptWithPayment): string => payment.terminal.dayEndLocal;
