import type {
  BankAccount,
  BankConnector,
  Capabilities,
  HistoryRecord,
  Operation,
  OperationKind,
  Outcome,
} from "@/server/banks/bank";
import type { Banks, CallOptions, Exchange, Probe } from "@/server/banks/banks";

type Answer = Outcome | ((operation: Operation) => Outcome | Promise<Outcome>);

/**
 * A bank that answers each kind of operation with the test's answers, in order; the last answer is repeated. It records
 * the operations in `calls`.
 */
export class ScriptedBank implements Banks {
  readonly calls: Operation[] = [];
  /** The account of each operation in `calls`. */
  readonly accounts = new WeakMap<Operation, BankAccount>();
  private readonly answers = new Map<OperationKind, Answer[]>();
  private readonly approved: Operation[] = [];
  /**
   * @param can the capabilities that differ from the default
   * @param usual the answer to a kind without answers of the test; a history then lists the approved operations
   */
  constructor(
    private readonly can: Partial<Capabilities>,
    private readonly usual: Outcome,
  ) {}

  /** Answers `history` with the operations of the order that this bank has approved. */
  readonly ledger = (asked: Operation): Outcome => {
    const readOrderId = (operation: Operation) => ("order" in operation ? operation.order.orderId : operation.orderId);
    const ofOrder = this.approved.filter((operation) => readOrderId(operation) === readOrderId(asked));
    return { kind: "history", records: ofOrder.flatMap(toRecords) };
  };

  answer(kind: OperationKind, ...answers: Answer[]): void {
    this.answers.set(kind, answers);
  }
  countCalls(kind: OperationKind): number {
    return this.calls.filter((operation) => operation.kind === kind).length;
  }
  listBanks() {
    const at = (host: string) => ({ gate: `https://${host}/gate`, api: `https://${host}/api` });
    const offer = { name: "Türkiye İş Bankası", protocol: "nestpay" as const, programme: "maximum" };
    const rest = { isSourceIpListed: false, live: at("bank.test"), test: at("test.bank.test") };
    return ["scripted", "scripted-2"].map((bank) => ({ bank, ...offer, ...rest }));
  }
  getBrand() {
    return { protocol: "nestpay" as const, name: "Türkiye İş Bankası" };
  }
  redact() {
    return "";
  }
  /** How often the bank was asked whether it is back, and whether it answers that. */
  readonly probes = { count: 0, isAnswered: true };
  async probe(...[, { kind }, , { observe }]: Parameters<Banks["probe"]>): Promise<Probe> {
    const { isAnswered } = this.probes;
    this.probes.count++;
    const sent = { orderId: "", request: "", response: isAnswered ? "" : null, httpStatus: isAnswered ? 200 : null };
    observe?.({ ...sent, operation: kind, outcome: isAnswered ? "fine" : "no_answer", durationMs: 1 });
    const evidence = {
      address: "api",
      code: null,
      text: null,
      httpStatus: sent.httpStatus,
      sourceAddress: null,
    } as const;
    return { sign: isAnswered ? "fine" : "no_answer", evidence, bankTime: null, prepared: null, isFound: null };
  }
  findAddressFault() {
    return null;
  }
  async call(
    _protocol: string,
    operation: Operation,
    account: BankAccount,
    { maySend, observe }: CallOptions = {},
  ): Promise<Outcome> {
    if (maySend && !(await maySend())) return { kind: "unknown", cause: "withdrawn" };
    this.calls.push(operation);
    this.accounts.set(operation, account);
    const usual = operation.kind === "history" ? this.ledger : this.usual;
    const answers = this.answers.get(operation.kind) ?? [usual];
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (answer === undefined) throw new Error(`The scripted bank has no answer to ${operation.kind}`);
    const outcome = await (typeof answer === "function" ? answer(operation) : answer);
    if (outcome.kind === "approved") this.approved.push(operation);
    observe?.(toExchange(operation, outcome));
    return outcome;
  }
  getConnector(): BankConnector {
    const fail = (): never => {
      throw new Error("A scripted bank has no wire");
    };
    return {
      protocol: "nestpay",
      supports: { prepare: false, void: true, credit: true, history: true, ...this.can },
      buildBankForm: (order) => ({ action: "http://bank.test/gate", fields: [["callback", order.callbackUrl]] }),
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

/** Reports a call as the sender does. What no answer came to has no status of HTTP. */
function toExchange(operation: Operation, outcome: Outcome): Exchange {
  const cause = outcome.kind === "unknown" ? outcome.cause : null;
  const isAnswered = cause !== "connection" && cause !== "timeout";
  return {
    operation: operation.kind,
    orderId: "order" in operation ? operation.order.orderId : operation.orderId,
    request: "",
    response: isAnswered ? "" : null,
    httpStatus: isAnswered ? 200 : null,
    outcome: outcome.kind,
    cause,
    durationMs: 1,
  };
}

/** Converts an approved operation to a record of its order's history. */
function toRecords(operation: Operation): HistoryRecord[] {
  if (operation.kind === "capture") {
    return [{ kind: "sale", approved: true, amountKurus: operation.order.amountKurus }];
  }
  if (operation.kind !== "void" && operation.kind !== "credit") return [];
  return [{ kind: operation.kind, approved: true, amountKurus: operation.amountKurus }];
}
