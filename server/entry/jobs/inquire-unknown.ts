import type { Inngest } from "inngest";
import { followCapture } from "@/server/usecases/captures/follow-capture";
import type { Ctx } from "@/server/usecases/ctx";
import { followRefund } from "@/server/usecases/refunds/follow-refund";
import { outcomeUnknown, refundUnknown } from "./events";
import { inRealTime } from "./real-time";

/** Banks that hang must not take the room of everything else. */
const inquiriesAtOnce = 50;

/** Inquires a capture or a refund at the bank, at the instants of D-46, until its outcome is known. */
export const inquireUnknownFunction = (client: Inngest, ctx: Ctx) =>
  client.createFunction(
    {
      id: "inquire-unknown",
      triggers: [outcomeUnknown, refundUnknown],
      concurrency: inquiriesAtOnce,
      retries: 5,
    },
    async ({ event: { data }, step }) => {
      const follow = () => ("refundId" in data ? followRefund(ctx, data) : followCapture(ctx, data));
      for (let round = 1; ; round++) {
        const next = await step.run(`inquire-${round}`, () =>
          ctx.dueWork.shared(async () => {
            const { nextInquiryAt } = await follow();
            return inRealTime(ctx.clock, nextInquiryAt);
          }),
        );
        if (next === null) return;
        await step.sleepUntil(`wait-${round}`, next);
      }
    },
  );
