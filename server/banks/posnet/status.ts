import type { Outcome, UnknownCause } from "@/server/banks/bank";
import { readBankTime } from "@/server/banks/bank-clock";
import { compareText } from "@/server/banks/compare";
import type { XmlElement } from "@/server/banks/wire";
import { type Answer, foldedTexts, isDone, notUnderstood, unknown } from "./answer";
import { notFoundCode } from "./codes";
import { format } from "./order";

/** One transaction of an order, as `agreement` lists it; what is empty or absent is null. */
export interface Entry {
  readonly orderId: string | null;
  readonly state: string | null;
  /** `txnStatus` 1: it counts. 0: it was refused, or it was undone since. */
  readonly counts: boolean | null;
  readonly amountKurus: bigint | null;
  readonly currency: string | null;
  readonly authCode: string | null;
  readonly hostLogKey: string | null;
  readonly maskedCard: string | null;
  readonly at: string | null;
}

/** The transactions in the bank's own order; null when there is no list, or an element says something twice. */
export function readEntries(answer: Answer): readonly Entry[] | null {
  const list = answer.part("transactions");
  if (list === null) return null;
  const entries = list.children.map((child) => (child.name === "transaction" ? readEntry(child) : null));
  return entries.every((entry) => entry !== null) ? entries : null;
}

function readEntry(element: XmlElement): Entry | null {
  const texts = foldedTexts(element);
  if (texts === null) return null;
  const read = (name: string): string | null => texts.get(name) || null;
  const status = read("TXNSTATUS");
  return {
    orderId: read("ORDERID"),
    state: read("STATE"),
    counts: status === "1" ? true : status === "0" ? false : null,
    amountKurus: readAmount(read("AMOUNT") ?? ""),
    currency: read("CURRENCYCODE"),
    authCode: read("AUTHCODE"),
    hostLogKey: read("HOSTLOGKEY"),
    maskedCard: read("CCNO"),
    at: read("TRANDATE"),
  };
}

/** Kuruş of a Turkish decimal text (`1,16`, `1.250,5`, `40`), which requests have as whole kuruş; null for all else. */
export function readAmount(text: string): bigint | null {
  const [, whole, kurus = ""] = /^(\d{1,12}|\d{1,3}(?:\.\d{3}){1,3}(?=,))(?:,(\d{1,2}))?$/.exec(text) ?? [];
  return whole === undefined ? null : BigInt(whole.replaceAll(".", "")) * 100n + BigInt(kurus.padEnd(2, "0"));
}

type Kind = "sale" | "void" | "credit";

/** A transaction that is understood. */
export interface Transaction {
  readonly kind: Kind;
  readonly counts: boolean;
  readonly amountKurus: bigint;
  readonly entry: Entry;
}

/** An order as the bank has it on record. */
export interface OrderRecord {
  /** Oldest first. */
  readonly transactions: readonly Transaction[];
  /** The sale that was booked, undone or not; null when none was. */
  readonly sale: Transaction | null;
  readonly isVoided: boolean;
}

/** Reads what the bank has of an order: nothing, a record that makes sense, or why it is unknown. */
export function readOrder(wanted: string, answer: Answer): OrderRecord | "not_found" | UnknownCause {
  const entries = readEntries(answer) ?? [];
  if (answer.approved === "0" && answer.code === notFoundCode && entries.length === 0) return "not_found";
  if (!isDone(answer) || entries.length === 0) return "not_understood";
  const isForeign = ({ orderId, currency }: Entry): boolean =>
    orderId !== wanted || (currency !== null && currency !== format.currency);
  if (entries.some(isForeign)) return "mismatch";
  const transactions = inOrder(entries).map(understand);
  return transactions.every((transaction) => transaction !== null)
    ? (recordOf(transactions) ?? "not_understood")
    : "not_understood";
}

/** The bank lists the newest first; its times, where all have one, are text that sorts. */
const inOrder = (entries: readonly Entry[]): readonly Entry[] => {
  const oldestFirst = entries.toReversed();
  return entries.every(({ at }) => at !== null)
    ? oldestFirst.sort((a, b) => compareText(a.at ?? "", b.at ?? ""))
    : oldestFirst;
};

/** Pre-authorisations, points and undone returns are none of ours: a record with one of them is for people. */
const kinds: Readonly<Record<string, Kind>> = {
  Sale: "sale",
  Reverse: "void",
  Sale_Reverse: "void",
  Return: "credit",
};

function understand(entry: Entry): Transaction | null {
  const kind = Object.hasOwn(kinds, entry.state ?? "") ? kinds[entry.state ?? ""] : undefined;
  const { counts, amountKurus } = entry;
  return kind !== undefined && counts !== null && amountKurus ? { kind, counts, amountKurus, entry } : null;
}

/** Null when the transactions contradict each other. A sale that was voided may be listed as one that counts no longer. */
function recordOf(transactions: readonly Transaction[]): OrderRecord | null {
  const counting = (kind: Kind) => transactions.filter((one) => one.kind === kind && one.counts);
  const [sales, voids, credits] = [counting("sale"), counting("void"), counting("credit")];
  const [undone] = voids;
  const sale =
    sales[0] ??
    transactions.findLast((one) => one.kind === "sale" && one.amountKurus === undone?.amountKurus) ??
    null;
  const isSound =
    sales.length <= 1 &&
    voids.length <= 1 &&
    (undone === undefined || undone.amountKurus === sale?.amountKurus) &&
    (credits.length === 0 || (sale !== null && undone === undefined));
  return isSound ? { transactions, sale, isVoided: undone !== undefined } : null;
}

/** What an inquiry found. A credit leaves the sale paid: its history tells of both. */
export function decodeStatus(wanted: string, answer: Answer): Outcome {
  const order = readOrder(wanted, answer);
  if (order === "not_found") return { kind: "not_found" };
  if (typeof order === "string") return unknown(order);
  const { sale, isVoided, transactions } = order;
  if (isVoided) return { kind: "voided" };
  if (sale !== null) {
    const { amountKurus, entry } = sale;
    return { kind: "paid", amountKurus, references: entryReferences(entry), at: readBankTime(entry.at) };
  }
  const isRefused = transactions.every(({ kind }) => kind === "sale");
  return isRefused ? { kind: "declined", reason: "bank_error", bankCode: "txnStatus-0" } : notUnderstood;
}

export const entryReferences = ({ authCode, hostLogKey }: Entry) => ({
  authCode,
  rrn: null,
  transactionId: hostLogKey,
});
