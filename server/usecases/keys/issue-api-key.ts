import type { KeyScope } from "@/server/domain/accounts/key-rights";
import { AppError } from "@/server/domain/errors";
import { problem } from "@/server/domain/field-words";
import { usualScopes } from "@/server/domain/keys/key-grants";
import type { PanelStanding } from "@/server/domain/people/access";
import { countLiveKeys } from "@/server/store/accounts/api-keys";
import { inTx } from "@/server/store/db";
import type { PartnerId } from "@/server/store/tenant";
import type { Ctx } from "../ctx";
import { type KeyMaker, requireLater, requireMayGive, requireMembers } from "./shared/key-maker";
import { type CreatedApiKey, insertNewKey } from "./shared/new-key";

/** The maximum number of an account's keys that are not revoked. */
export const liveKeysMax = 20;

export interface IssueApiKeyInput {
  readonly partnerId: PartnerId;
  readonly maker: KeyMaker & { readonly role: PanelStanding };
  readonly name: string;
  /** Null gives the key all rights of its maker except that of refunds. */
  readonly scopes: readonly KeyScope[] | null;
  readonly expiresAt: Date | null;
  /** CIDR; empty where the key is accepted from every address. */
  readonly allowedIps: readonly string[];
  readonly refundLimitKurus: bigint | null;
  /** The ids of the members who receive the key. */
  readonly handedTo: readonly string[];
}

/**
 * Creates an API key for a member of the account, and returns it with the addresses of its receivers (D-66). Throws
 * access_denied, validation_error (rights beyond those of the maker, no second factor for a key that may refund, an end
 * that is not in the future, a receiver who is no member, twenty live keys), and reauthentication_required.
 */
export async function issueApiKey(
  ctx: Ctx,
  { partnerId, maker, name, handedTo, ...given }: IssueApiKeyInput,
): Promise<CreatedApiKey & { readonly receivers: string[] }> {
  const scopes = given.scopes ?? usualScopes(maker.role);
  requireLater(given.expiresAt, ctx.clock.now());
  const seenBy = [...new Set([maker.userId, ...handedTo])];
  return inTx(ctx.db, async (tx) => {
    await requireMayGive(ctx, tx, partnerId, maker, { scopes });
    const receivers = await requireMembers(tx, partnerId, handedTo);
    if ((await countLiveKeys(tx, partnerId)) >= liveKeysMax) {
      throw new AppError("validation_error", `${partnerId} has ${liveKeysMax} keys`, {
        problem: problem("keys_many", liveKeysMax),
      });
    }
    const key = { partnerId, name, createdBy: maker.email, seenBy, rights: { ...given, scopes } };
    return { ...(await insertNewKey(ctx, tx, key)), receivers };
  });
}
