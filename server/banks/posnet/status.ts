import type { Outcome, UnknownCause } from "@/server/banks/bank";
import { readBankTime } from "@/server/banks/bank-clock";
import { compareText } from "@/server/banks/compare";
import { unknownReason } from "@/server/banks/host-codes";
import type { XmlElement } from "@/server/banks/wire";
import { parseWireAmount } from "@/server/domain/money";
import { type Answer, foldedTexts, isDone, notUnderstood, unknown } from "./answer";
import { notFoundCode } from "./codes";
import { format } from "./order";

/** One transaction of an order, as `agreement` lists it (B-4.4). Empty and absent values are null. */
export interface Entry {
  readonly orderId: string | null;
  readonly state: string | null;
  /** `txnStatus`: 1 (true) when the transaction counts, 0 (false) when it was refused or undone later. */
  readonly counts: boolean | null;
  readonly amountKurus: bigint | null;
  readonly currency: string | null;
  readonly authCode: string | null;
  readonly hostLogKey: string | null;
  readonly maskedCard: string | null;
  readonly at: string | null;
}

/** Returns the transactions in the bank's order; null when there is no list, or it has other or repeated elements. */
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
    amountKurus: parseWireAmount(read("AMOUNT"), "turkish"),
    currency: read("CURRENCYCODE"),
    authCode: read("AUTHCODE"),
    hostLogKey: read("HOSTLOGKEY"),
    maskedCard: read("CCNO"),
    at: read("TRANDATE"),
  };
}

type Kind = "sale" | "void" | "credit";

/** A transaction whose kind, status and amount are understood. */
interface Transaction {
  readonly kind: Kind;
  readonly counts: boolean;
  readonly amountKurus: bigint;
  readonly entry: Entry;
}

/** An order as the bank has it on record. */
export interface OrderRecord {
  /** The transactions, oldest first. */
  readonly transactions: readonly Transaction[];
  /** The booked sale, voided or not; null when no sale was booked. */
  readonly sale: Transaction | null;
  readonly isVoided: boolean;
  readonly isCredited: boolean;
}

/** Reads the bank's record of an order. Returns `not_found`, a consistent record, or the cause why it is unknown. */
export function readOrder(wanted: string, answer: Answer): OrderRecord | "not_found" | UnknownCause {
  const entries = readEntries(answer) ?? [];
  if (answer.approved === "0" && answer.code === notFoundCode && entries.length === 0) return "not_found";
  if (!isDone(answer) || entries.length === 0) return "not_understood";
  const isForeign = ({ orderId, currency }: Entry): boolean =>
    orderId !== wanted || (currency !== null && currency !== format.currency);
  if (entries.some(isForeign)) return "mismatch";
  const transactions = inOrder(entries).map(understand);
  return transactions.every((transaction) => transaction !== null)
    ? (toOrderRecord(transactions) ?? "not_understood")
    : "not_understood";
}

/** Sorts entries oldest first. The bank lists the newest first; where every entry has a time, the times decide. */
const inOrder = (entries: readonly Entry[]): readonly Entry[] => {
  const oldestFirst = entries.toReversed();
  return entries.every(({ at }) => at !== null)
    ? oldestFirst.sort((a, b) => compareText(a.at ?? "", b.at ?? ""))
    : oldestFirst;
};

/**
 * The kinds of transactions that the product makes. A record with any other, such as a pre-authorisation, points or an
 * undone credit, is unknown as a whole, so a person must look at it.
 */
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

/**
 * Builds the record; null when the transactions contradict each other. A voided sale may be listed as one that no
 * longer counts, so the sale of a void is also searched among those.
 */
function toOrderRecord(transactions: readonly Transaction[]): OrderRecord | null {
  const counting = (kind: Kind) => transactions.filter((one) => one.kind === kind && one.counts);
  const [sales, voids, credits] = [counting("sale"), counting("void"), counting("credit")];
  const [voidTransaction] = voids;
  const sale =
    sales[0] ??
    transactions.findLast((one) => one.kind === "sale" && one.amountKurus === voidTransaction?.amountKurus) ??
    null;
  const isSound =
    sales.length <= 1 &&
    voids.length <= 1 &&
    (voidTransaction === undefined ||
      (voidTransaction.amountKurus === sale?.amountKurus && !isPerhapsOfCredit(voidTransaction, transactions))) &&
    (credits.length === 0 || (sale !== null && voidTransaction === undefined));
  return isSound
    ? { transactions, sale, isVoided: voidTransaction !== undefined, isCredited: credits.length > 0 }
    : null;
}

/**
 * Returns whether a void may have undone a credit instead of the sale. `Reverse` does not name what it undid, and an
 * undone credit is listed like a refused one.
 */
const isPerhapsOfCredit = ({ entry, amountKurus }: Transaction, transactions: readonly Transaction[]): boolean =>
  entry.state === "Reverse" &&
  transactions.some((one) => one.kind === "credit" && !one.counts && one.amountKurus === amountKurus);

/**
 * Reads the answer to an inquiry. It lists all transactions, but a sale with credits is not simply paid, so the history
 * is left to say how much of it was given back.
 */
export function decodeStatus(wanted: string, answer: Answer): Outcome {
  const order = readOrder(wanted, answer);
  if (order === "not_found") return { kind: "not_found" };
  if (typeof order === "string") return unknown(order);
  const { sale, isVoided, isCredited, transactions } = order;
  if (isVoided) return { kind: "voided" };
  if (isCredited) return unknown("reversal_shown");
  if (sale !== null) {
    const { amountKurus, entry } = sale;
    return { kind: "paid", amountKurus, references: entryReferences(entry), at: readBankTime(entry.at) };
  }
  const isRefused = transactions.every(({ kind }) => kind === "sale");
  return isRefused ? { kind: "declined", reason: unknownReason, bankCode: "txnStatus-0" } : notUnderstood;
}

export const entryReferences = ({ authCode, hostLogKey }: Entry) => ({
  authCode,
  rrn: null,
  transactionId: hostLogKey,
});
