import { maskPan } from "@/server/domain/card";
import { judgeUrgency } from "@/server/domain/chargebacks/chargeback-rules";
import { AppError } from "@/server/domain/errors";
import { cursorCodec, idPart, instantPart } from "@/server/domain/list-cursor";
import {
  type ChargebackSelection,
  findChargeback,
  type ListedChargeback,
  listAddresses,
  listChargebackRows,
} from "@/server/store/chargebacks/chargebacks";
import type { Ctx } from "../ctx";

/** A chargeback as people see it. Amounts in kuruş, instants in UTC, days as `YYYY-MM-DD` in Istanbul. */
export type ChargebackRecord = ReturnType<typeof toRecord>;

const cursors = cursorCodec<{ createdAt: Date; id: string }>({ createdAt: instantPart, id: idPart("cbk_") });

const order = "created";

/** Lists a page of chargebacks of an account, or of all accounts where `partnerId` is null, the newest first. */
export async function listChargebacks(
  ctx: Ctx,
  input: Pick<ChargebackSelection, "partnerId" | "filters" | "countMax"> & { readonly cursor: string | null },
): Promise<{ items: readonly ChargebackRecord[]; nextCursor: string | null }> {
  const { cursor, countMax, ...selection } = input;
  const after = cursor === null ? null : cursors.read(order, cursor);
  const rows = await listChargebackRows(ctx.db, { ...selection, after, countMax: countMax + 1 });
  const items = rows.slice(0, countMax);
  const last = rows.length > countMax ? items.at(-1) : undefined;
  const named = await withNamedAnswers(ctx, selection.partnerId, items);
  return { items: named.map((row) => toRecord(ctx, row)), nextCursor: last ? cursors.write(order, last) : null };
}

/** Returns a chargeback of an account, or of any account where `partnerId` is null. Throws not_found. */
export async function getChargeback(
  ctx: Ctx,
  { chargebackId, partnerId }: { readonly chargebackId: string; readonly partnerId: string | null },
): Promise<ChargebackRecord> {
  const row = await findChargeback(ctx.db, { id: chargebackId, ...(partnerId !== null && { partnerId }) });
  if (!row) throw new AppError("not_found", `There is no chargeback ${chargebackId}`);
  const [named = row] = await withNamedAnswers(ctx, partnerId, [row]);
  return toRecord(ctx, named);
}

/** A merchant reads the addresses of its own people only: of an answer of staff it reads that there was one. */
async function withNamedAnswers(
  ctx: Ctx,
  partnerId: string | null,
  rows: readonly ListedChargeback[],
): Promise<readonly ListedChargeback[]> {
  if (partnerId === null || rows.every(({ answeredBy }) => answeredBy === null)) return rows;
  const own = await listAddresses(ctx.db, partnerId);
  return rows.map((row) => (own.has(row.answeredBy ?? "") ? row : { ...row, answeredBy: null }));
}

function toRecord(ctx: Ctx, { id, payment, partner, terminal, settlements, ...row }: ListedChargeback) {
  const now = ctx.clock.now();
  const respondBy = row.respondBy.toISOString().slice(0, 10);
  return {
    chargebackId: id,
    partnerId: row.partnerId,
    partnerName: partner.name,
    paymentCode: row.paymentId,
    partnerTxCode: payment.partnerTxCode,
    terminalName: terminal.name,
    bank: ctx.banks.getBrand(terminal.bank).name,
    caseNumber: row.caseNumber,
    reasonCode: row.reasonCode,
    status: row.status,
    amountKurus: row.amount,
    paymentKurus: payment.amount,
    capturedAt: payment.capturedAt,
    card:
      payment.cardBin === null
        ? null
        : { maskedPan: maskPan(payment.cardBin, payment.cardLast4 ?? ""), brand: payment.cardBrand },
    bankAt: row.bankAt,
    respondBy,
    /** Null once it was answered. */
    urgency: row.status === "open" ? judgeUrgency(respondBy, now) : null,
    statement: row.statement,
    createdAt: row.createdAt,
    answeredAt: row.answeredAt,
    /** The e-mail address; null before an answer, and for a merchant where staff answered. */
    answeredBy: row.answeredBy,
    endedAt: row.endedAt,
    settlements: settlements.map(({ amount, payoutId, dueAt }) => ({ amountKurus: amount, payoutId, dueAt })),
  };
}
