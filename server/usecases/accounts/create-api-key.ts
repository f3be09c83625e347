import { hashApiKey, newApiKey, toApiKeyPrefix } from "@/server/domain/accounts/api-key";
import { AppError } from "@/server/domain/errors";
import { problem } from "@/server/domain/field-words";
import { newId } from "@/server/domain/ids";
import { countLiveKeys, insertApiKey } from "@/server/store/accounts/api-keys";
import { inTx } from "@/server/store/db";
import type { PartnerId } from "@/server/store/tenant";
import type { Ctx } from "../ctx";
import type { ApiKeyRecord } from "./api-queries";

/** The maximum number of live keys of an account. */
export const liveKeysMax = 20;

export interface CreateApiKeyInput {
  readonly partnerId: PartnerId;
  readonly name: string;
  /** The e-mail address of the creator. */
  readonly createdBy: string;
}

/**
 * Creates an API key of this installation's mode. Only the returned value contains the key: the database stores its
 * hash (S9). Throws validation_error where the account has twenty live keys.
 */
export async function createApiKey(
  ctx: Ctx,
  { partnerId, name, createdBy }: CreateApiKeyInput,
): Promise<ApiKeyRecord & { readonly apiKey: string }> {
  const apiKey = newApiKey(ctx.sandboxTime ? "test" : "live");
  const createdAt = ctx.clock.now();
  const row = await inTx(ctx.db, async (tx) => {
    if ((await countLiveKeys(tx, partnerId)) >= liveKeysMax) {
      throw new AppError("validation_error", `${partnerId} has ${liveKeysMax} keys`, {
        problem: problem("keys_many", liveKeysMax),
      });
    }
    return insertApiKey(tx, {
      id: newId("apiKey", createdAt),
      partnerId,
      name,
      createdBy,
      createdAt,
      prefix: toApiKeyPrefix(apiKey),
      keyHash: Uint8Array.from(hashApiKey(apiKey)),
    });
  });
  return { ...row, apiKey };
}
