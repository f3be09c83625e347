import { minutes, plusMs } from "@/server/domain/clock";
import { newId, newSecretToken, tokenHash } from "@/server/domain/ids";
import { limitChecks } from "@/server/domain/payments/limits";
import { readAccountState } from "@/server/store/accounts/partners";
import { toTerminalFacts } from "@/server/store/accounts/terminals";
import type { Tx } from "@/server/store/db";
import { insertLinkPayment, lockOpenPayment } from "@/server/store/links/link-payments";
import {
  isLinkDue,
  isOpenLink,
  type LinkRow,
  type LinkWithPayment,
  lockLink,
} from "@/server/store/links/links";
import { abandonAttempts } from "@/server/store/payments/attempts";
import {
  lockConnection,
  lockPayment,
  movePayment,
  type PaymentRow,
  updateInitiated,
} from "@/server/store/payments/payments";
import type { Ctx } from "../ctx";
import type { HeldPayment } from "../expiry/hold-payment";
import { refPurpose } from "../payments/payment-ref";
import { accountObstacle, isInFlight } from "./link-view";

/** What a card is to be charged on a link. Kuruş. */
export interface LinkCharge {
  readonly installment: number;
  readonly amountKurus: bigint;
  readonly shareKurus: bigint;
  readonly tariffId: string | null;
}

/**
 * Takes the locks of a link and gives the payment that a card on it pays: the open one where the count is the same, so
 * that its allowance counts cards; else a new one (D-11). An obstacle: the link is no longer payable, or another card is
 * on its way (D-10).
 */
export async function holdLinkPayment(
  ctx: Ctx,
  tx: Tx,
  found: LinkWithPayment,
  charge: LinkCharge,
): Promise<HeldPayment | { readonly obstacle: "not_payable" }> {
  const link = await lockLink(tx, found.id);
  // Read under the lock: who waited for another's payment comes after it.
  const now = ctx.clock.now();
  if (!isOpenLink(link) || isLinkDue(link, now)) return { obstacle: "not_payable" };
  const open = await lockOpenPayment(tx, link.id);
  if (link.status === "initiated" || (open && isInFlight(open))) return { obstacle: "not_payable" };
  // What was read before the lock may be out of date: nothing starts once a hold has been answered (D-10).
  if (accountObstacle(await readAccountState(tx, link.partnerId))) return { obstacle: "not_payable" };
  await lockConnection(tx, link.terminalId, limitChecks(toTerminalFacts(found.terminal).limits, now));
  const ending = open && endingOf(open, found.partner.cardAttemptLimit, charge, now);
  if (open && !ending) return { link, payment: await renew(tx, open, charge, now) };
  if (open && ending) await endIdle(tx, open, ending, now);
  return { link, payment: await insertNext(ctx, tx, link, found.terminal.validityMinutes, charge, now) };
}

type Ending = "expired" | "superseded" | "card_attempt_limit_exceeded";

/** Why an idle payment is not used for another card; null: it is. */
function endingOf(payment: PaymentRow, attemptsMax: number, charge: LinkCharge, now: Date): Ending | null {
  if (payment.expiresAt <= now) return "expired";
  if (payment.attemptsUsed >= attemptsMax) return "card_attempt_limit_exceeded";
  return payment.installment === charge.installment ? null : "superseded";
}

async function endIdle(tx: Tx, payment: PaymentRow, ending: Ending, now: Date): Promise<void> {
  await abandonAttempts(tx, payment.id, now);
  if (ending === "expired") await movePayment(tx, payment, "expired", payment.expiresAt, now);
  else await movePayment(tx, payment, "failed", now, now, { failureCode: ending });
}

/** Cards of different programmes may be charged differently at the same count. */
async function renew(tx: Tx, payment: PaymentRow, charge: LinkCharge, now: Date): Promise<PaymentRow> {
  const facts = {
    amount: charge.amountKurus,
    customerShareAmount: charge.shareKurus,
    tariffId: charge.tariffId,
  };
  const isSame = payment.amount === facts.amount && payment.tariffId === facts.tariffId;
  if (!isSame) await updateInitiated(tx, payment.id, {}, { ...facts, updatedAt: now });
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
  const paymentCode = newId("payment", now);
  const paymentRef = newSecretToken();
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
