import type { Language } from "../errors";

/** The rights that an API key can have (D-66). Every operation of `/v1` names the one that it needs. */
export const keyScopes = [
  "payments:write",
  "payments:read",
  "links:write",
  "links:read",
  "refunds:write",
  "reports:read",
  "events:read",
  "events:write",
] as const;
export type KeyScope = (typeof keyScopes)[number];

/** Whether a key with these rights can move money out of the account, so that making it asks for the second factor. */
export const movesMoney = (scopes: readonly string[]): boolean => scopes.includes("refunds:write");

/** The largest number of networks that a key can name. */
export const allowedIpsMax = 50;

/** What limits a key besides its account. */
export interface KeyRights {
  readonly scopes: readonly KeyScope[];
  /** From when on the key is refused, UTC; null for a key without an end. */
  readonly expiresAt: Date | null;
  /** The networks from which the key is accepted, as CIDR; empty where every address is. */
  readonly allowedIps: readonly string[];
  /** The largest amount of one refund in kuruş; null without a limit. */
  readonly refundLimitKurus: bigint | null;
}

/** Writes for the merchant's developers why a key was refused. */
export const describeMissingScope = (scope: KeyScope, language: Language): string =>
  language === "tr" ? `Bu API anahtarının ${scope} yetkisi yok.` : `This API key does not have the right ${scope}.`;

export const describeForeignAddress = (language: Language): string =>
  language === "tr"
    ? "Bu API anahtarı bu IP adresinden kullanılamaz."
    : "This API key may not be used from this IP address.";
