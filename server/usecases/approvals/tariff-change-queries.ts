import { AppError } from "@/server/domain/errors";
import type { TariffPrice } from "@/server/domain/pricing/installments";
import { getChange } from "@/server/store/approvals/changes";
import type { Ctx } from "../ctx";
import { fromStored, readTariffsAt, storedTariff, toStart } from "./shared/proposed-tariff";

export interface TariffChangeDetail {
  readonly terminalId: string;
  readonly terminalName: string;
  /** The start that was proposed; null for the approval. */
  readonly validFrom: Date | null;
  readonly validTo: Date | null;
  /** The start if the tariff was approved now. */
  readonly startsAt: Date;
  /** The prices in force at that instant. */
  readonly before: readonly TariffPrice[];
  readonly after: readonly TariffPrice[];
}

/** Returns the prices of a proposed tariff and those that it would replace. Throws not_found. */
export async function getTariffChange(ctx: Ctx, { changeId }: { changeId: string }): Promise<TariffChangeDetail> {
  const change = await getChange(ctx.db, changeId);
  if (change.kind !== "tariff") throw new AppError("not_found", `${changeId} is no tariff`);
  const { prices: after, validFrom, validTo } = fromStored(storedTariff.parse(change.payload));
  const startsAt = toStart({ validFrom }, ctx.clock.now());
  const { terminal, prices: before } = await readTariffsAt(ctx, change.subject, startsAt);
  return { terminalId: terminal.id, terminalName: terminal.name, validFrom, validTo, startsAt, before, after };
}
