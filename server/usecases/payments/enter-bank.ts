import type { BankOrder, DeclineReason, HandoffForm } from "@/server/banks/bank";
import { bin6, last4, schemeOf } from "@/server/domain/card";
import { later } from "@/server/domain/clock";
import type { Language } from "@/server/domain/errors";
import { newBankOrderId, newId, newSecretToken, tokenHash } from "@/server/domain/ids";
import type { CheckedCard } from "@/server/domain/payments/card-form";
import { findPassedLimit, limitChecks } from "@/server/domain/payments/limits";
import type { CardFacts, TariffPrice } from "@/server/domain/pricing/installments";
import type { TerminalFacts } from "@/server/store/accounts/terminals";
import { inTx, type Tx } from "@/server/store/db";
import { moveLink } from "@/server/store/links/links";
import { type AttemptRow, insertAttempt, moveAttempt } from "@/server/store/payments/attempts";
import { type PaymentRow, sumConnectionUsage, updateInitiated } from "@/server/store/payments/payments";
import { type BankConnection, callbackUrl, tokenPurpose } from "../banks/bank-connection";
import type { Ctx } from "../ctx";
import { expireIfDue } from "../expiry/expire-payment";
import { type HeldPayment, holdPayment } from "../expiry/hold-payment";

/** What the checks of a door have found, ready for the bank. */
export interface BankEntry<Obstacle> {
  readonly terminal: TerminalFacts;
  readonly connection: BankConnection;
  readonly card: CheckedCard;
  readonly facts: CardFacts | null;
  readonly price: TariffPrice;
  readonly language: Language;
  readonly buyerIp: string;
  /** Takes the locks, then looks again, and gives the payment that this card pays, or what keeps it out. */
  hold(tx: Tx): Promise<HeldPayment | { readonly obstacle: Obstacle }>;
}

export type EnteredBank<Obstacle> =
  | { readonly kind: "form"; readonly form: HandoffForm; readonly payment: PaymentRow }
  /** A limit of the bank connection: nothing was written (§4.7 rule 5). */
  | { readonly kind: "limit" }
  | { readonly kind: "obstacle"; readonly obstacle: Obstacle }
  /** The bank refused the card before 3-D Secure; the attempt is still to be settled. */
  | {
      readonly kind: "declined";
      readonly payment: PaymentRow;
      readonly rejected: {
        readonly attemptId: string;
        readonly reason: DeclineReason;
        readonly bankCode: string;
      };
    }
  /** The bank could not be asked; the payment is free again. */
  | { readonly kind: "unreachable" }
  /** The payment ended while the bank was asked. */
  | { readonly kind: "closed" };

/** Takes one card of a payment to the bank: checks the connection's limits, lets this card alone in, builds its form. */
export async function enterBank<Obstacle>(
  ctx: Ctx,
  entry: BankEntry<Obstacle>,
): Promise<EnteredBank<Obstacle>> {
  const token = newSecretToken();
  const held = await inTx(ctx.db, (tx) => holdForCard(ctx, tx, entry, token)).catch(limitOrThrow);
  if (held === "limit") return { kind: "limit" };
  if ("obstacle" in held) return { kind: "obstacle", obstacle: held.obstacle };
  const { payment, attempt } = held;
  const { bank, account } = entry.connection;
  const order: BankOrder = {
    orderId: attempt.bankOrderId,
    amountKurus: payment.amount,
    installment: payment.installment,
    language: entry.language,
    callbackUrl: callbackUrl(ctx, token),
    nonce: attempt.nonce,
    buyerIp: entry.buyerIp,
  };
  if (bank.supports.prepare) return prepareThenForm(ctx, entry, payment, attempt, order);
  const form = bank.handoff(order, entry.card, account);
  entry.connection.note("form", order.orderId, form.fields, "sent");
  return { kind: "form", form, payment };
}

/** Rolls back whatever was written on the way to a limit: a payment that nobody may start would use it up itself. */
class PassedLimit extends Error {}

const limitOrThrow = (error: unknown): "limit" => {
  if (error instanceof PassedLimit) return "limit";
  throw error;
};

