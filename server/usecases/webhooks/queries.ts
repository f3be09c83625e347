import { minutes, plusMs } from "@/server/domain/clock";
import { AppError } from "@/server/domain/errors";
import type { DeliveryStatus, EventType } from "@/server/domain/states";
import { resendableMs, type WebhookHeader } from "@/server/domain/webhooks/delivery";
import { findPartner } from "@/server/store/accounts/partners";
import { asPartnerId, type PartnerId } from "@/server/store/tenant";
import { findDelivery, listUndelivered } from "@/server/store/webhooks/deliveries";
import {
  type DeliveryPosition,
  findDeliveryWithAttempts,
  listDeliveryIds,
  listDeliveryRows,
} from "@/server/store/webhooks/delivery-list";
import type { Ctx } from "../ctx";
import {
  type DeliveryRecord,
  type DeliveryView,
  toDeliveryAttemptView,
  toDeliveryRecord,
  toDeliverySubject,
} from "./shared/delivery-record";
import { findPreviousSecret, signingSecrets, webhookSecretPurpose } from "./shared/webhook-secret";

/** States of a delivery that has not arrived and is not attempted any more. */
export const failedStatuses = ["rejected", "exhausted", "dropped"] as const satisfies readonly DeliveryStatus[];

/**
 * The number of deliveries that one request sends again. When the receiver hangs, each delivery takes a step of its
 * own, and a run of a background function has at most 1,000 steps.
 */
export const resendsMax = 500;

export interface FailedSince {
  readonly partnerId: PartnerId;
  /** Only deliveries created from this instant on (UTC), and within the last 30 days (D-35), are included. */
  readonly since: Date;
  /** An empty list means every type. */
  readonly types: readonly EventType[];
}

export interface FailedCount {
  /** At most `resendsMax`. */
  readonly count: number;
  /** Whether there are more than one request sends. */
  readonly hasMore: boolean;
}

/** Counts the failed deliveries of an account that one request would send again. */
export async function countFailedDeliveries(ctx: Ctx, input: FailedSince): Promise<FailedCount> {
  const ids = await listFailedDeliveryIds(ctx, input);
  return { count: Math.min(ids.length, resendsMax), hasMore: ids.length > resendsMax };
}

/** Lists the failed deliveries of an account that can be sent again, the oldest first, at most `resendsMax` + 1. */
export const listFailedDeliveryIds = (ctx: Ctx, { partnerId, since, types }: FailedSince): Promise<string[]> => {
  // One millisecond later than the limit, so that no delivery is counted that is already too old to be sent.
  const oldest = plusMs(ctx.clock.now(), -resendableMs + 1);
  return listDeliveryIds(ctx.db, {
    partnerId,
    types,
    statuses: failedStatuses,
    countMax: resendsMax + 1,
    since: since > oldest ? since : oldest,
  });
};

export interface ListDeliveriesInput {
  readonly partnerId: PartnerId;
  /** `failed` means any of `failedStatuses`; null means any state. */
  readonly status: DeliveryStatus | "failed" | null;
  readonly type: EventType | null;
  /** `nextCursor` of the previous page; null for the first page. */
  readonly cursor: string | null;
  /** The size of a page, at least 1. */
  readonly countMax: number;
}

