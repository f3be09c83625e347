import { bankDay, settlementDueAt } from "@/server/domain/business-day";
import { defaultRespondBy } from "@/server/domain/chargebacks/chargeback-rules";
import { newId } from "@/server/domain/ids";
import { decimalText } from "@/server/domain/money";
import { settlementCollectAt } from "@/server/domain/payouts/collection";
import { mayInPanel, type PanelRole, panelRoles } from "@/server/domain/people/access";
import { closeAlerts, raiseAlert } from "@/server/store/alerts";
import {
  type ChargeablePayment,
  type ChargebackRow,
  findCase,
  insertChargeback,
  listTakenCases,
  lockPaymentOfOrder,
  moveChargeback,
} from "@/server/store/chargebacks/chargebacks";
import { inTx, type Tx } from "@/server/store/db";
import { insertFollowingSettlement } from "@/server/store/payouts/settlements";
import { listRecipients } from "@/server/store/people/team";
import { asPartnerId } from "@/server/store/tenant";
import type { Ctx } from "../../ctx";
import { writeMail } from "../../mail/shared/write-mail";

/** What a bank's day-end file says about a chargeback. Amount in kuruş, instant in UTC. */
export interface ChargebackLine {
  readonly kind: "chargeback" | "chargeback_reversal";
  readonly orderId: string;
  readonly amountKurus: bigint;
  readonly at: Date;
  /** The bank's number of the case and code of the reason; null where the file has none. */
  readonly caseNumber: string | null;
  readonly reasonCode: string | null;
  /** The last day for an answer, `YYYY-MM-DD`; null where the file has none. */
  readonly respondBy: string | null;
}

/** Those who hear of a chargeback: who answers it, and who finds it in the payout. */
const told: readonly PanelRole[] = panelRoles.filter((role) => mayInPanel(role, "chargeback.write"));

/**
 * Books a line of a bank's day-end file about a chargeback, or about its way back, once: a line that was booked before
 * changes nothing. Returns false where the books have no captured payment with that much money, or no chargeback, that
 * it could be about; it then stays a difference of its day (D-401).
 */
export async function bookChargeback(ctx: Ctx, line: ChargebackLine): Promise<boolean> {
  return inTx(ctx.db, async (tx) => {
    const payment = await lockPaymentOfOrder(tx, line.orderId);
    if (!payment) return false;
    return line.kind === "chargeback" ? begin(ctx, tx, payment, line) : giveBack(ctx, tx, payment, line);
  });
}

/** The bank's number of the case, or the order with the day where the file has none: one case a day. */
const caseNumberOf = ({ caseNumber, orderId, at }: ChargebackLine): string =>
  caseNumber ?? `${orderId}-${at.toISOString().slice(0, 10)}`;

async function begin(ctx: Ctx, tx: Tx, payment: ChargeablePayment, line: ChargebackLine): Promise<boolean> {
  const caseNumber = caseNumberOf(line);
  if (await findCase(tx, payment.terminalId, caseNumber)) return true;
  if (line.amountKurus > payment.leftKurus) return false;
  const now = ctx.clock.now();
  const { paymentId, partnerId, terminalId } = payment;
  const respondBy = line.respondBy ?? defaultRespondBy(line.at);
  const row = {
    id: newId(ctx.random, "chargeback", now),
    partnerId,
    paymentId,
    terminalId,
    caseNumber,
    reasonCode: line.reasonCode,
    amount: line.amountKurus,
    bankAt: line.at,
    respondBy: new Date(respondBy),
    createdAt: now,
  };
  await insertChargeback(tx, row);
  await book(tx, payment, { chargebackId: row.id, amountKurus: -row.amount, at: line.at }, now);
  const detail = `The bank took ${decimalText(row.amount)} TRY of payment ${paymentId} back (case ${caseNumber}); it accepts an answer until ${respondBy}`;
  await raiseAlert(tx, { kind: "chargeback_open", subject: row.id, detail }, now);
  await tell(ctx, tx, { ...row, respondBy });
  ctx.log.warn({ paymentCode: paymentId, chargebackId: row.id }, "A payment was charged back");
  return true;
}

async function giveBack(ctx: Ctx, tx: Tx, payment: ChargeablePayment, line: ChargebackLine): Promise<boolean> {
  const found = await findTaken(tx, payment, line);
  if (!found) return false;
  if (found.status === "won") return true;
  const now = ctx.clock.now();
  if (!(await moveChargeback(tx, found.id, "won", { endedAt: line.at }, now))) return false;
  await book(tx, payment, { chargebackId: found.id, amountKurus: found.amount, at: line.at }, now);
  await closeAlerts(tx, { kinds: ["chargeback_open"], subjects: [found.id] }, now);
  return true;
}

/** Finds the case by its number; without one, the only case of the payment that took this amount. */
async function findTaken(tx: Tx, payment: ChargeablePayment, line: ChargebackLine): Promise<ChargebackRow | null> {
  if (line.caseNumber !== null) {
    const found = await findCase(tx, payment.terminalId, line.caseNumber);
    return found?.amount === line.amountKurus ? found : null;
  }
  const taken = (await listTakenCases(tx, payment.paymentId)).filter(({ amount }) => amount === line.amountKurus);
  return taken.length === 1 ? (taken[0] ?? null) : null;
}

async function book(
  tx: Tx,
  { partnerId, paymentId, dayEndLocal }: ChargeablePayment,
  { chargebackId, amountKurus, at }: { readonly chargebackId: string; readonly amountKurus: bigint; readonly at: Date },
  now: Date,
): Promise<void> {
  const dueAt = settlementDueAt(at, dayEndLocal);
  const dates = { bankDay: bankDay(at, dayEndLocal), dueAt, collectAt: settlementCollectAt(dueAt, now) };
  await insertFollowingSettlement(tx, { partnerId, paymentId, chargebackId, amountKurus, ...dates }, now);
}

interface Told {
  readonly id: string;
  readonly partnerId: string;
  readonly paymentId: string;
  readonly amount: bigint;
  readonly respondBy: string;
}

async function tell(ctx: Ctx, tx: Tx, { id, partnerId, paymentId, amount, respondBy }: Told): Promise<void> {
  const { account, recipients } = await listRecipients(tx, asPartnerId(partnerId), told);
  const url = `${ctx.origins.panel}/panel/chargebacks/${id}`;
  const values = { account, paymentCode: paymentId, amount: Number(amount), respondBy, url };
  for (const { email: to, language } of recipients)
    await writeMail(ctx, tx, { kind: "chargeback", values, to, language });
}
