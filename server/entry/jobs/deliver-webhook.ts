import type { Inngest } from "inngest";
import type { Ctx } from "@/server/usecases/ctx";
import { attemptDeliveries } from "@/server/usecases/webhooks/attempt-deliveries";
import { deliveriesCreated } from "./events";
import { inRealTime } from "./real-time";

/** Calls to one receiver at a time: an account has one address (D-34). Holds across processes. */
const callsPerAccount = 2;

/** Sends deliveries of one account until each has come to its end, sleeping until the next attempt (§6.4). */
export const deliverWebhookFunction = (client: Inngest, ctx: Ctx) =>
  client.createFunction(
    {
      id: "deliver-webhook",
      triggers: [deliveriesCreated],
      concurrency: { key: "event.data.partnerId", limit: callsPerAccount },
      retries: 5,
    },
    async ({ event, step }) => {
      const { partnerId, deliveryIds } = event.data;
      for (let round = 1; ; round++) {
        const next = await step.run(`attempt-${round}`, () =>
          ctx.dueWork.shared(async () => {
            const { nextAttemptAt } = await attemptDeliveries(ctx, { partnerId, deliveryIds });
            return inRealTime(ctx.clock, nextAttemptAt);
          }),
        );
        if (next === null) return;
        // Whoever wakes looks again: the sandbox clock or the minute's round may have done it in the meantime.
        await step.sleepUntil(`wait-${round}`, next);
      }
    },
  );
