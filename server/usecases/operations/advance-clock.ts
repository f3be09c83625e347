import { plusMs, seconds } from "@/server/domain/clock";
import { AppError } from "@/server/domain/errors";
import type { Ctx } from "../ctx";
import { type Fired, fireDue } from "./fire-due";

export type AdvanceClockInput = { readonly advanceSeconds: number } | { readonly set: Date };

/**
 * Moves the sandbox's time on and does everything that falls due in between, in order, before it answers (D-47).
 * Throws validation_error for the past, not_found where there is no sandbox.
 */
export async function advanceClock(ctx: Ctx, input: AdvanceClockInput): Promise<{ now: Date; fired: Fired }> {
  const time = ctx.sandboxTime;
  if (!time) throw new AppError("not_found");
  if ("set" in input && input.set < time.now()) {
    throw new AppError("validation_error", "clock", { message: "set: the clock never goes backwards" });
  }
  const fired = await ctx.dueWork.exclusive(async () => {
    // Counted from when it is this call's turn: two that come together add up.
    const target = "set" in input ? input.set : plusMs(time.now(), seconds(input.advanceSeconds));
    const counts = await fireDue(ctx, { until: target, arriveAt: (instant) => time.moveTo(instant) });
    await time.moveTo(target);
    return counts;
  });
  return { now: time.now(), fired };
}
