import { z } from "zod";
import { AppError } from "../errors";

/**
 * The newest entry of an audit log as it is exported: its hash covers all entries before it, so a later change or
 * removal of one of them contradicts it (D-302). Logs have no gaps, so the number is also the count of entries.
 */
export interface ExportedHead {
  /** An account's id, or `staff`. */
  readonly scope: string;
  readonly number: bigint;
  /** The instant of the entry. */
  readonly at: Date;
  /** The key of the hash; null where the entry has none. */
  readonly keyId: string | null;
  /** The hash of the entry, in hex. */
  readonly mac: string;
}

/** Formats heads as they are exported: one JSON object on a line. */
export const formatHeads = (heads: readonly ExportedHead[], exportedAt: Date): string =>
  heads
    .map(({ scope, number, at, keyId, mac }) => {
      const entry = { scope, number: String(number), at: at.toISOString(), keyId, mac };
      return `${JSON.stringify({ exportedAt: exportedAt.toISOString(), ...entry })}\n`;
    })
    .join("");

/**
 * Formats a head for a mail: the line `scope: number instant key hash`, which has no brackets that a reader stumbles
 * over.
 */
export const formatHeadText = ({ scope, number, at, keyId, mac }: ExportedHead) => ({
  scope,
  entry: `${number} ${at.toISOString()} ${keyId ?? "-"} ${mac}`,
});

const headFields = z
  .object({
    scope: z.string().min(1),
    number: z.string().regex(/^\d{1,18}$/),
    at: z.iso.datetime(),
    keyId: z.string().nullable(),
    mac: z.string().regex(/^[0-9a-f]{64}$/),
  })
  .transform(({ number, at, ...head }): ExportedHead => ({ ...head, number: BigInt(number), at: new Date(at) }));

/**
 * Reads exported heads: lines of the file, lines of the product's log, and lines of a mail. Other lines are left out,
 * so that a whole mail can be given as it is.
 * @throws AppError validation_error for a JSON line with a hash that is no head, and where there is no head at all
 */
export function parseHeads(text: string): ExportedHead[] {
  const heads = text.split(/\r?\n/).flatMap((line, n) => {
    const head = readHead(line);
    if (head) return [head];
    if (!/^\s*\{.*"mac"/.test(line)) return [];
    throw new AppError("validation_error", `Line ${n + 1} is no exported head of an audit log`);
  });
  if (heads.length === 0) throw new AppError("validation_error", "The file has no exported head of an audit log");
  return heads;
}

/** Reads a line; null where it is not a whole head. */
export function readHead(line: string): ExportedHead | null {
  const [, scope, number, at, keyId, mac] = mailLine.exec(line) ?? [];
  const value = mac === undefined ? readJson(line) : { scope, number, at, keyId: keyId === "-" ? null : keyId, mac };
  const inLog = z.object({ auditHead: z.unknown() }).safeParse(value);
  return headFields.safeParse(inLog.success ? inLog.data.auditHead : value).data ?? null;
}

const mailLine = /^\s*(\S+): (\d+) (\S+) (\S+) ([0-9a-f]{64})\s*$/;

function readJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

/** What an exported head shows about a log. */
export type HeadFinding =
  /** The log ends before the head: the entries from `from` to `until` are missing. */
  | { readonly kind: "cut"; readonly scope: string; readonly from: bigint; readonly until: bigint }
  /** The entry of the head has another hash: an entry from `from` to `until` was changed, removed or replaced. */
  | { readonly kind: "rewritten"; readonly scope: string; readonly from: bigint; readonly until: bigint };

/**
 * Compares the exported heads of one log with its entries.
 * @param stored the hashes, in hex, of the entries with the numbers of the heads; a missing entry is left out
 * @param newest the number of the newest entry; 0 where the log is empty
 */
export function compareHeads(
  heads: readonly ExportedHead[],
  stored: ReadonlyMap<bigint, string>,
  newest: bigint,
): HeadFinding[] {
  const findings: HeadFinding[] = [];
  /** The newest entry that a head has confirmed: entries up to it are as they were. */
  let confirmed = 0n;
  const sorted = [...heads].sort((one, other) => Number(one.number - other.number));
  for (const { scope, number, mac } of sorted) {
    if (number <= newest && stored.get(number) === mac) confirmed = number;
    else if (number <= newest) return [{ kind: "rewritten", scope, from: confirmed + 1n, until: number }];
  }
  const last = sorted.at(-1);
  if (last && last.number > newest) {
    findings.push({ kind: "cut", scope: last.scope, from: newest + 1n, until: last.number });
  }
  return findings;
}
