import type { LogoRequestRow } from "@/server/store/partners/logo-requests";
import { findLastLogoRequest, findShownPicture, listWaitingLogoRequests } from "@/server/store/partners/logo-requests";
import type { Ctx } from "../ctx";

/** Returns the PNG that the buyers of an account see now; null for every other identifier. */
export const findLogoPicture = (ctx: Ctx, { logoId }: { readonly logoId: string }): Promise<Uint8Array | null> =>
  findShownPicture(ctx.db, logoId);

/** A picture as the address of an image element: the policy of the pages allows `data:` for images. */
const toDataUrl = (picture: Uint8Array | null): string | null =>
  picture === null ? null : `data:image/png;base64,${Buffer.from(picture).toString("base64")}`;

/** Returns the logo that buyers see, and the one that was asked for last unless it is approved or withdrawn. */
export async function getLogos(
  ctx: Ctx,
  { partnerId, logoId }: { readonly partnerId: string; readonly logoId: string | null },
) {
  const [shown, request] = await Promise.all([
    logoId === null ? null : findShownPicture(ctx.db, logoId),
    findLastLogoRequest(ctx.db, partnerId),
  ]);
  return { picture: toDataUrl(shown), request: isPending(request) ? toShownRequest(request) : null };
}

const isPending = (request: LogoRequestRow | null): request is LogoRequestRow =>
  request?.state === "waiting" || request?.state === "refused";

const toShownRequest = ({ id, state, picture, requestedAt, decisionNote }: LogoRequestRow) => ({
  requestId: id,
  state,
  picture: toDataUrl(picture),
  requestedAt,
  decisionNote,
});

/** The number of requests that are shown at once. Each has a picture of up to about 100 kB. */
const requestsMax = 50;

/** Lists the logos that merchants ask for, the oldest request first, with what their buyers see now. */
export async function listLogoRequests(ctx: Ctx) {
  const rows = await listWaitingLogoRequests(ctx.db, requestsMax);
  return rows.map(({ id, partnerId, picture, requestedBy, requestedAt, partner }) => ({
    requestId: id,
    partnerId,
    name: partner.name,
    picture: toDataUrl(picture),
    present: toDataUrl(partner.logo?.picture ?? null),
    requestedBy,
    requestedAt,
  }));
}
