import { digestsEqual } from "@/server/banks/compare";
import { parseXml, parseXmlText, readChildTexts } from "@/server/banks/wire";
import { parseWireAmount } from "@/server/domain/money";
import type { Answer } from "../answer";
import { takeMoment } from "../moment";
import { type OperationResult, runOperation } from "../operation";
import { readForm } from "../pages/form-fields";
import type { OrderKey } from "../records/authentications";
import type { Queryable } from "../records/database";
import { readInstallment } from "../records/installment";
import { type BankDay, capture, credit, type LedgerResult, refused, voidCredit, voidOrder } from "../records/ledger";
import { type OrderJob, type OrderOperation, reportRecord, reportResult } from "../records/order-job";
import { findTransactionOrder, lockOrder, type OrderRecord, readRecord, type Transaction } from "../records/orders";
import { refusesOperation, type SetupFault } from "../setup-faults/setup-faults";
import type { BankRequest, Simulator } from "../simulator";
import { answerGatewayError, answerLedger, type GatewayFault } from "./api-answers";
import { answerHistory, answerStatus, type RecordWithDayEnd } from "./record-answers";
import { findShop } from "./shop";

/** Answers the XML API: completes a sale, voids, credits, and returns the records of an order. */
export async function answerApi(simulator: Simulator, request: BankRequest): Promise<Answer> {
  const message = readMessage(request);
  const moment = await takeMoment(simulator);
  if (message === null) return answerGatewayError("unreadable", "", moment);
  const shop = findShop(simulator.shops, message.text("ClientId"));
  const orderId = message.text("OrderId");
  const isByTransaction = message.text("Type") === "Void" && message.text("TransId") !== "";
  if (!isByTransaction && !/^[A-Za-z0-9_-]{1,64}$/.test(orderId)) {
    return answerGatewayError("no_order_id", "", moment);
  }
  if (shop === null) return answerGatewayError("unknown_shop", orderId, moment);
  if (!digestsEqual(message.text("Name"), shop.apiUser) || !digestsEqual(message.text("Password"), shop.apiPassword)) {
    return answerGatewayError("wrong_credentials", orderId, moment);
  }
  const operation = detectOperation(message);
  if (operation === null) return answerGatewayError("unknown_type", orderId, moment);
  const refusal = findSetupRefusal(simulator.fault, operation);
  if (refusal !== null) return answerGatewayError(refusal, orderId, moment);
  const key = await findOrderKey(simulator, shop.clientId, message);
  const amountKurus = parseWireAmount(message.text("Total"), "decimal");
  return runOperation(simulator, { ...key, operation, amountKurus }, (tx, circumstances) =>
    handlers[operation]({ ...circumstances, tx, key, message, amountKurus }),
  );
}

/** Returns why the gateway refuses an operation because of a fault in its records of the shop (B-14.2). */
function findSetupRefusal(fault: SetupFault | null, operation: OrderOperation): GatewayFault | null {
  if (fault === "source_address_not_registered") return "unknown_address";
  if (fault === "merchant_closed") return "closed_shop";
  if (fault === "currency_not_opened" && operation === "capture") return "wrong_currency";
  return refusesOperation(fault, operation) ? "no_permission" : null;
}

/** Finds the order of a request. A void may name one transaction instead of the order, or in addition to it. */
async function findOrderKey({ pool }: Simulator, shop: string, message: ApiMessage): Promise<OrderKey> {
  const key = { protocol: "nestpay", shop, orderId: message.text("OrderId") };
  if (key.orderId !== "") return key;
  return { ...key, orderId: (await findTransactionOrder(pool, key, message.text("TransId"))) ?? "" };
}

/** A `CC5Request`: the texts of its elements and of the elements inside `Extra`, by name. A missing one is empty. */
interface ApiMessage {
  text(name: string): string;
  extra(name: string): string;
}

