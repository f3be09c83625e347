import type {
  Bank,
  BankAccount,
  BankOrder,
  CardInput,
  Operation,
  OperationKind,
  PlacedOrder,
  Proofs,
  ReturnFields,
} from "../bank";

/** A bank with a shop, an order, and the means to speak as that bank would. */
export interface ConformanceSubject {
  readonly bank: Bank;
  readonly account: BankAccount;
  readonly order: BankOrder;
  readonly card: CardInput;
  /** What the callback's status field says when the buyer is authenticated, and what else it may say. */
  readonly statuses: { readonly authenticated: string; readonly others: readonly string[] };
  /** Names of callback fields; of the elements of its answer, where the bank reads the return for us. */
  readonly names: {
    readonly status: string;
    readonly orderId: string;
    readonly amount: string;
    readonly currency: string;
    readonly installment: string;
    readonly signature: string;
    /** Further fields that the signature leaves out. */
    readonly unsigned: readonly string[];
    /** Fields without which a callback is refused. */
    readonly mandatory: readonly string[];
  };
  /** The callback that the bank posts for the order, signed. */
  callback(status: string): ReturnFields;
  /** Signs whatever fields it is given with the shop's key, as nobody but the bank can. */
  sign(fields: ReturnFields): ReturnFields;
  /** The bank puts a nonce of its own into its return; the form has none of ours. */
  readonly nonceless?: true;
  /** Operations whose answers name no order at all. */
  readonly anonymous?: readonly OperationKind[];
  /** Answers as text; the bank booked the operation, refused it, or contradicts itself. */
  answer(operation: Operation, how: "done" | "refused" | "contradictory"): string;
  /** The answer to the same operation on another order, where that is signed; else the order's id is replaced. */
  foreign?(operation: Operation): string;
  /** What the bank prepared for the form, in a protocol that has it do so. */
  readonly prepared?: Readonly<Record<string, string>>;
  /** For a protocol whose return the bank alone can read. */
  readonly resolution?: ResolutionSubject;
}

/** A return that says nothing, and the answer in which the bank says what it is. */
export interface ResolutionSubject {
  /** Fields without which the return is refused. */
  readonly fields: readonly string[];
  /** Fields that stand in clear beside them and are believed in nothing. */
  readonly informative: { readonly orderId: string; readonly amount: string };
  /** The elements of the bank's answer for the order, signed. */
  elements(status: string): ReturnFields;
  /** Signs whatever elements it is given with the shop's key, as nobody but the bank can. */
  sign(elements: ReturnFields): ReturnFields;
  /** The answer as text. */
  write(elements: ReturnFields): string;
}

/** An order that the bank has on record, with references of its sale. */
export const placed = (orderId: string): PlacedOrder => ({
  orderId,
  references: { authCode: "P18552", rrn: "325300733333", transactionId: "019676067890000191" },
  buyerIp: "192.0.2.1",
});

/** One of each operation that the protocol has, all on the subject's order. */
export function operationsOf(subject: ConformanceSubject): Operation[] {
  const { bank, order, card, callback, statuses, account } = subject;
  const read = bank.readReturn(callback(statuses.authenticated), order, account);
  const proofs: Proofs = "proofs" in read ? read.proofs : {};
  const onRecord = placed(order.orderId);
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
