import { AppError } from "@/server/domain/errors";
import { acknowledgeAlertRow, isAlert } from "@/server/store/alerts";
import type { Ctx } from "../ctx";

export interface AcknowledgeAlertInput {
  readonly alertId: string;
  /** The member of staff who looks after it. */
  readonly staffId: string;
}

/**
 * Records that a member of staff looks after an open alert (D-257). Throws not_found, and validation_error where it is
 * not open any more.
 */
export async function acknowledgeAlert(ctx: Ctx, { alertId, staffId }: AcknowledgeAlertInput): Promise<void> {
  if (await acknowledgeAlertRow(ctx.db, alertId, staffId, ctx.clock.now())) return;
  if (!(await isAlert(ctx.db, alertId))) throw new AppError("not_found", `There is no alert ${alertId}`);
  throw new AppError("validation_error", `${alertId} is not open any more`);
}
