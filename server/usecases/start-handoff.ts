import type { BankOrder, CardInput, DeclineReason, HandoffForm } from "@/server/banks/bank";
import { bin6, bin8, last4, schemeOf } from "@/server/domain/card";
import { type CardFieldErrors, type CheckedCard, checkCard, type RawCard } from "@/server/domain/card-form";
import type { ErrorCode, Language } from "@/server/domain/errors";
import { newBankOrderId, newId, newSecretToken, tokenHash } from "@/server/domain/ids";
import { type CardFacts, type ChargeRefusal, chargeOf, type TariffPrice } from "@/server/domain/installments";
import { findPassedLimit, limitChecks } from "@/server/domain/limits";
import { type AttemptRow, insertAttempt, moveAttempt } from "@/server/store/attempts";
import { findCardFacts } from "@/server/store/bins";
import { inTx, type Tx } from "@/server/store/db";
import {
  lockPayment,
  type PaymentAtHandoff,
  sumConnectionUsage,
  updateInitiated,
} from "@/server/store/payments";
import { type TerminalFacts, toTerminalFacts } from "@/server/store/terminals";
import { type BankConnection, callbackUrl, connectionOf, tokenPurpose } from "./bank-connection";
import type { Ctx } from "./ctx";
import { type DrawDownInput, drawDownAllowance } from "./draw-down-allowance";
import { findAtHandoff, findObstacle, type HandoffView, handoffView } from "./handoff-gate";
import { getTermsAtCreation } from "./installment-terms";
import { refPurpose } from "./payment-ref";

export interface StartHandoffInput {
  readonly paymentRef: string;
  readonly raw: RawCard;
  readonly language: Language;
  readonly buyerIp: string;
}

export type StartedHandoff =
  | { readonly kind: "form"; readonly form: HandoffForm; readonly view: HandoffView }
  /** A limit of the bank connection: the sterile page, no code (§4.7 rule 5). */
  | { readonly kind: "limit"; readonly view: HandoffView }
  | {
      readonly kind: "rejected";
      readonly code: ErrorCode;
      readonly view: HandoffView | null;
      readonly reason?: DeclineReason;
      /** For the buyer's page alone. */
      readonly why?: ChargeRefusal;
      readonly fields?: CardFieldErrors;
      /** The buyer may try another card, or the same one again, on this payment. */
      readonly canRetry: boolean;
    };

type Rejected = Extract<StartedHandoff, { kind: "rejected" }>;

/** Takes a card for a payment and starts 3-D Secure, once (§4.7, §7.4). The checks stand in the order of D-20. */
export async function startHandoff(ctx: Ctx, input: StartHandoffInput): Promise<StartedHandoff> {
  const payment = await findAtHandoff(ctx, input.paymentRef);
  if (!payment) return { kind: "rejected", code: "payment_ref_invalid", view: null, canRetry: false };
  const view = handoffView(payment);
  const code = findObstacle(payment, payment.partner, payment.terminal, ctx.clock.now());
  if (code) return { kind: "rejected", code, view, canRetry: false };
  const checked = checkCard(input.raw, ctx.clock.now());
  if ("errors" in checked) {
    return { kind: "rejected", code: "validation_error", view, fields: checked.errors, canRetry: true };
  }
  const terminal = toTerminalFacts(payment.terminal);
  const connection = connectionOf(ctx, terminal);
  const facts = await findCardFacts(ctx.db, bin8(checked.card.pan.reveal()));
  const terms = await getTermsAtCreation(ctx, payment);
  // The count was fixed at creation, so whether the terminal still permits it does not bind this payment (§7.3).
  const charge = chargeOf(terms, facts, payment.installment);
  if (charge.kind === "refused") return refuseCard(ctx, payment, charge.why);
  return enter(ctx, {
    ...input,
    payment,
    terminal,
    connection,
    card: checked.card,
    facts,
    price: charge.price,
  });
}

/** A card that the terminal does not charge at all, or not at the payment's count (§7.3 reasons 1 and 3). */
async function refuseCard(ctx: Ctx, payment: PaymentAtHandoff, why: ChargeRefusal): Promise<StartedHandoff> {
  ctx.log.info({ paymentCode: payment.id, why }, "Card refused");
  const code = why === "card_type" ? "virtual_pos_card_type_not_supported" : "installment_not_allowed";
  const refused = await rejectCard(ctx, payment, code);
  return refused.code === code ? { ...refused, why } : refused;
}

/** What the checks have found, ready for the bank. */
interface Entry {
  readonly payment: PaymentAtHandoff;
  readonly terminal: TerminalFacts;
  readonly connection: BankConnection;
  readonly card: CheckedCard;
  readonly facts: CardFacts | null;
  readonly price: TariffPrice;
  readonly language: Language;
  readonly buyerIp: string;
}

async function enter(ctx: Ctx, entry: Entry): Promise<StartedHandoff> {
  const { payment, connection, card } = entry;
  const view = handoffView(payment);
  const token = newSecretToken();
  const order: BankOrder = {
    orderId: newBankOrderId(),
    amountKurus: payment.amount,
    installment: payment.installment,
    language: entry.language,
    callbackUrl: callbackUrl(ctx, token),
    nonce: newBankOrderId(),
    buyerIp: entry.buyerIp,
  };
  const held = await inTx(ctx.db, (tx) => holdPayment(ctx, tx, entry, order, token));
  if (held.kind === "limit") return { kind: "limit", view };
  if (held.kind === "obstacle") return { kind: "rejected", code: held.code, view, canRetry: false };
  if (!connection.bank.supports.prepare) {
    return { kind: "form", form: connection.bank.handoff(order, card, connection.account), view };
  }
  return prepareThenForm(ctx, entry, held.attempt, order, card);
}

