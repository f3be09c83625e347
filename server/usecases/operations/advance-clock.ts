import { plusMs, seconds } from "@/server/domain/clock";
import { AppError } from "@/server/domain/errors";
import type { Ctx } from "../ctx";
import { type DueWorkDone, doDueWork } from "./do-due-work";

export type AdvanceClockInput = { readonly advanceSeconds: number } | { readonly set: Date };

/**
 * Advances the sandbox's clock and does everything that falls due in between, in order, before it returns (D-47). Every
 * web process has the new time then, and none of them does due work meanwhile (D-331).
 * Throws validation_error for an instant in the past, and not_found in live mode.
 */
export async function advanceClock(ctx: Ctx, input: AdvanceClockInput): Promise<{ now: Date; fired: DueWorkDone }> {
  const time = ctx.sandboxTime;
  if (!time) throw new AppError("not_found");
  if ("set" in input && input.set < time.now()) {
    throw new AppError("validation_error", "clock", { message: "set: the clock never goes backwards" });
  }
  const fired = await time.alone(() =>
    ctx.dueWork.exclusive(async () => {
      // The seconds are added to the time at which this call gets the lock, so that two concurrent calls add up.
      const target = "set" in input ? input.set : plusMs(time.now(), seconds(input.advanceSeconds));
      const counts = await doDueWork(ctx, { until: target, arriveAt: (instant) => time.moveTo(instant) });
      await time.moveTo(target);
      return counts;
    }),
  );
  return { now: time.now(), fired };
}
