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
import type { CallOptions, Probe, ProbeOptions, Question } from "./banks";
import { inspectCertificate } from "./doctor/certificate";
import { makeUpCard } from "./doctor/made-up-card";
import { readProbe } from "./doctor/read-probe";
import type { SignReader } from "./doctor/sign-reader";
import { toNetworkCause } from "./doctor/transport";
import { collectSecrets, redactBody } from "./redaction/redact";
import { encodeForm, maxMessageBytes } from "./wire";

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

/**
 * Creates the function that asks the questions of the connection doctor. Its messages are those of payments, except
 * that no question is a capture; the form to the gate is posted as a browser would, and no page is followed.
 */
export function createProbe(settings: SenderSettings) {
  const { connectMs, lookupMs } = { ...defaultTimeouts, ...settings.timeouts };
  const agent = createAgent(buildConnector({ timeout: connectMs }));

  return async (
    bank: BankConnector,
    reader: SignReader,
    question: Question,
    account: BankAccount,
    { timeoutMs, observe }: ProbeOptions,
  ): Promise<Probe> => {
    const startedAt = performance.now();
    const operation = toOperation(question);
    const wire = question.kind === "gate" ? toGateRequest(bank, question, account) : bank.encode(operation, account);
    const sent = await send(wire, agent, Math.min(timeoutMs, lookupMs));
    const probe =
      sent.response === null
        ? await readFailure(question, wire, sent.failure ?? "", connectMs)
        : { ...readProbe(reader, question, sent.response, account), bankTime: sent.bankTime ?? null };
    observe?.({
      ...toExchange(operation, account, wire, sent),
      operation: question.kind,
      outcome: probe.sign,
      durationMs: Math.round(performance.now() - startedAt),
    });
    return probe;
  };
}

/** The smallest amount that banks take with every number of installments, in kuruş. */
const doctorAmountKurus = 100n;

const noReferences = { authCode: null, rrn: null, transactionId: null };

/** Returns the operation of a question. The question to the gate has the secrets of a preparation. */
function toOperation(question: Question): Operation {
  if (question.kind === "prepare" || question.kind === "gate") {
    return { kind: "prepare", order: question.order, card: makeUpCard(question.at) };
  }
  const { kind, orderId, buyerIp } = question;
  const order = { orderId, buyerIp, references: noReferences };
  if (kind === "void") return { kind, ...order, amountKurus: doctorAmountKurus };
  if (kind === "credit") return { kind, ...order, amountKurus: doctorAmountKurus, refundKey: orderId };
  return { kind, ...order };
}

function toGateRequest(
  bank: BankConnector,
  { order, at, prepared }: Extract<Question, { kind: "gate" }>,
  account: BankAccount,
): WireRequest {
  const { action, fields } = bank.buildBankForm(order, makeUpCard(at), account, prepared);
  return {
    url: action,
    headers: {
      accept: "text/html,application/xhtml+xml",
      "accept-language": order.language,
      "content-type": "application/x-www-form-urlencoded",
    },
    body: encodeForm(fields),
  };
}

/** Reads a question that got no answer. A refused certificate is looked at once more, without sending anything. */
async function readFailure(question: Question, wire: WireRequest, code: string, timeoutMs: number): Promise<Probe> {
  const inspected = toNetworkCause(code) === null ? await inspectCertificate(new URL(wire.url), timeoutMs) : null;
  return {
    sign: toNetworkCause(code) ?? inspected?.cause ?? "unknown",
    evidence: {
      address: question.kind === "gate" ? "gate" : "api",
      code,
      text: inspected?.text ?? null,
      httpStatus: null,
      sourceAddress: null,
    },
    bankTime: null,
    prepared: null,
    isFound: null,
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
type Sent = (
  | { readonly response: WireResponse }
  | { readonly response: WireResponse | null; readonly cause: UnknownCause }
) & {
  /** The code of the network's error, for example `ECONNREFUSED`; `TIMEOUT` when the time was over. */
  readonly failure?: string;
  /** The header `Date` of the response. */
  readonly bankTime?: Date | null;
};

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
    const bankTime = readDate(answer.headers.date);
    return response.status === 200 ? { response, bankTime } : { response, bankTime, cause: "http_status" };
  } catch (error) {
    if (error instanceof Withdrawn) return { response: null, cause: "withdrawn" };
    const failure = signal.aborted ? "TIMEOUT" : readErrorCode(error);
    if (error instanceof NotConnected) return { response: null, cause: "connection", failure };
    return { response: null, cause: signal.aborted ? "timeout" : "unreadable", failure };
  }
}

function readDate(header: string | string[] | undefined): Date | null {
  const date = new Date(String(header));
  return Number.isNaN(date.getTime()) ? null : date;
}

/** Returns the code of an error or of its cause; an empty text when there is none. */
function readErrorCode(error: unknown): string {
  if (!(error instanceof Error)) return "";
  if (error.cause !== undefined) return readErrorCode(error.cause);
  return "code" in error ? String(error.code) : "";
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
