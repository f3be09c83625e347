import type { HistoryRecord, Outcome } from "@/server/banks/bank";
import { compareText } from "@/server/banks/compare";
import type { XmlElement } from "@/server/banks/wire";
import { type Answer, belongsToOrder, hasForeignCurrency, readElements } from "./answer";
import { inProgressCode } from "./codes";
import { isDone, isUnknownOrder } from "./status";

const notUnderstood: Outcome = { kind: "unknown", cause: "not_understood" };

/**
 * Reads an order's history. One record that is not understood makes it unknown as a whole, because sums depend on it.
 */
export function decodeHistory(orderId: string, root: XmlElement | null): Outcome {
  const report = readReport(root);
  if (report === null) return { kind: "unknown", cause: "unreadable" };
  const { head, records } = report;
  // The code for "not found" is in the head of the answer, or in a single record.
  const [only = head, ...others] = records;
  if (others.length === 0 && isUnknownOrder(orderId, only)) return { kind: "not_found" };
  if (records.length === 0) return mismatchOr(orderId, head);
  if (!records.every((record) => belongsToOrder(orderId, record) && !hasForeignCurrency(record))) {
    return { kind: "unknown", cause: "mismatch" };
  }
  if (head.returnCode !== null && head.returnCode !== "00") return notUnderstood;
  const understood = records.map(understand);
  if (!understood.every((record) => record !== null)) return notUnderstood;
  const isSound = agreeOnVoid(records) && agreeOnRefunds(records);
  return isSound ? { kind: "history", records: understood } : notUnderstood;
}

const mismatchOr = (orderId: string, head: Answer): Outcome =>
  [head.orderId, head.orgOrderId, head.transId].every((id) => id === null || id === orderId)
    ? notUnderstood
    : { kind: "unknown", cause: "mismatch" };

export interface Report {
  /** The elements of the answer outside its records. */
  readonly head: Answer;
  /** The records, oldest first. */
  readonly records: readonly Answer[];
}

/** Reads the document of a history; returns null for any other document and for one with repeated elements. */
export function readReport(root: XmlElement | null): Report | null {
  if (root === null || !rootNames.has(root.name)) return null;
  const isRecord = ({ name }: XmlElement) => recordNames.has(name);
  const head = readElements({ ...root, children: root.children.filter((child) => !isRecord(child)) });
  const records = root.children.filter(isRecord).map(readRecord);
  if (head === null || !records.every((record) => record !== null)) return null;
  return { head, records: records.toSorted((a, b) => compareText(a.insertedAt, b.insertedAt)) };
}

/** The roots of a history: the first is the report's own, the second that of all other answers and of a refusal. */
const rootNames: ReadonlySet<string> = new Set(["TxnHistoryReport", "PayforResponse"]);

/** A record is in an envelope together with the bank's data about the day's batch, or without an envelope. */
const recordNames: ReadonlySet<string> = new Set(["PaymentRequestExtended", "PaymentRequest"]);

function readRecord(element: XmlElement): Answer | null {
  if (element.name === "PaymentRequest") return readElements(element);
  const [record, ...others] = element.children.filter(({ name }) => name === "PaymentRequest");
  return record === undefined || others.length > 0 ? null : readElements(record);
}

/** Converts a record; returns null for a kind or state that our books cannot represent. */
function understand(record: Answer): HistoryRecord | null {
  const { amountKurus, references, at, state, returnCode } = record;
  const kind = kinds.get(record.type ?? "");
  if (kind === undefined || amountKurus === null) return null;
  const booked = { kind, approved: true, amountKurus, references, at } as const;
  switch (state) {
    case "Y":
      return returnCode === "00" ? booked : null;
    // The void of a sale has a record of its own. A voided refund makes the history unknown, so a person must look at
    // it.
    case "V":
      return kind === "sale" && returnCode === "00" ? booked : null;
    case "N":
      return returnCode === null || returnCode === "00" || returnCode === inProgressCode
        ? null
        : { kind, approved: false, amountKurus };
    default:
      return null;
  }
}

const kinds: ReadonlyMap<string, HistoryRecord["kind"]> = new Map([
  ["Auth", "sale"],
  ["Void", "void"],
  ["Refund", "credit"],
]);

/**
 * Returns whether voids match voided sales. They are two records; one without the other makes the history unreliable.
 */
function agreeOnVoid(records: readonly Answer[]): boolean {
  const voided = records.filter(({ type, state }) => type === "Auth" && state === "V").length;
  const voids = records.filter(({ type, state }) => type === "Void" && state === "Y");
  return voided === voids.length && voids.every(({ orgType }) => (orgType ?? "Auth") === "Auth");
}

/**
 * Returns whether the refunds that a sale names are those with a record of their own. A sale that names others makes
 * the history unreliable: a refund that it does not list may be ours.
 */
function agreeOnRefunds(records: readonly Answer[]): boolean {
  const listedKurus = records
    .filter((record) => record.type === "Refund" && isDone(record))
    .reduce((sum, { amountKurus }) => sum + (amountKurus ?? 0n), 0n);
  return records
    .filter(({ type, isRefunded }) => type === "Auth" && isRefunded)
    .every(({ refundedKurus }) => listedKurus > 0n && (refundedKurus || listedKurus) === listedKurus);
}
