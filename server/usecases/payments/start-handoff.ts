import type { BankForm } from "@/server/banks/bank";
import type { BankRefusal } from "@/server/domain/banks/decline";
import { bin8 } from "@/server/domain/card";
import type { ErrorCode } from "@/server/domain/errors";
import { type CardFieldErrors, checkCard, type RawCard } from "@/server/domain/payments/card-form";
import { limitChecks } from "@/server/domain/payments/limits";
import { type ChargeRefusal, decideCharge } from "@/server/domain/pricing/installments";
import type { BuyerLanguage } from "@/server/domain/web/negotiation";
import { readStartSettings, toTerminalFacts } from "@/server/store/accounts/terminals";
import { lockPayment, lockTerminalForLimits, type PaymentAtHandoff } from "@/server/store/payments/payments";
import { findCardFacts } from "@/server/store/pricing/bins";
import { openBankConnection } from "../banks/shared/bank-connection";
import { findCoolingWait } from "../card-testing/shared/cooling";
import type { Ctx } from "../ctx";
import { getTermsAtCreation, type LookupTerms } from "../pricing/shared/installment-terms";
import type { RefusedCard } from "./shared/attempt-row";
import { type CountCardAttemptInput, countCardAttempt } from "./shared/count-card-attempt";
import { findHandoffObstacle, findPaymentAtHandoff, type HandoffView, toHandoffView } from "./shared/handoff-payment";
import { endInterruptedStart, findInterruptedStart, withoutInterruptedStart } from "./shared/interrupted-start";
import { noteRefusedCard } from "./shared/note-refused-card";
import { refPurpose } from "./shared/payment-ref";
import { findProbePayment } from "./shared/probe-payment";
import { type StartThreeDSecureInput, startThreeDSecure } from "./start-three-d-secure";

export interface StartHandoffInput<Answer> {
  readonly paymentRef: string;
  readonly raw: RawCard;
  readonly language: BuyerLanguage;
  readonly buyerIp: string;
  /** Makes the whole answer with the bank's form, before the attempt is handed out (D-340). */
  present(form: BankForm, view: HandoffView): Promise<Answer>;
}

export type StartedHandoff<Answer> =
  | { readonly kind: "form"; readonly answer: Answer }
  /** The payment would pass a limit of the bank connection: the sterile page is shown, without a code (§4.7 rule 5). */
  | { readonly kind: "limit"; readonly view: HandoffView }
  | {
      readonly kind: "rejected";
      readonly code: ErrorCode;
      readonly view: HandoffView | null;
      readonly reason?: BankRefusal;
      /** The reason in more detail, only for the buyer's page. */
      readonly why?: ChargeRefusal;
      readonly fields?: CardFieldErrors;
      /** With `virtual_pos_inactive`: the bank cannot be reached, for the words of the buyer's page. */
      readonly isBankUnreachable?: true;
      /** With `rate_limited`: too many cards were refused in a scope of this card, so nothing is done (D-290). */
      readonly retryAfterSeconds?: number;
      /** Whether the buyer may try another card, or the same one again, on this payment. */
      readonly canRetry: boolean;
    };

type Rejected = Extract<StartedHandoff<unknown>, { kind: "rejected" }>;

/**
 * Takes a card for a payment and starts 3-D Secure once (§4.7, §7.4), or again where a crash interrupted the start
 * before anything of it left (D-340). The checks run in the order of D-20.
 */
export async function startHandoff<Answer>(
  ctx: Ctx,
  input: StartHandoffInput<Answer>,
): Promise<StartedHandoff<Answer>> {
  const payment = await findPaymentAtHandoff(ctx, input.paymentRef);
  if (!payment) return refuseUnknown(ctx, input.paymentRef);
  const span = { name: "handoff", continues: payment.traceParent, facts: { "vezne.payment": payment.id } };
  return ctx.telemetry.inSpan(span, () => takeCard(ctx, input, payment));
}

async function takeCard<Answer>(
  ctx: Ctx,
  input: StartHandoffInput<Answer>,
  payment: PaymentAtHandoff,
): Promise<StartedHandoff<Answer>> {
  const view = toHandoffView(payment);
  const code = findHandoffObstacle(payment, payment.partner, payment.terminal, ctx.clock.now());
  if (code) {
    if (code === "virtual_pos_inactive" || code === "psp_inactive") await noteInactive(ctx, input, payment);
    return { kind: "rejected", code, view, canRetry: false };
  }
  const wait = await findCoolingWait(ctx, { ...input, linkId: null, partnerId: payment.partnerId });
  if (wait) return { kind: "rejected", code: "rate_limited", view, ...wait, canRetry: false };
  const checked = checkCard(input.raw, ctx.clock.now());
  if ("errors" in checked) {
    return { kind: "rejected", code: "validation_error", view, fields: checked.errors, canRetry: true };
  }
  const terminal = toTerminalFacts(payment.terminal);
  const facts = await findCardFacts(ctx.db, bin8(checked.card.pan.reveal()));
  const terms = await getTermsAtCreation(ctx, payment);
  const connection = openBankConnection(ctx, terms.connection);
  // The count was fixed at creation, so this payment does not depend on whether the terminal still permits it (§7.3).
  const charge = decideCharge(terms, facts, payment.installment);
  const { language, buyerIp } = input;
  const submitted = { card: checked.card, facts, language, buyerIp };
  if (charge.kind === "refused") {
    return refuseCard(ctx, payment, charge.why, { ...submitted, ...toRefusalTerms(terms, payment) });
  }
  const entry = { ...submitted, terminal, connection, price: charge.price };
  return enter(ctx, payment, {
    ...entry,
    present: (form) => input.present(form, view),
    async lock(tx) {
      const held = await lockPayment(tx, payment.id);
      const interruptedId = await findInterruptedStart(tx, held);
      const locked = withoutInterruptedStart(held, interruptedId);
      // The settings are read after the last wait, so that they are those of the moment at which the card starts.
      await lockTerminalForLimits(tx, payment.terminalId, limitChecks(terminal.limits, ctx.clock.now()));
      const settings = await readStartSettings(tx, payment.terminalId);
      const obstacle = findHandoffObstacle(locked, settings, settings, ctx.clock.now());
      if (obstacle) return { obstacle };
      const free = { payment: locked, link: null };
      if (interruptedId === null) return free;
      const ended = await endInterruptedStart(tx, free, interruptedId, ctx.clock.now());
      return ended ?? { obstacle: "payment_prepare_already_started" };
    },
  });
}

