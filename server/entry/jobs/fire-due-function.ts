import type { Inngest } from "inngest";
import type { Ctx } from "@/server/usecases/ctx";
import { fireDue } from "@/server/usecases/operations/fire-due";

/**
 * Does all due work once a minute, so nothing depends on a signal that was lost (D-48).
 * @param onTick called when a round has succeeded
 */
export const fireDueFunction = (client: Inngest, ctx: Ctx, onTick: () => void) =>
  client.createFunction(
    { id: "fire-due", triggers: [{ cron: "* * * * *" }], concurrency: 1, retries: 1 },
    async ({ step }) => {
      const fired = await step.run("fire", () => ctx.dueWork.shared(() => fireDue(ctx, { until: ctx.clock.now() })));
      onTick();
      return fired;
    },
  );
