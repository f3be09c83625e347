import { type RealTime, systemTime } from "@/server/domain/real-time";
import {
  type BankAccount,
  type BankConnector,
  noReferences,
  type Operation,
  type OperationKind,
  type Outcome,
  type WireRequest,
} from "./bank";
import type { CallOptions, Probe, ProbeOptions, Question } from "./banks";
import { type InspectionOptions, inspectCertificate } from "./doctor/certificate";
import { makeUpCard } from "./doctor/made-up-card";
import { readProbe } from "./doctor/read-probe";
import type { SignReader } from "./doctor/sign-reader";
import { toNetworkCause } from "./doctor/transport";
import { collectSecrets, redactBody } from "./redaction/redact";
import { createTransport, type Sent, type Transport } from "./transport";
import { encodeForm } from "./wire";

export interface SenderSettings {
  readonly timeouts?: Partial<CallTimeouts>;
  /** What sends the requests; over HTTP by default. */
  readonly transport?: Transport;
  /** By default that of this machine. */
  readonly realTime?: RealTime;
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
  const { realTime = systemTime, transport = createTransport(timeouts.connectMs) } = settings;

  return async (
    bank: BankConnector,
    operation: Operation,
    account: BankAccount,
    { observe, maySend }: CallOptions = {},
  ): Promise<Outcome> => {
    const startedAt = realTime.monotonicMs();
    const totalMs = isMoneyCall(operation.kind) ? timeouts.moneyMs : timeouts.lookupMs;
    const wire = bank.encode(operation, account);
    const sent = await transport(wire, { totalMs, ...(maySend && { maySend }) });
    const outcome = toOutcome(bank, operation, account, sent);
    observe?.({
      ...toExchange(operation, account, wire, sent),
      outcome: outcome.kind,
      cause: outcome.kind === "unknown" ? outcome.cause : null,
      durationMs: Math.round(realTime.monotonicMs() - startedAt),
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
  const { realTime = systemTime, transport = createTransport(connectMs) } = settings;

  return async (
    bank: BankConnector,
    reader: SignReader,
    question: Question,
    account: BankAccount,
    { timeoutMs, observe }: ProbeOptions,
  ): Promise<Probe> => {
    const startedAt = realTime.monotonicMs();
    const operation = toOperation(question);
    const wire = question.kind === "gate" ? toGateRequest(bank, question, account) : bank.encode(operation, account);
    const sent = await transport(wire, { totalMs: Math.min(timeoutMs, lookupMs) });
    const probe =
      sent.response === null
        ? await readFailure(question, wire, sent.failure ?? "", { timeoutMs: connectMs, realTime })
        : { ...readProbe(reader, question, sent.response, account), bankTime: sent.bankTime ?? null };
    observe?.({
      ...toExchange(operation, account, wire, sent),
      operation: question.kind,
      outcome: probe.sign,
      durationMs: Math.round(realTime.monotonicMs() - startedAt),
    });
    return probe;
  };
}

/** The smallest amount that banks take with every number of installments, in kuruş. */
const doctorAmountKurus = 100n;

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
async function readFailure(
  question: Question,
  wire: WireRequest,
  code: string,
  inspection: InspectionOptions,
): Promise<Probe> {
  const inspected = toNetworkCause(code) === null ? await inspectCertificate(new URL(wire.url), inspection) : null;
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
