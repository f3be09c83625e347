import { hkdfSync } from "node:crypto";
import { isIP } from "node:net";
import { z } from "zod";
import { isEmailAddress } from "@/server/domain/people/sign-in";
import { Secret } from "@/server/domain/secret";
import { isIpNetwork } from "@/server/domain/web/ip-network";

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

/** The networks of addresses that belong to this machine only. */
export const loopback: readonly string[] = ["127.0.0.0/8", "::1"];

/** Returns whether a key consists of zeros, which stand for a key in examples. */
export const isZeroKey = ({ key }: EncryptionKey): boolean =>
  Buffer.from(key.reveal(), "base64").every((byte) => byte === 0);

/** A list of `name=value` in percent-encoding, as OpenTelemetry's variables have it. */
export const keyValueList = z
  .string()
  .refine((text) => parseKeyValues(text) !== null, "must be a comma-separated list of name=value");

/** Parses a list of `name=value`; null where it is none. */
export const parseKeyValues = (text: string): Record<string, string> | null => {
  const pairs = parseList(text).map((one) => /^([^=\s]+)\s*=\s*(.*)$/.exec(one));
  try {
    return Object.fromEntries(
      pairs.map((pair) => {
        if (pair === null) throw new Error("no pair");
        return [decodeURIComponent(pair[1] ?? ""), decodeURIComponent(pair[2] ?? "")];
      }),
    );
  } catch {
    return null;
  }
};

export const ratio = z
  .string()
  .regex(/^(0(\.\d{1,9})?|1(\.0{1,9})?)$/, "must be a number from 0 to 1, such as 0.1")
  .transform(Number);

/** Where a person who has found a weakness writes to (RFC 9116). */
export const contactAddress = z
  .string()
  .regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, "must look like mailto:security@example.com or https://…");

export const headerPrefix = z.string().regex(/^[A-Za-z0-9-]{1,40}$/, "must be letters, digits and hyphens");

export const mailList = z
  .string()
  .refine(
    (text) => parseList(text).length > 0 && parseList(text).every(isEmailAddress),
    "must be a comma-separated list of e-mail addresses",
  );

/** The form of a secret of Standard Webhooks: its libraries decode what follows the prefix. */
export const webhookSecret = z
  .string()
  .refine(
    (text) => text.startsWith("whsec_") && Buffer.from(text.slice(6), "base64").length >= 24,
    'must be whsec_ and at least 24 random bytes in base64: echo "whsec_$(openssl rand -base64 32)"',
  );
