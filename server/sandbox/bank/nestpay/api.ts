import { digestsEqual } from "@/server/banks/compare";
import { parseXml, parseXmlText, textsOf } from "@/server/banks/wire";
import { parseDecimalText } from "@/server/domain/money";
import type { Answer } from "../answer";
import { type Done, runOperation } from "../operation";
import { readForm } from "../pages/form-fields";
import type { OrderKey } from "../records/authentications";
import { readInstallment } from "../records/installment";
import { capture, credit, type LedgerResult, refused } from "../records/ledger";
import { look, type OrderJob, type OrderOperation, report } from "../records/order-job";
import { findOrderOf } from "../records/orders";
import type { BankRequest, Simulator } from "../simulator";
import { answerGatewayError, answerLedger } from "./api-answers";
import { answerHistory, answerStatus, type RecordOnDay } from "./record-answers";
import { findShop } from "./shop";
import { undo } from "./undo";

/** The XML API: completes a sale, voids, credits, and tells what is on record. */
export async function answerApi(simulator: Simulator, request: BankRequest): Promise<Answer> {
  const message = readMessage(request);
  const now = await simulator.now();
  if (message === null) return answerGatewayError("unreadable", "", now);
  const shop = findShop(simulator.shops, message.text("ClientId"));
  const orderId = message.text("OrderId");
  const isByTransaction = message.text("Type") === "Void" && message.text("TransId") !== "";
  if (!isByTransaction && !/^[A-Za-z0-9_-]{1,64}$/.test(orderId)) {
    return answerGatewayError("no_order_id", "", now);
  }
  if (
    shop === null ||
    !digestsEqual(message.text("Name"), shop.apiUser) ||
    !digestsEqual(message.text("Password"), shop.apiPassword)
  ) {
    return answerGatewayError("wrong_credentials", orderId, now);
  }
  const operation = operationOf(message);
  if (operation === null) return answerGatewayError("unknown_type", orderId, now);
  const key = await keyOf(simulator, shop.clientId, message);
  const amountKurus = parseDecimalText(message.text("Total"));
  return runOperation(simulator, { ...key, operation, amountKurus }, (tx, circumstances) =>
    works[operation]({ ...circumstances, tx, key, message, amountKurus }),
  );
}

/** The order that a request is about; a void may name one transaction of it instead, or beside it. */
async function keyOf({ pool }: Simulator, shop: string, message: ApiMessage): Promise<OrderKey> {
  const key = { protocol: "nestpay", shop, orderId: message.text("OrderId") };
  if (key.orderId !== "") return key;
  return { ...key, orderId: (await findOrderOf(pool, key, message.text("TransId"))) ?? "" };
}

/** A `CC5Request`: the texts of its elements, and of those inside `Extra`, by name; a missing one is empty. */
interface ApiMessage {
  text(name: string): string;
  extra(name: string): string;
}

/** Both transports of the field: the document as it is, or as the form field `DATA`. */
function readMessage(request: BankRequest): ApiMessage | null {
  const data = readForm(request).find(([name]) => name === "DATA")?.[1];
  const { headers, body } = request;
  const root = data === undefined ? parseXml(body, headers["content-type"] ?? "") : parseXmlText(data);
  if (root?.name !== "CC5Request") return null;
  const extra = root.children.find(({ name }) => name === "Extra");
  const texts = textsOf(root);
  const extras = extra === undefined ? new Map<string, string>() : textsOf(extra);
  if (texts === null || extras === null) return null;
  return { text: (name) => texts.get(name) ?? "", extra: (name) => extras.get(name) ?? "" };
}

const operationsOfType: ReadonlyMap<string, OrderOperation> = new Map([
  ["Auth", "capture"],
  ["Void", "void"],
  ["Credit", "credit"],
]);

function operationOf(message: ApiMessage): OrderOperation | null {
  if (message.extra("ORDERSTATUS") === "QUERY") return "inquire";
  if (message.extra("ORDERHISTORY") === "QUERY") return "history";
  return operationsOfType.get(message.text("Type")) ?? null;
}

type Job = OrderJob<ApiMessage>;

const works: Readonly<Record<OrderOperation, (job: Job) => Promise<Done>>> = {
  capture: async (job) => tell(job, await captureSale(job)),
  void: async (job) => tell(job, await undo(job.tx, job.key, job.message.text("TransId"), job)),
  credit: async (job) => tell(job, await giveBack(job)),
  inquire: (job) => lookUp(job, answerStatus),
  history: (job) => lookUp(job, answerHistory),
};

const tell = (job: Job, result: LedgerResult): Promise<Done> =>
  report(job, result, (told, { order }) => answerLedger(job.key, told, order, job.at));

const lookUp = (
  { tx, at, key, dayEnd }: Job,
  answer: (orderId: string, record: RecordOnDay, now: Date) => Answer,
): Promise<Done> => look(tx, key, (record) => answer(key.orderId, { ...record, dayEnd }, at));

async function captureSale({ tx, at, key, message, amountKurus }: Job): Promise<LedgerResult> {
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
  return capture(tx, { ...key, proofKey: message.text("Number"), proofs, amountKurus, installment }, at);
}

/** Without a `Total` everything that is left goes back. */
async function giveBack(job: Job): Promise<LedgerResult> {
  const { tx, key, message, amountKurus } = job;
  const isUnreadable = message.text("Total") !== "" && amountKurus === null;
  if (isUnreadable || !["", "949"].includes(message.text("Currency"))) {
    return refused("wrong_amount");
  }
  return credit(tx, { ...key, amountKurus }, job);
}
