import { parseDateTime } from "../fields";
import { parseWireAmount } from "../money";

/** The columns of a statement file; `authCode` may be missing. */
export const statementColumns = ["orderId", "kind", "amount", "time", "authCode"] as const;

/** A line of the bank's statement of a shop. Amount in kuruş, instant in UTC. */
export interface StatementLine {
  /** The order id as the product made it: 20 characters. */
  readonly orderId: string;
  readonly kind: "sale" | "void" | "credit";
  readonly amountKurus: bigint;
  readonly at: Date;
  readonly authCode: string | null;
}

/** A record of the file with the number of its last line. */
export interface StatementRecord {
  readonly line: number;
  readonly values: Readonly<Record<string, string>>;
}

/** An order of a statement. Amounts in kuruş. */
export interface StatementOrder {
  readonly orderId: string;
  readonly takenKurus: bigint;
  /** The sum of its voids and credits. */
  readonly backKurus: bigint;
  /** The instant (UTC) of its first line. */
  readonly at: Date;
  readonly authCode: string | null;
}

/** The length of the product's order ids (D-50). */
const orderIdLength = 20;

/**
 * Reads the records of a statement. Returns the faults as sentences; there are no lines where there is a fault, because
 * a statement that was read in part would hide orders.
 */
export function readStatement(records: readonly StatementRecord[]): {
  readonly lines: readonly StatementLine[];
  readonly faults: readonly string[];
} {
  const lines: StatementLine[] = [];
  const faults: string[] = [];
  for (const { line, values } of records) {
    const read = readLine(values);
    if (typeof read === "string") faults.push(`Line ${line}: ${read}.`);
    else lines.push(read);
  }
  return faults.length > 0 ? { lines: [], faults } : { lines, faults };
}

/** Returns the line, or what is wrong with it. */
function readLine(values: Readonly<Record<string, string>>): StatementLine | string {
  const { orderId = "", kind = "", amount = "", time = "", authCode = "" } = values;
  if (!/^\w{1,64}$/.test(orderId)) return "the order id is missing or has other characters than letters and digits";
  if (kind !== "sale" && kind !== "void" && kind !== "credit") return "the kind is none of sale, void and credit";
  const amountKurus = parseWireAmount(amount, "decimal");
  if (amountKurus === null || amountKurus === 0n) return "the amount is not in TRY with a dot, such as 50.00";
  const at = parseDateTime(time);
  if (at === null) return "the time is not an RFC 3339 date-time with a time zone";
  return { orderId: withoutPrefix(orderId), kind, amountKurus, at, authCode: authCode || null };
}

/** Removes what a bank puts before the order id, such as the prefix of PosNet (B-4.4). */
const withoutPrefix = (orderId: string): string => orderId.slice(-orderIdLength);

/** Sums the lines of each order, in the order of their first lines. */
export function groupStatement(lines: readonly StatementLine[]): StatementOrder[] {
  const orders = new Map<string, StatementOrder>();
  for (const { orderId, kind, amountKurus, at, authCode } of lines) {
    const known = orders.get(orderId) ?? { orderId, takenKurus: 0n, backKurus: 0n, at, authCode: null };
    orders.set(orderId, {
      orderId,
      takenKurus: known.takenKurus + (kind === "sale" ? amountKurus : 0n),
      backKurus: known.backKurus + (kind === "sale" ? 0n : amountKurus),
      at: at < known.at ? at : known.at,
      authCode: known.authCode ?? (kind === "sale" ? authCode : null),
    });
  }
  return [...orders.values()];
}
