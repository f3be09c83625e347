import { hkdfSync } from "node:crypto";
import { isIP } from "node:net";
import { z } from "zod";
import { Secret } from "@/server/domain/secret";
import { isInNetworks, isIpNetwork } from "@/server/domain/web/ip-network";

// The forms of the variables that env.ts reads. A problem ends a sentence that begins with the name of the variable.

export type EncryptionKey = { id: string; key: Secret };

export const wholeNumber = (from: number, to: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, { message: `must be a whole number from ${from} to ${to}`, abort: true })
    .transform(Number)
    .refine((n) => n >= from && n <= to, `must be a whole number from ${from} to ${to}`);

export const parseUrl = (text: string): URL | undefined => (URL.canParse(text) ? new URL(text) : undefined);

export const address = (protocols: string[], example: string) =>
  z.string().refine((text) => protocols.includes(parseUrl(text)?.protocol ?? ""), `must look like ${example}`);

export const databaseAddress = address(["postgres:", "postgresql:"], "postgresql://user:password@host:5432/name");

/** PostgreSQL normalises other characters before it compares, which the product does not. */
export const rolePassword = z.string().regex(/^[ -~]{12,}$/, "must be at least 12 printable ASCII characters");

export const origin = z
  .string()
  .refine((text) => parseUrl(text)?.origin === text, "must be an origin such as https://pay.example.com");

export const keyList = z.string().refine((text) => {
  const keys = parseKeys(text);
  const sound = keys.every(({ id, key }) => /^[\w-]{1,32}$/.test(id) && keyBytes(key) === 32);
  return sound && new Set(keys.map(({ id }) => id)).size === keys.length;
}, "must be a comma-separated list of id:base64, each key 32 bytes long and each id used once");

const keyBytes = (key: Secret): number => Buffer.from(key.reveal(), "base64").length;

export const parseKeys = (text: string): EncryptionKey[] =>
  text.split(",").map((entry) => {
    const [id = "", key = ""] = entry.trim().split(":");
    return { id, key: new Secret(key) };
  });

/**
 * Derives a key of the audit log's chain from each encryption key (HKDF-SHA-256), for an installation that names none
 * (D-303). The names begin with `encryption-`, so that they are never taken for those of `AUDIT_KEYS`.
 */
export const deriveAuditKeys = (keys: readonly EncryptionKey[]): EncryptionKey[] =>
  keys.map(({ id, key }) => {
    const derived = hkdfSync("sha256", Buffer.from(key.reveal(), "base64"), "", "vezne audit chain", 32);
    return { id: `encryption-${id}`, key: new Secret(Buffer.from(derived).toString("base64")) };
  });

export const parseList = (text: string): string[] =>
  text
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "");

export const addressList = z
  .string()
  .refine((text) => parseList(text).every((one) => isIP(one) !== 0), "must be a comma-separated list of IP addresses");

export const networkList = z
  .string()
  .refine(
    (text) => parseList(text).length > 0 && parseList(text).every(isIpNetwork),
    "must be a comma-separated list of networks such as 10.0.0.0/8",
  );

const loopback = ["127.0.0.0/8", "::1"];

/** Returns whether an address belongs to this machine only. */
export const isLoopback = (address: string): boolean => isInNetworks(address, loopback);

/** Returns whether a key consists of zeros, which stand for a key in examples. */
export const isZeroKey = ({ key }: EncryptionKey): boolean =>
  Buffer.from(key.reveal(), "base64").every((byte) => byte === 0);

/** Where a person who has found a weakness writes to (RFC 9116). */
export const contactAddress = z
  .string()
  .regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, "must look like mailto:security@example.com or https://…");

export const headerPrefix = z.string().regex(/^[A-Za-z0-9-]{1,40}$/, "must be letters, digits and hyphens");
