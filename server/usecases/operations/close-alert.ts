import { AppError } from "@/server/domain/errors";
import { isSensitiveText } from "@/server/domain/sensitive-text";
import { closeAlertRow, isAlert } from "@/server/store/alerts";
import type { Ctx } from "../ctx";

export interface CloseAlertInput {
  readonly alertId: string;
  /** The member of staff who closes it. */
  readonly staffId: string;
  /** What was found out, for later readers. */
  readonly note: string;
}

/**
 * Closes an alert with a note (D-257). It is opened again where what it warns of is found again. Throws not_found,
 * sensitive_data_not_allowed, and validation_error where it is closed already.
 */
export async function closeAlert(ctx: Ctx, { alertId, staffId, note }: CloseAlertInput): Promise<void> {
  if (isSensitiveText(note)) throw new AppError("sensitive_data_not_allowed");
  if (await closeAlertRow(ctx.db, alertId, { by: staffId, note }, ctx.clock.now())) return;
  if (!(await isAlert(ctx.db, alertId))) throw new AppError("not_found", `There is no alert ${alertId}`);
  throw new AppError("validation_error", `${alertId} is closed already`);
}
