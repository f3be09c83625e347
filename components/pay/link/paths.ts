import type { LinkDocument, LinkProgress } from "@/server/domain/links/link-page";

type At = Pick<LinkDocument, "token" | "language">;

/** Returns the path of the link's page. The language is part of the address, never of a cookie. */
export const pagePath = ({ token, language }: At): string => `/l/${encodeURIComponent(token)}?lang=${language}`;

/**
 * Returns the path that a waiting page requests next. The result page, which leads on to the merchant, is used if this
 * is already a result page or if the capture has been sent to the bank.
 */
export const waitingPath = (document: LinkDocument, { canGiveUpFrom }: LinkProgress): string => {
  const { token, language, isResult } = document;
  const leadsOn = isResult === true || canGiveUpFrom === null;
  return leadsOn ? `/l/${encodeURIComponent(token)}/result?lang=${language}` : pagePath(document);
};

/** Returns the path of the page with the card form, also when the last attempt failed. */
export const formPath = ({ token, language }: At): string => `/l/${encodeURIComponent(token)}?again=1&lang=${language}`;

/** Returns the path of a form. It names the language, because some answers come before the form is read. */
const toFormPath = ({ token, language }: At, step: "give-up" | "pay" | "card"): string =>
  `/l/${encodeURIComponent(token)}/${step}?lang=${language}`;

export const giveUpPath = (at: At): string => toFormPath(at, "give-up");

export const payPath = (at: At): string => toFormPath(at, "pay");

/** The paths to which the card's first digits are sent: without a script, and with the script. */
export const cardPath = (at: At): string => toFormPath(at, "card");
export const offerPath = (token: string): string => `/l/${encodeURIComponent(token)}/options`;

export const statusPath = (token: string): string => `/l/${encodeURIComponent(token)}/status`;

/** The path of a merchant's logo. Its content never changes, so that caches may keep it. */
export const toLogoPath = (logoId: string): string => `/logo/${encodeURIComponent(logoId)}.png`;
