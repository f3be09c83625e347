import { inTx } from "@/server/store/db";
import type { Ctx } from "../ctx";
import { type CreatedApiKey, insertNewKey, type NewKey } from "./shared/new-key";

/**
 * Creates an API key with any rights, for the sandbox and for tests. Members make keys with `issueApiKey`. Only the
 * returned value contains the key (S9).
 */
export const createApiKey = (ctx: Ctx, key: NewKey): Promise<CreatedApiKey> =>
  inTx(ctx.db, (tx) => insertNewKey(ctx, tx, key));
