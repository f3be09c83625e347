import type { KeyScope } from "@/server/domain/accounts/key-rights";
import { AppError } from "@/server/domain/errors";
import { nextEndWarning } from "@/server/domain/keys/key-end";
import { findApiKeyRow, updateApiKey } from "@/server/store/accounts/api-keys";
import { inTx } from "@/server/store/db";
import type { PartnerId } from "@/server/store/tenant";
import type { ApiKeyRecord } from "../accounts/api-queries";
import type { Ctx } from "../ctx";
import { type KeyMaker, requireLater, requireMayGive } from "./shared/key-maker";

export interface ChangeApiKeyInput {
  readonly partnerId: PartnerId;
  readonly maker: KeyMaker;
  readonly keyId: string;
  readonly name: string;
  readonly scopes: readonly KeyScope[];
  readonly expiresAt: Date | null;
  readonly allowedIps: readonly string[];
  readonly refundLimitKurus: bigint | null;
}

/**
 * Changes the name and the rights of an API key, from the next request on (D-66). Only a user who could make the key,
 * both as it was and as it becomes, may change it. Returns the key before and after. Throws not_found, also for a
 * revoked key, access_denied, validation_error and reauthentication_required.
 */
export const changeApiKey = (
  ctx: Ctx,
  { partnerId, maker, keyId, ...given }: ChangeApiKeyInput,
): Promise<{ readonly before: ApiKeyRecord; readonly after: ApiKeyRecord }> =>
  inTx(ctx.db, async (tx) => {
    const before = await findApiKeyRow(tx, partnerId, keyId);
    if (!before || before.revokedAt) throw new AppError("not_found", `${partnerId} has no live key ${keyId}`);
    await requireMayGive(ctx, tx, partnerId, maker, { scopes: given.scopes, former: before.scopes });
    const now = ctx.clock.now();
    if (given.expiresAt?.getTime() !== before.expiresAt?.getTime()) requireLater(given.expiresAt, now);
    const change = {
      name: given.name,
      scopes: [...given.scopes],
      expiresAt: given.expiresAt,
      allowedIps: [...given.allowedIps],
      refundLimit: given.refundLimitKurus,
    };
    const endWarningAt = nextEndWarning(given.expiresAt, now);
    if (!(await updateApiKey(tx, partnerId, keyId, { ...change, endWarningAt })))
      throw new AppError("not_found", "Revoked meanwhile");
    return { before, after: { ...before, ...change } };
  });
