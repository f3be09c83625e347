import { Agent, buildConnector, type Dispatcher, request } from "undici";
import type {
  Bank,
  BankAccount,
  Operation,
  OperationKind,
  Outcome,
  UnknownCause,
  WireRequest,
  WireResponse,
} from "./bank";
import { maxMessageBytes } from "./wire";

export interface CallOptions {
  readonly timeouts?: Partial<CallTimeouts>;
  /** Told of every call when it is over: names and times, never what was said. */
  readonly observe?: (report: CallReport) => void;
}

export interface CallTimeouts {
  readonly connectMs: number;
  /** The whole of a call that moves money. */
  readonly moneyMs: number;
  /** The whole of one that asks or prepares. */
  readonly lookupMs: number;
}

export interface CallReport {
  readonly bank: string;
  readonly operation: OperationKind;
  readonly outcome: Outcome["kind"];
  readonly cause: UnknownCause | null;
  readonly durationMs: number;
}

/** Banks publish none; D-46 sets the 60 seconds. */
const defaultTimeouts: CallTimeouts = { connectMs: 5_000, moneyMs: 60_000, lookupMs: 30_000 };

/**
 * The only code that talks to a bank. One try: whatever is late, broken or unreadable is `unknown`, of which
 * only the cause `connection` says that the request never left. Nothing that a bank or network does throws; an
 * operation that the protocol cannot express does, before anything is sent.
 */
export function createCall(options: CallOptions) {
  const timeouts = { ...defaultTimeouts, ...options.timeouts };
  const agent = createAgent(timeouts.connectMs);

  return async (bank: Bank, operation: Operation, account: BankAccount): Promise<Outcome> => {
    const startedAt = performance.now();
    const totalMs = isMoneyCall(operation.kind) ? timeouts.moneyMs : timeouts.lookupMs;
    const answer = await send(bank.encode(operation, account), agent, totalMs);
    const outcome: Outcome =
      typeof answer === "string" ? { kind: "unknown", cause: answer } : bank.decode(operation, answer);
    options.observe?.({
      bank: account.bank,
      operation: operation.kind,
      outcome: outcome.kind,
      cause: outcome.kind === "unknown" ? outcome.cause : null,
      durationMs: Math.round(performance.now() - startedAt),
    });
    return outcome;
  };
}

const isMoneyCall = (kind: OperationKind): boolean =>
  kind === "capture" || kind === "void" || kind === "credit";

/** Neither follows redirects nor tries twice. */
async function send(
  wire: WireRequest,
  dispatcher: Dispatcher,
  totalMs: number,
): Promise<WireResponse | UnknownCause> {
  const signal = AbortSignal.timeout(totalMs);
  try {
    const { headers, body } = wire;
    const answer = await request(wire.url, { method: "POST", headers, body, dispatcher, signal });
    const bytes = await answer.body.bytes();
    if (answer.statusCode !== 200) return "http_status";
    return {
      status: answer.statusCode,
      contentType: String(answer.headers["content-type"] ?? ""),
      body: bytes,
    };
  } catch (error) {
    if (error instanceof NotConnected) return "connection";
    return signal.aborted ? "timeout" : "unreadable";
  }
}

/** Thrown for whatever goes wrong before the connection stands, its TLS handshake included. */
class NotConnected extends Error {}

/** No connection is kept: one that the bank had closed meanwhile would leave a capture unknown. */
function createAgent(connectMs: number): Dispatcher {
  const connect = buildConnector({ timeout: connectMs });
  return new Agent({
    pipelining: 0,
    maxResponseSize: maxMessageBytes,
    connect: (target, done) =>
      connect(target, (...[error, socket]) =>
        error === null ? done(null, socket) : done(new NotConnected(error.message, { cause: error }), null),
      ),
  });
}