type Held = { kind: "held"; attempt: AttemptRow } | { kind: "limit" } | { kind: "obstacle"; code: ErrorCode };

/** Under the payment's lock: looks again, checks the bank connection's limits, and lets this card alone in. */
async function holdPayment(ctx: Ctx, tx: Tx, entry: Entry, order: BankOrder, token: string): Promise<Held> {
  const { payment, terminal, card, facts, price } = entry;
  const now = ctx.clock.now();
  const locked = await lockPayment(tx, payment.id);
  const code = findObstacle(locked, payment.partner, payment.terminal, now);
  if (code) return { kind: "obstacle", code };
  if (await passesLimit(tx, payment, terminal, now)) return { kind: "limit" };
  await updateInitiated(
    tx,
    payment.id,
    { prepareStartedAt: null },
    { prepareStartedAt: now, countedAt: now, updatedAt: now },
  );
  const attemptId = newId("attempt", now);
  const pan = card.pan.reveal();
  const attempt = await insertAttempt(tx, {
    id: attemptId,
    paymentId: payment.id,
    status: entry.connection.bank.supports.prepare ? "preparing" : "started",
    bankOrderId: order.orderId,
    tokenHash: Uint8Array.from(tokenHash(token)),
    tokenCipher: ctx.vault.seal(tokenPurpose(attemptId), token),
    nonce: order.nonce,
    language: order.language,
    buyerIp: order.buyerIp,
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
  });
  return { kind: "held", attempt };
}

/** The check of D-41 once more, without the payment's own reservation. */
async function passesLimit(
  tx: Tx,
  payment: PaymentAtHandoff,
  { terminalId, limits }: TerminalFacts,
  now: Date,
): Promise<boolean> {
  if (limits.perTx !== null && payment.amount > limits.perTx) return true;
  const checks = limitChecks(limits, now);
  const used = await sumConnectionUsage(tx, terminalId, now, payment.id, checks);
  return findPassedLimit(checks, used, payment.amount) !== null;
}

/** Draws the card from the allowance; the rejection that exhausts it still answers its own code (D-19). */
async function rejectCard(
  ctx: Ctx,
  payment: PaymentAtHandoff,
  code: ErrorCode,
  rejected?: DrawDownInput["rejected"],
): Promise<Rejected> {
  const view = handoffView(payment);
  const attemptsMax = payment.partner.cardAttemptLimit;
  const drawn = await drawDownAllowance(ctx, {
    paymentCode: payment.id,
    attemptsMax,
    ...(rejected && { rejected }),
  });
  if (drawn !== "closed") {
    const reason = rejected && { reason: rejected.reason };
    return { kind: "rejected", code, view, ...reason, canRetry: drawn === "left" };
  }
  // Another card of this payment was quicker: say what it has become.
  const now = await findAtHandoff(ctx, ctx.vault.open(refPurpose(payment.id), payment.refCipher));
  const obstacle = now && findObstacle(now, now.partner, now.terminal, ctx.clock.now());
  return { kind: "rejected", code: obstacle ?? "payment_prepare_already_started", view, canRetry: false };
}

/** For protocols that ask the bank before its page: a refusal there is the card's (payment_declined). */
async function prepareThenForm(
  ctx: Ctx,
  { payment, connection }: Entry,
  attempt: AttemptRow,
  order: BankOrder,
  card: CardInput,
): Promise<StartedHandoff> {
  const view = handoffView(payment);
  const outcome = await connection.call({ kind: "prepare", order, card });
  if (outcome.kind === "declined") {
    const rejected = { attemptId: attempt.id, reason: outcome.reason, bankCode: outcome.bankCode };
    return rejectCard(ctx, payment, "payment_declined", rejected);
  }
  const approved = outcome.kind === "approved";
  const open = await inTx(ctx.db, (tx) => settlePreparing(ctx, tx, attempt, approved));
  if (!open) return { kind: "rejected", code: "payment_ref_expired", view, canRetry: false };
  if (!approved) return { kind: "rejected", code: "virtual_pos_inactive", view, canRetry: true };
  return {
    kind: "form",
    form: connection.bank.handoff(order, card, connection.account, outcome.prepared),
    view,
  };
}

/**
 * Goes on to 3-D Secure, or lets the payment go again: nothing was asked of the card's account yet, so a bank
 * that cannot be reached costs no attempt. False when the payment's time ran out meanwhile.
 */
async function settlePreparing(ctx: Ctx, tx: Tx, attempt: AttemptRow, approved: boolean): Promise<boolean> {
  const now = ctx.clock.now();
  const { status } = await lockPayment(tx, attempt.paymentId);
  if (status !== "initiated") return false;
  await moveAttempt(tx, attempt.id, approved ? "started" : "not_started", now);
  if (!approved) await updateInitiated(tx, attempt.paymentId, {}, { prepareStartedAt: null, updatedAt: now });
  return true;
}
