import { computeDueCommission, type DueCommission, toLineCommission } from "@/server/domain/bank-days/commission-audit";
import { compareDay, type Movement } from "@/server/domain/bank-days/compare-day";
import type { DayFileFormat } from "@/server/domain/bank-days/day-file-format";
import { findDayFileFormat } from "@/server/domain/bank-days/day-file-format";
import type { DayLine } from "@/server/domain/bank-days/day-line";
import { type DayScope, isCovered, readScope } from "@/server/domain/bank-days/scope";
import type { TariffPrice } from "@/server/domain/pricing/installments";
import { type BankDayRow, updateBankDay, writeMatches } from "@/server/store/bank-days/bank-days";
import { storeDifferences } from "@/server/store/bank-days/differences";
import {
  listMovements,
  listPaymentsOfOrders,
  listPricesOf,
  type MovementRow,
} from "@/server/store/bank-days/movements";
import type { Tx } from "@/server/store/db";
import type { Ctx } from "../../ctx";

/**
 * Compares the lines of a bank day with the books and stores what differs. The day is closed where nothing is open. The
 * caller holds the lock of bank days.
 */
export async function compareWithBooks(
  ctx: Ctx,
  tx: Tx,
  bankDay: Pick<BankDayRow, "id" | "scope" | "day" | "format">,
  lines: readonly DayLine[],
): Promise<{ readonly openCount: number; readonly matchedCount: number }> {
  const now = ctx.clock.now();
  const day = bankDay.day.toISOString().slice(0, 10);
  const rows = await listMovements(tx, {
    bankDayId: bankDay.id,
    day,
    banks: listBanksOf(ctx, readScope(bankDay.scope)),
    orderIds: [...new Set(lines.map(({ orderId }) => orderId))],
    rrns: [...new Set(lines.flatMap(({ rrn }) => rrn ?? []))],
  });
  const movements = await priceMovements(ctx, tx, rows, findDayFileFormat(bankDay.format));
  const { matches, differences } = compareDay(day, lines, movements);
  const entries = [...matches].flatMap(([number, { entryId }]) =>
    entryId === null ? [] : [[number, entryId] as const],
  );
  await writeMatches(tx, bankDay.id, new Map(entries));
  const orders = await listPaymentsOfOrders(
    tx,
    differences.flatMap(({ line, movement }) => (line && !movement ? [line.orderId] : [])),
  );
  const openCount = await storeDifferences(tx, { bankDayId: bankDay.id, found: differences, orders, now });
  const closedAt = openCount === 0 ? now : null;
  await updateBankDay(tx, bankDay.id, { matchedCount: matches.size, comparedAt: now, closedAt });
  return { openCount, matchedCount: matches.size };
}

/** Returns the banks that a file covers, by their keys in the catalogue; null for all. */
function listBanksOf(ctx: Ctx, scope: DayScope): readonly string[] | null {
  if (scope.of === "all") return null;
  return ctx.banks.listBanks().flatMap((offer) => (isCovered(scope, offer) ? [offer.bank] : []));
}

/** Adds what the bank should keep of each movement, by the agreement's tariff and the legal caps (D-402). */
async function priceMovements(
  ctx: Ctx,
  tx: Tx,
  rows: readonly MovementRow[],
  format: DayFileFormat | null,
): Promise<Movement[]> {
  const tariffIds = [...new Set(rows.flatMap(({ tariffId }) => tariffId ?? []))];
  const prices = await listPricesOf(tx, tariffIds);
  const unlisted = format?.listsVoids === false ? listVoidedEntries(rows) : new Set<string>();
  return rows.map((row) => {
    const due = priceSale(ctx, row, prices);
    return {
      ...row,
      amountKurus: row.movedKurus,
      commissionKurus: due && toLineCommission(row.kind, due),
      isExpected: row.isExpected && !unlisted.has(row.id),
    };
  });
}

/** A card counts as the terminal's own bank's by the bank's name, which the BIN table has as well. */
function priceSale(
  ctx: Ctx,
  row: MovementRow,
  prices: ReadonlyMap<string, readonly TariffPrice[]>,
): DueCommission | null {
  const acquirer = ctx.banks.getBrand(row.bank).name;
  return computeDueCommission({ ...row, acquirer }, prices.get(row.tariffId ?? "") ?? []);
}

/** The sales that were voided on their day, and their voids, which some banks' files leave out. */
function listVoidedEntries(rows: readonly MovementRow[]): ReadonlySet<string> {
  const voided = new Map(rows.flatMap((row) => (row.kind === "void" ? [[row.orderId, row] as const] : [])));
  return new Set(
    rows.flatMap((row) => {
      const other = voided.get(row.orderId);
      return other && row.kind !== "credit" && row.day === other.day ? [row.id] : [];
    }),
  );
}
