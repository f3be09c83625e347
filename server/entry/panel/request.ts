import { z } from "zod";
import { requestAreas, requestMethods, statusClasses } from "@/server/domain/accounts/request-selection";
import { choice, codeText } from "@/server/domain/fields";
import { getApiRequest } from "@/server/usecases/accounts/get-api-request";
import { listApiRequests } from "@/server/usecases/accounts/list-api-requests";
import { listKeyNames } from "@/server/usecases/accounts/list-key-names";
import { cursor } from "../trpc/trpc-fields";
import { read, router } from "./door";

const filters = z.object({
  /** The whole of it: what is no trace id finds nothing. */
  traceId: codeText(64).nullable(),
  status: choice(statusClasses).nullable(),
  method: choice(requestMethods).nullable(),
  area: choice(requestAreas).nullable(),
  keyId: codeText(64).nullable(),
  cursor: cursor(),
});

const rowsOnAPage = 50;

/** What the account's servers have asked the API in the last seven days. */
export const requestRouter = router({
  list: read("request.read")
    .input(filters)
    .query(({ ctx: { ctx, session }, input: { cursor, ...filters } }) =>
      listApiRequests(ctx, {
        ...filters,
        partnerId: session.account.partnerId,
        cursor: cursor ?? null,
        countMax: rowsOnAPage,
      }),
    ),

  get: read("request.read")
    .input(z.object({ traceId: codeText(64) }))
    .query(({ ctx: { ctx, session }, input }) =>
      getApiRequest(ctx, { partnerId: session.account.partnerId, ...input }),
    ),

  /** For narrowing the list to one key's requests. */
  keys: read("request.read").query(({ ctx: { ctx, session } }) =>
    listKeyNames(ctx, { partnerId: session.account.partnerId }),
  ),
});
