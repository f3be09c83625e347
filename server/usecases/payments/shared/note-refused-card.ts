import { inTx } from "@/server/store/db";
import { insertAttempt } from "@/server/store/payments/attempts";
import { listRefusedBeforeBank } from "@/server/store/payments/payment-history";
import { lockPayment } from "@/server/store/payments/payments";
import type { Ctx } from "@/server/usecases/ctx";
import { buildRefusedAttempt, type RefusedCard } from "./attempt-row";

/**
 * Records a card that was refused before the bank for a reason that is not the card's, so that it draws nothing from
 * the allowance (D-397): a limit of the bank connection, or an inactive virtual POS. A card is recorded once per
 * reason, and a payment has at most as many of these attempts of a reason as its allowance has cards, so a robot cannot
 * fill the table. It changes nothing where the payment has ended.
 * @param attemptsMax the account's allowance of card attempts per payment (D-19)
 */
export const noteRefusedCard = (
  ctx: Ctx,
  paymentCode: string,
  refused: RefusedCard,
  attemptsMax: number,
): Promise<void> =>
  inTx(ctx.db, async (tx) => {
    const payment = await lockPayment(tx, paymentCode);
    if (payment.status !== "initiated") return;
    const attempt = buildRefusedAttempt(ctx, payment, refused, ctx.clock.now());
    const noted = await listRefusedBeforeBank(tx, paymentCode, refused.reason);
    const isKnown = noted.some(
      ({ cardBin, cardLast4 }) => cardBin === attempt.cardBin && cardLast4 === attempt.cardLast4,
    );
    if (!isKnown && noted.length < attemptsMax) await insertAttempt(tx, attempt);
  });
