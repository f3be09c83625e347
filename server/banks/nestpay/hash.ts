import { createHash } from "node:crypto";
import { compareText, foldAscii } from "@/server/banks/compare";

type Fields = readonly (readonly [name: string, value: string])[];

/** Never part of a signature: the first two by the vendor's guide, the others as banks' answers show. */
const unsignedNames: ReadonlySet<string> = new Set(["HASH", "ENCODING", "COUNTDOWN", "NATIONALIDNO"]);

/**
 * Signature of a form or callback, hash version 3: base64 of SHA-512, 88 characters.
 * Signs the values in order of their names, but not the names: whoever checks it demands the field set too.
 */
export const hashVersion3 = (fields: Fields, storeKey: string): string =>
  createHash("sha512").update(plaintextVersion3(fields, storeKey), "utf8").digest("base64");

/** What version 3 signs; contains the store key, so it is never logged. */
export function plaintextVersion3(fields: Fields, storeKey: string): string {
  const signed = fields.filter(([name]) => !unsignedNames.has(foldAscii(name)));
  signed.sort(([a], [b]) => compareText(foldAscii(a), foldAscii(b)));
  return [...signed.map(([, value]) => value), storeKey].map(escapeValue).join("|");
}

/** Superseded SHA-1 signature of a form; for its published vectors only, no payment reaches it. */
export const requestHashVersion1 = (fields: Fields, storeKey: string): string =>
  sha1(plaintextRequestVersion1(fields, storeKey));

const requestNamesVersion1 = [
  "clientid",
  "oid",
  "amount",
  "okUrl",
  "failUrl",
  "islemtipi",
  "taksit",
  "rnd",
] as const;

/** What a version 1 form signs: fixed names, nothing between the values. */
export const plaintextRequestVersion1 = (fields: Fields, storeKey: string): string =>
  joinValues(fields, requestNamesVersion1) + storeKey;

/** Superseded SHA-1 signature of a callback over the names in its own `HASHPARAMS`; for vectors only. */
export function callbackHashVersion1(fields: Fields, storeKey: string): string {
  const names = valueNamed(fields, "HASHPARAMS").split(":");
  return sha1(joinValues(fields, names) + storeKey);
}

const sha1 = (text: string): string => createHash("sha1").update(text, "utf8").digest("base64");

const joinValues = (fields: Fields, names: readonly string[]): string =>
  names.map((name) => valueNamed(fields, name)).join("");

const valueNamed = (fields: Fields, name: string): string =>
  fields.find(([candidate]) => candidate === name)?.[1] ?? "";

/** The backslash first: the other order would escape the escapes. */
const escapeValue = (value: string): string => value.replaceAll("\\", "\\\\").replaceAll("|", "\\|");
