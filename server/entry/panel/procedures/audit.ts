import { z } from "zod";
import { codeText } from "@/server/domain/fields";
import { instant } from "@/server/entry/trpc/trpc-fields";
import { listActors, listAudit } from "@/server/usecases/people/list-audit";
import { read, router } from "../door";

const rowsOnAPage = 50;

/** The number of the last entry of the page before. */
const cursor = z
  .string()
  .regex(/^[0-9]{1,18}$/)
  .nullish();

/** What was done in an account, and by whom (S36). */
export const auditRouter = router({
  list: read("audit.read")
    .input(
      z.object({
        actorId: codeText(64).nullish(),
        area: codeText(32).nullish(),
        from: instant().nullish(),
        until: instant().nullish(),
        cursor,
      }),
    )
    .query(({ ctx: { ctx, session }, input: { actorId, area, from, until, cursor } }) =>
      listAudit(ctx, {
        partnerId: session.account.partnerId,
        countMax: rowsOnAPage,
        actorId: actorId ?? null,
        area: area ?? null,
        from: from ?? null,
        until: until ?? null,
        before: cursor ? BigInt(cursor) : null,
      }),
    ),

  /** Everybody who is or was of the account. */
  people: read("audit.read").query(({ ctx: { ctx, session } }) =>
    listActors(ctx, { partnerId: session.account.partnerId }),
  ),
});
