import { createHash } from "node:crypto";
import { compareText, foldAscii } from "@/server/banks/compare";

type Fields = readonly (readonly [name: string, value: string])[];

/** Names that are never signed: the first two by the vendor's guide, the others as shown by banks' answers (B-2.3). */
const unsignedNames: ReadonlySet<string> = new Set(["HASH", "ENCODING", "COUNTDOWN", "NATIONALIDNO"]);

/**
 * Computes the signature of a form or return in hash version 3: base64 of SHA-512, 88 characters (B-2.3). It covers the
 * values in the order of their names but not the names, so a caller that verifies it must also check the set of fields.
 */
export const hashVersion3 = (fields: Fields, storeKey: string): string =>
  createHash("sha512").update(plaintextVersion3(fields, storeKey), "utf8").digest("base64");

/** Returns the text that version 3 signs. It contains the store key, so never log it. */
export function plaintextVersion3(fields: Fields, storeKey: string): string {
  const signed = fields.filter(([name]) => !unsignedNames.has(foldAscii(name)));
  signed.sort(([a], [b]) => compareText(foldAscii(a), foldAscii(b)));
  return [...signed.map(([, value]) => value), storeKey].map(escapeValue).join("|");
}

/** Computes the superseded SHA-1 signature of a form. Only published vectors use it; no payment reaches it. */
export const requestHashVersion1 = (fields: Fields, storeKey: string): string =>
  sha1(plaintextRequestVersion1(fields, storeKey));

const requestNamesVersion1 = ["clientid", "oid", "amount", "okUrl", "failUrl", "islemtipi", "taksit", "rnd"] as const;

/** Returns the text that a form of version 1 signs: the values of fixed names without separators. */
export const plaintextRequestVersion1 = (fields: Fields, storeKey: string): string =>
  joinValues(fields, requestNamesVersion1) + storeKey;

/** Computes the superseded SHA-1 signature of a return over the names in its `HASHPARAMS`. Only vectors use it. */
export function callbackHashVersion1(fields: Fields, storeKey: string): string {
  const names = valueNamed(fields, "HASHPARAMS").split(":");
  return sha1(joinValues(fields, names) + storeKey);
}

const sha1 = (text: string): string => createHash("sha1").update(text, "utf8").digest("base64");

const joinValues = (fields: Fields, names: readonly string[]): string =>
  names.map((name) => valueNamed(fields, name)).join("");

const valueNamed = (fields: Fields, name: string): string =>
  fields.find(([candidate]) => candidate === name)?.[1] ?? "";

/** Escapes the backslash first, because the other order would escape the escapes (B-2.3). */
const escapeValue = (value: string): string => value.replaceAll("\\", "\\\\").replaceAll("|", "\\|");
