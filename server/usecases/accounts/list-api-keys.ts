import { type ApiKeyRow, listApiKeyRows } from "@/server/store/accounts/api-keys";
import type { PartnerId } from "@/server/store/tenant";
import type { Ctx } from "../ctx";

/** An API key as people see it: never the key, nor what could be made of it. */
export type ApiKeyRecord = ApiKeyRow;

/** An account's API keys: those in use first, then the latest of the revoked ones. */
export const listApiKeys = (ctx: Ctx, { partnerId }: { partnerId: PartnerId }): Promise<ApiKeyRecord[]> =>
  listApiKeyRows(ctx.db, partnerId);
