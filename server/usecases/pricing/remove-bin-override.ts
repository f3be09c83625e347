import { AppError } from "@/server/domain/errors";
import type { BinRow } from "@/server/domain/pricing/bin-table";
import { inTx } from "@/server/store/db";
import { findOverride, removeOverride } from "@/server/store/pricing/bin-overrides";
import { lockBins } from "@/server/store/pricing/bin-rows";
import type { Ctx } from "../ctx";

export interface RemoveBinOverrideInput {
  readonly bin: string;
  readonly reason: string;
  readonly staffId: string;
}

/**
 * Removes the override of a prefix: the BIN table's own row counts again. Returns what the override said. Throws
 * not_found where none is in use.
 */
export async function removeBinOverride(
  ctx: Pick<Ctx, "clock" | "db" | "log">,
  { bin, reason, staffId }: RemoveBinOverrideInput,
): Promise<{ before: BinRow }> {
  const before = await inTx(ctx.db, async (tx) => {
    await lockBins(tx);
    const override = await findOverride(tx, bin);
    if (!override) throw new AppError("not_found", `There is no override of ${bin}`);
    await removeOverride(tx, override.id, { staffId, reason, at: ctx.clock.now() });
    return override;
  });
  ctx.log.info({ bin }, "BIN override removed");
  return { before };
}
