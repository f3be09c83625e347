import { hashApiKey, newApiKey, toApiKeyPrefix } from "@/server/domain/accounts/api-key";
import { type KeyRights, keyScopes } from "@/server/domain/accounts/key-rights";
import { newId } from "@/server/domain/ids";
import { insertApiKey } from "@/server/store/accounts/api-keys";
import { inTx, type Tx } from "@/server/store/db";
import type { PartnerId } from "@/server/store/tenant";
import type { ApiKeyRecord } from "../accounts/api-queries";
import type { Ctx } from "../ctx";

export interface CreateApiKeyInput {
  readonly partnerId: PartnerId;
  readonly name: string;
  /** The e-mail address of the member who makes the key; null where no member does. */
  readonly createdBy: string | null;
  /** The ids of the members who learn the key. */
  readonly seenBy?: readonly string[];
  /** Without a part of these, the key is not limited in it. */
  readonly rights?: Partial<KeyRights>;
}

export type CreatedApiKey = ApiKeyRecord & { readonly apiKey: string };

/**
 * Creates an API key of this installation's mode. Only the returned value contains the key: the database stores its
 * hash (S9).
 * @param check checks in the same transaction, before the key is written, what the maker may give
 */
export async function createApiKey(
  ctx: Ctx,
  { partnerId, name, createdBy, seenBy = [], rights = {} }: CreateApiKeyInput,
  check: (tx: Tx) => Promise<unknown> = async () => undefined,
): Promise<CreatedApiKey> {
  const apiKey = newApiKey(ctx.sandboxTime ? "test" : "live");
  const createdAt = ctx.clock.now();
  const row = await inTx(ctx.db, async (tx) => {
    await check(tx);
    return insertApiKey(tx, {
      id: newId("apiKey", createdAt),
      partnerId,
      name,
      createdBy,
      createdAt,
      seenBy: [...seenBy],
      scopes: [...(rights.scopes ?? keyScopes)],
      expiresAt: rights.expiresAt ?? null,
      allowedIps: [...(rights.allowedIps ?? [])],
      refundLimit: rights.refundLimitKurus ?? null,
      prefix: toApiKeyPrefix(apiKey),
      keyHash: Uint8Array.from(hashApiKey(apiKey)),
    });
  });
  return { ...row, apiKey };
}