/** Refuses a card where there is no payment to be paid: the probe's takes none (D-294), and others do not exist. */
function refuseUnknown(ctx: Ctx, paymentRef: string): Rejected {
  const probe = findProbePayment(ctx, paymentRef);
  const code = probe ? "payment_ref_expired" : "payment_ref_invalid";
  return { kind: "rejected", code, view: probe?.view ?? null, canRetry: false };
}

/** Refuses a card that the terminal does not charge at all, or not at the payment's count (§7.3 reasons 1 and 3). */
async function refuseCard(
  ctx: Ctx,
  payment: PaymentAtHandoff,
  why: ChargeRefusal,
  card: Omit<RefusedCard, "reason">,
): Promise<Rejected> {
  ctx.log.info({ paymentCode: payment.id, why }, "Card refused");
  const code = why === "card_type" ? "virtual_pos_card_type_not_supported" : "installment_not_allowed";
  const reason = why === "card_type" ? "card_not_accepted" : "installment_not_accepted";
  const refused = await rejectCard(ctx, payment, code, { refused: { ...card, reason } });
  return refused.code === code ? { ...refused, why } : refused;
}

const toRefusalTerms = (terms: Pick<LookupTerms, "connection">, { terminal }: PaymentAtHandoff) => ({
  connectionId: terms.connection.id,
  commissionBasis: terminal.commissionBasis,
});

/** Records the card that an inactive virtual POS refused, where its number is one (D-397). */
async function noteInactive(
  ctx: Ctx,
  { raw, language, buyerIp }: StartHandoffInput<unknown>,
  payment: PaymentAtHandoff,
): Promise<void> {
  const checked = checkCard(raw, ctx.clock.now());
  if ("errors" in checked) return;
  const { card } = checked;
  const facts = await findCardFacts(ctx.db, bin8(card.pan.reveal()));
  const terms = toRefusalTerms(await getTermsAtCreation(ctx, payment), payment);
  const refused = { card, facts, language, buyerIp, ...terms, reason: "bank_setup" as const };
  await noteRefusedCard(ctx, payment.id, refused, payment.partner.cardAttemptLimit);
}

/** Starts 3-D Secure and translates its outcome into the answers of the handoff. */
async function enter<Answer>(
  ctx: Ctx,
  payment: PaymentAtHandoff,
  entry: StartThreeDSecureInput<ErrorCode, Answer>,
): Promise<StartedHandoff<Answer>> {
  const view = toHandoffView(payment);
  const entered = await startThreeDSecure(ctx, entry);
  const rejected = (code: ErrorCode, canRetry: boolean): Rejected => ({
    kind: "rejected",
    code,
    view,
    canRetry,
  });
  switch (entered.kind) {
    case "form":
      return entered;
    case "limit": {
      const { connection, terminal, ...submitted } = entry;
      const terms = { connectionId: connection.id, commissionBasis: terminal.commissionBasis };
      const refused = { ...submitted, ...terms, reason: "amount_not_accepted" as const };
      await noteRefusedCard(ctx, payment.id, refused, payment.partner.cardAttemptLimit);
      return { kind: "limit", view };
    }
    case "obstacle":
      return rejected(entered.obstacle, false);
    case "declined":
      return rejectCard(ctx, payment, "payment_declined", { rejected: entered.rejected });
    case "unreachable":
      return { ...rejected("virtual_pos_inactive", true), isBankUnreachable: true };
    case "closed":
      return rejected(await readObstacle(ctx, payment), false);
  }
}

/** Counts the rejected card. The rejection that exhausts the allowance still answers with its own code (D-19). */
async function rejectCard(
  ctx: Ctx,
  payment: PaymentAtHandoff,
  code: ErrorCode,
  card: Pick<CountCardAttemptInput, "rejected" | "refused">,
): Promise<Rejected> {
  const view = toHandoffView(payment);
  const attemptsMax = payment.partner.cardAttemptLimit;
  const counted = await countCardAttempt(ctx, { payment, attemptsMax, ...card });
  if (counted !== "closed") {
    const reason = card.rejected && { reason: card.rejected.reason };
    return { kind: "rejected", code, view, ...reason, canRetry: counted === "left" };
  }
  return { kind: "rejected", code: await readObstacle(ctx, payment), view, canRetry: false };
}

/** Returns why a card comes too late: the payment's new state, which an expiry or a faster card has changed. */
async function readObstacle(ctx: Ctx, { id, refCipher }: PaymentAtHandoff): Promise<ErrorCode> {
  const now = await findPaymentAtHandoff(ctx, ctx.vault.open(refPurpose(id), refCipher));
  const obstacle = now && findHandoffObstacle(now, now.partner, now.terminal, ctx.clock.now());
  return obstacle ?? "payment_prepare_already_started";
}
