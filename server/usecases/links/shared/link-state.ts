import { maskPan } from "@/server/domain/card";
import { minutes, plusMs } from "@/server/domain/clock";
import { isEveryTotalOutside, judgeLinkAmount } from "@/server/domain/links/link-amount";
import type {
  AmountObstacle,
  LinkItem,
  LinkProgress,
  LinkReceipt,
  LinkState,
  LinkSummary,
  MoneyBack,
} from "@/server/domain/links/link-page";
import { toBuyerTexts } from "@/server/domain/links/link-texts";
import { type PartnerRow, toAmountLimits } from "@/server/store/accounts/partners";
import { findLinkByToken, isOpenLink, type LinkRow, type LinkWithPayment } from "@/server/store/links/links";
import type { AttemptRow } from "@/server/store/payments/attempts";
import type { PaymentRow } from "@/server/store/payments/payments";
import type { Ctx } from "@/server/usecases/ctx";
import { applyLinkExpiry } from "@/server/usecases/expiry/shared/apply-link-expiry";
import { buildMerchantUrl, linkTokenHash } from "@/server/usecases/link-url";
import { findInterruptedStart } from "@/server/usecases/payments/shared/interrupted-start";
import { sumRefunded } from "@/server/usecases/payments/shared/refundable";
import { findRestriction, getTermsForLink } from "./card-offer";

/** The time after which a buyer may give an attempt up (D-10), ms. */
const giveUpAfterMs = minutes(2);

/** Returns the link of a token, after it has applied due expiries (D-2); null if there is none. */
export async function findCurrentLink(ctx: Ctx, token: string): Promise<LinkWithPayment | null> {
  const tokenHash = linkTokenHash(token);
  const find = () => (tokenHash ? findLinkByToken(ctx.db, tokenHash) : null);
  const link = await find();
  if (link) ctx.nameSubject({ partnerId: link.partnerId, ...(link.payment && { paymentCode: link.payment.id }) });
  return link && (await applyLinkExpiry(ctx, link, link.payment)) ? find() : link;
}

/** Returns the account's state that prevents new payments by link; null if there is none (D-42, D-44). */
export const findAccountObstacle = ({
  status,
  paymentLinksEnabled,
  acceptanceHeld,
}: Pick<PartnerRow, "status" | "paymentLinksEnabled" | "acceptanceHeld">) => {
  if (status !== "active") return "suspended" as const;
  if (!paymentLinksEnabled) return "feature_off" as const;
  return acceptanceHeld ? ("on_hold" as const) : null;
};

type Obstacle = NonNullable<ReturnType<typeof findAccountObstacle>> | AmountObstacle;

/** Returns why no card can start on a link, whatever the card; null if one may. */
const findLinkObstacle = async (ctx: Ctx, link: LinkWithPayment): Promise<Obstacle | null> =>
  findAccountObstacle(link.partner) ?? (isOpenLink(link) ? findAmountObstacle(ctx, link) : null);

/**
 * Returns the obstacle of a link whose every total the account's amount limits exclude (D-57). The terminal's terms are
 * read only where the buyer's share of the commission decides, so that no other page waits for them.
 */
async function findAmountObstacle(ctx: Ctx, link: LinkWithPayment): Promise<AmountObstacle | null> {
  const { amount: amountKurus, customerShareBps } = link;
  const draft = { amountKurus, customerShareBps, restriction: findRestriction(link) };
  const limits = toAmountLimits(link.partner);
  const judged = judgeLinkAmount(draft, limits);
  const isOutside =
    judged === "depends_on_card"
      ? isEveryTotalOutside(await getTermsForLink(ctx, link), draft, limits)
      : judged === "outside";
  return isOutside ? "amount_outside_account_limits" : null;
}

/**
 * Returns a link's state for its buyer. An attempt that has begun continues, even if the account's state changes
 * (D-44).
 * @param payment the link's last payment
 * @param attempt the payment's last attempt
 * @param obstacle why no other card can start
 */
