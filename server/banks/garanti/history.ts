import type { BankReferences, HistoryRecord, Outcome } from "@/server/banks/bank";
import { readBankTime } from "@/server/banks/bank-clock";
import { findChild } from "@/server/banks/wire";
import { parseWireAmount } from "@/server/domain/money";
import { type Answer, isApproved, isDeclined, readTexts } from "./answer";
import { isNotFound } from "./codes";

/** One transaction of an order as `orderhistoryinq` shows it. Empty values are null. */
export interface HistoryLine {
  readonly type: string | null;
  /** `00` for a booked transaction; the codes of refused ones differ. */
  readonly status: string | null;
  readonly returnCode: string | null;
  readonly heldKurus: bigint | null;
  readonly capturedKurus: bigint | null;
  readonly currency: string | null;
  readonly authorisedAt: string | null;
  readonly capturedAt: string | null;
  readonly voidedAt: string | null;
  readonly references: BankReferences;
}

const notUnderstood: Outcome = { kind: "unknown", cause: "not_understood" };

/** Reads an order's history. One line that is not understood makes it unknown as a whole, because sums depend on it. */
export function decodeHistory(answer: Answer): Outcome {
  const lines = readHistory(answer);
  if (isDeclined(answer) && isNotFound(answer, "history"))
    return lines === null || lines.length === 0 ? { kind: "not_found" } : notUnderstood;
  if (lines === null || lines.length === 0 || !isApproved(answer)) return notUnderstood;
  const records = lines.map(toRecord).filter((record) => record !== null);
  if (records.length < lines.length || hasVoidOfUnclearTarget(lines, records)) return notUnderstood;
  return { kind: "history", records: [...records, ...unlistedVoids(lines, records)] };
}

/** Returns the lines in the bank's order, oldest first; null when the list is missing or contains other elements. */
export function readHistory({ order }: Answer): readonly HistoryLine[] | null {
  const result = findChild(order, "OrderHistInqResult");
  if (result === null || readTexts(result) === null) return null;
  const list = findChild(result, "OrderTxnList");
  if (list === null || list.children.some(({ name }) => name !== "OrderTxn")) return null;
  const lines = list.children.map((child) => readLine(readTexts(child)));
  return lines.every((line) => line !== null) ? lines : null;
}

function readLine(read: ReturnType<typeof readTexts>): HistoryLine | null {
  if (read === null) return null;
  return {
    type: read("Type"),
    status: read("Status"),
    returnCode: read("ReturnCode"),
    heldKurus: parseWireAmount(read("PreAuthAmount"), "kurus"),
    capturedKurus: parseWireAmount(read("AuthAmount"), "kurus"),
    currency: read("CurrencyCode"),
    authorisedAt: read("PreAuthDate"),
    capturedAt: read("AuthDate"),
    voidedAt: read("VoidDate"),
    references: { authCode: read("AuthCode"), rrn: read("RetrefNum"), transactionId: null },
  };
}

/** The gateway's two namings: published histories of an order use the English names, lists of days the Turkish ones. */
const recordKinds: ReadonlyMap<string, HistoryRecord["kind"]> = new Map([
  ["sales", "sale"],
  ["satis", "sale"],
  ["void", "void"],
  ["iptal", "void"],
  ["refund", "credit"],
  ["iade", "credit"],
]);

export const findRecordKind = ({ type }: HistoryLine): HistoryRecord["kind"] | null =>
  recordKinds.get((type ?? "").toLowerCase()) ?? null;

/**
 * Converts a line to a record; null when it is not understood. Both codes must agree on booked or refused. Amount and
 * currency of a refused line have no meaning (the bank writes the currency 0) and are not checked.
 */
function toRecord(line: HistoryLine): HistoryRecord | null {
  const { status, returnCode, capturedKurus, currency, references } = line;
  const kind = findRecordKind(line);
  if (kind === null || status === null || returnCode === null) return null;
  if (status !== "00" && returnCode !== "00") {
    return { kind, approved: false, amountKurus: capturedKurus ?? 0n };
  }
  if (status !== returnCode || !capturedKurus || (currency ?? "949") !== "949") return null;
  // A voided credit counts as not approved; the void itself may be a line of its own.
  const approved = kind !== "credit" || line.voidedAt === null;
  return approved
    ? { kind, approved, amountKurus: capturedKurus, references, at: readBankTime(findTime(line)) }
    : { kind, approved, amountKurus: capturedKurus };
}

/** Returns the text of the line's time. The bank mostly writes a day, which is not an instant. */
const findTime = (line: HistoryLine): string | null =>
  findRecordKind(line) === "void" ? line.voidedAt : line.capturedAt;

/**
 * Returns whether the list contains a booked void and a voided credit. The void does not name what it undid, so the
 * void of a credit of the whole amount would pass for the sale's. A person must look at such an order.
 */
const hasVoidOfUnclearTarget = (lines: readonly HistoryLine[], records: readonly HistoryRecord[]): boolean =>
  records.some(({ kind, approved }) => kind === "void" && approved) &&
  lines.some((line) => findRecordKind(line) === "credit" && line.status === "00" && line.voidedAt !== null);

/**
 * Returns a void for each sale that has a date of voiding, unless the list contains a booked void. Some histories show
 * a void only by that date.
 */
function unlistedVoids(lines: readonly HistoryLine[], records: readonly HistoryRecord[]): HistoryRecord[] {
  if (records.some(({ kind, approved }) => kind === "void" && approved)) return [];
  return records
    .filter(({ kind, approved }, at) => kind === "sale" && approved && lines[at]?.voidedAt != null)
    .map(({ amountKurus }) => ({ kind: "void", approved: true, amountKurus }));
}
