import type { DeclineReason } from "@/server/domain/banks/decline";
import { bin6, findScheme, last4 } from "@/server/domain/card";
import { newBankReference, newId, newSecretToken, tokenHash } from "@/server/domain/ids";
import type { CheckedCard } from "@/server/domain/payments/card-form";
import type { CardFacts } from "@/server/domain/pricing/installments";
import { ipGroup } from "@/server/domain/web/ip-group";
import type { BuyerLanguage } from "@/server/domain/web/negotiation";
import type { PaymentRow } from "@/server/store/payments/payments";
import { tokenPurpose } from "@/server/usecases/banks/shared/bank-connection";
import type { Ctx } from "@/server/usecases/ctx";

/** The card of an attempt, and the buyer who submitted it. */
export interface SubmittedCard {
  readonly card: CheckedCard;
  readonly facts: CardFacts | null;
  readonly language: BuyerLanguage;
  readonly buyerIp: string;
}

/** The terms by which the card is charged: a rate in bps, a fixed fee in kuruş. */
interface AttemptTerms {
  readonly connectionId: string;
  readonly commissionBasis: "gross" | "net";
  readonly rateBps: number;
  readonly fixedFee: bigint | null;
}

/** Builds the columns that every attempt has. Of the card number only the BIN and the last four digits stay (D-49). */
export function buildAttemptRow(
  ctx: Ctx,
  payment: Pick<PaymentRow, "id" | "partnerId">,
  { card, facts, language, buyerIp }: SubmittedCard,
  terms: AttemptTerms,
  token: string,
  now: Date,
) {
  const id = newId(ctx.random, "attempt", now);
  const pan = card.pan.reveal();
  return {
    id,
    paymentId: payment.id,
    partnerId: payment.partnerId,
    ...terms,
    bankOrderId: newBankReference(ctx.random),
    tokenHash: Uint8Array.from(tokenHash(token)),
    tokenCipher: ctx.vault.seal(tokenPurpose(id), token),
    nonce: newBankReference(ctx.random),
    language,
    buyerIp,
    buyerNetwork: ipGroup(buyerIp),
    cardBin: bin6(pan),
    cardLast4: last4(pan),
    cardBrand: facts?.brand ?? null,
    cardFamily: facts?.family ?? null,
    cardBank: facts?.bank ?? null,
    cardScheme: facts?.scheme || findScheme(pan),
    createdAt: now,
    updatedAt: now,
  };
}

/** A card that the product refuses before any bank sees it (D-397). */
export interface RefusedCard extends SubmittedCard {
  readonly connectionId: string;
  readonly commissionBasis: "gross" | "net";
  readonly reason: DeclineReason;
}

/**
 * Builds the attempt of a card that was refused before the bank: `rejected` without a bank's code. It has no price, and
 * its order id and its callback address are never given to anyone.
 */
export function buildRefusedAttempt(
  ctx: Ctx,
  payment: Pick<PaymentRow, "id" | "partnerId">,
  { connectionId, commissionBasis, reason, ...submitted }: RefusedCard,
  now: Date,
) {
  const terms = { connectionId, commissionBasis, rateBps: 0, fixedFee: null };
  const row = buildAttemptRow(ctx, payment, submitted, terms, newSecretToken(ctx.random), now);
  return { ...row, status: "rejected" as const, declineReason: reason };
}
