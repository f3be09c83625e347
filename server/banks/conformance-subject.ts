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
} from "./bank";

/** A bank with a shop, an order, and the means to speak as that bank would. */
export interface ConformanceSubject {
  readonly bank: Bank;
  readonly account: BankAccount;
  readonly order: BankOrder;
  readonly card: CardInput;
  /** What the callback's status field says when the buyer is authenticated, and what else it may say. */
  readonly statuses: { readonly authenticated: string; readonly others: readonly string[] };
  /** Names of callback fields. */
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
}

/** An order that the bank has on record, with references of its sale. */
export const placed = (orderId: string): PlacedOrder => ({
  orderId,
  references: { authCode: "P18552", rrn: "325300733333", transactionId: "019676067890000191" },
  buyerIp: "192.0.2.1",
});

/** One of each operation, all on the subject's order. */
export function operationsOf({ bank, order, callback, statuses, account }: ConformanceSubject): Operation[] {
  const authentication = bank.readReturn(callback(statuses.authenticated), order, account);
  const proofs: Proofs = "proofs" in authentication ? authentication.proofs : {};
  const onRecord = placed(order.orderId);
  const { amountKurus } = order;
  return [
    { kind: "capture", order, proofs },
    { kind: "void", ...onRecord, amountKurus },
    { kind: "credit", ...onRecord, amountKurus, refundKey: "REFUNDKEY00000000001" },
    { kind: "inquire", ...onRecord },
    { kind: "history", ...onRecord },
  ];
}
