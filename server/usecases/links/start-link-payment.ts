import type { DeclineReason, HandoffForm } from "@/server/banks/bank";
import { bin8, withoutSpaces } from "@/server/domain/card";
import type { ErrorCode, Language } from "@/server/domain/errors";
import { chooseOption, type LinkChoice } from "@/server/domain/links/link-choice";
import type {
  CardOffer,
  LinkFace,
  LinkFieldErrors,
  LinkOption,
  LinkScene,
  LinkTrouble,
} from "@/server/domain/links/link-page";
import { type CheckedCard, checkCard, type RawCard } from "@/server/domain/payments/card-form";
import { type CardFacts, chargeOf } from "@/server/domain/pricing/installments";
import { toTerminalFacts } from "@/server/store/accounts/terminals";
import { inTx } from "@/server/store/db";
import { type LinkWithPayment, recordOpen } from "@/server/store/links/links";
import { findCardFacts } from "@/server/store/pricing/bins";
import { connectionOf } from "../banks/bank-connection";
import type { Ctx } from "../ctx";
import { drawDownAllowance, drawDownHeld } from "../payments/draw-down-allowance";
import { enterBank } from "../payments/enter-bank";
import type { LookupTerms } from "../pricing/installment-terms";
import { linkTerms, offerOf, restrictionOf } from "./find-link-offer";
import { holdLinkPayment } from "./link-payment";
import { endOf, faceOf, findLinkAt, sceneOfFound } from "./link-view";

export interface StartLinkPaymentInput {
  readonly token: string;
  readonly raw: RawCard;
  /** The option that the buyer chose, and the total that was shown with it, kuruş; null: none was sent. */
  readonly installmentCount: number | null;
  readonly seenTotalKurus: bigint | null;
  /** The first eight digits, where they were asked for alone before (D-49). */
  readonly bin8: string | null;
  readonly language: Language;
  readonly buyerIp: string;
}

export type StartedLinkPayment =
  | { readonly kind: "unknown" }
  /** The link cannot be paid as it stands, or another card is on its way. */
  | { readonly kind: "scene"; readonly scene: LinkScene }
  | {
      readonly kind: "form";
      readonly face: LinkFace;
      readonly form: HandoffForm;
      readonly amountKurus: bigint;
      readonly installment: number;
      readonly until: Date;
    }
  /** A limit of the bank connection, or one that is down: the sterile page (§4.7 rule 5). */
  | { readonly kind: "limit"; readonly face: LinkFace }
  /** The form is shown again: with another card, or another count, the link can still be paid. */
  | {
      readonly kind: "refused";
      readonly code: ErrorCode;
      readonly face: LinkFace;
      readonly trouble: LinkTrouble | null;
      readonly offer: CardOffer | null;
      readonly chosenCount: number | null;
      readonly fields: LinkFieldErrors;
    };

/**
 * Takes a card for a link and starts 3-D Secure (D-10, D-11). The checks stand in the order of D-20; each refusal leaves
 * the link payable, so the form is shown again below it.
 */
export async function startLinkPayment(ctx: Ctx, input: StartLinkPaymentInput): Promise<StartedLinkPayment> {
  const link = await findLinkAt(ctx, input.token);
  if (!link) return { kind: "unknown" };
  const scene = sceneOfFound(link);
  if (scene.kind !== "open" && scene.kind !== "failed") return { kind: "scene", scene };
  const { active, virtualPosActive, pspActive } = link.terminal;
  if (!active || !virtualPosActive || !pspActive) return keepOut(ctx, link);
  const terms = await linkTerms(ctx, link);
  const form = await readForm(ctx, link, terms, input);
  if ("kind" in form) return form;
  const choice = chooseOption({
    terms,
    restriction: restrictionOf(link),
    card: form.facts,
    options: form.offer.options,
    amountKurus: link.amount,
    installmentCount: input.installmentCount,
    seenTotalKurus: input.seenTotalKurus,
  });
  return act(ctx, { ...input, ...form, link, terms }, choice);
}

/** What a submit holds once its fields are right. */
interface Submitted {
  readonly card: CheckedCard;
  readonly facts: CardFacts | null;
  readonly offer: CardOffer;
}

interface Attempted extends StartLinkPaymentInput, Submitted {
  readonly link: LinkWithPayment;
  readonly terms: LookupTerms;
}

