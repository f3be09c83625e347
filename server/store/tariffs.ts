import type { TariffPrice } from "@/server/domain/installments";
import type { Db, Tx } from "./db";

export interface NewTariff {
  readonly id: string;
  readonly terminalId: string;
  /** UTC. Valid until the terminal's next tariff begins. */
  readonly validFrom: Date;
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
