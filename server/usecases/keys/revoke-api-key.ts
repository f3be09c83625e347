import { AppError } from "@/server/domain/errors";
import { endApiKey, findApiKeyRow } from "@/server/store/accounts/api-keys";
import type { PartnerId } from "@/server/store/tenant";
import type { ApiKeyRecord } from "../accounts/api-queries";
import type { Ctx } from "../ctx";

/** Revokes an API key, so that the next request with it is refused. A revoked key stays unchanged. Throws not_found. */
export async function revokeApiKey(
  ctx: Ctx,
  { partnerId, keyId }: { partnerId: PartnerId; keyId: string },
): Promise<ApiKeyRecord> {
  await endApiKey(ctx.db.prisma, partnerId, keyId, ctx.clock.now());
  const key = await findApiKeyRow(ctx.db.prisma, partnerId, keyId);
  if (!key) throw new AppError("not_found", `${partnerId} has no API key ${keyId}`);
  return key;
}
