import { digestsEqual } from "@/server/banks/compare";
import { parseXml, readChildTexts } from "@/server/banks/wire";
import { parseWireAmount } from "@/server/domain/money";
import type { Answer } from "../answer";
import { type OperationResult, runOperation } from "../operation";
import type { OrderKey } from "../records/authentications";
import { capture, credit, type LedgerResult, refused, voidOrder } from "../records/ledger";
import { type OrderJob, type OrderOperation, reportRecord, reportResult } from "../records/order-job";
import { findSaleTerms, readRecord } from "../records/orders";
import type { PayforShop, Shops } from "../records/shops";
import type { SetupFault } from "../setup-faults/setup-faults";
import type { BankRequest, Simulator } from "../simulator";
import { answerFault, answerLedger } from "./api-answers";
import { answerHistory, answerStatus, type RecordWithTerms } from "./record-answers";
import { findShop, findShopOfUser } from "./shop";

/** Answers the XML gate: completes a sale, voids, refunds, and returns the records of an order. */
export async function answerApi(simulator: Simulator, request: BankRequest): Promise<Answer> {
  const message = readMessage(request);
  const { random } = simulator;
  if (message === null) return answerFault("unreadable", "", random);
  const demand = findDemand(message);
  const orderId = demand === null ? "" : message(demand.orderElement);
  const shop = findMessageShop(simulator.shops, message, demand?.operation);
  if (shop === null) return answerFault("wrong_credentials", orderId, random);
  const refusal = findSetupRefusal(simulator.fault, demand?.operation);
  if (refusal !== null) return answerFault(refusal, orderId, random);
  if (demand === null) return answerFault("unknown_type", "", random);
  if (!/^[A-Za-z0-9_-]{1,36}$/.test(orderId)) return answerFault("no_order_id", "", random);
  if (demand.needsTerms && !hasTerms(message)) return answerFault("wrong_terms", orderId, random);
  const { operation } = demand;
  const key: OrderKey = { protocol: "payfor", shop: shop.merchantId, orderId };
  const amountKurus = parseWireAmount(message("PurchAmount"), "decimal");
  return runOperation(simulator, { ...key, operation, amountKurus }, (tx, circumstances) =>
    handlers[operation]({ ...circumstances, tx, key, shop, message, amountKurus }),
  );
}

/** Returns the text of a `PayforRequest`'s element by name; empty for a missing one. */
type ApiMessage = (name: string) => string;

function readMessage({ headers, body }: BankRequest): ApiMessage | null {
  const root = parseXml(body, headers["content-type"] ?? "");
  const texts = root?.name === "PayforRequest" ? readChildTexts(root) : null;
  return texts === null ? null : (name) => texts.get(name) ?? "";
}

/** An operation that a request can name, and the elements that it needs. */
interface Demand {
  readonly operation: OrderOperation;
  /** The name of the element with the order id. */
  readonly orderElement: "OrderId" | "OrgOrderId";
  /** Whether the request must have a currency and a language. */
  readonly needsTerms: boolean;
}

const demand = (operation: OrderOperation, orderElement: Demand["orderElement"], needsTerms = false): Demand => ({
  operation,
  orderElement,
  needsTerms,
});

/** The operations by `SecureType` and `TxnType`; the completion of a sale has no `TxnType`. */
const demands: ReadonlyMap<string, Demand> = new Map([
  ["3DModelPayment/", demand("capture", "OrderId")],
  ["NonSecure/Void", demand("void", "OrgOrderId", true)],
  ["NonSecure/Refund", demand("credit", "OrgOrderId", true)],
  ["Inquiry/OrderInquiry", demand("inquire", "OrgOrderId")],
  ["Report/TxnHistory", demand("history", "OrderId")],
]);

const findDemand = (message: ApiMessage): Demand | null =>
  demands.get(`${message("SecureType")}/${message("TxnType")}`) ?? null;

/** Finds the shop of a request and checks its credentials. Only the completion of a sale may omit the merchant. */
function findMessageShop(shops: Shops, message: ApiMessage, operation?: OrderOperation): PayforShop | null {
  const shop =
    operation === "capture" ? findShopOfUser(shops, message("UserCode")) : findShop(shops, message("MerchantId"));
  const isAuthenticated =
    shop !== null &&
    (operation === "capture" || message("MbrId") === shop.memberId) &&
    digestsEqual(message("UserCode"), shop.userCode) &&
    // The bank's inquiry does not check the password (B-5.4).
    (operation === "inquire" || digestsEqual(message("UserPass"), shop.userPass));
  return isAuthenticated ? shop : null;
}

/** Returns why the bank refuses an operation because of a fault in its records of the shop (B-14.5). */
function findSetupRefusal(
  fault: SetupFault | null,
  operation?: OrderOperation,
): "unknown_address" | "closed_shop" | "system_error" | null {
  if (fault === "source_address_not_registered") return "unknown_address";
  if (fault === "merchant_closed") return "closed_shop";
  const isReversal = operation === "void" || operation === "credit";
  return fault === "refund_address_not_registered" && isReversal ? "system_error" : null;
}

const hasTerms = (message: ApiMessage): boolean => message("Currency") === "949" && /^(tr|en)$/i.test(message("Lang"));

type Job = OrderJob<ApiMessage> & { readonly shop: PayforShop };

const handlers: Readonly<Record<OrderOperation, (job: Job) => Promise<OperationResult>>> = {
  capture: async (job) => answerResult(job, await captureSale(job)),
  void: async (job) => answerResult(job, await voidSale(job)),
  credit: async (job) => answerResult(job, await creditSale(job)),
  inquire: (job) => lookUp(job, answerStatus),
  history: (job) => lookUp(job, answerHistory),
};

const answerResult = (job: Job, result: LedgerResult): Promise<OperationResult> =>
  reportResult(job, result, (reported, record) =>
    answerLedger(job.key.orderId, job.message("TxnType"), reported, record, job.random),
  );

const lookUp = (
  { tx, at, key, shop }: Job,
  answer: (shop: PayforShop, orderId: string, record: RecordWithTerms, now: Date) => Answer,
): Promise<OperationResult> =>
  reportRecord(tx, key, async (record) =>
    answer(shop, key.orderId, { ...record, terms: await findSaleTerms(tx, key) }, at),
  );

/** Captures a sale. The request has only its number; amount and installments are those of the authentication. */
function captureSale(job: Job): Promise<LedgerResult> {
  const proofKey = job.message("RequestGuid");
  return capture(job.tx, { ...job.key, proofKey, proofs: {}, amountKurus: null, installment: null }, job);
}

/** Voids a whole sale; a void of a smaller amount is refused. */
async function voidSale(job: Job): Promise<LedgerResult> {
  const { tx, key, message, amountKurus } = job;
  const { order } = await readRecord(tx, key);
  if (message("PurchAmount") !== "" && order !== null && amountKurus !== order.capturedKurus) {
    return refused("wrong_amount");
  }
  return voidOrder(tx, key, job);
}

async function creditSale(job: Job): Promise<LedgerResult> {
  const { tx, key, amountKurus } = job;
  return amountKurus === null ? refused("wrong_amount") : credit(tx, { ...key, amountKurus }, job);
}
