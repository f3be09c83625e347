import { z } from "zod";
import { confirmIdentity } from "@/server/usecases/confirm-identity";
import { act, router } from "./door";

/** What people do about themselves, whatever their role. */
export const selfRouter = router({
  /** Shows again who is there, so that what weighs more can be done for a while. */
  confirm: act("self.manage")
    .input(z.object({ password: z.string().max(1024) }))
    .mutation(async ({ ctx: { ctx, session, audit }, input }) => {
      await audit.begin({ subject: session.user.id });
      await confirmIdentity(ctx, {
        person: { door: "panel", userId: session.user.id },
        ...{ sessionId: session.sessionId, password: input.password },
      });
    }),
});
