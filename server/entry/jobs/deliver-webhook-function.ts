import type { Inngest } from "inngest";
import type { Ctx } from "@/server/usecases/ctx";
import { attemptDeliveries } from "@/server/usecases/webhooks/attempt-deliveries";
import { deliveriesCreated } from "./events";
import { toRealTime } from "./real-time";

/** The limit of parallel calls to one receiver across all processes, since an account has one address (D-34). */
const callsPerAccount = 2;

/** Attempts deliveries of one account until each has ended, and sleeps until the next attempt is due (§6.4). */
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
            return toRealTime(ctx.clock, nextAttemptAt);
          }),
        );
        if (next === null) return;
        // The next step reads the rows again, because the sandbox clock or the minute's round may have attempted
        // meanwhile.
        await step.sleepUntil(`wait-${round}`, next);
      }
    },
  );
