import { bin8, removeSpaces } from "@/server/domain/card";
import type { ErrorCode } from "@/server/domain/errors";
import { chooseOption, type LinkChoice } from "@/server/domain/links/link-choice";
import type {
  CardOffer,
  LinkBankPage,
  LinkFieldErrors,
  LinkOption,
  LinkState,
  LinkSummary,
  LinkTrouble,
} from "@/server/domain/links/link-page";
import { type CheckedCard, checkCard, type RawCard } from "@/server/domain/payments/card-form";
import { type CardFacts, decideCharge } from "@/server/domain/pricing/installments";
import type { BuyerLanguage } from "@/server/domain/web/negotiation";
import { toAmountLimits } from "@/server/store/accounts/partners";
import { toTerminalFacts } from "@/server/store/accounts/terminals";
import { type LinkWithPayment, recordOpen } from "@/server/store/links/links";
import { findCardFacts } from "@/server/store/pricing/bins";
import { openBankConnection } from "../banks/shared/bank-connection";
import { type CoolingWait, findCoolingWait } from "../card-testing/shared/cooling";
import type { Ctx } from "../ctx";
import { countCardAttempt } from "../payments/shared/count-card-attempt";
import { startThreeDSecure } from "../payments/start-three-d-secure";
import type { LookupTerms } from "../pricing/shared/installment-terms";
import { findRestriction, getTermsForLink, listLinkOptions, toCardOffer } from "./shared/card-offer";
import { type LinkPaymentObstacle, lockLinkPayment } from "./shared/link-payment";
import { findCurrentLink, findDeadline, findLinkState, toLinkSummary } from "./shared/link-state";
import { refuseUnknownLink } from "./shared/probe-link";
import { countRefusedLinkCard, noteRefusedLinkCard } from "./shared/refused-link-card";

export interface StartLinkPaymentInput<Answer = unknown> {
  readonly token: string;
  readonly raw: RawCard;
  /** The installment count that the buyer chose; null if none was sent. */
  readonly installmentCount: number | null;
  /** The total that was shown with the chosen option, kuruş; null if none was sent. */
  readonly seenTotalKurus: bigint | null;
  /** The card's first eight digits, if the page asked for them alone before (D-49). */
  readonly bin8: string | null;
  readonly language: BuyerLanguage;
  readonly buyerIp: string;
  /** Makes the whole answer with the page that leads to the bank, before the attempt is handed out (D-340). */
  present(page: LinkBankPage): Promise<Answer>;
}

export type StartedLinkPayment<Answer = never> =
  | { readonly kind: "unknown" }
  /** The link cannot be paid in its current state, or another card is on its way. */
  | { readonly kind: "state"; readonly state: LinkState }
  | { readonly kind: "form"; readonly answer: Answer }
  /** No attempt is counted: the connection is limited or unavailable (§4.7 rule 5), or the amount excluded (D-57). */
  | { readonly kind: "limit"; readonly summary: LinkSummary }
  /** Too many cards were refused in a scope of this card (D-290): nothing is done for some time. */
  | ({ readonly kind: "cooling"; readonly summary: LinkSummary } & CoolingWait)
  /** The form is shown again: the link can still be paid with another card or another count. */
  | {
      readonly kind: "refused";
      readonly code: ErrorCode;
      readonly summary: LinkSummary;
      readonly trouble: LinkTrouble | null;
      readonly offer: CardOffer | null;
      readonly chosenCount: number | null;
      readonly fields: LinkFieldErrors;
    };

/**
 * Takes a card for a link and starts 3-D Secure (D-10, D-11). The checks run in the order of D-20; each refusal leaves
 * the link payable, so the form is shown again below the refusal.
 */
