import { digestsEqual } from "@/server/banks/compare";
import { parseXml, parseXmlText, textsOf } from "@/server/banks/wire";
import { charsetOfContentType, parseForm } from "@/server/domain/form-body";
import { parseDecimalText } from "@/server/domain/money";
import type { Answer } from "@/server/simulator/answer";
import type { OrderKey } from "@/server/simulator/authentications";
import type { Queryable } from "@/server/simulator/database";
import { capture, credit, type LedgerResult, voidOrder } from "@/server/simulator/ledger";
import { type Circumstances, type Done, runOperation } from "@/server/simulator/operation";
import { readRecord } from "@/server/simulator/orders";
import type { OperationName } from "@/server/simulator/settings";
import type { BankRequest, Simulator } from "@/server/simulator/simulator";
import { answerGatewayError, answerLedger } from "./api-answers";
import { readInstallment } from "./installment";
import { answerHistory, answerStatus, type RecordOnDay } from "./record-answers";
import { findShop } from "./shop";

/** The XML API: completes a sale, voids, credits, and tells what is on record. */
export async function answerApi(simulator: Simulator, request: BankRequest): Promise<Answer> {
  const message = readMessage(request);
  const now = await simulator.now();
  if (message === null) return answerGatewayError("unreadable", "", now);
  const shop = findShop(simulator.shops, message.text("ClientId"));
  const orderId = message.text("OrderId");
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(orderId)) return answerGatewayError("no_order_id", "", now);
  if (
    shop === null ||
    !digestsEqual(message.text("Name"), shop.apiUser) ||
    !digestsEqual(message.text("Password"), shop.apiPassword)
  ) {
    return answerGatewayError("wrong_credentials", orderId, now);
  }
  const operation = operationOf(message);
  if (operation === null) return answerGatewayError("unknown_type", orderId, now);
  const key: OrderKey = { protocol: "nestpay", shop: shop.clientId, orderId };
  const amountKurus = parseDecimalText(message.text("Total"));
  return runOperation(simulator, { ...key, operation, amountKurus }, (tx, circumstances) =>
    works[operation]({ ...circumstances, tx, key, message, amountKurus }),
  );
}

/** A `CC5Request`: the texts of its elements, and of those inside `Extra`, by name; a missing one is empty. */
interface ApiMessage {
  text(name: string): string;
  extra(name: string): string;
}

/** Both transports of the field: the document as it is, or as the form field `DATA`. */
function readMessage({ headers, body }: BankRequest): ApiMessage | null {
  const contentType = headers["content-type"] ?? "";
  const form = parseForm(body, charsetOfContentType(contentType) ?? undefined);
  const data = form.find(([name]) => name === "DATA")?.[1];
  const root = data === undefined ? parseXml(body, contentType) : parseXmlText(data);
  if (root?.name !== "CC5Request") return null;
  const extra = root.children.find(({ name }) => name === "Extra");
  const texts = textsOf(root);
  const extras = extra === undefined ? new Map<string, string>() : textsOf(extra);
  if (texts === null || extras === null) return null;
  return { text: (name) => texts.get(name) ?? "", extra: (name) => extras.get(name) ?? "" };
}

type NestpayOperation = Exclude<OperationName, "prepare">;

const operationsOfType: ReadonlyMap<string, NestpayOperation> = new Map([
  ["Auth", "capture"],
  ["Void", "void"],
  ["Credit", "credit"],
]);

function operationOf(message: ApiMessage): NestpayOperation | null {
  if (message.extra("ORDERSTATUS") === "QUERY") return "inquire";
  if (message.extra("ORDERHISTORY") === "QUERY") return "history";
  return operationsOfType.get(message.text("Type")) ?? null;
}

interface Job extends Circumstances {
  readonly tx: Queryable;
  readonly key: OrderKey;
  readonly message: ApiMessage;
  readonly amountKurus: bigint | null;
}

const works: Readonly<Record<NestpayOperation, (job: Job) => Promise<Done>>> = {
  capture: async (job) => report(job, await captureSale(job)),
  void: async (job) => report(job, await voidOrder(job.tx, job.key, job.dayEnd, job.at)),
  credit: async (job) => report(job, await giveBack(job)),
  inquire: (job) => look(job, answerStatus),
  history: (job) => look(job, answerHistory),
};

async function captureSale({ tx, at, key, message, amountKurus }: Job): Promise<LedgerResult> {
  const installment = readInstallment(message.text("Taksit"));
  if (amountKurus === null || message.text("Currency") !== "949") {
    return { kind: "refused", refusal: "wrong_amount", transaction: null };
  }
  if (installment === null) return { kind: "refused", refusal: "wrong_installment", transaction: null };
  const proofs = {
    xid: message.text("PayerTxnId"),
    eci: message.text("PayerSecurityLevel"),
    cavv: message.text("PayerAuthenticationCode"),
  };
  return capture(tx, { ...key, proofKey: message.text("Number"), proofs, amountKurus, installment }, at);
}

/** Without a `Total` everything that is left goes back. */
async function giveBack({ tx, at, key, message, amountKurus, settings, dayEnd }: Job): Promise<LedgerResult> {
  const isUnreadable = message.text("Total") !== "" && amountKurus === null;
  if (isUnreadable || !["", "949"].includes(message.text("Currency"))) {
    return { kind: "refused", refusal: "wrong_amount", transaction: null };
  }
  const { refuseSameDayCredit } = settings;
  return credit(tx, { ...key, amountKurus }, { refuseSameDayCredit, dayEnd }, at);
}

async function report({ tx, at, key, amountKurus }: Job, result: LedgerResult): Promise<Done> {
  if (result.kind === "lost") return { outcome: "nothing_done", amountKurus, maskedPan: null, answer: null };
  const { order } = await readRecord(tx, key);
  return {
    outcome: result.kind === "approved" ? "approved" : "declined",
    amountKurus: result.transaction?.amountKurus ?? amountKurus,
    maskedPan: result.transaction?.maskedPan ?? order?.maskedPan ?? null,
    answer: result.kind === "approved" && result.answerIsLost ? null : answerLedger(key, result, order, at),
  };
}

async function look(
  { tx, at, key, dayEnd }: Job,
  answer: (orderId: string, record: RecordOnDay, now: Date) => Answer,
): Promise<Done> {
  const record = await readRecord(tx, key);
  const last = record.transactions.at(-1);
  return {
    outcome: last === undefined ? "not_found" : "found",
    amountKurus: record.order?.capturedKurus ?? last?.amountKurus ?? null,
    maskedPan: last?.maskedPan ?? null,
    answer: answer(key.orderId, { ...record, dayEnd }, at),
  };
}
