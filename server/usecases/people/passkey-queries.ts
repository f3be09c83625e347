import { listPasskeys as listRows } from "@/server/store/people/passkeys";
import type { Person } from "@/server/store/people/sign-in-sessions";
import type { Ctx } from "../ctx";
import { makeSignatureOptions } from "./shared/passkeys";

/** A passkey as its owner sees it. */
export interface OwnPasskey {
  readonly passkeyId: string;
  readonly name: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

/** Returns a person's passkeys in the order in which they were added. */
export async function getPasskeys(ctx: Ctx, { person }: { readonly person: Person }): Promise<OwnPasskey[]> {
  const rows = await listRows(ctx.db, person);
  return rows.map(({ id, name, createdAt, lastUsedAt }) => ({ passkeyId: id, name, createdAt, lastUsedAt }));
}

/**
 * Returns the options with which a signed-in person confirms who they are. The challenge works once in this session.
 */
export async function getConfirmationOptions(
  ctx: Ctx,
  { person, sessionId }: { readonly person: Person; readonly sessionId: string },
) {
  const own = await listRows(ctx.db, person);
  return makeSignatureOptions(ctx, { purpose: "confirm", holder: sessionId }, own);
}

/**
 * Returns the options with which a passkey of any person signs in, so they reveal nothing about an address.
 * @param holder the secret of the browser's cookie, to which the challenge is bound
 */
export const getSignInOptions = (ctx: Ctx, { holder }: { readonly holder: string }) =>
  makeSignatureOptions(ctx, { purpose: "sign_in", holder }, []);
