import { minutes, plusMs } from "@/server/domain/clock";
import { AppError } from "@/server/domain/errors";
import type { DeliveryStatus } from "@/server/domain/states";
import { findPartner } from "@/server/store/accounts/partners";
import { listUndelivered } from "@/server/store/webhooks/deliveries";
import type { Ctx } from "../ctx";

export interface FailedDelivery {
  readonly id: string;
  readonly type: string;
  readonly resourceId: string;
  readonly status: DeliveryStatus;
  readonly attempts: number;
  /** The last answer's status, else why there was none. */
  readonly lastResult: string;
  readonly nextAttemptAt: Date | null;
}

const countMax = 100;

/** What has been due for longer is held up by something of ours. ms. */
const overdueMs = minutes(2);

/** An account's latest deliveries with a failed attempt that have not arrived since, newest first. Throws not_found. */
export async function listFailedDeliveries(
  ctx: Ctx,
  { partnerId }: { partnerId: string },
): Promise<FailedDelivery[]> {
  if (!(await findPartner(ctx.db, partnerId))) throw new AppError("not_found");
  const rows = await listUndelivered(ctx.db, partnerId, plusMs(ctx.clock.now(), -overdueMs), countMax);
  return rows.map(({ tries: [last], ...row }) => ({
    ...row,
    lastResult: String(last?.statusCode ?? last?.errorClass ?? "none"),
  }));
}
