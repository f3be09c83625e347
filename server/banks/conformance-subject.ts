import type { Bank, BankAccount, BankOrder, CardInput, Operation, Proofs, ReturnFields } from "./bank";

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
  /** Answers as text; the bank booked the operation, refused it, or contradicts itself. */
  answer(operation: Operation, how: "done" | "refused" | "contradictory"): string;
}

/** One of each operation, all on the subject's order. */
export function operationsOf({ bank, order, callback, statuses, account }: ConformanceSubject): Operation[] {
  const authentication = bank.readReturn(callback(statuses.authenticated), order, account);
  const proofs: Proofs = authentication.verdict === "authenticated" ? authentication.proofs : {};
  const { orderId, amountKurus } = order;
  return [
    { kind: "capture", order, proofs },
    { kind: "void", orderId, amountKurus },
    { kind: "credit", orderId, amountKurus, refundKey: "REFUNDKEY00000000001" },
    { kind: "inquire", orderId },
    { kind: "history", orderId },
  ];
}
