import { z } from "zod";
import { requestList } from "@/server/domain/accounts/request-list";
import { codeText } from "@/server/domain/fields";
import { listInput } from "@/server/entry/trpc/list-input";
import { getApiRequest, listApiRequests, listKeyNames } from "@/server/usecases/accounts/api-queries";
import { queryProcedure, router } from "../door";

const rowsOnAPage = 50;

/** Procedures that read the account's API requests of the last seven days. */
export const requestRouter = router({
  list: queryProcedure("request.read")
    .input(listInput(requestList))
    .query(({ ctx: { ctx, session }, input: { sort: _sort, cursor, ...filters } }) =>
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
