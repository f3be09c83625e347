import type { DeclineReason } from "@/server/domain/banks/decline";
import { inTx } from "@/server/store/db";
import { findOpenPayment } from "@/server/store/links/link-payments";
import type { LinkWithPayment } from "@/server/store/links/links";
import type { Ctx } from "@/server/usecases/ctx";
import type { RefusedCard, SubmittedCard } from "@/server/usecases/payments/shared/attempt-row";
import { type AllowanceState, countCardAttemptInTx } from "@/server/usecases/payments/shared/count-card-attempt";
import { noteRefusedCard } from "@/server/usecases/payments/shared/note-refused-card";
import type { LookupTerms } from "@/server/usecases/pricing/shared/installment-terms";
import { type LinkPaymentObstacle, lockLinkPayment } from "./link-payment";

/** A card that was submitted on a link, with the link's terms. */
interface LinkCard extends SubmittedCard {
  readonly link: LinkWithPayment;
  readonly terms: LookupTerms;
}

/** Returns a card of a link as a refusal before the bank records it (D-397). */
const toRefusedCard = (
  { card, facts, language, buyerIp, link, terms }: LinkCard,
  reason: DeclineReason,
): RefusedCard => ({
  card,
  facts,
  language,
  buyerIp,
  connectionId: terms.connection.id,
  commissionBasis: link.terminal.commissionBasis,
  reason,
});

/**
 * Counts a card that the terminal does not charge at the count that the buyer chose (§7.3, D-10), and records it on the
 * link's payment. Returns the obstacle where none can be counted.
 */
export function countRefusedLinkCard(
  ctx: Ctx,
  linkCard: LinkCard,
  reason: DeclineReason,
  installment: number,
): Promise<AllowanceState | LinkPaymentObstacle> {
  const { link, terms } = linkCard;
  const { tariffId } = terms;
  const charge = { installment, amountKurus: link.amount, shareKurus: 0n, tariffId, isForBank: false };
  return inTx(ctx.db, async (tx) => {
    const locked = await lockLinkPayment(ctx, tx, link, charge);
    if ("obstacle" in locked) return locked.obstacle;
    const refused = toRefusedCard(linkCard, reason);
    return countCardAttemptInTx(ctx, tx, locked, { attemptsMax: link.partner.cardAttemptLimit, refused });
  });
}

/**
 * Records a card that was refused before the bank on the link's open payment. A link without one keeps nothing: its
 * payment begins with the first card that may go to the bank, or that the terminal refuses (D-11).
 */
export async function noteRefusedLinkCard(ctx: Ctx, linkCard: LinkCard, reason: DeclineReason): Promise<void> {
  const { link } = linkCard;
  const open = await findOpenPayment(ctx.db, link.id);
  if (open) await noteRefusedCard(ctx, open.id, toRefusedCard(linkCard, reason), link.partner.cardAttemptLimit);
}
