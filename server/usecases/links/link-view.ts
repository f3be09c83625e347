import { minutes, plusMs } from "@/server/domain/clock";
import type {
  LinkFace,
  LinkItem,
  LinkProgress,
  LinkReceipt,
  LinkScene,
  MoneyBack,
} from "@/server/domain/links/link-page";
import { maskPayerName } from "@/server/domain/links/payer-name";
import type { PartnerRow } from "@/server/store/accounts/partners";
import { findLinkByToken, type LinkRow, type LinkWithPayment } from "@/server/store/links/links";
import type { AttemptRow } from "@/server/store/payments/attempts";
import type { PaymentRow } from "@/server/store/payments/payments";
import type { Ctx } from "../ctx";
import { applyLinkExpiry } from "../expiry/apply-link-expiry";
import { linkTokenHash, merchantPage } from "../link-url";
import { sumRefunded } from "../payments/refundable";

/** How long a buyer waits before an attempt may be given up (D-10), ms. */
const giveUpAfterMs = minutes(2);

/** The link of a token, with whatever was due written down (D-2); null: there is none. */
export async function findLinkAt(ctx: Ctx, token: string): Promise<LinkWithPayment | null> {
  const tokenHash = linkTokenHash(token);
  const find = () => (tokenHash ? findLinkByToken(ctx.db, tokenHash) : null);
  const link = await find();
  return link && (await applyLinkExpiry(ctx, link, link.payment)) ? find() : link;
}

/** What the account's state makes of a link that could be paid; null: it can (D-42, D-44). */
export const accountObstacle = ({
  status,
  paymentLinksEnabled,
  acceptanceHeld,
}: Pick<PartnerRow, "status" | "paymentLinksEnabled" | "acceptanceHeld">) => {
  if (status !== "active") return "suspended" as const;
  if (!paymentLinksEnabled) return "feature_off" as const;
  return acceptanceHeld ? ("on_hold" as const) : null;
};

/**
 * Where a link stands for its buyer. An attempt that was begun goes on whatever becomes of the account (D-44).
 * @param payment the last one
 * @param attempt its last card
 */
export function sceneOf(
  link: LinkRow,
  partner: PartnerRow,
  payment: PaymentRow | null,
  attempt: AttemptRow | null,
): LinkScene {
  const face = faceOf(link, partner);
  if (link.status === "expired" || link.status === "cancelled") return { kind: link.status, face };
  if (link.status === "completed" && payment?.capturedAt) {
    const receipt = receiptOf(payment, payment.capturedAt);
    // The shop would thank for a payment of which nothing is left.
    const isKept = sumRefunded(payment) < payment.amount;
    return { kind: "paid", face, receipt, shopUrl: isKept ? merchantPage(link, "success") : null };
  }
  const kind = accountObstacle(partner);
  // A link in 3-D Secure whose payment has ended was read just before that: it has moved on by the next look.
  if (payment && (isInFlight(payment) || link.status === "initiated")) {
    return {
      kind: "in_progress",
      face,
      progress: { ...progressOf(payment, link), canPayAgain: kind === null },
    };
  }
  if (kind) return { kind, face };
  if (link.status !== "failed") return { kind: "open", face };
  const code = payment?.status === "expired" ? "expired" : (payment?.failureCode ?? null);
  return { kind: "failed", face, failure: { code, declineReason: attempt?.declineReason ?? null } };
}

/** The scene of a link as it was read with its last payment. */
export function sceneOfFound({ partner, payment, ...link }: LinkWithPayment): LinkScene {
  return sceneOf(link, partner, payment, payment?.attempts[0] ?? null);
}

/** Whether a card of the payment is on its way: no other may start beside it (D-10). */
export const isInFlight = ({ status, prepareStartedAt }: PaymentRow): boolean =>
  status === "initiated" && prepareStartedAt !== null;

export const faceOf = (link: LinkRow, { name }: Pick<PartnerRow, "name">): LinkFace => ({
  merchantName: name,
  reference: link.partnerReference,
  payerName: link.payerName === null ? null : maskPayerName(link.payerName),
  description: link.description,
  items: itemsOf(link),
  amountKurus: link.amount,
  customerShareBps: link.customerShareBps,
  expiresAt: link.expiresAt,
});

/** The display items as they were sent; null: none. */
export const itemsOf = ({ items }: Pick<LinkRow, "items">): LinkItem[] | null =>
  items === null
    ? null
    : (items as { name: string; note: string | null; amount: number }[]).map(({ amount, ...item }) => ({
        ...item,
        amountKurus: BigInt(amount),
      }));

export function progressOf(
  payment: PaymentRow,
  link: Pick<LinkRow, "expiresAt">,
): Omit<LinkProgress, "canPayAgain"> {
  const { prepareStartedAt, createdAt, captureStartedAt } = payment;
  const startedAt = prepareStartedAt ?? createdAt;
  const canGiveUpFrom = captureStartedAt === null ? plusMs(startedAt, giveUpAfterMs) : null;
  return { amountKurus: payment.amount, startedAt, until: endOf(payment, link), canGiveUpFrom };
}

/** When 3-D Secure must be completed: the link's window ends the attempt as well (D-10). UTC. */
export const endOf = (payment: Pick<PaymentRow, "expiresAt">, link: Pick<LinkRow, "expiresAt">): Date =>
  link.expiresAt < payment.expiresAt ? link.expiresAt : payment.expiresAt;

const receiptOf = (payment: PaymentRow, paidAt: Date): LinkReceipt => ({
  paymentCode: payment.id,
  paidAt,
  amountKurus: payment.amount,
  shareKurus: payment.customerShareAmount,
  installment: payment.installment,
  maskedPan: `${payment.cardBin}******${payment.cardLast4}`,
  brand: payment.cardBrand,
  bank: payment.cardBank,
  moneyBack: moneyBackOf(payment),
});

/** Approved refunds only: what is pending may still be declined. The link itself stays completed (D-25). */
function moneyBackOf(payment: PaymentRow): MoneyBack | null {
  const amountKurus = sumRefunded(payment);
  if (amountKurus === 0n) return null;
  const kind = payment.voidedAt ? "voided" : amountKurus < payment.amount ? "partly_refunded" : "refunded";
  return { kind, amountKurus };
}
