import { Agent, buildConnector, type Dispatcher, request } from "undici";
import type {
  Bank,
  BankAccount,
  CallOptions,
  Operation,
  OperationKind,
  Outcome,
  UnknownCause,
  WireRequest,
  WireResponse,
} from "./bank";
import { redactBody, secretsOf } from "./redaction/redact";
import { maxMessageBytes } from "./wire";

export interface SenderSettings {
  readonly timeouts?: Partial<CallTimeouts>;
}

export interface CallTimeouts {
  readonly connectMs: number;
  /** The whole of a call that moves money. */
  readonly moneyMs: number;
  /** The whole of one that asks or prepares. */
  readonly lookupMs: number;
}

/** Banks publish none; D-46 sets the 60 seconds. */
const defaultTimeouts: CallTimeouts = { connectMs: 5_000, moneyMs: 60_000, lookupMs: 30_000 };

/**
 * The only code that talks to a bank. One try: whatever is late, broken or unreadable is `unknown`, of which
 * only the causes `connection` and `withdrawn` say that the request never left. Nothing that a bank or network does
 * throws; an operation that the protocol cannot express does, before anything is sent.
 */
export function createCall(settings: SenderSettings) {
  const timeouts = { ...defaultTimeouts, ...settings.timeouts };
  const connect = buildConnector({ timeout: timeouts.connectMs });
  const agent = createAgent(connect);

  return async (
    bank: Bank,
    operation: Operation,
    account: BankAccount,
    { observe, maySend }: CallOptions = {},
  ): Promise<Outcome> => {
    const startedAt = performance.now();
    const totalMs = isMoneyCall(operation.kind) ? timeouts.moneyMs : timeouts.lookupMs;
    const wire = bank.encode(operation, account);
    const sent = maySend
      ? await sendIfStillWanted(wire, createAgent(connect, maySend), totalMs)
      : await send(wire, agent, totalMs);
    const outcome = outcomeOf(bank, operation, account, sent);
    observe?.({
      ...exchangeOf(operation, account, wire, sent),
      outcome: outcome.kind,
      cause: outcome.kind === "unknown" ? outcome.cause : null,
      durationMs: Math.round(performance.now() - startedAt),
    });
    return outcome;
  };
}

const outcomeOf = (bank: Bank, operation: Operation, account: BankAccount, sent: Sent): Outcome =>
  "cause" in sent ? { kind: "unknown", cause: sent.cause } : bank.decode(operation, sent.response, account);

/** The messages of a bank call, without card data and secrets. */
function exchangeOf(operation: Operation, account: BankAccount, wire: WireRequest, { response }: Sent) {
  const secrets = secretsOf(account, operation);
  return {
    operation: operation.kind,
    orderId: "order" in operation ? operation.order.orderId : operation.orderId,
    request: redactBody(wire.body, wire.headers["content-type"] ?? "", secrets),
    response: response && redactBody(response.body, response.contentType, secrets),
    httpStatus: response?.status ?? null,
  };
}

const isMoneyCall = (kind: OperationKind): boolean =>
  kind === "capture" || kind === "void" || kind === "credit";

/** What came of sending: an answer to read, or why there is none, with whatever came all the same. */
type Sent =
  | { readonly response: WireResponse }
  | { readonly response: WireResponse | null; readonly cause: UnknownCause };

/** Neither follows redirects nor tries twice. */
async function send(wire: WireRequest, dispatcher: Dispatcher, totalMs: number): Promise<Sent> {
  const signal = AbortSignal.timeout(totalMs);
  try {
    const { headers, body } = wire;
    const answer = await request(wire.url, { method: "POST", headers, body, dispatcher, signal });
    const response = {
      status: answer.statusCode,
      contentType: String(answer.headers["content-type"] ?? ""),
      body: await answer.body.bytes(),
    };
    return response.status === 200 ? { response } : { response, cause: "http_status" };
  } catch (error) {
    if (error instanceof Withdrawn) return { response: null, cause: "withdrawn" };
    if (error instanceof NotConnected) return { response: null, cause: "connection" };
    return { response: null, cause: signal.aborted ? "timeout" : "unreadable" };
  }
}

/** On a dispatcher of this call alone, because its connection asks before it is used. */
async function sendIfStillWanted(wire: WireRequest, dispatcher: Agent, totalMs: number): Promise<Sent> {
  try {
    return await send(wire, dispatcher, totalMs);
  } finally {
    await dispatcher.destroy();
  }
}

/** Thrown for whatever goes wrong before the connection stands, its TLS handshake included. */
class NotConnected extends Error {}

/** Thrown when the caller took the call back once the connection stood. */
class Withdrawn extends Error {}

/** No connection is kept: one that the bank had closed meanwhile would leave a capture unknown. */
function createAgent(connect: buildConnector.connector, maySend = async (): Promise<boolean> => true): Agent {
  return new Agent({
    pipelining: 0,
    maxResponseSize: maxMessageBytes,
    connect: (target, done) =>
      connect(target, async (...[error, socket]) => {
        if (error !== null) return done(new NotConnected(error.message, { cause: error }), null);
        if (await maySend().catch(() => false)) return done(null, socket);
        socket.destroy();
        return done(new Withdrawn("The caller took the call back"), null);
      }),
  });
}
