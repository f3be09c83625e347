import type {
  Bank,
  BankAccount,
  Banks,
  CallOptions,
  Capabilities,
  HistoryRecord,
  Operation,
  OperationKind,
  Outcome,
} from "@/server/banks/bank";

type Answer = Outcome | ((operation: Operation) => Outcome | Promise<Outcome>);

/** Answers each operation with what the test has told it, in order; the last answer stays. Keeps what it was asked. */
export class ScriptedBank implements Banks {
  readonly asked: Operation[] = [];
  /** With which account an operation of `asked` came. */
  readonly accountOf = new WeakMap<Operation, BankAccount>();
  private readonly answers = new Map<OperationKind, Answer[]>();
  private readonly approved: Operation[] = [];
  /** @param usual what is answered to a kind that the test has said nothing of; a history is what was approved */
  constructor(
    private readonly can: Partial<Capabilities>,
    private readonly usual: Outcome,
  ) {}

  /** An answer to `history`: what this bank has approved of the order. */
  readonly ledger = (asked: Operation): Outcome => {
    const orderIdIn = (operation: Operation) =>
      "order" in operation ? operation.order.orderId : operation.orderId;
    const ofOrder = this.approved.filter((operation) => orderIdIn(operation) === orderIdIn(asked));
    return { kind: "history", records: ofOrder.flatMap(recordsOf) };
  };

  answer(kind: OperationKind, ...answers: Answer[]): void {
    this.answers.set(kind, answers);
  }
  countOf(kind: OperationKind): number {
    return this.asked.filter((operation) => operation.kind === kind).length;
  }
  brand() {
    return { protocol: "nestpay" as const, name: "Türkiye İş Bankası" };
  }
  redact() {
    return "";
  }
  async call(
    _protocol: string,
    operation: Operation,
    account: BankAccount,
    { maySend }: CallOptions = {},
  ): Promise<Outcome> {
    if (maySend && !(await maySend())) return { kind: "unknown", cause: "withdrawn" };
    this.asked.push(operation);
    this.accountOf.set(operation, account);
    const usual = operation.kind === "history" ? this.ledger : this.usual;
    const answers = this.answers.get(operation.kind) ?? [usual];
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (answer === undefined) throw new Error(`The scripted bank was not told about ${operation.kind}`);
    const outcome = await (typeof answer === "function" ? answer(operation) : answer);
    if (outcome.kind === "approved") this.approved.push(operation);
    return outcome;
  }
  of(): Bank {
    const fail = (): never => {
      throw new Error("A scripted bank has no wire");
    };
    return {
      protocol: "nestpay",
      supports: { prepare: false, void: true, credit: true, history: true, ...this.can },
      handoff: (order) => ({ action: "http://bank.test/gate", fields: [["callback", order.callbackUrl]] }),
      readReturn(fields, sent) {
        const verdict = fields[0]?.[1];
        if (verdict === "authenticated") return { verdict, orderId: sent.orderId, proofs: { md: "md" } };
        if (verdict === "not_authenticated") return { verdict, orderId: sent.orderId, mdStatus: "0" };
        if (verdict === "unresolved") return { verdict, proofs: { packet: "packet" } };
        return { verdict: "refused", why: "hash" };
      },
      encode: fail,
      decode: fail,
    };
  }
}

/** An approved operation as a line of its order's history. */
function recordsOf(operation: Operation): HistoryRecord[] {
  if (operation.kind === "capture") {
    return [{ kind: "sale", approved: true, amountKurus: operation.order.amountKurus }];
  }
  if (operation.kind !== "void" && operation.kind !== "credit") return [];
  return [{ kind: operation.kind, approved: true, amountKurus: operation.amountKurus }];
}
