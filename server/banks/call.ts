import { Agent, buildConnector, type Dispatcher, request } from "undici";
import type {
  BankAccount,
  BankConnector,
  Operation,
  OperationKind,
  Outcome,
  UnknownCause,
  WireRequest,
  WireResponse,
} from "./bank";
import type { CallOptions } from "./banks";
import { collectSecrets, redactBody } from "./redaction/redact";
import { maxMessageBytes } from "./wire";

export interface SenderSettings {
  readonly timeouts?: Partial<CallTimeouts>;
}

export interface CallTimeouts {
  /** The limit for connecting, TLS included, in ms. */
  readonly connectMs: number;
  /** The limit for a whole call that moves money, in ms. */
  readonly moneyMs: number;
  /** The limit for a whole call that only asks or prepares, in ms. */
  readonly lookupMs: number;
}

/** The banks publish no time-outs (B-7.4). D-46 sets the 60 seconds. */
const defaultTimeouts: CallTimeouts = { connectMs: 5_000, moneyMs: 60_000, lookupMs: 30_000 };

/**
 * Creates the function that calls banks; no other code talks to a bank (R5). It sends a request once. An answer that is
 * late, broken or unreadable is `unknown`; only the causes `connection` and `withdrawn` mean that the request was never
 * sent. Failures of a bank or network never throw. An operation that the protocol does not have throws before anything
 * is sent.
 */
export function createCall(settings: SenderSettings) {
  const timeouts = { ...defaultTimeouts, ...settings.timeouts };
  const connect = buildConnector({ timeout: timeouts.connectMs });
  const agent = createAgent(connect);

  return async (
    bank: BankConnector,
    operation: Operation,
    account: BankAccount,
    { observe, maySend }: CallOptions = {},
  ): Promise<Outcome> => {
    const startedAt = performance.now();
    const totalMs = isMoneyCall(operation.kind) ? timeouts.moneyMs : timeouts.lookupMs;
    const wire = bank.encode(operation, account);
    const sent = maySend
      ? await sendUnlessWithdrawn(wire, createAgent(connect, maySend), totalMs)
      : await send(wire, agent, totalMs);
    const outcome = toOutcome(bank, operation, account, sent);
    observe?.({
      ...toExchange(operation, account, wire, sent),
      outcome: outcome.kind,
      cause: outcome.kind === "unknown" ? outcome.cause : null,
      durationMs: Math.round(performance.now() - startedAt),
    });
    return outcome;
  };
}

const toOutcome = (bank: BankConnector, operation: Operation, account: BankAccount, sent: Sent): Outcome =>
  "cause" in sent ? { kind: "unknown", cause: sent.cause } : bank.decode(operation, sent.response, account);

/** Returns the messages of a bank call without card data and secrets. */
function toExchange(operation: Operation, account: BankAccount, wire: WireRequest, { response }: Sent) {
  const secrets = collectSecrets(account, operation);
  return {
    operation: operation.kind,
    orderId: "order" in operation ? operation.order.orderId : operation.orderId,
    request: redactBody(wire.body, wire.headers["content-type"] ?? "", secrets),
    response: response && redactBody(response.body, response.contentType, secrets),
    httpStatus: response?.status ?? null,
  };
}

const isMoneyCall = (kind: OperationKind): boolean => kind === "capture" || kind === "void" || kind === "credit";

/** The result of sending: an answer to decode, or the cause why there is none, with the response if one came. */
type Sent =
  | { readonly response: WireResponse }
  | { readonly response: WireResponse | null; readonly cause: UnknownCause };

/** Sends a request once, without following redirects. */
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

/** Sends on a dispatcher that only this call uses, because its connection runs the call's `maySend`. */
async function sendUnlessWithdrawn(wire: WireRequest, dispatcher: Agent, totalMs: number): Promise<Sent> {
  try {
    return await send(wire, dispatcher, totalMs);
  } finally {
    await dispatcher.destroy();
  }
}

/** Thrown for any failure before the connection is established, the TLS handshake included. */
class NotConnected extends Error {}

/** Thrown when `maySend` refuses after the connection was established. */
class Withdrawn extends Error {}

/** Keeps no connection open: a connection that the bank had closed meanwhile would leave a capture unknown. */
function createAgent(connect: buildConnector.connector, maySend = async (): Promise<boolean> => true): Agent {
  return new Agent({
    pipelining: 0,
    maxResponseSize: maxMessageBytes,
    connect: (target, done) =>
      connect(target, async (...[error, socket]) => {
        if (error !== null) return done(new NotConnected(error.message, { cause: error }), null);
        if (await maySend().catch(() => false)) return done(null, socket);
        socket.destroy();
        return done(new Withdrawn("The caller withdrew the call before it was sent"), null);
      }),
  });
}
