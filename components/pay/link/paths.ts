import type { LinkDocument } from "@/server/domain/link-page";

type At = Pick<LinkDocument, "token" | "language">;

/** The link's page; the language is in the address, never in a cookie. */
export const pagePath = ({ token, language }: At): string =>
  `/l/${encodeURIComponent(token)}?lang=${language}`;

/** The page with the card form, also where the last attempt failed. */
export const formPath = ({ token, language }: At): string =>
  `/l/${encodeURIComponent(token)}?again=1&lang=${language}`;

export const giveUpPath = (token: string): string => `/l/${encodeURIComponent(token)}/give-up`;

export const statusPath = (token: string): string => `/l/${encodeURIComponent(token)}/status`;

export const payPath = (token: string): string => `/l/${encodeURIComponent(token)}/pay`;

/** Where the card's first digits go without a script, and with it. */
export const cardPath = (token: string): string => `/l/${encodeURIComponent(token)}/card`;
export const offerPath = (token: string): string => `/l/${encodeURIComponent(token)}/options`;
