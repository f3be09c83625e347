import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";

/** Searches everything that the product has stored for secrets in every encoding. */

/** A place and its contents. */
export interface Kept {
  readonly where: string;
  readonly bytes: Buffer;
}

export type Needles = Readonly<Record<string, Buffer>>;

/** Returns the forms in which a card number could be stored, including parts and digests. */
export function numberNeedles(pan: string): Needles {
  const groups = pan.match(/.{1,4}/g) ?? [];
  const digest = (algorithm: string) => createHash(algorithm).update(pan).digest();
  return {
    plain: Buffer.from(pan),
    "without its end": Buffer.from(pan.slice(0, 9)),
    "without its beginning": Buffer.from(pan.slice(-10)),
    spaced: Buffer.from(groups.join(" ")),
    hyphenated: Buffer.from(groups.join("-")),
    "form-encoded": Buffer.from(groups.join("+")),
    "URL-encoded": Buffer.from(groups.join("%20")),
    "every byte escaped": Buffer.from([...pan].map((digit) => `%3${digit}`).join("")),
    reversed: Buffer.from([...pan].reverse().join("")),
    hex: Buffer.from(Buffer.from(pan).toString("hex")),
    "UTF-16": Buffer.from(pan, "utf16le"),
    ...Object.fromEntries([0, 1, 2].map((shift) => [`base64 from byte ${shift}`, base64Part(pan, shift)])),
    ...Object.fromEntries(
      ["md5", "sha1", "sha256"].flatMap((name) => [
        [`${name} in hex`, Buffer.from(digest(name).toString("hex"))],
        [`${name} in base64`, Buffer.from(digest(name).toString("base64").slice(0, 20))],
        [`${name} in bytes`, digest(name)],
      ]),
    ),
  };
}

/** Returns a pattern for the usual names of a security code, followed by one of these codes. */
export const codePattern = (codes: readonly string[]): RegExp =>
  new RegExp(`c(?:v[cv]?2?|sc|v2val|vv2val)(?:["'=:>\\s\\\\]|%3D|%22|&quot;){1,8}(?:${codes.join("|")})(?!\\d)`, "i");

/**
 * Lists the places that contain one of the needles, which have at least three bytes. It reads every place once, because
 * there are hundreds of megabytes and of needles.
 */
export function findAll(kept: readonly Kept[], needles: Needles): string[] {
  const starts = new Uint8Array(startMask + 1);
  const byStart = new Map<number, [name: string, needle: Buffer][]>();
  for (const entry of Object.entries(needles)) {
    const start = hashStart(entry[1], 0);
    starts[start] = 1;
    byStart.set(start, [...(byStart.get(start) ?? []), entry]);
  }
  const findIn = ({ where, bytes }: Kept): string[] => {
    const found = new Set<string>();
    for (let at = 0; at + 2 < bytes.length; at++) {
      const start = hashStart(bytes, at);
      if (starts[start] === 0) continue;
      for (const [name, needle] of byStart.get(start) ?? []) {
        if (bytes.subarray(at, at + needle.length).equals(needle)) found.add(`${where}: ${name}`);
      }
    }
    return [...found];
  };
  return kept.flatMap(findIn);
}

const startMask = 0x3_ff_ff;

/** Hashes the three bytes at a place. */
const hashStart = (bytes: Buffer, at: number): number =>
  (((bytes[at] ?? 0) << 10) ^ ((bytes[at + 1] ?? 0) << 5) ^ (bytes[at + 2] ?? 0)) & startMask;

export const matchAll = (kept: readonly Kept[], pattern: RegExp): string[] =>
  kept.filter(({ bytes }) => pattern.test(bytes.toString("latin1"))).map(({ where }) => where);

/** Reads every row of every table of every schema as text; binary columns also as bytes. */
export async function dumpDatabase(url: string): Promise<Kept[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
       where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
    );
    const kept: Kept[] = [];
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: string }>(`select t::text as row from ${name} t`);
      const text = rows.map(({ row }) => row).join("\n");
      const binary = [...text.matchAll(/\\\\x((?:[0-9a-f]{2})+)/g)].map(([, hex = ""]) => Buffer.from(hex, "hex"));
      kept.push({ where: name, bytes: Buffer.concat([Buffer.from(text), ...binary]) });
    }
    return kept;
  } finally {
    await client.end();
  }
}

/**
 * Reads every readable file under a folder, except the compiler's caches.
 * @param sinceMs leaves out the files that have not been written since then, ms since 1970
 */
export function filesUnder(folder: string, sinceMs = 0): Kept[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const where = join(folder, entry.name);
    if (entry.name === "turbopack") return [];
    try {
      if (entry.isDirectory()) return filesUnder(where, sinceMs);
      return entry.isFile() && statSync(where).mtimeMs >= sinceMs ? [{ where, bytes: readFileSync(where) }] : [];
    } catch {
      return [];
    }
  });
}

/** Returns the inner letters of the number's base64, which do not depend on the bytes before and after it. */
function base64Part(text: string, shift: number): Buffer {
  const encoded = Buffer.from("\0".repeat(shift) + text).toString("base64");
  const start = Math.ceil((shift * 8) / 6);
  return Buffer.from(encoded.slice(start, Math.floor(((shift + text.length) * 8) / 6)));
}
