import type { HistoryRecord, Outcome } from "@/server/banks/bank";
import { compareText } from "@/server/banks/compare";
import type { XmlElement } from "@/server/banks/wire";
import { type Answer, isForeign, isRecordOf, readElements } from "./answer";
import { isUnknownOrder } from "./status";

const notUnderstood: Outcome = { kind: "unknown", cause: "not_understood" };

/** Reads an order's history; one record that is not understood makes all of it unknown, since sums depend on it. */
export function decodeHistory(orderId: string, root: XmlElement | null): Outcome {
  const report = readReport(root);
  if (report === null) return { kind: "unknown", cause: "unreadable" };
  const { head, records } = report;
  // Nothing found is said of the whole, or in the place of the only record.
  const [only = head, ...others] = records;
  if (others.length === 0 && isUnknownOrder(orderId, only)) return { kind: "not_found" };
  if (records.length === 0) return mismatchOr(orderId, head);
  if (!records.every((record) => isRecordOf(orderId, record) && !isForeign(record))) {
    return { kind: "unknown", cause: "mismatch" };
  }
  if (head.returnCode !== null && head.returnCode !== "00") return notUnderstood;
  const understood = records.map(understand);
  if (!understood.every((record) => record !== null)) return notUnderstood;
  return agreeOnVoid(records) ? { kind: "history", records: understood } : notUnderstood;
}

const mismatchOr = (orderId: string, head: Answer): Outcome =>
  [head.orderId, head.orgOrderId, head.transId].every((id) => id === null || id === orderId)
    ? notUnderstood
    : { kind: "unknown", cause: "mismatch" };

export interface Report {
  /** What is said of the answer as a whole. */
  readonly head: Answer;
  /** Oldest first. */
  readonly records: readonly Answer[];
}

/** Null for anything but a history that says each thing once. */
export function readReport(root: XmlElement | null): Report | null {
  if (root === null || !rootNames.has(root.name)) return null;
  const isRecord = ({ name }: XmlElement) => recordNames.has(name);
  const head = readElements({ ...root, children: root.children.filter((child) => !isRecord(child)) });
  const records = root.children.filter(isRecord).map(readRecord);
  if (head === null || !records.every((record) => record !== null)) return null;
  return { head, records: records.toSorted((a, b) => compareText(a.insertedAt, b.insertedAt)) };
}

/** The bank's own is the first; its answers to everything else have the second, and so has a refusal. */
const rootNames: ReadonlySet<string> = new Set(["TxnHistoryReport", "PayforResponse"]);

/** A record stands in an envelope beside what the bank knows of the day's batch, or by itself. */
const recordNames: ReadonlySet<string> = new Set(["PaymentRequestExtended", "PaymentRequest"]);

function readRecord(element: XmlElement): Answer | null {
  if (element.name === "PaymentRequest") return readElements(element);
  const [record, ...others] = element.children.filter(({ name }) => name === "PaymentRequest");
  return record === undefined || others.length > 0 ? null : readElements(record);
}

/** Null for a kind or a state that the books could not take in. */
function understand(record: Answer): HistoryRecord | null {
  const { amountKurus, references, at, state, returnCode } = record;
  const kind = kinds.get(record.type ?? "");
  if (kind === undefined || amountKurus === null) return null;
  const booked = { kind, approved: true, amountKurus, references, at } as const;
  switch (state) {
    case "Y":
      return returnCode === "00" ? booked : null;
    // A sale's void has a record of its own. What was voided of a refund is for a person to see.
    case "V":
      return kind === "sale" && returnCode === "00" ? booked : null;
    case "N":
      return returnCode === null || returnCode === "00" ? null : { kind, approved: false, amountKurus };
    default:
      return null;
  }
}

const kinds: ReadonlyMap<string, HistoryRecord["kind"]> = new Map([
  ["Auth", "sale"],
  ["Void", "void"],
  ["Refund", "credit"],
]);

/** A voided sale and its void are two records: one without the other is no history to go by. */
function agreeOnVoid(records: readonly Answer[]): boolean {
  const voided = records.filter(({ type, state }) => type === "Auth" && state === "V").length;
  const voids = records.filter(({ type, state }) => type === "Void" && state === "Y");
  return voided === voids.length && voids.every(({ orgType }) => (orgType ?? "Auth") === "Auth");
}
