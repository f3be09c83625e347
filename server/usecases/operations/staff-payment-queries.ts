import { maskPan } from "@/server/domain/card";
import { AppError } from "@/server/domain/errors";
import type { SettlementKind } from "@/server/domain/payouts/settlement-list";
import { toSettlementStatus } from "@/server/domain/payouts/settlement-status";
import { listAlertRows } from "@/server/store/alerts";
import { listBankMessages } from "@/server/store/banks/bank-messages";
import { listDeliveriesAbout } from "@/server/store/payments/payment-history";
import { findPaymentForStaff, type PaymentForStaff } from "@/server/store/payments/staff-payment";
import { asPartnerId } from "@/server/store/tenant";
import type { Ctx } from "../ctx";
import { getPaymentTimeline } from "../payments/get-payment-timeline";
import { getPayment } from "../payments/queries";
import { toAlertView } from "./shared/alert-view";

/** The number of messages with the bank, and of alerts, that a page shows. */
const shownMax = 100;

/**
 * Returns a payment of any account with everything that is recorded about it: what its merchant sees, its account and
 * terminal, every card with the bank's references, what went back, settlements, corrections, decisions, deliveries and
 * alerts. Throws payment_not_found.
 */
export async function getStaffPayment(ctx: Ctx, { paymentCode }: { paymentCode: string }) {
  const found = await requirePayment(ctx, paymentCode);
  const partnerId = asPartnerId(found.partnerId);
  const subjects = [found.id, ...found.refunds.map(({ id }) => id), ...found.moneyReturns.map(({ id }) => id)];
  const payment = await getPayment(ctx, { partnerId, paymentCode });
  const about = payment.paymentLinkId ? [...subjects, payment.paymentLinkId] : subjects;
  const [deliveries, alerts] = await Promise.all([
    listDeliveriesAbout(ctx.db, partnerId, about),
    listAlertRows(ctx.db, { subjects, states: null, kinds: null, after: null, countMax: shownMax }),
  ]);
  const { partner, terminal, heldSince, moneyReturns, decisions, corrections, settlements } = found;
  return {
    payment,
    partner: { partnerId, name: partner.name, status: partner.status },
    terminal,
    heldSince,
    cards: { used: found.attemptsUsed, allowed: partner.cardAttemptLimit, refusedBefore: countRefused(found) },
    attempts: found.attempts.map((attempt) => toAttemptView(ctx, attempt)),
    moneyReturns,
    /** The bank's references of each refund. */
    refundReferences: found.refunds,
    decisions,
    corrections,
    settlements: settlements.map(toSettlementView),
    deliveries: deliveries.map(({ tries, ...delivery }) => ({
      ...delivery,
      tries: tries.length,
      last: tries.at(-1) ?? null,
    })),
    alerts: alerts.map(toAlertView),
    now: ctx.clock.now(),
  };
}

/** Returns the timeline of a payment of any account, as its merchant sees it. Throws payment_not_found. */
export async function getStaffPaymentTimeline(ctx: Ctx, { paymentCode }: { paymentCode: string }) {
  const { partnerId } = await requirePayment(ctx, paymentCode);
  return getPaymentTimeline(ctx, { partnerId: asPartnerId(partnerId), paymentCode, withDeliveries: true });
}

/**
 * Returns the messages of the last seven days between the terminal and its bank about a payment's orders, the oldest
 * first. Card data and secrets were replaced before they were stored. Throws payment_not_found.
 */
export async function listPaymentMessages(ctx: Ctx, { paymentCode }: { paymentCode: string }) {
  const { terminal, attempts } = await requirePayment(ctx, paymentCode);
  const now = ctx.clock.now();
  const ofOrders = await Promise.all(
    attempts.map(({ bankOrderId: orderId }) =>
      listBankMessages(ctx.db, { terminalId: terminal.id, orderId, now, countMax: shownMax }),
    ),
  );
  return ofOrders
    .flat()
    .map(({ terminalId, ...message }) => message)
    .sort((a, b) => a.at.getTime() - b.at.getTime());
}

async function requirePayment(ctx: Ctx, paymentCode: string): Promise<PaymentForStaff> {
  const found = await findPaymentForStaff(ctx.db, paymentCode);
  if (!found) throw new AppError("payment_not_found", `There is no payment ${paymentCode}`);
  return found;
}

/**
 * Counts the cards that drew from the allowance and left no record: before D-397 a card that the terminal's rules or
 * its tariff refused was only counted.
 */
const countRefused = ({ attemptsUsed, attempts }: PaymentForStaff): number =>
  Math.max(0, attemptsUsed - attempts.filter(drewFromAllowance).length);

/** Returns whether an attempt was refused for what the card is; a limit and an inactive virtual POS draw nothing. */
const drewFromAllowance = ({ status, bankCode, declineReason }: PaymentForStaff["attempts"][number]): boolean =>
  status === "rejected" &&
  (bankCode !== null || declineReason === "card_not_accepted" || declineReason === "installment_not_accepted");

function toAttemptView(ctx: Ctx, attempt: PaymentForStaff["attempts"][number]) {
  const { id, cardBin, cardLast4, connection, ...facts } = attempt;
  return {
    ...facts,
    attemptId: id,
    maskedPan: maskPan(cardBin, cardLast4),
    acquirer: ctx.banks.getBrand(connection.bank).name,
  };
}

function toSettlementKind(
  booked: Pick<PaymentForStaff["settlements"][number], "amount" | "refund" | "correctionId" | "chargebackId">,
): SettlementKind {
  if (booked.correctionId !== null) return "correction";
  if (booked.chargebackId !== null) return booked.amount > 0n ? "chargeback_reversal" : "chargeback";
  return booked.refund?.method ?? "capture";
}

function toSettlementView({ id, amount, dueAt, payout, ...booked }: PaymentForStaff["settlements"][number]) {
  const kind = toSettlementKind({ amount, ...booked });
  const newest = payout?.chain[0] ?? null;
  const status = toSettlementStatus(newest?.status ?? null);
  return { settlementId: id, netKurus: amount, dueAt, status, kind, payoutBatchId: newest?.id ?? null };
}
