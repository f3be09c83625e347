import type { Inngest } from "inngest";
import type { Ctx } from "@/server/usecases/ctx";
import { sendMail } from "@/server/usecases/mail/send-mail";
import { mailWritten, toRealTime } from "./functions";

/** The limit of mails that are sent in parallel: a mail provider accepts few connections of one sender at once. */
const mailsAtOnce = 10;

/** Sends a mail of the outbox, and sleeps until its next attempt while it fails (D-231). */
export const sendMailFunction = (client: Inngest, ctx: Ctx) =>
  client.createFunction(
    { id: "send-mail", triggers: [mailWritten], concurrency: mailsAtOnce, retries: 5 },
    async ({ event: { data }, step }) => {
      for (let round = 1; ; round++) {
        const next = await step.run(`send-${round}`, () =>
          ctx.dueWork.shared(async () => {
            const { nextAttemptAt } = await sendMail(ctx, data);
            return toRealTime(ctx, nextAttemptAt);
          }),
        );
        if (next === null) return;
        await step.sleepUntil(`wait-${round}`, next);
      }
    },
  );
