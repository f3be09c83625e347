import { AppError } from "@/server/domain/errors";
import { newId } from "@/server/domain/ids";
import { changedFields } from "@/server/domain/pricing/bin-import-file";
import type { BinRow } from "@/server/domain/pricing/bin-table";
import { inTx, randomOf } from "@/server/store/db";
import { findOverride, insertOverride, removeOverride } from "@/server/store/pricing/bin-overrides";
import { lockBins } from "@/server/store/pricing/bin-rows";
import type { Ctx } from "../ctx";

export interface OverrideBinInput {
  readonly row: BinRow;
  readonly reason: string;
  readonly staffId: string;
}

/**
 * Enters facts about the cards with a prefix, which take the place of the BIN table's row with that prefix until they
 * are removed (D-252). An override of the same prefix is replaced and stays as history; `before` is that one. Throws
 * validation_error when it says the same already.
 */
export async function overrideBin(
  ctx: Pick<Ctx, "clock" | "db" | "log">,
  { row, reason, staffId }: OverrideBinInput,
): Promise<{ before: BinRow | null }> {
  const before = await inTx(ctx.db, async (tx) => {
    await lockBins(tx);
    const former = await findOverride(tx, row.bin);
    if (former && changedFields(former, row).length === 0) {
      throw new AppError("validation_error", `The override of ${row.bin} says this already`);
    }
    const at = ctx.clock.now();
    if (former) await removeOverride(tx, former.id, { staffId, reason, at });
    await insertOverride(tx, { ...row, id: newId(randomOf(tx), "binOverride", at), reason, staffId, at });
    return former;
  });
  ctx.log.info({ bin: row.bin }, "BIN overridden");
  return { before };
}
