import { z } from "zod";
import { codeText } from "@/server/domain/fields";
import { instant } from "@/server/entry/trpc/trpc-fields";
import { listActors, listAudit } from "@/server/usecases/people/queries";
import { queryProcedure, router } from "../door";

const rowsOnAPage = 50;

/** The number of the last entry of the previous page. */
const cursor = z
  .string()
  .regex(/^[0-9]{1,18}$/)
  .nullish();

/** Procedures that read an account's audit log (S36). */
export const auditRouter = router({
  list: queryProcedure("audit.read")
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

  /** Lists the people who are or were members of the account. */
  people: queryProcedure("audit.read").query(({ ctx: { ctx, session } }) =>
    listActors(ctx, { partnerId: session.account.partnerId }),
  ),
});
