import { hashApiKey, newApiKey, toApiKeyPrefix } from "@/server/domain/accounts/api-key";
import { type KeyRights, keyScopes } from "@/server/domain/accounts/key-rights";
import { newId } from "@/server/domain/ids";
import { nextEndWarning } from "@/server/domain/keys/key-end";
import { insertApiKey } from "@/server/store/accounts/api-keys";
import type { Tx } from "@/server/store/db";
import type { PartnerId } from "@/server/store/tenant";
import type { ApiKeyRecord } from "@/server/usecases/accounts/api-queries";
import type { Ctx } from "@/server/usecases/ctx";

export interface NewKey {
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
 * Inserts a new API key of this installation's mode. Only the returned value contains the key: the database stores its
 * hash (S9).
 */
export async function insertNewKey(
  ctx: Ctx,
  tx: Tx,
  { partnerId, name, createdBy, seenBy = [], rights = {} }: NewKey,
): Promise<CreatedApiKey> {
  const apiKey = newApiKey(ctx.random, ctx.sandboxTime ? "test" : "live");
  const createdAt = ctx.clock.now();
  const row = await insertApiKey(tx, {
    id: newId(ctx.random, "apiKey", createdAt),
    partnerId,
    name,
    createdBy,
    createdAt,
    seenBy: [...seenBy],
    scopes: [...(rights.scopes ?? keyScopes)],
    expiresAt: rights.expiresAt ?? null,
    endWarningAt: nextEndWarning(rights.expiresAt ?? null, createdAt),
    allowedIps: [...(rights.allowedIps ?? [])],
    refundLimit: rights.refundLimitKurus ?? null,
    prefix: toApiKeyPrefix(apiKey),
    keyHash: Uint8Array.from(hashApiKey(apiKey)),
  });
  return { ...row, apiKey };
}
