import { isSecretToken, tokenHash } from "@/server/domain/ids";
import { redirectTarget } from "../domain/web/redirect-url";
import type { LinkRow } from "../store/links/links";
import type { Ctx } from "./ctx";

/** Returns the vault purpose that binds a sealed token to its link. */
export const linkTokenPurpose = (linkId: string): string => `link-token:${linkId}`;

export const linkToken = (ctx: Ctx, link: Pick<LinkRow, "id" | "tokenCipher">): string =>
  ctx.vault.open(linkTokenPurpose(link.id), link.tokenCipher);

/** Returns the address that the merchant shares with the buyer (D-1). */
export const buildLinkUrl = (ctx: Ctx, token: string): string => `${ctx.origins.pay}/l/${token}`;

export const linkUrl = (ctx: Ctx, link: Pick<LinkRow, "id" | "tokenCipher">): string =>
  buildLinkUrl(ctx, linkToken(ctx, link));

/** Returns the merchant's own page for a link's outcome (§4.1.2 rule 3); null where the link has no `redirectUrl`. */
export const buildMerchantUrl = (
  { redirectUrl }: Pick<LinkRow, "redirectUrl">,
  result: "success" | "failure",
): string | null => (redirectUrl === null ? null : redirectTarget(redirectUrl, result));

/** Returns the hash by which a token is looked up; null for a text that cannot be a token. */
export const linkTokenHash = (token: string): Buffer | null => (isSecretToken(token) ? tokenHash(token) : null);
