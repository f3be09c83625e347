import { AppError } from "@/server/domain/errors";
import type { DeliveryStatus, EventType } from "@/server/domain/states";
import type { PartnerId } from "@/server/store/tenant";
import { type DeliveryPlace, listDeliveryRows } from "@/server/store/webhooks/delivery-list";
import type { Ctx } from "../ctx";
import { type DeliveryRecord, toDeliveryRecord } from "./delivery-record";

/** States in which a delivery is not tried any more and has not arrived. */
export const failedStatuses = [
  "rejected",
  "exhausted",
  "dropped",
] as const satisfies readonly DeliveryStatus[];

export interface ListDeliveriesInput {
  readonly partnerId: PartnerId;
  /** `failed`: in any of the states of `failedStatuses`; null: in any. */
  readonly status: DeliveryStatus | "failed" | null;
  readonly type: EventType | null;
  /** `nextCursor` of the page before; null for the first page. */
  readonly cursor: string | null;
  /** From 1. */
  readonly countMax: number;
}

export interface ListedDeliveries {
  readonly items: DeliveryRecord[];
  /** Null: there are no more. */
  readonly nextCursor: string | null;
}

/** A page of an account's deliveries, the newest first. Throws validation_error for a cursor that is none of ours. */
export async function listDeliveries(ctx: Ctx, input: ListDeliveriesInput): Promise<ListedDeliveries> {
  const { partnerId, status, type, cursor, countMax } = input;
  const rows = await listDeliveryRows(ctx.db, {
    partnerId,
    type,
    after: cursor === null ? null : placeOf(cursor),
    countMax: countMax + 1,
    statuses: status === null ? [] : status === "failed" ? failedStatuses : [status],
  });
  const items = rows.slice(0, countMax).map(toDeliveryRecord);
  const last = rows.length > countMax ? items.at(-1) : undefined;
  return { items, nextCursor: last ? `${last.createdAt.getTime()}.${last.id}` : null };
}

function placeOf(cursor: string): DeliveryPlace {
  const [, ms, id] = /^(\d{1,15})\.(whd_[0-9A-Za-z_-]{1,64})$/.exec(cursor) ?? [];
  if (ms === undefined || id === undefined) throw new AppError("validation_error", "A cursor of a list");
  return { createdAt: new Date(Number(ms)), id };
}
