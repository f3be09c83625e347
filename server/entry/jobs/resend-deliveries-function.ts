import type { Inngest } from "inngest";
import type { Ctx } from "@/server/usecases/ctx";
import { resendDeliveries } from "@/server/usecases/webhooks/resend-deliveries";
import { resendsRequested } from "./events";

/**
 * The limit of parallel runs per account across all processes. One of the two places at the receiver (D-34) stays free
 * for new deliveries.
 */
const runsPerAccount = 1;

/** Sends the requested deliveries of one account again (D-35), each once. */
export const resendDeliveriesFunction = (client: Inngest, ctx: Ctx) =>
  client.createFunction(
    {
      id: "resend-deliveries",
      triggers: [resendsRequested],
      concurrency: { key: "event.data.partnerId", limit: runsPerAccount },
      retries: 5,
    },
    async ({ event, step }) => {
      const { partnerId, deliveryIds, askedAt } = event.data;
      let handled = 0;
      for (let round = 1; handled < deliveryIds.length; round++) {
        const left = deliveryIds.slice(handled);
        // The result of a step is kept and sent with every later call, so it is a count and not a list.
        handled += await step.run(`resend-${round}`, () =>
          resendDeliveries(ctx, { partnerId, deliveryIds: left, askedAt: new Date(askedAt) }),
        );
      }
    },
  );