async function holdForCard<Obstacle>(ctx: Ctx, tx: Tx, entry: BankEntry<Obstacle>, token: string) {
  const held = await entry.hold(tx);
  if ("obstacle" in held) return held;
  const now = ctx.clock.now();
  const { payment, link } = held;
  await requireWithinLimits(tx, payment, entry.terminal, now);
  await updateInitiated(
    tx,
    payment.id,
    { prepareStartedAt: null },
    { prepareStartedAt: now, countedAt: later(now, payment.createdAt), updatedAt: now },
  );
  const isPrepared = entry.connection.bank.supports.prepare;
  const attempt = await insertAttempt(tx, attemptOf(ctx, entry, payment, token, now));
  if (link && !isPrepared) await moveLink(tx, link, "initiated", now);
  return { payment, attempt };
}

function attemptOf<Obstacle>(
  ctx: Ctx,
  { terminal, connection, card, facts, price, language, buyerIp }: BankEntry<Obstacle>,
  payment: PaymentRow,
  token: string,
  now: Date,
) {
  const id = newId("attempt", now);
  const pan = card.pan.reveal();
  return {
    id,
    paymentId: payment.id,
    partnerId: payment.partnerId,
    connectionId: connection.id,
    status: connection.bank.supports.prepare ? ("preparing" as const) : ("started" as const),
    bankOrderId: newBankOrderId(),
    tokenHash: Uint8Array.from(tokenHash(token)),
    tokenCipher: ctx.vault.seal(tokenPurpose(id), token),
    nonce: newBankOrderId(),
    language,
    buyerIp,
    cardBin: bin6(pan),
    cardLast4: last4(pan),
    cardBrand: facts?.brand ?? null,
    cardFamily: facts?.family ?? null,
    cardBank: facts?.bank ?? null,
    cardScheme: facts?.scheme || schemeOf(pan),
    commissionBasis: terminal.commissionBasis,
    rateBps: price.rateBps,
    fixedFee: price.fixedFee,
    createdAt: now,
    updatedAt: now,
  };
}

/** The check of D-41, without the payment's own reservation. */
async function requireWithinLimits(
  tx: Tx,
  payment: PaymentRow,
  { terminalId, limits }: TerminalFacts,
  now: Date,
): Promise<void> {
  if (limits.perTx !== null && payment.amount > limits.perTx) throw new PassedLimit();
  const checks = limitChecks(limits, now);
  const used = await sumConnectionUsage(tx, terminalId, now, payment.id, checks);
  if (findPassedLimit(checks, used, payment.amount) !== null) throw new PassedLimit();
}

/** For protocols that ask the bank before its page: a refusal there is the card's (payment_declined). */
async function prepareThenForm<Obstacle>(
  ctx: Ctx,
  { connection, card }: BankEntry<Obstacle>,
  payment: PaymentRow,
  attempt: AttemptRow,
  order: BankOrder,
): Promise<EnteredBank<Obstacle>> {
  const outcome = await connection.call({ kind: "prepare", order, card });
  if (outcome.kind === "declined") {
    const { reason, bankCode } = outcome;
    return { kind: "declined", payment, rejected: { attemptId: attempt.id, reason, bankCode } };
  }
  const approved = outcome.kind === "approved";
  const open = await inTx(ctx.db, (tx) => settlePreparing(ctx, tx, payment, attempt, approved));
  if (!open) return { kind: "closed" };
  if (!approved) return { kind: "unreachable" };
  const form = connection.bank.handoff(order, card, connection.account, outcome.prepared);
  connection.note("form", order.orderId, form.fields, "sent");
  return { kind: "form", form, payment };
}

/**
 * Goes on to 3-D Secure, or lets the payment go again: nothing was asked of the card's account yet, so a bank
 * that cannot be reached costs no attempt. False when the payment ended meanwhile.
 */
async function settlePreparing(
  ctx: Ctx,
  tx: Tx,
  { id, linkId }: PaymentRow,
  attempt: AttemptRow,
  approved: boolean,
): Promise<boolean> {
  const held = await holdPayment(tx, { id, linkId });
  const { payment, link } = held;
  if (payment.status !== "initiated" || (await expireIfDue(ctx, tx, held))) return false;
  const now = ctx.clock.now();
  await moveAttempt(tx, attempt.id, approved ? "started" : "not_started", now);
  if (!approved) await updateInitiated(tx, id, {}, { prepareStartedAt: null, updatedAt: now });
  else if (link) await moveLink(tx, link, "initiated", now);
  return true;
}
