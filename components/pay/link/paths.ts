import type { LinkDocument, LinkProgress } from "@/server/domain/links/link-page";

type At = Pick<LinkDocument, "token" | "language">;

/** The link's page; the language is in the address, never in a cookie. */
export const pagePath = ({ token, language }: At): string =>
  `/l/${encodeURIComponent(token)}?lang=${language}`;

/**
 * Where a page that waits is to be asked for again: the outcome leads on to the merchant where it led there before, or
 * where the bank has been asked for the money.
 */
export const waitingPath = (document: LinkDocument, { canGiveUpFrom }: LinkProgress): string => {
  const { token, language, isResult } = document;
  const leadsOn = isResult === true || canGiveUpFrom === null;
  return leadsOn ? `/l/${encodeURIComponent(token)}/result?lang=${language}` : pagePath(document);
};

/** The page with the card form, also where the last attempt failed. */
export const formPath = ({ token, language }: At): string =>
  `/l/${encodeURIComponent(token)}?again=1&lang=${language}`;

export const giveUpPath = (token: string): string => `/l/${encodeURIComponent(token)}/give-up`;

export const statusPath = (token: string): string => `/l/${encodeURIComponent(token)}/status`;

export const payPath = (token: string): string => `/l/${encodeURIComponent(token)}/pay`;

/** Where the card's first digits go without a script, and with it. */
export const cardPath = (token: string): string => `/l/${encodeURIComponent(token)}/card`;
export const offerPath = (token: string): string => `/l/${encodeURIComponent(token)}/options`;