export async function startLinkPayment<Answer>(
  ctx: Ctx,
  input: StartLinkPaymentInput<Answer>,
): Promise<StartedLinkPayment<Answer>> {
  const link = await findCurrentLink(ctx, input.token);
  if (!link) return refuseUnknownLink(ctx, input.token);
  const state = await findLinkState(ctx, link);
  if (state.kind === "amount_outside_account_limits") return showSterilePage(ctx, link);
  if (state.kind !== "open" && state.kind !== "failed") return { kind: "state", state };
  const cooling = await findCooling(ctx, link, input);
  if (cooling) return cooling;
  const { active, virtualPosActive, pspActive } = link.terminal;
  if (!active || !virtualPosActive || !pspActive) return showSterilePage(ctx, link);
  const terms = await getTermsForLink(ctx, link);
  const form = await readForm(ctx, link, terms, input);
  if ("kind" in form) return form;
  const choice = chooseOption({
    terms,
    restriction: findRestriction(link),
    card: form.facts,
    options: listLinkOptions(link, terms, form.facts),
    limits: toAmountLimits(link.partner),
    amountKurus: link.amount,
    installmentCount: input.installmentCount,
    seenTotalKurus: input.seenTotalKurus,
  });
  return applyChoice(ctx, { ...input, ...form, link, terms }, choice);
}

/** The facts of a submitted form whose fields are valid. */
interface Submitted {
  readonly card: CheckedCard;
  readonly facts: CardFacts | null;
  readonly offer: CardOffer;
}

interface Attempted<Answer = unknown> extends StartLinkPaymentInput<Answer>, Submitted {
  readonly link: LinkWithPayment;
  readonly terms: LookupTerms;
}

async function readForm(
  ctx: Ctx,
  link: LinkWithPayment,
  terms: LookupTerms,
  input: StartLinkPaymentInput,
): Promise<Submitted | StartedLinkPayment> {
  const digits = removeSpaces(input.raw.pan.reveal());
  const first = /^[0-9]{8}/.test(digits) ? bin8(digits) : input.bin8;
  const facts = first === null ? null : await findCardFacts(ctx.db, first);
  const offer = first === null ? null : toCardOffer(link, terms, facts, first);
  const shown = { link, offer, installmentCount: input.installmentCount };
  const checked = checkCard(input.raw, ctx.clock.now());
  if ("errors" in checked) return refuse(shown, "validation_error", null, checked.errors);
  if (input.bin8 !== null && input.bin8 !== first) {
    return refuse(shown, "validation_error", { name: "other_card" });
  }
  if (offer === null) return refuse(shown, "validation_error", null, { pan: "wrong" });
  if (offer.isClosed) return refuse(shown, "installment_not_allowed", { name: "nothing_offered" });
  return { card: checked.card, facts, offer };
}

async function applyChoice<Answer>(
  ctx: Ctx,
  attempted: Attempted<Answer>,
  choice: LinkChoice,
): Promise<StartedLinkPayment<Answer>> {
  if (choice.kind === "charge") return takeToBank(ctx, attempted, choice.option);
  if (choice.kind === "card_refused") return refuseCard(ctx, attempted, choice);
  if (choice.kind === "outside_account_limits") return showSterilePage(ctx, attempted.link);
  if (choice.why !== "count_not_offered") return refuse(attempted, "installment_not_allowed", { name: choice.why });
  return refuse(attempted, "installment_not_allowed", { name: "installment_not_allowed", why: choice.why });
}

