import type { Inngest } from "inngest";
import type { Ctx } from "@/server/usecases/ctx";
import { resendDeliveries } from "@/server/usecases/resend-deliveries";
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
      let left: string[] = deliveryIds;
      for (let round = 1; left.length > 0; round++) {
        const due = left;
        left = await step.run(`resend-${round}`, async () => {
          const wanted = { partnerId, deliveryIds: due, askedAt: new Date(askedAt) };
          return (await resendDeliveries(ctx, wanted)).left;
        });
      }
    },
  );