/** Reads a request in either transport: the raw document, or the form field `DATA` (B-2.6). */
function readMessage(request: BankRequest): ApiMessage | null {
  const data = readForm(request).find(([name]) => name === "DATA")?.[1];
  const { headers, body } = request;
  const root = data === undefined ? parseXml(body, headers["content-type"] ?? "") : parseXmlText(data);
  if (root?.name !== "CC5Request") return null;
  const extra = root.children.find(({ name }) => name === "Extra");
  const texts = readChildTexts(root);
  const extras = extra === undefined ? new Map<string, string>() : readChildTexts(extra);
  if (texts === null || extras === null) return null;
  return { text: (name) => texts.get(name) ?? "", extra: (name) => extras.get(name) ?? "" };
}

const operationsByType: ReadonlyMap<string, OrderOperation> = new Map([
  ["Auth", "capture"],
  ["Void", "void"],
  ["Credit", "credit"],
]);

function detectOperation(message: ApiMessage): OrderOperation | null {
  if (message.extra("ORDERSTATUS") === "QUERY") return "inquire";
  if (message.extra("ORDERHISTORY") === "QUERY") return "history";
  return operationsByType.get(message.text("Type")) ?? null;
}

type Job = OrderJob<ApiMessage>;

const handlers: Readonly<Record<OrderOperation, (job: Job) => Promise<OperationResult>>> = {
  capture: async (job) => answerResult(job, await captureSale(job)),
  void: async (job) => answerResult(job, await voidTransaction(job.tx, job.key, job.message.text("TransId"), job)),
  credit: async (job) => answerResult(job, await creditSale(job)),
  inquire: (job) => lookUp(job, answerStatus),
  history: (job) => lookUp(job, answerHistory),
};

const answerResult = (job: Job, result: LedgerResult): Promise<OperationResult> =>
  reportResult(job, result, (reported, { order }) => answerLedger(job.key, reported, order, job));

const lookUp = (
  { tx, at, key, dayEnd }: Job,
  answer: (orderId: string, record: RecordWithDayEnd, now: Date) => Answer,
): Promise<OperationResult> => reportRecord(tx, key, (record) => answer(key.orderId, { ...record, dayEnd }, at));

async function captureSale(job: Job): Promise<LedgerResult> {
  const { tx, key, message, amountKurus } = job;
  const installment = readInstallment(message.text("Taksit"), "");
  if (amountKurus === null || message.text("Currency") !== "949") {
    return refused("wrong_amount");
  }
  if (installment === null) return refused("wrong_installment");
  const proofs = {
    xid: message.text("PayerTxnId"),
    eci: message.text("PayerSecurityLevel"),
    cavv: message.text("PayerAuthenticationCode"),
  };
  return capture(tx, { ...key, proofKey: message.text("Number"), proofs, amountKurus, installment }, job);
}

/** Gives back the `Total`, or all that is left when the message has no `Total`. */
async function creditSale(job: Job): Promise<LedgerResult> {
  const { tx, key, message, amountKurus } = job;
  const isUnreadable = message.text("Total") !== "" && amountKurus === null;
  if (isUnreadable || !["", "949"].includes(message.text("Currency"))) {
    return refused("wrong_amount");
  }
  return credit(tx, { ...key, amountKurus }, job);
}

/**
 * Voids the named transaction, or the last transaction of the order: a credit of the same day before the sale (B-2.6).
 * A sale that has credits cannot be voided.
 * @param transactionId the transaction, or an empty text to void by the order
 */
async function voidTransaction(
  tx: Queryable,
  key: OrderKey,
  transactionId: string,
  onDay: BankDay,
): Promise<LedgerResult> {
  await lockOrder(tx, key);
  const active = listActive(await readRecord(tx, key));
  const named = transactionId === "" ? active.at(-1) : active.find((one) => one.transactionId === transactionId);
  if (named === undefined) return refused("nothing_to_void");
  return named.kind === "credit" ? voidCredit(tx, named, onDay) : voidOrder(tx, key, onDay);
}

/** Lists the approved transactions that were not voided, oldest first. */
const listActive = ({ order, transactions }: OrderRecord): readonly Transaction[] =>
  transactions.filter(
    ({ kind, refusal, voidedAt }) =>
      kind !== "void" && refusal === null && voidedAt === null && order?.voidedAt === null,
  );