async function readForm(
  ctx: Ctx,
  link: LinkWithPayment,
  terms: LookupTerms,
  input: StartLinkPaymentInput,
): Promise<Submitted | StartedLinkPayment> {
  const digits = withoutSpaces(input.raw.pan.reveal());
  const first = /^[0-9]{8}/.test(digits) ? bin8(digits) : input.bin8;
  const facts = first === null ? null : await findCardFacts(ctx.db, first);
  const offer = first === null ? null : offerOf(link, terms, facts, first);
  const again = { link, offer, installmentCount: input.installmentCount };
  const checked = checkCard(input.raw, ctx.clock.now());
  if ("errors" in checked) return refuse(again, "validation_error", null, checked.errors);
  if (input.bin8 !== null && input.bin8 !== first) {
    return refuse(again, "validation_error", { name: "other_card" });
  }
  if (offer === null) return refuse(again, "validation_error", null, { pan: "wrong" });
  if (offer.isClosed) return refuse(again, "installment_not_allowed", { name: "nothing_offered" });
  return { card: checked.card, facts, offer };
}

async function act(ctx: Ctx, attempted: Attempted, choice: LinkChoice): Promise<StartedLinkPayment> {
  if (choice.kind === "charge") return takeToBank(ctx, attempted, choice.option);
  if (choice.kind === "card_refused") return refuseCard(ctx, attempted, choice);
  const { why } = choice;
  if (why !== "count_not_offered") return refuse(attempted, "installment_not_allowed", { name: why });
  return refuse(attempted, "installment_not_allowed", { name: "installment_not_allowed", why });
}

async function takeToBank(ctx: Ctx, attempted: Attempted, option: LinkOption): Promise<StartedLinkPayment> {
  const { link, terms, facts } = attempted;
  const { installmentCount: installment, totalKurus: amountKurus, shareKurus } = option;
  const charge = chargeOf(terms, facts, installment);
  if (charge.kind === "refused") return refuse(attempted, "installment_not_allowed", null);
  const terminal = toTerminalFacts(link.terminal);
  const { tariffId } = terms;
  const entered = await enterBank(ctx, {
    ...attempted,
    terminal,
    connection: connectionOf(ctx, terms.connection),
    price: charge.price,
    hold: (tx) => holdLinkPayment(ctx, tx, link, { installment, amountKurus, shareKurus, tariffId }),
  });
  switch (entered.kind) {
    case "form": {
      const { form, payment } = entered;
      const face = faceOf(link, link.partner);
      return { kind: "form", face, form, amountKurus, installment, until: endOf(payment, link) };
    }
    case "limit":
    case "unreachable":
      return keepOut(ctx, link);
    case "declined": {
      const { payment, rejected } = entered;
      const attemptsMax = link.partner.cardAttemptLimit;
      const drawn = await drawDownAllowance(ctx, { payment, rejected, attemptsMax });
      if (drawn === "closed") return lookAgain(ctx, attempted.token);
      return declined(attempted, rejected.reason);
    }
    default:
      return lookAgain(ctx, attempted.token);
  }
}

const declined = (attempted: Attempted, declineReason: DeclineReason): StartedLinkPayment =>
  refuse(attempted, "payment_declined", { name: "payment_declined", declineReason });

/** A card that the terminal does not charge, at all or at this count: it draws from the allowance (§7.3, D-10). */
async function refuseCard(
  ctx: Ctx,
  attempted: Attempted,
  { why, installmentCount: installment }: Extract<LinkChoice, { kind: "card_refused" }>,
): Promise<StartedLinkPayment> {
  const { link, terms } = attempted;
  const charge = { installment, amountKurus: link.amount, shareKurus: 0n, tariffId: terms.tariffId };
  const drawn = await inTx(ctx.db, async (tx) => {
    const held = await holdLinkPayment(ctx, tx, link, charge);
    if ("obstacle" in held) return held.obstacle;
    return drawDownHeld(ctx, tx, held, { attemptsMax: link.partner.cardAttemptLimit });
  });
  if (drawn === "not_payable" || drawn === "closed") return lookAgain(ctx, attempted.token);
  ctx.log.info({ linkId: link.id, why }, "Card refused");
  const code = why === "card_type" ? "virtual_pos_card_type_not_supported" : "installment_not_allowed";
  return refuse(attempted, code, { name: code, why });
}

/** The sterile page: nothing was tried, but the link was opened (D-10). */
async function keepOut(ctx: Ctx, link: LinkWithPayment): Promise<StartedLinkPayment> {
  await recordOpen(ctx.db, link.id, ctx.clock.now());
  return { kind: "limit", face: faceOf(link, link.partner) };
}

/** Something else was quicker: another tab, another buyer, the merchant, the clock. */
async function lookAgain(ctx: Ctx, token: string): Promise<StartedLinkPayment> {
  const link = await findLinkAt(ctx, token);
  return link ? { kind: "scene", scene: sceneOfFound(link) } : { kind: "unknown" };
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
  face: faceOf(link, link.partner),
  trouble,
  offer,
  chosenCount: installmentCount,
  fields,
});