export interface ListedDeliveries {
  readonly items: DeliveryRecord[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

/**
 * Returns a page of an account's deliveries, newest first. Throws validation_error for a cursor that we did not issue.
 */
export async function listDeliveries(ctx: Ctx, input: ListDeliveriesInput): Promise<ListedDeliveries> {
  const { partnerId, status, type, cursor, countMax } = input;
  const rows = await listDeliveryRows(ctx.db, {
    partnerId,
    type,
    after: cursor === null ? null : readCursor(cursor),
    countMax: countMax + 1,
    statuses: status === null ? [] : status === "failed" ? failedStatuses : [status],
  });
  const items = rows.slice(0, countMax).map(toDeliveryRecord);
  const last = rows.length > countMax ? items.at(-1) : undefined;
  return { items, nextCursor: last ? `${last.createdAt.getTime()}.${last.id}` : null };
}

function readCursor(cursor: string): DeliveryPosition {
  const [, ms, id] = /^(\d{1,15})\.(whd_[0-9A-Za-z_-]{1,64})$/.exec(cursor) ?? [];
  if (ms === undefined || id === undefined) throw new AppError("validation_error", "A cursor of a list");
  return { createdAt: new Date(Number(ms)), id };
}

/** The number of latest attempts that are returned: the schedule makes six, manual attempts are not limited. */
const attemptsShown = 50;

/** Returns a delivery of an account with its attempts (D-34). Throws not_found, also for another account's delivery. */
export async function getDelivery(
  ctx: Ctx,
  { partnerId, deliveryId }: { partnerId: PartnerId; deliveryId: string },
): Promise<DeliveryView> {
  const row = await findDeliveryWithAttempts(ctx.db, partnerId, deliveryId, attemptsShown);
  if (!row) throw new AppError("not_found", `${partnerId} has no delivery ${deliveryId}`);
  const tries = row.tries.toReversed().map(toDeliveryAttemptView);
  const last = tries.at(-1);
  const resendableUntil = plusMs(row.createdAt, resendableMs);
  return {
    id: row.id,
    type: row.type as EventType,
    status: row.status,
    attempts: row.attempts,
    tries,
    subject: toDeliverySubject(row.body),
    body: Buffer.from(row.body).toString(),
    url: row.partner.webhookUrl,
    createdAt: row.createdAt,
    occurredAt: row.occurredAt,
    finishedAt: row.finishedAt,
    nextAttemptAt: row.nextAttemptAt,
    scheduledAttempts: row.scheduledAttempts,
    lastResult: last ? { statusCode: last.statusCode, errorClass: last.errorClass } : null,
    resendableUntil,
    isResendable: resendableUntil > ctx.clock.now(),
  };
}

/**
 * Returns the headers that a delivery of an account would carry if it were sent now, for finding a mistake in a
 * receiver. Throws not_found.
 */
export async function listDeliveryHeaders(
  ctx: Ctx,
  { partnerId, deliveryId }: { partnerId: PartnerId; deliveryId: string },
): Promise<readonly WebhookHeader[]> {
  const delivery = await findDelivery(ctx.db, deliveryId);
  if (delivery?.partnerId !== partnerId) {
    throw new AppError("not_found", `${partnerId} has no delivery ${deliveryId}`);
  }
  return ctx.webhooks.buildHeaders({
    url: delivery.webhookUrl ?? "",
    deliveryId,
    body: delivery.body,
    occurredAt: delivery.occurredAt,
    // Receivers compare this instant with their own clock, so it is real time in the sandbox, too (D-47).
    sentAt: ctx.realTime.now(),
    secrets: signingSecrets(ctx, { ...delivery, id: partnerId }, ctx.clock.now()),
  });
}

export interface FailedDelivery {
  readonly id: string;
  readonly type: string;
  readonly resourceId: string;
  readonly status: DeliveryStatus;
  readonly attempts: number;
  /** The last answer's HTTP status, or the reason why there was none. */
  readonly lastResult: string;
  readonly nextAttemptAt: Date | null;
}

const failedCountMax = 100;

/** A delivery that has been due for longer is delayed by a fault of our own, ms. */
const overdueMs = minutes(2);

/**
 * Lists an account's latest deliveries that have not arrived after an attempt or are overdue, newest first. Throws
 * not_found.
 */
export async function listFailedDeliveries(ctx: Ctx, { partnerId }: { partnerId: string }): Promise<FailedDelivery[]> {
  if (!(await findPartner(ctx.db, partnerId))) throw new AppError("not_found");
  const dueBefore = plusMs(ctx.clock.now(), -overdueMs);
  const rows = await listUndelivered(ctx.db, asPartnerId(partnerId), dueBefore, failedCountMax);
  return rows.map(({ tries: [last], ...row }) => ({
    ...row,
    lastResult: String(last?.statusCode ?? last?.errorClass ?? "none"),
  }));
}

/**
 * The address of an account's webhooks and the secrets that sign them. A secret is shown by its last four characters
 * only.
 */
export interface WebhookSettings {
  /** Null when no address is set and nothing is sent. */
  readonly url: string | null;
  readonly mode: "sandbox" | "live";
  /** The last four characters of the main secret. */
  readonly presentEnd: string;
  /** The last four characters of the prepared secret; null when none is prepared. */
  readonly nextEnd: string | null;
  /** The end of the previous secret and until when a rollback is possible (UTC); null when none is kept (D-37). */
  readonly previous: { readonly end: string; readonly until: Date } | null;
}

/** Returns an account's webhook settings. Throws not_found. */
export async function getWebhookSettings(ctx: Ctx, { partnerId }: { partnerId: PartnerId }): Promise<WebhookSettings> {
  const partner = await findPartner(ctx.db, partnerId);
  if (!partner) throw new AppError("not_found");
  const openEnd = (sealed: Uint8Array) => ctx.vault.open(webhookSecretPurpose(partnerId), sealed).slice(-4);
  const previous = findPreviousSecret(partner, ctx.clock.now());
  const until = partner.webhookSecretPreviousUntil;
  return {
    url: partner.webhookUrl,
    mode: ctx.sandboxTime ? "sandbox" : "live",
    presentEnd: openEnd(partner.webhookSecret),
    nextEnd: partner.webhookSecretNext && openEnd(partner.webhookSecretNext),
    previous: previous && until && { end: openEnd(previous), until },
  };
}
