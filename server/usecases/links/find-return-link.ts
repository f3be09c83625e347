import { tokenHash } from "@/server/domain/ids";
import type { LinkFace } from "@/server/domain/links/link-page";
import { findAttemptByToken } from "@/server/store/payments/attempts";
import type { Ctx } from "../ctx";
import { linkToken } from "../link-url";
import { findLinkAt, sceneOfFound } from "./link-view";

export interface ReturnLink {
  /** Of the link's address. */
  readonly token: string;
  readonly face: LinkFace;
}

/**
 * The link that a buyer who comes back from the bank is paying, so that a page which cannot send them on leads back to it.
 * Null: the attempt pays no link, or there is no such attempt.
 * @param token of the attempt, from the callback's address
 */
export async function findReturnLink(ctx: Ctx, { token }: { token: string }): Promise<ReturnLink | null> {
  const attempt = await findAttemptByToken(ctx.db, tokenHash(token));
  const paid = attempt?.payment.link;
  if (!paid) return null;
  const opened = linkToken(ctx, paid);
  const link = await findLinkAt(ctx, opened);
  return link && { token: opened, face: sceneOfFound(link).face };
}
