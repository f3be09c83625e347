import type { Clock } from "@/server/domain/clock";
import { AppError } from "@/server/domain/errors";
import { newId } from "@/server/domain/ids";
import type { TariffPrice } from "@/server/domain/pricing/installments";
import { checkTariff } from "@/server/domain/pricing/tariff";
import {
  describeObstacle,
  findGap,
  findInForce,
  findSpanObstacle,
  type PlacedTariff,
  type TariffSpan,
} from "@/server/domain/pricing/tariff-span";
import { randomOf, type Tx } from "@/server/store/db";
import { insertTariffs, lockTariffs, withdrawTariffRow } from "@/server/store/pricing/tariffs";

/** A tariff that shall be added to a terminal. */
export interface WantedTariff {
  readonly terminalId: string;
  /** The start of the tariff (UTC), never in the past. */
  readonly validFrom: Date | "now";
  /**
   * The exclusive end (UTC) of a campaign, after which the open-ended tariff applies again. Null for a tariff that
   * applies until the next one begins.
   */
  readonly validTo: Date | null;
  readonly prices: readonly TariffPrice[];
}

export interface AddedTariff extends PlacedTariff {
  /** The terminal's tariffs that begin later, ascending by their start. */
  readonly toCome: readonly PlacedTariff[];
}

/** Throws validation_error with a sentence that names the fault of each price. */
export function requirePrices(prices: readonly TariffPrice[]): void {
  if (prices.length === 0) throw new AppError("validation_error", "A tariff has at least one price");
  const faults = checkTariff(prices).map(({ index, what }) => `price ${index + 1}: ${what}`);
  if (faults.length > 0) throw new AppError("validation_error", faults.join("; "));
}

/** Throws validation_error with a sentence, where a tariff cannot be added to the others of its terminal (D-134). */
export function requireSpan(tariffs: readonly PlacedTariff[], span: TariffSpan, now: Date): void {
  const obstacle = findSpanObstacle(tariffs, span, now);
  if (obstacle) throw new AppError("validation_error", describeObstacle(obstacle, span));
}

/**
 * Adds a tariff under the lock of its terminal. Throws not_found for an unknown terminal, and validation_error as the
 * functions above.
 * @param isFirst whether to refuse a terminal that has a tariff already
 */
export async function addTariff(tx: Tx, wanted: WantedTariff, clock: Clock, isFirst = false): Promise<AddedTariff> {
  const { terminalId, validTo, prices } = wanted;
  requirePrices(prices);
  const tariffs = await lockTariffs(tx, terminalId);
  if (!tariffs) throw new AppError("not_found", `There is no terminal ${terminalId}`);
  if (isFirst && tariffs.length > 0) {
    throw new AppError("validation_error", `The terminal ${terminalId} has a tariff already`);
  }
  const now = clock.now();
  const span = { validFrom: wanted.validFrom === "now" ? now : wanted.validFrom, validTo };
  requireSpan(tariffs, span, now);
  const tariff = { id: newId(randomOf(tx), "tariff", now), ...span };
  await insertTariffs(tx, [{ ...tariff, terminalId, prices }]);
  return { ...tariff, toCome: tariffs.filter((other) => other.validFrom > span.validFrom) };
}

/**
 * Returns the tariff that is in force once a tariff is withdrawn. Throws validation_error where it is withdrawn
 * already, and where an instant would be without prices.
 * @param tariffs the tariffs of the terminal that are not withdrawn
 */
export function requireWithdrawable(tariffs: readonly PlacedTariff[], tariffId: string, now: Date): PlacedTariff {
  const others = tariffs.filter(({ id }) => id !== tariffId);
  if (others.length === tariffs.length) {
    throw new AppError("validation_error", `The tariff ${tariffId} is withdrawn already`);
  }
  const [left, gap] = [findInForce(others, now), findGap(others, now)];
  if (!left || gap) {
    const at = (gap ?? now).toISOString();
    throw new AppError("validation_error", `Without ${tariffId} no tariff would be in force at ${at}`);
  }
  return left;
}

/** Withdraws a tariff under the lock of its terminal, and returns the tariff that is in force from now on. */
export async function takeOutTariff(
  tx: Tx,
  { terminalId, tariffId }: { readonly terminalId: string; readonly tariffId: string },
  clock: Clock,
): Promise<PlacedTariff> {
  const tariffs = (await lockTariffs(tx, terminalId)) ?? [];
  const now = clock.now();
  const left = requireWithdrawable(tariffs, tariffId, now);
  await withdrawTariffRow(tx, tariffId, now);
  return left;
}
