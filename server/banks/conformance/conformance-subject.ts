import type { CheckedCard } from "@/server/domain/payments/card-form";
import type {
  BankAccount,
  BankConnector,
  BankOrder,
  Operation,
  OperationKind,
  PlacedOrder,
  Proofs,
  ReturnFields,
} from "../bank";

/** A transaction of an order as the bank has it in its books. */
export interface BookedTransaction {
  readonly kind: "sale" | "credit";
  readonly amountKurus: bigint;
  /** `voided` is a transaction that was done and undone later. */
  readonly state: "done" | "refused" | "voided";
}

/** The two look-ups at a bank. */
export type LookUp = "inquire" | "history";

/** A connector under test, with a shop, an order, and functions that produce the bank's messages. */
export interface ConformanceSubject {
  readonly bank: BankConnector;
  readonly account: BankAccount;
  readonly order: BankOrder;
  readonly card: CheckedCard;
  /** The value of the return's status field for an authenticated buyer, and all its other values. */
  readonly statuses: { readonly authenticated: string; readonly others: readonly string[] };
  /** Names of the return's fields, or of the answer's elements in a protocol with a `resolution`. */
  readonly names: {
    readonly status: string;
    readonly orderId: string;
    readonly amount: string;
    readonly currency: string;
    readonly installment: string;
    readonly signature: string;
    /** Further fields, which the signature does not cover. */
    readonly unsigned: readonly string[];
    /** Fields without which a return is refused. */
    readonly mandatory: readonly string[];
  };
  /** Builds the signed return of the bank for the order. */
  callback(status: string): ReturnFields;
  /** Signs any fields with the shop's key, as only the bank can. */
  sign(fields: ReturnFields): ReturnFields;
  /** The return carries a nonce of the bank instead of ours. */
  readonly hasNoNonce?: true;
  /** Operations whose answers name no order. */
  readonly operationsWithoutOrderId?: readonly OperationKind[];
  /** Builds the text of an answer in which the bank booked the operation, refused it, or contradicts itself. */
  answer(operation: Operation, how: "done" | "refused" | "contradictory"): string;
  /** Builds the text of a look-up's answer as the bank shows these transactions of the order, oldest first. */
  records(lookUp: LookUp, transactions: readonly BookedTransaction[]): string;
  /** Builds the answer for another order, where it is signed; without this function the order id is replaced. */
  answerForAnotherOrder?(operation: Operation): string;
  /** The result of `prepare` for the form, in a protocol that has that step. */
  readonly prepared?: Readonly<Record<string, string>>;
  /** Present in a protocol whose return only the bank can read. */
  readonly resolution?: ResolutionSubject;
}

/** A return of unreadable packets, and the bank's answer that reveals their content. */
export interface ResolutionSubject {
  /** Fields without which the return is refused. */
  readonly fields: readonly string[];
  /** Readable fields of the return that nothing signs, so they may only refuse a return. */
  readonly informative: { readonly orderId: string; readonly amount: string };
  /** Builds the signed elements of the bank's answer for the order. */
  elements(status: string): ReturnFields;
  /** Signs any elements with the shop's key, as only the bank can. */
  sign(elements: ReturnFields): ReturnFields;
  /** Writes the answer as text. */
  write(elements: ReturnFields): string;
}

/** Builds an order that the bank has on record, with references of its sale. */
export const buildPlacedOrder = (orderId: string): PlacedOrder => ({
  orderId,
  references: { authCode: "P18552", rrn: "325300733333", transactionId: "019676067890000191" },
  buyerIp: "192.0.2.1",
});

/** Builds one operation of each kind that the protocol has, all on the subject's order. */
export function buildOperations(subject: ConformanceSubject): Operation[] {
  const { bank, order, card, callback, statuses, account } = subject;
  const read = bank.readReturn(callback(statuses.authenticated), order, account);
  const proofs: Proofs = "proofs" in read ? read.proofs : {};
  const onRecord = buildPlacedOrder(order.orderId);
  const { amountKurus } = order;
  return [
    ...(subject.prepared ? [{ kind: "prepare", order, card } as const] : []),
    ...(subject.resolution ? [{ kind: "resolve", order, proofs } as const] : []),
    { kind: "capture", order, proofs },
    { kind: "void", ...onRecord, amountKurus },
    { kind: "credit", ...onRecord, amountKurus, refundKey: "REFUNDKEY00000000001" },
    { kind: "inquire", ...onRecord },
    { kind: "history", ...onRecord },
  ];
}
