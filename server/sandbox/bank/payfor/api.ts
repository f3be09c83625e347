import { digestsEqual } from "@/server/banks/compare";
import { parseXml, textsOf } from "@/server/banks/wire";
import { parseDecimalText } from "@/server/domain/money";
import type { Answer } from "../answer";
import { type Done, runOperation } from "../operation";
import type { OrderKey } from "../records/authentications";
import { capture, credit, type LedgerResult, refused, voidOrder } from "../records/ledger";
import { look, type OrderJob, type OrderOperation, report } from "../records/order-job";
import { findSaleTerms, readRecord } from "../records/orders";
import type { PayforShop, Shops } from "../records/shops";
import type { BankRequest, Simulator } from "../simulator";
import { answerFault, answerLedger } from "./api-answers";
import { answerHistory, answerStatus, type RecordWithTerms } from "./record-answers";
import { findShop, findShopOfUser } from "./shop";

/** The XML gate: completes a sale, voids, refunds, and tells what is on record. */
export async function answerApi(simulator: Simulator, request: BankRequest): Promise<Answer> {
  const message = readMessage(request);
  if (message === null) return answerFault("unreadable", "");
  const demand = demandOf(message);
  const orderId = demand === null ? "" : message(demand.orderElement);
  const shop = shopOf(simulator.shops, message, demand?.operation);
  if (shop === null) return answerFault("wrong_credentials", orderId);
  if (demand === null) return answerFault("unknown_type", "");
  if (!/^[A-Za-z0-9_-]{1,36}$/.test(orderId)) return answerFault("no_order_id", "");
  if (demand.needsTerms && !hasTerms(message)) return answerFault("wrong_terms", orderId);
  const { operation } = demand;
  const key: OrderKey = { protocol: "payfor", shop: shop.merchantId, orderId };
  const amountKurus = parseDecimalText(message("PurchAmount"));
  return runOperation(simulator, { ...key, operation, amountKurus }, (tx, circumstances) =>
    works[operation]({ ...circumstances, tx, key, shop, message, amountKurus }),
  );
}

/** The texts of a `PayforRequest`'s elements by name; empty for a missing one. */
type ApiMessage = (name: string) => string;

function readMessage({ headers, body }: BankRequest): ApiMessage | null {
  const root = parseXml(body, headers["content-type"] ?? "");
  const texts = root?.name === "PayforRequest" ? textsOf(root) : null;
  return texts === null ? null : (name) => texts.get(name) ?? "";
}

interface Demand {
  readonly operation: OrderOperation;
  /** The element that names the order. */
  readonly orderElement: "OrderId" | "OrgOrderId";
  /** Whether currency and language must be there. */
  readonly needsTerms: boolean;
}

const demand = (
  operation: OrderOperation,
  orderElement: Demand["orderElement"],
  needsTerms = false,
): Demand => ({ operation, orderElement, needsTerms });

/** By `SecureType` and `TxnType`; completing a sale has no `TxnType`. */
const demands: ReadonlyMap<string, Demand> = new Map([
  ["3DModelPayment/", demand("capture", "OrderId")],
  ["NonSecure/Void", demand("void", "OrgOrderId", true)],
  ["NonSecure/Refund", demand("credit", "OrgOrderId", true)],
  ["Inquiry/OrderInquiry", demand("inquire", "OrgOrderId")],
  ["Report/TxnHistory", demand("history", "OrderId")],
]);

const demandOf = (message: ApiMessage): Demand | null =>
  demands.get(`${message("SecureType")}/${message("TxnType")}`) ?? null;

/** Only completing a sale may leave out who the merchant is. */
function shopOf(shops: Shops, message: ApiMessage, operation?: OrderOperation): PayforShop | null {
  const shop =
    operation === "capture"
      ? findShopOfUser(shops, message("UserCode"))
      : findShop(shops, message("MerchantId"));
  const isTheirs =
    shop !== null &&
    (operation === "capture" || message("MbrId") === shop.memberId) &&
    digestsEqual(message("UserCode"), shop.userCode) &&
    digestsEqual(message("UserPass"), shop.userPass);
  return isTheirs ? shop : null;
}

const hasTerms = (message: ApiMessage): boolean =>
  message("Currency") === "949" && /^(tr|en)$/i.test(message("Lang"));

type Job = OrderJob<ApiMessage> & { readonly shop: PayforShop };

const works: Readonly<Record<OrderOperation, (job: Job) => Promise<Done>>> = {
  capture: async (job) => tell(job, await captureSale(job)),
  void: async (job) => tell(job, await undo(job)),
  credit: async (job) => tell(job, await giveBack(job)),
  inquire: (job) => lookUp(job, answerStatus),
  history: (job) => lookUp(job, answerHistory),
};

const tell = (job: Job, result: LedgerResult): Promise<Done> =>
  report(job, result, (told, record) => answerLedger(job.key.orderId, job.message("TxnType"), told, record));

const lookUp = (
  { tx, at, key, shop }: Job,
  answer: (shop: PayforShop, orderId: string, record: RecordWithTerms, now: Date) => Answer,
): Promise<Done> =>
  look(tx, key, async (record) =>
    answer(shop, key.orderId, { ...record, terms: await findSaleTerms(tx, key) }, at),
  );

/** Amount and installments are those of the authentication, which the request's number names. */
const captureSale = ({ tx, at, key, message }: Job): Promise<LedgerResult> =>
  capture(
    tx,
    { ...key, proofKey: message("RequestGuid"), proofs: {}, amountKurus: null, installment: null },
    at,
  );

/** A void is of the whole; one that names less is refused. */
async function undo(job: Job): Promise<LedgerResult> {
  const { tx, key, message, amountKurus } = job;
  const { order } = await readRecord(tx, key);
  if (message("PurchAmount") !== "" && order !== null && amountKurus !== order.capturedKurus) {
    return refused("wrong_amount");
  }
  return voidOrder(tx, key, job);
}

async function giveBack(job: Job): Promise<LedgerResult> {
  const { tx, key, amountKurus } = job;
  return amountKurus === null ? refused("wrong_amount") : credit(tx, { ...key, amountKurus }, job);
}
