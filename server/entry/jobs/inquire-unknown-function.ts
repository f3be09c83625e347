import type { Inngest } from "inngest";
import { continueCaptureInquiry } from "@/server/usecases/captures/continue-capture-inquiry";
import type { Ctx } from "@/server/usecases/ctx";
import { continueRefundInquiry } from "@/server/usecases/refunds/continue-refund-inquiry";
import { captureUnknown, refundUnknown, toRealTime } from "./functions";

/** Limits parallel inquiries, so that banks that hang do not occupy the capacity of the other functions. */
const inquiriesAtOnce = 50;

/** Inquires a capture or a refund at the instants of D-46 until its outcome is known. */
export const inquireUnknownFunction = (client: Inngest, ctx: Ctx) =>
  client.createFunction(
    {
      id: "inquire-unknown",
      triggers: [captureUnknown, refundUnknown],
      concurrency: inquiriesAtOnce,
      retries: 5,
    },
    async ({ event: { data }, step }) => {
      const inquire = () => ("refundId" in data ? continueRefundInquiry(ctx, data) : continueCaptureInquiry(ctx, data));
      for (let round = 1; ; round++) {
        const next = await step.run(`inquire-${round}`, () =>
          ctx.dueWork.shared(async () => {
            const { nextInquiryAt } = await inquire();
            return toRealTime(ctx, nextInquiryAt);
          }),
        );
        if (next === null) return;
        await step.sleepUntil(`wait-${round}`, next);
      }
    },
  );
