import { minutes, plusMs } from "@/server/domain/clock";
import { newId, newSecretToken, tokenHash } from "@/server/domain/ids";
import { isWithinAmountLimits, limitChecks } from "@/server/domain/payments/limits";
import { toAmountLimits } from "@/server/store/accounts/partners";
import { readStartSettings, type StartSettings, toTerminalFacts } from "@/server/store/accounts/terminals";
import { findCoolingEnd } from "@/server/store/card-testing/coolings";
import type { Tx } from "@/server/store/db";
import { insertLinkPayment, lockOpenPayment } from "@/server/store/links/link-payments";
import { isLinkDue, isOpenLink, type LinkRow, type LinkWithPayment, lockLink } from "@/server/store/links/links";
import { abandonAttempts } from "@/server/store/payments/attempts";
import {
  lockPayment,
  lockTerminalForLimits,
  movePayment,
  type PaymentRow,
  updateInitiatedPayment,
} from "@/server/store/payments/payments";
import type { Ctx } from "@/server/usecases/ctx";
import type { LockedPayment } from "@/server/usecases/expiry/shared/end-payment";
import { endInterruptedStart, findInterruptedStart } from "@/server/usecases/payments/shared/interrupted-start";
import { refPurpose } from "@/server/usecases/payments/shared/payment-ref";
import { findAccountObstacle, isInFlight } from "./link-state";

/** The charge of a card on a link. Amounts in kuruş. */
export interface LinkCharge {
  readonly installment: number;
  readonly amountKurus: bigint;
  readonly shareKurus: bigint;
  readonly tariffId: string | null;
  /**
   * Whether the amount goes to the bank. A card that is refused before it pays nothing, so only its allowance is
   * counted: neither the terminal's switches nor the account's limits concern it.
   */
  readonly isForBank: boolean;
}

/**
 * Why no card may start on a locked link. `not_payable`: the link's state or its account's state, or another card is on
 * its way (D-10). `cannot_charge`: the terminal takes no payment now, or the account none of this amount (D-57, D-58).
 * `cooling`: too many cards were refused on the link (D-290), the last one while this card waited for the lock.
 */
export type LinkPaymentObstacle = "not_payable" | "cannot_charge" | "cooling";

/**
 * Locks a link and returns the payment that a card on it pays: the open payment if the count is the same, so that its
 * allowance counts cards; otherwise a new one (D-11). Writes nothing where it returns an obstacle.
 */
export async function lockLinkPayment(
  ctx: Ctx,
  tx: Tx,
  found: LinkWithPayment,
  charge: LinkCharge,
): Promise<LockedPayment | { readonly obstacle: LinkPaymentObstacle }> {
  const link = await lockLink(tx, found.id);
  // Read the time under the lock: a request that waited for another payment must come after it.
  const now = ctx.clock.now();
  if (!isOpenLink(link) || isLinkDue(link, now)) return { obstacle: "not_payable" };
  if (await findCoolingEnd(tx, [link.id], now)) return { obstacle: "cooling" };
  const open = await lockOpenPayment(tx, link.id);
  const interruptedId = open && (await findInterruptedStart(tx, open));
  const isHeld = link.status === "initiated" || (open && isInFlight(open));
  if (isHeld && !interruptedId) return { obstacle: "not_payable" };
  await lockTerminalForLimits(tx, link.terminalId, limitChecks(toTerminalFacts(found.terminal).limits, now));
  // The settings that were read before the locks may be out of date: this start follows every change that was
  // committed before its last lock (D-150).
  const settings = await readStartSettings(tx, link.terminalId);
  if (findAccountObstacle(settings)) return { obstacle: "not_payable" };
  if (charge.isForBank && !canCharge(charge.amountKurus, settings)) return { obstacle: "cannot_charge" };
  if (!open) return { link, payment: await insertNext(ctx, tx, link, found.terminal.validityMinutes, charge, now) };
  const idle = interruptedId
    ? await endInterruptedStart(tx, { payment: open, link }, interruptedId, now)
    : { payment: open, link };
  if (!idle) return { obstacle: "not_payable" };
  const ending = findEnding(idle.payment, settings.cardAttemptLimit, charge, now);
  if (!ending) return { link: idle.link, payment: await reusePayment(tx, idle.payment, charge, now) };
  await endIdle(tx, idle.payment, ending, now);
  return { link: idle.link, payment: await insertNext(ctx, tx, link, found.terminal.validityMinutes, charge, now) };
}

const canCharge = (amountKurus: bigint, settings: StartSettings): boolean =>
  settings.active &&
  settings.virtualPosActive &&
  settings.pspActive &&
  isWithinAmountLimits(amountKurus, toAmountLimits(settings));

type Ending = "expired" | "superseded" | "card_attempt_limit_exceeded";

/** Returns why an idle payment cannot be used for another card; null if it can. */
function findEnding(payment: PaymentRow, attemptsMax: number, charge: LinkCharge, now: Date): Ending | null {
  if (payment.expiresAt <= now) return "expired";
  if (payment.attemptsUsed >= attemptsMax) return "card_attempt_limit_exceeded";
  return payment.installment === charge.installment ? null : "superseded";
}

async function endIdle(tx: Tx, payment: PaymentRow, ending: Ending, now: Date): Promise<void> {
  await abandonAttempts(tx, payment.id, now);
  if (ending === "expired") await movePayment(tx, payment, "expired", payment.expiresAt, now);
  else await movePayment(tx, payment, "failed", now, now, { failureCode: ending });
}

/**
 * Reuses the payment with the new card's charge: cards of other programmes may be charged differently at the same
 * count.
 */
async function reusePayment(tx: Tx, payment: PaymentRow, charge: LinkCharge, now: Date): Promise<PaymentRow> {
  const facts = {
    amount: charge.amountKurus,
    customerShareAmount: charge.shareKurus,
    tariffId: charge.tariffId,
  };
  const isSame = payment.amount === facts.amount && payment.tariffId === facts.tariffId;
  if (!isSame) await updateInitiatedPayment(tx, payment.id, {}, { ...facts, updatedAt: now });
  return { ...payment, ...facts };
}

async function insertNext(
  ctx: Ctx,
  tx: Tx,
  link: LinkRow,
  validityMinutes: number,
  charge: LinkCharge,
  now: Date,
): Promise<PaymentRow> {
  const paymentCode = newId(ctx.random, "payment", now);
  const paymentRef = newSecretToken(ctx.random);
  const payment = {
    ...charge,
    paymentCode,
    refHash: tokenHash(paymentRef),
    refCipher: ctx.vault.seal(refPurpose(paymentCode), paymentRef),
    now,
    expiresAt: plusMs(now, minutes(validityMinutes)),
  };
  let attemptNo = link.lastAttemptNo + 1;
  while (!(await insertLinkPayment(tx, link, { ...payment, attemptNo }))) attemptNo += 1;
  return lockPayment(tx, paymentCode);
}
