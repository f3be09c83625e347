import type { Inngest } from "inngest";
import type { Ctx } from "@/server/usecases/ctx";
import { resendDeliveries } from "@/server/usecases/webhooks/resend-deliveries";
import { resendsWanted } from "./events";

/** One after the other, so that what is new finds the other place at the receiver free (D-34). Holds across processes. */
const runsPerAccount = 1;

/** Sends deliveries of one account again that somebody has asked for (D-35), each once. */
export const resendDeliveriesFunction = (client: Inngest, ctx: Ctx) =>
  client.createFunction(
    {
      id: "resend-deliveries",
      triggers: [resendsWanted],
      concurrency: { key: "event.data.partnerId", limit: runsPerAccount },
      retries: 5,
    },
    async ({ event, step }) => {
      const { partnerId, deliveryIds, askedAt } = event.data;
      let handled = 0;
      for (let round = 1; handled < deliveryIds.length; round++) {
        const left = deliveryIds.slice(handled);
        // The answer of a step is kept and sent along with every later one: a number, not the list.
        handled += await step.run(`resend-${round}`, () =>
          resendDeliveries(ctx, { partnerId, deliveryIds: left, askedAt: new Date(askedAt) }),
        );
      }
    },
  );
