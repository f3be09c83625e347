import type { Inngest } from "inngest";
import type { Ctx } from "@/server/usecases/ctx";
import { fireDue } from "@/server/usecases/operations/fire-due";

const kinds = ["payment_expiry"] as const;

/**
 * Expires payments within a minute of their due instant; a request that reads a due payment earlier also expires it
 * (D-2).
 */
export const expirePaymentsFunction = (client: Inngest, ctx: Ctx) =>
  client.createFunction(
    { id: "expire-payments", triggers: [{ cron: "* * * * *" }], concurrency: 1, retries: 1 },
    async ({ step }) =>
      step.run("expire", () => ctx.dueWork.shared(() => fireDue(ctx, { until: ctx.clock.now(), kinds }))),
  );
