import type { TariffRow } from "@/prisma/generated/client";
import type { CardBrand, TariffPrice } from "@/server/domain/pricing/installments";
import type { PlacedTariff } from "@/server/domain/pricing/tariff-span";
import type { Db, Tx } from "../db";

export interface NewTariff extends PlacedTariff {
  readonly terminalId: string;
  readonly prices: readonly TariffPrice[];
}

/** Adds tariffs with their prices. The database refuses two tariffs without an end that begin at the same instant. */
export async function insertTariffs(
  client: Pick<Tx, "tariff" | "tariffRow"> | Db["prisma"],
  tariffs: readonly NewTariff[],
): Promise<void> {
  await client.tariff.createMany({
    data: tariffs.map(({ prices: _, ...tariff }) => tariff),
  });
  await client.tariffRow.createMany({
    data: tariffs.flatMap(({ id, prices }) =>
      prices.map((price, n) => ({ ...price, id: `${id}-${n + 1}`, tariffId: id })),
    ),
  });
}

/**
 * Locks a terminal and lists its tariffs that are not withdrawn; null where there is no such terminal. Adding prices
 * then changes the account's row by trigger, as every change of a terminal does: the terminal is locked first, then the
 * partner.
 */
export async function lockTariffs(tx: Tx, terminalId: string): Promise<PlacedTariff[] | null> {
  const found = await tx.$queryRaw<unknown[]>`select 1 from terminal where id = ${terminalId} for no key update`;
  if (found.length === 0) return null;
  return tx.tariff.findMany({
    where: { terminalId, withdrawnAt: null },
    select: { id: true, validFrom: true, validTo: true },
    orderBy: { validFrom: "asc" },
  });
}

/** Lists the prices of a tariff. */
export async function listPrices(db: Db, tariffId: string): Promise<TariffPrice[]> {
  return (await db.prisma.tariffRow.findMany({ where: { tariffId } })).map(toPrice);
}

/** Lists the prices of some tariffs by their tariff's id. A tariff without prices has an empty list. */
export async function listPricesByTariff(db: Db, tariffIds: readonly string[]): Promise<Map<string, TariffPrice[]>> {
  const rows = await db.prisma.tariffRow.findMany({ where: { tariffId: { in: [...tariffIds] } } });
  const byTariff = new Map<string, TariffPrice[]>(tariffIds.map((id) => [id, []]));
  for (const row of rows) byTariff.get(row.tariffId)?.push(toPrice(row));
  return byTariff;
}

/** Lists the tariffs of a terminal that are not withdrawn, without a lock. */
export const listPlacedTariffs = (db: Db, terminalId: string): Promise<PlacedTariff[]> =>
  db.prisma.tariff.findMany({
    where: { terminalId, withdrawnAt: null },
    select: { id: true, validFrom: true, validTo: true },
    orderBy: { validFrom: "asc" },
  });

/** Finds the terminal of a tariff; null where there is no such tariff. */
export async function findTerminalOfTariff(db: Db, tariffId: string): Promise<string | null> {
  const tariff = await db.prisma.tariff.findUnique({ where: { id: tariffId } });
  return tariff?.terminalId ?? null;
}

/** Withdraws a tariff for good. Payments that were created with it keep it (D-135). */
export const withdrawTariffRow = (tx: Pick<Tx, "tariff">, tariffId: string, now: Date) =>
  tx.tariff.update({ where: { id: tariffId }, data: { withdrawnAt: now } });

export interface ListedRow extends PlacedTariff {
  readonly withdrawnAt: Date | null;
}

/** Lists all tariffs of a terminal, including withdrawn ones, the latest beginning first. */
export const listTariffsOfTerminal = (db: Db, terminalId: string): Promise<ListedRow[]> =>
  db.prisma.tariff.findMany({ where: { terminalId }, orderBy: [{ validFrom: "desc" }, { id: "desc" }] });

const toPrice = ({ family, brand, onUs, installmentCount, rateBps, fixedFee }: TariffRow): TariffPrice => ({
  family,
  onUs,
  installmentCount,
  rateBps,
  fixedFee,
  brand: brand as CardBrand | null,
});