function toLinkState(
  link: LinkRow,
  partner: PartnerRow,
  payment: PaymentRow | null,
  attempt: AttemptRow | null,
  obstacle: Obstacle | null,
): LinkState {
  const summary = toLinkSummary(link, partner);
  if (link.status === "expired" || link.status === "cancelled") return { kind: link.status, summary };
  if (link.status === "completed" && payment?.capturedAt) {
    const receipt = toReceipt(payment, payment.capturedAt);
    // Do not lead to the shop's success page after a full refund: the shop would thank for a payment that is gone.
    const isKept = sumRefunded(payment) < payment.amount;
    return { kind: "paid", summary, receipt, shopUrl: isKept ? buildMerchantUrl(link, "success") : null };
  }
  // If the link is in 3-D Secure but its payment has ended, the two were read at different moments; the next read
  // agrees.
  if (payment && (isInFlight(payment) || link.status === "initiated")) {
    return {
      kind: "in_progress",
      summary,
      progress: { ...toLinkProgress(payment, link), canPayAgain: obstacle === null },
    };
  }
  if (obstacle) return { kind: obstacle, summary };
  if (link.status !== "failed") return { kind: "open", summary };
  const code = payment?.status === "expired" ? "expired" : (payment?.failureCode ?? null);
  return { kind: "failed", summary, failure: { code, declineReason: attempt?.declineReason ?? null } };
}

/**
 * Returns the state of a link that was read together with its last payment. A start that a crash interrupted is no
 * attempt in progress: another card can start (D-340).
 */
export async function findLinkState(ctx: Ctx, found: LinkWithPayment): Promise<LinkState> {
  const { partner, payment, ...link } = found;
  const obstacle = await findLinkObstacle(ctx, found);
  const attempt = payment?.attempts[0] ?? null;
  const isWaiting = payment && isOpenLink(link) && attempt?.handedOutAt === null;
  if (isWaiting && (await findInterruptedStart(ctx.db.prisma, payment))) {
    const summary = toLinkSummary(link, partner);
    return obstacle ? { kind: obstacle, summary } : { kind: "open", summary };
  }
  return toLinkState(link, partner, payment, attempt, obstacle);
}

/** Whether a card of the payment is on its way; then no other card may start (D-10). */
export const isInFlight = ({ status, prepareStartedAt }: PaymentRow): boolean =>
  status === "initiated" && prepareStartedAt !== null;

export const toLinkSummary = (link: LinkRow, { name, logoId }: Pick<PartnerRow, "name" | "logoId">): LinkSummary => ({
  merchantName: name,
  logoId,
  reference: link.partnerReference,
  ...toBuyerTexts(link),
  items: readLinkItems(link),
  amountKurus: link.amount,
  customerShareBps: link.customerShareBps,
  expiresAt: link.expiresAt,
});

/** Returns the display items as they were sent; null if there are none. */
export const readLinkItems = ({ items }: Pick<LinkRow, "items">): LinkItem[] | null =>
  items === null
    ? null
    : (items as { name: string; note: string | null; amount: number }[]).map(({ amount, ...item }) => ({
        ...item,
        amountKurus: BigInt(amount),
      }));

export function toLinkProgress(
  payment: PaymentRow,
  link: Pick<LinkRow, "expiresAt">,
): Omit<LinkProgress, "canPayAgain"> {
  const { prepareStartedAt, createdAt, captureStartedAt } = payment;
  const startedAt = prepareStartedAt ?? createdAt;
  const canGiveUpFrom = captureStartedAt === null ? plusMs(startedAt, giveUpAfterMs) : null;
  return { amountKurus: payment.amount, startedAt, until: findDeadline(payment, link), canGiveUpFrom };
}

/** Returns when 3-D Secure must be completed (UTC): the end of the link's window ends the attempt as well (D-10). */
export const findDeadline = (payment: Pick<PaymentRow, "expiresAt">, link: Pick<LinkRow, "expiresAt">): Date =>
  link.expiresAt < payment.expiresAt ? link.expiresAt : payment.expiresAt;

const toReceipt = (payment: PaymentRow, paidAt: Date): LinkReceipt => ({
  paymentCode: payment.id,
  paidAt,
  amountKurus: payment.amount,
  shareKurus: payment.customerShareAmount,
  installment: payment.installment,
  maskedPan: maskPan(payment.cardBin ?? "", payment.cardLast4 ?? ""),
  brand: payment.cardBrand,
  bank: payment.cardBank,
  moneyBack: findMoneyBack(payment),
});

/** Returns the approved refunds; a pending one may still be declined. The link itself stays completed (D-25). */
function findMoneyBack(payment: PaymentRow): MoneyBack | null {
  const amountKurus = sumRefunded(payment);
  if (amountKurus === 0n) return null;
  const kind = payment.voidedAt ? "voided" : amountKurus < payment.amount ? "partly_refunded" : "refunded";
  return { kind, amountKurus };
}
