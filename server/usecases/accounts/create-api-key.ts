import { hashApiKey, newApiKey, prefixOf } from "@/server/domain/accounts/api-key";
import { AppError } from "@/server/domain/errors";
import { problem } from "@/server/domain/field-words";
import { newId } from "@/server/domain/ids";
import { countLiveKeys, insertApiKey } from "@/server/store/accounts/api-keys";
import { inTx } from "@/server/store/db";
import type { PartnerId } from "@/server/store/tenant";
import type { Ctx } from "../ctx";
import type { ApiKeyRecord } from "./list-api-keys";

/** Keys of an account that may be in use at a time. */
export const liveKeysMax = 20;

export interface CreateApiKeyInput {
  readonly partnerId: PartnerId;
  readonly name: string;
  /** The e-mail address of who makes it. */
  readonly createdBy: string;
}

/**
 * Makes an API key of this installation's mode. The key is in the answer and nowhere else: what is stored is its hash (S9).
 * Throws validation_error where twenty are in use.
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
      prefix: prefixOf(apiKey),
      keyHash: Uint8Array.from(hashApiKey(apiKey)),
    });
  });
  return { ...row, apiKey };
}
