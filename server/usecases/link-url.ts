import { isSecretToken, tokenHash } from "@/server/domain/ids";
import { redirectTarget } from "../domain/links/redirect-url";
import type { LinkRow } from "../store/links/links";
import type { Ctx } from "./ctx";

/** Binds a sealed token to its link. */
export const linkTokenPurpose = (linkId: string): string => `link-token:${linkId}`;

export const linkToken = (ctx: Ctx, link: Pick<LinkRow, "id" | "tokenCipher">): string =>
  ctx.vault.open(linkTokenPurpose(link.id), link.tokenCipher);

/** The address that the merchant shares (D-1). */
export const urlOfToken = (ctx: Ctx, token: string): string => `${ctx.origins.pay}/l/${token}`;

export const linkUrl = (ctx: Ctx, link: Pick<LinkRow, "id" | "tokenCipher">): string =>
  urlOfToken(ctx, linkToken(ctx, link));

/** The merchant's own page of a link's outcome (§4.1.2 rule 3); null: the merchant gave none. */
export const merchantPage = (
  { redirectUrl }: Pick<LinkRow, "redirectUrl">,
  result: "success" | "failure",
): string | null => (redirectUrl === null ? null : redirectTarget(redirectUrl, result));

/** What a token is looked up by; null when it cannot be one. */
export const linkTokenHash = (token: string): Buffer | null =>
  isSecretToken(token) ? tokenHash(token) : null;
