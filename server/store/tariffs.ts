import type { TariffRow } from "@/prisma/generated/client";
import type { CardBrand, TariffPrice } from "@/server/domain/installments";
import type { TariffBeginning } from "@/server/domain/tariff-span";
import type { Db, Tx } from "./db";

export interface NewTariff extends TariffBeginning {
  readonly terminalId: string;
  readonly prices: readonly TariffPrice[];
}

/** Adds tariffs with their prices. One of the same terminal and instant must not exist. */
export async function insertTariffs(
  client: Pick<Tx, "tariff" | "tariffRow"> | Db["prisma"],
  tariffs: readonly NewTariff[],
): Promise<void> {
  await client.tariff.createMany({
    data: tariffs.map(({ id, terminalId, validFrom }) => ({ id, terminalId, validFrom })),
  });
  await client.tariffRow.createMany({
    data: tariffs.flatMap(({ id, prices }) =>
      prices.map((price, n) => ({ ...price, id: `${id}-${n + 1}`, tariffId: id })),
    ),
  });
}

/**
 * The tariffs of a terminal under its row lock, by their beginnings; null: there is no such terminal. Adding prices
 * changes the account's version afterwards, as every change of a terminal does: terminal first, then partner.
 */
export async function lockTariffs(tx: Tx, terminalId: string): Promise<TariffBeginning[] | null> {
  const found = await tx.$queryRaw<
    unknown[]
  >`select 1 from terminal where id = ${terminalId} for no key update`;
  if (found.length === 0) return null;
  return tx.tariff.findMany({
    where: { terminalId },
    select: { id: true, validFrom: true },
    orderBy: { validFrom: "asc" },
  });
}

/** The prices of a tariff. */
export async function listPrices(tx: Tx, tariffId: string): Promise<TariffPrice[]> {
  return (await tx.tariffRow.findMany({ where: { tariffId } })).map(toPrice);
}

/** A terminal's latest tariffs with their prices, the latest first. */
export async function listTariffsOf(
  db: Db,
  terminalId: string,
  countMax: number,
): Promise<(TariffBeginning & { readonly prices: readonly TariffPrice[] })[]> {
  const found = await db.prisma.tariff.findMany({
    where: { terminalId },
    select: { id: true, validFrom: true, rows: true },
    orderBy: { validFrom: "desc" },
    take: countMax,
  });
  return found.map(({ rows, ...tariff }) => ({ ...tariff, prices: rows.map(toPrice) }));
}

const toPrice = ({ family, brand, onUs, installmentCount, rateBps, fixedFee }: TariffRow): TariffPrice => ({
  ...{ family, onUs, installmentCount, rateBps, fixedFee },
  brand: brand as CardBrand | null,
});
