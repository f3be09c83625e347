import { AppError } from "@/server/domain/errors";
import type { InquirableKind } from "@/server/domain/payments/open-question";
import {
  bringInquiryForward,
  findPlannedInquiry,
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
 * `known`: the outcome is known now, or was before. `unknown`: the bank was asked and did not tell. `busy`: the bank is
 * being asked by another process at this moment, or the call itself may still be on its way, so nothing was done.
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
 * other inquiry. The planned inquiries stay as they were planned. Throws not_found.
 */
export async function inquireNow(ctx: Ctx, { kind, id }: InquireNowInput): Promise<InquiryResult> {
  const before = await findPlannedInquiry(ctx.db, kind, id);
  if (!before) throw new AppError("not_found", `There is no ${kind} ${id}`);
  if (!before.isOpen) return "known";
  const { nextInquiryAt } = before;
  const now = ctx.clock.now();
  if (nextInquiryAt === null) return "busy";
  if (nextInquiryAt > now && !(await bringInquiryForward(ctx.db, kind, id, { nextInquiryAt, now }))) return "busy";
  const isAsked = await inquiries[kind](ctx, id);
  const after = await findPlannedInquiry(ctx.db, kind, id);
  if (!after?.isOpen) return "known";
  if (!isAsked) return "busy";
  if (nextInquiryAt > now) await restorePlannedInquiry(ctx.db, kind, id, { before, after });
  return "unknown";
}
