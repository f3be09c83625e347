import type { DeclineReason, HandoffForm } from "@/server/banks/bank";
import { bin8 } from "@/server/domain/card";
import type { ErrorCode, Language } from "@/server/domain/errors";
import { type CardFieldErrors, checkCard, type RawCard } from "@/server/domain/payments/card-form";
import { type ChargeRefusal, chargeOf } from "@/server/domain/pricing/installments";
import { toTerminalFacts } from "@/server/store/accounts/terminals";
import { lockPayment, type PaymentAtHandoff } from "@/server/store/payments/payments";
import { findCardFacts } from "@/server/store/pricing/bins";
import { connectionOf } from "../banks/bank-connection";
import type { Ctx } from "../ctx";
import { getTermsAtCreation } from "../pricing/installment-terms";
import { type DrawDownInput, drawDownAllowance } from "./draw-down-allowance";
import { type BankEntry, enterBank } from "./enter-bank";
import { findAtHandoff, findObstacle, type HandoffView, handoffView } from "./handoff-gate";
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
  const facts = await findCardFacts(ctx.db, bin8(checked.card.pan.reveal()));
  const terms = await getTermsAtCreation(ctx, payment);
  const connection = connectionOf(ctx, terms.connection);
  // The count was fixed at creation, so whether the terminal still permits it does not bind this payment (§7.3).
  const charge = chargeOf(terms, facts, payment.installment);
  if (charge.kind === "refused") return refuseCard(ctx, payment, charge.why);
  const { language, buyerIp } = input;
  const entry = { terminal, connection, card: checked.card, facts, price: charge.price, language, buyerIp };
  return enter(ctx, payment, {
    ...entry,
    async hold(tx) {
      const locked = await lockPayment(tx, payment.id);
      const obstacle = findObstacle(locked, payment.partner, payment.terminal, ctx.clock.now());
      return obstacle ? { obstacle } : { payment: locked, link: null };
    },
  });
}

/** A card that the terminal does not charge at all, or not at the payment's count (§7.3 reasons 1 and 3). */
async function refuseCard(ctx: Ctx, payment: PaymentAtHandoff, why: ChargeRefusal): Promise<StartedHandoff> {
  ctx.log.info({ paymentCode: payment.id, why }, "Card refused");
  const code = why === "card_type" ? "virtual_pos_card_type_not_supported" : "installment_not_allowed";
  const refused = await rejectCard(ctx, payment, code);
  return refused.code === code ? { ...refused, why } : refused;
}

/** The bank's side of it, in the words of this door. */
async function enter(
  ctx: Ctx,
  payment: PaymentAtHandoff,
  entry: BankEntry<ErrorCode>,
): Promise<StartedHandoff> {
  const view = handoffView(payment);
  const entered = await enterBank(ctx, entry);
  const rejected = (code: ErrorCode, canRetry: boolean): Rejected => ({
    kind: "rejected",
    code,
    view,
    canRetry,
  });
  switch (entered.kind) {
    case "form":
      return { kind: "form", form: entered.form, view };
    case "limit":
      return { kind: "limit", view };
    case "obstacle":
      return rejected(entered.obstacle, false);
    case "declined":
      return rejectCard(ctx, payment, "payment_declined", entered.rejected);
    case "unreachable":
      return rejected("virtual_pos_inactive", true);
    case "closed":
      return rejected("payment_ref_expired", false);
  }
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
    payment,
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
