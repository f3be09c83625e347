import { viewingInput } from "@/server/domain/people/viewing-input";
import { endViewing } from "@/server/usecases/people/end-viewing";
import { startViewing } from "@/server/usecases/people/start-viewing";
import { mutationProcedure, router } from "../door";

/** Procedures with which staff view the panel of a merchant, read-only (D-261). */
export const viewingRouter = router({
  start: mutationProcedure("partner.view_as")
    .input(viewingInput)
    .mutation(async ({ ctx: { ctx, session, audit, facts }, input: { partnerId, reason } }) => {
      const detail = { reason: reason.trim() };
      await audit.begin({ subject: partnerId, detail });
      const { viewingId, expiresAt } = await startViewing(ctx, {
        partnerId,
        ...detail,
        sessionId: session.sessionId,
        staffId: session.user.id,
        sourceIp: facts.sourceIp,
      });
      audit.note({ detail: { ...detail, viewingId, until: expiresAt.toISOString() } });
      return { expiresAt };
    }),

  /** Ends the viewing of this session and returns the merchant; null where it had ended before. */
  end: mutationProcedure("partner.view_as").mutation(async ({ ctx: { ctx, session, audit } }) => {
    await audit.begin({});
    const ended = await endViewing(ctx, { sessionId: session.sessionId, cause: "button" });
    audit.note({ subject: ended?.partnerId ?? null });
    return ended;
  }),
});
