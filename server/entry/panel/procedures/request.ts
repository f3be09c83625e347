import { z } from "zod";
import { requestAreas, requestMethods, statusClasses } from "@/server/domain/accounts/request-filters";
import { choice, codeText } from "@/server/domain/fields";
import { cursor } from "@/server/entry/trpc/trpc-fields";
import { getApiRequest, listApiRequests, listKeyNames } from "@/server/usecases/accounts/api-queries";
import { queryProcedure, router } from "../door";

const filters = z.object({
  /** The complete trace id; a part of one finds nothing. */
  traceId: codeText(64).nullable(),
  status: choice(statusClasses).nullable(),
  method: choice(requestMethods).nullable(),
  area: choice(requestAreas).nullable(),
  keyId: codeText(64).nullable(),
  cursor: cursor(),
});

const rowsOnAPage = 50;

/** Procedures that read the account's API requests of the last seven days. */
export const requestRouter = router({
  list: queryProcedure("request.read")
    .input(filters)
    .query(({ ctx: { ctx, session }, input: { cursor, ...filters } }) =>
      listApiRequests(ctx, {
        ...filters,
        partnerId: session.account.partnerId,
        cursor: cursor ?? null,
        countMax: rowsOnAPage,
      }),
    ),

  get: queryProcedure("request.read")
    .input(z.object({ traceId: codeText(64) }))
    .query(({ ctx: { ctx, session }, input }) =>
      getApiRequest(ctx, { partnerId: session.account.partnerId, ...input }),
    ),

  /** Lists the names of the keys, for filtering the requests by key. */
  keys: queryProcedure("request.read").query(({ ctx: { ctx, session } }) =>
    listKeyNames(ctx, { partnerId: session.account.partnerId }),
  ),
});
