import { maskPan } from "@/server/domain/card";
import { AppError } from "@/server/domain/errors";
import { type EvidenceRow, findEvidence } from "@/server/store/chargebacks/evidence";
import type { Ctx } from "../ctx";

/** All that is held of a payment that was charged back. Amounts in kuruş, instants in UTC. */
export type ChargebackEvidence = ReturnType<typeof toEvidence>;

/** Returns the evidence about a chargeback of an account, or of any where `partnerId` is null. Throws not_found. */
export async function getChargebackEvidence(
  ctx: Ctx,
  { chargebackId, partnerId }: { readonly chargebackId: string; readonly partnerId: string | null },
): Promise<ChargebackEvidence> {
  const row = await findEvidence(ctx.db, { id: chargebackId, ...(partnerId !== null && { partnerId }) });
  if (!row) throw new AppError("not_found", `There is no chargeback ${chargebackId}`);
  return toEvidence(ctx, row);
}

function toEvidence(ctx: Ctx, { payment, partner, terminal, ...row }: EvidenceRow) {
  const attempt = payment.attempts[0] ?? null;
  return {
    chargebackId: row.id,
    partnerId: row.partnerId,
    merchantName: partner.name,
    legalTitle: partner.profile?.legalTitle ?? null,
    terminalName: terminal.name,
    bankName: ctx.banks.getBrand(terminal.bank).name,
    caseNumber: row.caseNumber,
    reasonCode: row.reasonCode,
    amountKurus: row.amount,
    bankAt: row.bankAt,
    respondBy: row.respondBy,
    statement: row.statement,
    payment: {
      paymentCode: payment.id,
      partnerTxCode: payment.partnerTxCode,
      source: payment.source,
      amountKurus: payment.amount,
      installment: payment.installment,
      createdAt: payment.createdAt,
      capturedAt: payment.capturedAt,
      description: payment.description,
    },
    link: payment.link && {
      description: payment.link.description,
      payerName: payment.link.payerName,
      items: toItems(payment.link.items),
      createdAt: payment.link.createdAt,
      firstOpenedAt: payment.link.firstOpenedAt,
    },
    attempt: attempt && {
      maskedPan: maskPan(attempt.cardBin, attempt.cardLast4),
      scheme: attempt.cardScheme,
      brand: attempt.cardBrand,
      issuer: attempt.cardBank,
      buyerIp: attempt.buyerIp,
      enteredAt: attempt.createdAt,
      handedOutAt: attempt.handedOutAt,
      callbacks: attempt.callbacks,
      captureSentAt: attempt.captureSentAt,
      bankAt: attempt.bankAt,
      orderId: attempt.bankOrderId,
      authCode: attempt.authCode,
      rrn: attempt.rrn,
      eci: attempt.eci,
      transactionId: attempt.transactionId,
    },
    refunds: (attempt?.refunds ?? []).map(({ amount, ...refund }) => ({ ...refund, amountKurus: amount })),
  };
}

interface Item {
  readonly name: string;
  readonly amountKurus: bigint;
}

/** Reads the items of a link, which the database keeps as JSON. */
function toItems(items: unknown): Item[] {
  const listed = (items ?? []) as readonly { readonly name: string; readonly amount: number }[];
  return listed.map(({ name, amount }) => ({ name, amountKurus: BigInt(amount) }));
}