async function takeToBank<Answer>(
  ctx: Ctx,
  attempted: Attempted<Answer>,
  option: LinkOption,
): Promise<StartedLinkPayment<Answer>> {
  const { link, terms, facts } = attempted;
  const { installmentCount: installment, totalKurus: amountKurus, shareKurus } = option;
  const charge = decideCharge(terms, facts, installment);
  if (charge.kind === "refused") return refuse(attempted, "installment_not_allowed", null);
  const { tariffId } = terms;
  const entered = await startThreeDSecure(ctx, {
    ...attempted,
    terminal: toTerminalFacts(link.terminal),
    connection: openBankConnection(ctx, terms.connection),
    price: charge.price,
    present(form, payment) {
      const summary = toLinkSummary(link, link.partner);
      return attempted.present({ summary, form, amountKurus, installment, until: findDeadline(payment, link) });
    },
    lock: (tx) => lockLinkPayment(ctx, tx, link, { installment, amountKurus, shareKurus, tariffId, isForBank: true }),
  });
  switch (entered.kind) {
    case "form":
      return entered;
    case "limit":
      await noteRefusedLinkCard(ctx, attempted, "amount_not_accepted");
      return showSterilePage(ctx, link);
    case "unreachable":
      return showSterilePage(ctx, link);
    case "declined": {
      const { payment, rejected } = entered;
      const attemptsMax = link.partner.cardAttemptLimit;
      const counted = await countCardAttempt(ctx, { payment, rejected, attemptsMax });
      if (counted === "closed") return readAgain(ctx, attempted.token);
      return refuse(attempted, "payment_declined", { name: "payment_declined", declineReason: rejected.reason });
    }
    case "obstacle":
      return afterObstacle(ctx, attempted, entered.obstacle);
    case "closed":
      return readAgain(ctx, attempted.token);
  }
}

/** Refuses a card that the terminal does not charge, at all or at this count, and counts it (§7.3, D-10). */
async function refuseCard(
  ctx: Ctx,
  attempted: Attempted,
  { why, installmentCount }: Extract<LinkChoice, { kind: "card_refused" }>,
): Promise<StartedLinkPayment> {
  const { link } = attempted;
  const reason = why === "card_type" ? "card_not_accepted" : "installment_not_accepted";
  const counted = await countRefusedLinkCard(ctx, attempted, reason, installmentCount);
  if (counted === "closed") return readAgain(ctx, attempted.token);
  if (counted !== "left" && counted !== "exhausted") return afterObstacle(ctx, attempted, counted);
  ctx.log.info({ linkId: link.id, why }, "Card refused");
  const code = why === "card_type" ? "virtual_pos_card_type_not_supported" : "installment_not_allowed";
  return refuse(attempted, code, { name: code, why });
}

/** Answers a card that met an obstacle under the lock, where nothing was written. */
async function afterObstacle(
  ctx: Ctx,
  attempted: Attempted,
  obstacle: LinkPaymentObstacle,
): Promise<StartedLinkPayment> {
  const { link, token } = attempted;
  if (obstacle === "cannot_charge") return showSterilePage(ctx, link);
  return (obstacle === "cooling" && (await findCooling(ctx, link, attempted))) || readAgain(ctx, token);
}

async function findCooling(ctx: Ctx, link: LinkWithPayment, input: StartLinkPaymentInput) {
  const wait = await findCoolingWait(ctx, { ...input, linkId: link.id, partnerId: link.partnerId });
  return wait && { kind: "cooling" as const, summary: toLinkSummary(link, link.partner), ...wait };
}

/** Answers with the sterile page: no attempt was made, but the link counts as opened (D-10). */
async function showSterilePage(ctx: Ctx, link: LinkWithPayment): Promise<StartedLinkPayment> {
  await recordOpen(ctx.db, link.id, ctx.clock.now());
  return { kind: "limit", summary: toLinkSummary(link, link.partner) };
}

/** Reads the link again after a concurrent change: another tab, another buyer, the merchant or an expiry was faster. */
async function readAgain(ctx: Ctx, token: string): Promise<StartedLinkPayment> {
  const link = await findCurrentLink(ctx, token);
  return link ? { kind: "state", state: await findLinkState(ctx, link) } : { kind: "unknown" };
}

const refuse = (
  {
    link,
    offer,
    installmentCount,
  }: Pick<Attempted, "link" | "installmentCount"> & { readonly offer: CardOffer | null },
  code: ErrorCode,
  trouble: LinkTrouble | null,
  fields: LinkFieldErrors = {},
): StartedLinkPayment => ({
  kind: "refused",
  code,
  summary: toLinkSummary(link, link.partner),
  trouble,
  offer,
  chosenCount: installmentCount,
  fields,
});
