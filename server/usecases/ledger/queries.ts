import { createHash } from "node:crypto";
import { maskPan } from "@/server/domain/card";
import { plusMs } from "@/server/domain/clock";
import { AppError } from "@/server/domain/errors";
import { problem } from "@/server/domain/field-words";
import { bookedAfterMs, type TransactionType } from "@/server/domain/ledger/transactions";
import { cursorCodec, idPart, instantPart } from "@/server/domain/list-cursor";
import type { CardBrand } from "@/server/domain/pricing/installments";
import {
  isAnyOutcomeOpen,
  listPayoutTransactionRows,
  listTransactionRows,
  readSnapshot,
  type TransactionPosition,
  type TransactionRow,
} from "@/server/store/ledger/transactions";
import { findPayout } from "@/server/store/payouts/payouts";
import type { PartnerId } from "@/server/store/tenant";
import type { Ctx } from "../ctx";
import { toPayoutFacts } from "../payouts/shared/payout-facts";

/** A movement of a merchant's money as reports show it (D-64). Amounts in signed kuruş. */
type Transaction = ReturnType<typeof toTransaction>;

/** A page of movements. */
export interface TransactionPage {
  readonly items: readonly Transaction[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
  /** Whether movements of the span may still be booked. */
  readonly isSpanOpen: boolean;
}

export interface ListTransactionsInput {
  readonly partnerId: PartnerId;
  /** The span of the report: from the first instant on, and before the second one; null for no bound. */
  readonly from: Date | null;
  readonly to: Date | null;
  readonly type: TransactionType | null;
  readonly terminalId: string | null;
  readonly partnerTxCode: string | null;
  /** The `nextCursor` of the page before; null for the first page. */
  readonly cursor: string | null;
  readonly countMax: number;
}

/**
 * Lists the movements of an account by the time of the money (D-64), those that were committed when the first page was
 * read. Throws validation_error for a cursor of another query.
 */
export async function listTransactions(ctx: Ctx, input: ListTransactionsInput): Promise<TransactionPage> {
  const { cursor, countMax, ...filters } = input;
  const query = digestQuery(filters);
  const after = cursor === null ? null : readCursor(query, cursor);
  // The snapshot is taken before the page, so that nothing of a later page is missing from both.
  const snapshot = after?.snapshot ?? (await readSnapshot(ctx.db));
  const firstReadAt = after?.firstReadAt ?? ctx.clock.now();
  const rows = await listTransactionRows(ctx.db, { ...filters, after, countMax: countMax + 1 });
  const items = rows.slice(0, countMax);
  const last = rows.length > countMax ? items.at(-1) : undefined;
  return {
    items: items.map((row) => toTransaction(ctx, row)),
    nextCursor: last ? cursors.write(query, { ...last, snapshot: encodeSnapshot(snapshot), firstReadAt }) : null,
    isSpanOpen: await isOpen(ctx, input.partnerId, filters.to),
  };
}

/** Whether movements before an instant may still be booked: it has hardly passed, or money before it has no outcome. */
async function isOpen(ctx: Ctx, partnerId: PartnerId, to: Date | null): Promise<boolean> {
  const end = to ?? ctx.clock.now();
  return ctx.clock.now() < plusMs(end, bookedAfterMs) || (await isAnyOutcomeOpen(ctx.db, partnerId, end));
}

/** Names a query in its cursors, so that a cursor of another account or of other filters is refused. */
const digestQuery = (filters: object): string =>
  createHash("sha256").update(JSON.stringify(filters)).digest("base64url").slice(0, 16);

const cursors = cursorCodec<TransactionPosition>({
  occurredAt: instantPart,
  id: idPart("txn_"),
  snapshot: {
    write: (text) => text,
    read: (text) => (/^[\d.-]{3,2000}$/.test(text) ? text : null),
  },
  firstReadAt: instantPart,
});

/** A snapshot is `1:5:2,3`; a cursor has it with other separators. */
const encodeSnapshot = (snapshot: string): string => snapshot.replaceAll(":", "-").replaceAll(",", ".");
const decodeSnapshot = (text: string): string => text.replaceAll("-", ":").replaceAll(".", ",");

function readCursor(query: string, cursor: string): TransactionPosition {
  const read = cursors.read(query, cursor);
  if (read && /^\d+:\d+:[\d,]*$/.test(decodeSnapshot(read.snapshot))) {
    return { ...read, snapshot: decodeSnapshot(read.snapshot) };
  }
  throw createCursorError();
}

const createCursorError = (): AppError =>
  new AppError("validation_error", "The cursor is of another query", {
    faults: [{ path: ["cursor"], problem: problem("unknown_cursor") }],
  });

const payoutCursors = cursorCodec<Pick<TransactionPosition, "occurredAt" | "id">>({
  occurredAt: instantPart,
  id: idPart("txn_"),
});

export interface ListPayoutTransactionsInput {
  readonly partnerId: PartnerId;
  readonly payoutId: string;
  readonly cursor: string | null;
  readonly countMax: number;
}

/**
 * Lists the movements that a payout pays, without those that were carried over (D-64). Throws payout_not_found, and
 * validation_error for a cursor of another payout.
 */
export async function listPayoutTransactions(
  ctx: Ctx,
  { partnerId, payoutId, cursor, countMax }: ListPayoutTransactionsInput,
): Promise<Omit<TransactionPage, "isSpanOpen">> {
  const payout = await findPayout(ctx.db, partnerId, payoutId);
  if (!payout) throw new AppError("payout_not_found");
  const { rootId } = payout;
  const after = cursor === null ? null : payoutCursors.read(payoutId, cursor);
  if (cursor !== null && after === null) throw createCursorError();
  const rows = await listPayoutTransactionRows(ctx.db, { partnerId, rootId, after, countMax: countMax + 1 });
  const items = rows.slice(0, countMax);
  const last = rows.length > countMax ? items.at(-1) : undefined;
  return {
    items: items.map((row) => toTransaction(ctx, row)),
    nextCursor: last ? payoutCursors.write(payoutId, last) : null,
  };
}

function toTransaction(ctx: Ctx, row: TransactionRow) {
  return {
    transactionId: row.id,
    type: row.type,
    paymentCode: row.paymentId,
    partnerTxCode: row.partnerTxCode,
    refundId: row.refundId,
    partnerRefundCode: row.partnerRefundCode,
    occurredAt: row.occurredAt,
    amount: row.amount,
    commissionAmount: row.commissionAmount,
    netAmount: row.amount + row.commissionAmount,
    currency: "TRY" as const,
    installment: row.installment,
    terminalId: row.terminalId,
    source: row.source,
    card: toCard(row),
    bank:
      row.bank === null || row.bankOrderId === null
        ? null
        : {
            name: ctx.banks.getBrand(row.bank).name,
            orderId: row.bankOrderId,
            authCode: row.authCode,
            rrn: row.rrn,
            eci: row.eci,
          },
    payout: toPayoutFacts(row),
  };
}

const toCard = ({ cardBin, cardLast4, cardBrand, cardFamily, cardBank, cardScheme }: TransactionRow) =>
  cardBin === null || cardLast4 === null
    ? null
    : {
        maskedPan: maskPan(cardBin, cardLast4),
        brand: cardBrand as CardBrand | null,
        family: cardFamily,
        bank: cardBank,
        scheme: cardScheme,
      };
