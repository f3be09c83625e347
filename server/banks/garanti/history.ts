import type { BankReferences, HistoryRecord, Outcome } from "@/server/banks/bank";
import { readBankTime } from "@/server/banks/bank-clock";
import { findChild } from "@/server/banks/wire";
import { type Answer, isApproved, isDeclined, readKurus, readTexts } from "./answer";
import { isNotFound } from "./codes";

/** One transaction of an order as `orderhistoryinq` has it; what is empty is null. */
export interface HistoryLine {
  readonly type: string | null;
  /** `00` booked; what a refused one says differs. */
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

/** Reads an order's history; one line that is not understood makes all of it unknown, since sums depend on it. */
export function decodeHistory(answer: Answer): Outcome {
  const lines = readHistory(answer);
  if (isDeclined(answer) && isNotFound(answer, "history"))
    return lines === null || lines.length === 0 ? { kind: "not_found" } : notUnderstood;
  if (lines === null || lines.length === 0 || !isApproved(answer)) return notUnderstood;
  const records = lines.map(recordOf).filter((record) => record !== null);
  if (records.length < lines.length) return notUnderstood;
  return { kind: "history", records: [...records, ...unlistedVoids(lines, records)] };
}

/** The lines in the bank's order, which is oldest first; null when there is no list, or one with anything else in it. */
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
    heldKurus: readKurus(read("PreAuthAmount")),
    capturedKurus: readKurus(read("AuthAmount")),
    currency: read("CurrencyCode"),
    authorisedAt: read("PreAuthDate"),
    capturedAt: read("AuthDate"),
    voidedAt: read("VoidDate"),
    references: { authCode: read("AuthCode"), rrn: read("RetrefNum"), transactionId: null },
  };
}

/** Both namings of the same gateway: the order's history is seen with the first, its lists of days with the second. */
const recordKinds: ReadonlyMap<string, HistoryRecord["kind"]> = new Map([
  ["sales", "sale"],
  ["satis", "sale"],
  ["void", "void"],
  ["iptal", "void"],
  ["refund", "credit"],
  ["iade", "credit"],
]);

export const kindOf = ({ type }: HistoryLine): HistoryRecord["kind"] | null =>
  recordKinds.get((type ?? "").toLowerCase()) ?? null;

/** Booked by both codes or refused by both; a refused one's amount and currency say nothing. */
function recordOf(line: HistoryLine): HistoryRecord | null {
  const { status, returnCode, capturedKurus, currency, references } = line;
  const kind = kindOf(line);
  if (kind === null || status === null || returnCode === null) return null;
  if (status !== "00" && returnCode !== "00") {
    return { kind, approved: false, amountKurus: capturedKurus ?? 0n };
  }
  if (status !== returnCode || !capturedKurus || (currency ?? "949") !== "949") return null;
  // A credit that was voided has been taken back; the void itself may be a line of its own.
  const approved = kind !== "credit" || line.voidedAt === null;
  return approved
    ? { kind, approved, amountKurus: capturedKurus, references, at: readBankTime(timeOf(line)) }
    : { kind, approved, amountKurus: capturedKurus };
}

/** The bank writes a day, mostly: that names no instant. */
const timeOf = (line: HistoryLine): string | null =>
  kindOf(line) === "void" ? line.voidedAt : line.capturedAt;

/** A voided sale has its date of voiding; where no void is listed beside it, that date is all there is of it. */
function unlistedVoids(lines: readonly HistoryLine[], records: readonly HistoryRecord[]): HistoryRecord[] {
  if (records.some(({ kind, approved }) => kind === "void" && approved)) return [];
  return records
    .filter(({ kind, approved }, at) => kind === "sale" && approved && lines[at]?.voidedAt != null)
    .map(({ amountKurus }) => ({ kind: "void", approved: true, amountKurus }));
}
