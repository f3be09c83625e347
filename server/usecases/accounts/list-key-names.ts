import { listLiveKeyNames } from "@/server/store/accounts/callers";
import type { PartnerId } from "@/server/store/tenant";
import type { Ctx } from "../ctx";

/** An API key by what it is called; the beginning of it that tells keys apart. */
export interface KeyName {
  readonly keyId: string;
  readonly name: string;
  readonly prefix: string;
}

/** The account's keys that are not revoked, the oldest first. */
export const listKeyNames = (ctx: Ctx, { partnerId }: { partnerId: PartnerId }): Promise<KeyName[]> =>
  listLiveKeyNames(ctx.db, partnerId);
