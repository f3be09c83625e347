import type { BankReferences, HistoryRecord, Outcome } from "@/server/banks/bank";
import { readBankTime } from "@/server/banks/bank-clock";
import { compareText } from "@/server/banks/compare";
import { parseWireAmount } from "@/server/domain/money";
import type { Answer } from "./answer";

/** One line of an order's history as the bank writes it. Empty values are null. */
export interface HistoryLine {
  /** `S` for a sale, `C` for a credit. */
  readonly chargeType: string | null;
  readonly state: string | null;
  readonly originalKurus: bigint | null;
  readonly capturedKurus: bigint | null;
  readonly authorisedAt: string | null;
  readonly capturedAt: string | null;
  readonly voidedAt: string | null;
  readonly rrn: string | null;
  readonly authCode: string | null;
  readonly returnCode: string | null;
  readonly transactionId: string | null;
}

/** Reads an order's history. One line that is not understood makes it unknown as a whole, because sums depend on it. */
export function decodeHistory(orderId: string, answer: Answer): Outcome {
  const notUnderstood: Outcome = { kind: "unknown", cause: "not_understood" };
  const named = [answer.orderId, answer.extra("ORD_ID")].filter((id) => id !== null);
  if (!named.every((id) => id === orderId)) return { kind: "unknown", cause: "mismatch" };

  const lines = readHistory(answer);
  if (lines === null) return notUnderstood;
  if (lines.length === 0) return answer.response === "Declined" ? { kind: "not_found" } : notUnderstood;
  if (answer.response !== "Approved" || answer.returnCode !== "00") return notUnderstood;

  const records: HistoryRecord[] = [];
  for (const line of lines) {
    const understood = toRecords(line);
    if (understood === null) return notUnderstood;
    records.push(...understood);
  }
  return { kind: "history", records };
}

/** Returns the lines, oldest first; null when their number differs from the bank's count. */
export function readHistory(answer: Answer): readonly HistoryLine[] | null {
  const count = answer.extra("TRXCOUNT");
  if (count === null || !/^\d{1,3}$/.test(count)) return null;
  const texts = Array.from({ length: Number(count) }, (_, index) => answer.extra(`TRX${index + 1}`));
  if (texts.includes(null) || answer.extra(`TRX${texts.length + 1}`) !== null) return null;
  // The order of the lines differs between banks, so sort by time; the times are text that sorts by its characters.
  return texts
    .map((text) => readLine(text ?? ""))
    .sort((a, b) => compareText(a.authorisedAt ?? "", b.authorisedAt ?? ""));
}

function readLine(text: string): HistoryLine {
  const columns = text.split("\t").map((column) => column.trim() || null);
  const column = (index: number): string | null => columns[index] ?? null;
  return {
    chargeType: column(0),
    state: column(1),
    originalKurus: parseWireAmount(column(2), "kurus"),
    capturedKurus: parseWireAmount(column(3), "kurus"),
    authorisedAt: column(4),
    capturedAt: column(5),
    voidedAt: column(6),
    rrn: column(7),
    authCode: column(8),
    returnCode: column(9),
    transactionId: column(10),
  };
}

/**
 * Converts a line to records; null when it is not understood. A void has no line of its own: it shows on the line of
 * the sale, which then gives two records. A voided credit counts as not approved.
 */
function toRecords(line: HistoryLine): readonly HistoryRecord[] | null {
  const kind = line.chargeType === "S" ? "sale" : line.chargeType === "C" ? "credit" : null;
  const amountKurus = findAmount(line);
  if (kind === null || !amountKurus) return null;
  const booked = line.returnCode === null || line.returnCode === "00";
  const at = readBankTime(line.capturedAt ?? line.authorisedAt);
  switch (line.state) {
    case "A":
    case "C":
    case "S":
      return booked ? [{ kind, approved: true, amountKurus, references: toReferences(line), at }] : null;
    case "V":
      if (!booked) return null;
      return kind === "credit"
        ? [{ kind, approved: false, amountKurus }]
        : [
            { kind, approved: true, amountKurus, at },
            { kind: "void", approved: true, amountKurus, at: readBankTime(line.voidedAt) },
          ];
    case "R":
    case "D":
    case "ERR":
      return [{ kind, approved: false, amountKurus }];
    default:
      return null;
  }
}

/** Returns the amount. A line that is only authorised has none, because it may be an open pre-authorisation (B-2.7). */
const findAmount = ({ state, capturedKurus, originalKurus }: HistoryLine): bigint | null =>
  capturedKurus || (state === "A" ? null : originalKurus);

const toReferences = ({ authCode, rrn, transactionId }: HistoryLine): BankReferences => ({
  authCode,
  rrn,
  transactionId,
});
