import { plusMs } from "@/server/domain/clock";
import { AppError } from "@/server/domain/errors";
import type { EventType } from "@/server/domain/states";
import { visibleText } from "@/server/domain/visible-text";
import { type AttemptError, resendableMs } from "@/server/domain/webhooks/delivery";
import type { PartnerId } from "@/server/store/tenant";
import { findDeliveryWithAttempts } from "@/server/store/webhooks/delivery-list";
import type { Ctx } from "../ctx";
import { type DeliveryRecord, subjectOf } from "./delivery-record";

/** One POST and what came back. */
export interface AttemptView {
  /** From 1. */
  readonly number: number;
  readonly startedAt: Date;
  readonly durationMs: number;
  /** Empty where the account had no address. */
  readonly url: string;
  readonly statusCode: number | null;
  /** Null for 2xx. */
  readonly errorClass: AttemptError | null;
  /** The first 2 KiB of the answer's body, made safe to look at (S23). */
  readonly response: string;
  /** Beside the schedule (D-35). */
  readonly isByHand: boolean;
}

export interface DeliveryView extends DeliveryRecord {
  /** The bytes of every attempt, as the text that they are. */
  readonly body: string;
  readonly occurredAt: Date;
  /** Where the account receives now; null: nowhere. */
  readonly url: string | null;
  /** The latest ones, the first first. */
  readonly tries: AttemptView[];
  /** Of the attempts that the schedule makes: so many have been made. */
  readonly scheduledAttempts: number;
  readonly finishedAt: Date | null;
  /** Until when it can be sent again by hand (D-35). */
  readonly resendableUntil: Date;
  readonly isResendable: boolean;
}

/** Sending by hand has no end; the schedule makes six. */
const attemptsShown = 50;

/** A delivery of an account with its attempts (D-34). Throws not_found, also when it is another account's. */
export async function getDelivery(
  ctx: Ctx,
  { partnerId, deliveryId }: { partnerId: PartnerId; deliveryId: string },
): Promise<DeliveryView> {
  const row = await findDeliveryWithAttempts(ctx.db, partnerId, deliveryId, attemptsShown);
  if (!row) throw new AppError("not_found", `${partnerId} has no delivery ${deliveryId}`);
  const tries = row.tries.toReversed().map(toAttemptView);
  const last = tries.at(-1);
  const resendableUntil = plusMs(row.createdAt, resendableMs);
  return {
    id: row.id,
    type: row.type as EventType,
    status: row.status,
    attempts: row.attempts,
    tries,
    subject: subjectOf(row.body),
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

interface AttemptRow extends Omit<AttemptView, "response" | "errorClass" | "isByHand"> {
  readonly errorClass: string | null;
  readonly response: Uint8Array;
  readonly byHand: boolean;
}

const toAttemptView = ({
  number,
  startedAt,
  durationMs,
  url,
  statusCode,
  ...row
}: AttemptRow): AttemptView => ({
  number,
  startedAt,
  durationMs,
  url,
  statusCode,
  errorClass: row.errorClass as AttemptError | null,
  response: visibleText(row.response),
  isByHand: row.byHand,
});
