import { seconds } from "@/server/domain/clock";
import { AppError } from "@/server/domain/errors";
import type { InquirableKind } from "@/server/domain/payments/open-question";
import {
  bringInquiryForward,
  findPlannedInquiry,
  type PlannedInquiry,
  restorePlannedInquiry,
} from "@/server/store/operations/open-questions";
import { inquireCapture } from "../captures/inquire-capture";
import { inquireMoneyReturn } from "../captures/inquire-money-return";
import type { Ctx } from "../ctx";
import { inquireRefund } from "../refunds/inquire-refund";

export interface InquireNowInput {
  readonly kind: InquirableKind;
  /** The id of the attempt, the refund or the money return. */
  readonly id: string;
}

/**
 * `known`: the outcome is known now, or was before. `unknown`: the bank was asked and did not tell. `busy`: another
 * process still asks the bank after `otherMaxMs`, or the call itself may still be on its way, so nothing was done.
 */
export type InquiryResult = "known" | "unknown" | "busy";

const inquiries: Readonly<Record<InquirableKind, (ctx: Ctx, id: string) => Promise<boolean>>> = {
  capture: (ctx, attemptId) => inquireCapture(ctx, { attemptId }),
  refund: (ctx, refundId) => inquireRefund(ctx, { refundId }),
  money_return: (ctx, returnId) => inquireMoneyReturn(ctx, { returnId }),
};

/**
 * Asks the bank once, now, about a call of unknown outcome (D-256). It is the planned inquiry, brought forward by a
 * compare-and-set, so that it and the sweep never ask at the same time; what follows from the answer is as for any
 * other inquiry. Where the sweep or another person is asking at this moment, their answer is waited for. The planned
 * inquiries stay as they were planned. Throws not_found.
 */
export async function inquireNow(ctx: Ctx, input: InquireNowInput): Promise<InquiryResult> {
  const { kind, id } = input;
  const before = await findPlannedInquiry(ctx.db, kind, id);
  if (!before) throw new AppError("not_found", `There is no ${kind} ${id}`);
  if (!before.isOpen) return "known";
  const now = ctx.clock.now();
  const isAsked = (await makeDue(ctx, input, { before, now })) && (await inquiries[kind](ctx, id));
  if (!isAsked) return awaitOther(ctx, input, before);
  const after = await findPlannedInquiry(ctx.db, kind, id);
  if (!after?.isOpen) return "known";
  if (before.nextInquiryAt && before.nextInquiryAt > now)
    await restorePlannedInquiry(ctx.db, kind, id, { before, after });
  return "unknown";
}

/** Returns whether the planned inquiry is due now. */
async function makeDue(
  ctx: Ctx,
  { kind, id }: InquireNowInput,
  { before: { nextInquiryAt }, now }: { readonly before: PlannedInquiry; readonly now: Date },
): Promise<boolean> {
  if (nextInquiryAt === null) return false;
  return nextInquiryAt <= now || bringInquiryForward(ctx.db, kind, id, { nextInquiryAt, now });
}

/** The longest wait for the answer to an inquiry of another process, in ms of real time. */
const otherMaxMs = seconds(10);
const lookEachMs = 100;

/** Waits while another process asks the bank, or is about to. Returns what it learnt. */
async function awaitOther(ctx: Ctx, { kind, id }: InquireNowInput, before: PlannedInquiry): Promise<InquiryResult> {
  const until = ctx.realTime.monotonicMs() + otherMaxMs;
  do {
    const plan = await findPlannedInquiry(ctx.db, kind, id);
    if (!plan?.isOpen) return "known";
    if (!plan.isBeingAsked) {
      const isAsked = before.isBeingAsked || isOther(plan.askedAt, before.askedAt);
      if (isAsked) return "unknown";
      if (!isOther(plan.nextInquiryAt, before.nextInquiryAt)) return "busy";
    }
    await ctx.realTime.sleep(lookEachMs);
  } while (ctx.realTime.monotonicMs() < until);
  return "busy";
}

const isOther = (instant: Date | null, before: Date | null): boolean => instant?.getTime() !== before?.getTime();
