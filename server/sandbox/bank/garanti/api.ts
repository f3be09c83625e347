import { digestsEqual } from "@/server/banks/compare";
import { requestHash, securityData } from "@/server/banks/garanti/hash";
import type { Answer } from "../answer";
import { type Moment, takeMoment } from "../moment";
import { type OperationResult, runOperation } from "../operation";
import type { OrderKey } from "../records/authentications";
import { readInstallment } from "../records/installment";
import { capture, credit, isSettled, type LedgerResult, refused, voidOrder } from "../records/ledger";
import { type OrderJob, type OrderOperation, reportRecord, reportResult } from "../records/order-job";
import { approvedSale, findSaleTerms, type OrderRecord, readRecord } from "../records/orders";
import type { GarantiShop } from "../records/shops";
import { refusesOperation, type SetupFault } from "../setup-faults/setup-faults";
import type { BankRequest, Simulator } from "../simulator";
import { answerGatewayError, answerLedger, type GarantiRefusal, type GatewayFault } from "./api-answers";
import { type ApiMessage, readMessage } from "./api-message";
import { answerHistory, answerStatus, type RecordWithDayEnd } from "./record-answers";
import { findTerminal } from "./shop";
import { readAmount } from "./values";

/** Answers the XML API: completes a sale, voids, refunds, and returns the records of an order. */
export async function answerApi(simulator: Simulator, request: BankRequest): Promise<Answer> {
  const message = readMessage(request);
  const moment = await takeMoment(simulator);
  if (message.fault !== null) return answerGatewayError(message, "malformed", moment, message.fault);
  const shop = findTerminal(simulator.shops, message.text("Terminal.ID"));
  if (shop === null) return answerGatewayError(message, "unknown_terminal", moment);
  const operation = operationsByType.get(message.text("Transaction.Type")) ?? null;
  const fault = findAccessFault(message, shop, operation) ?? findSetupRefusal(simulator.fault, operation);
  if (fault !== null) return answerGatewayError(message, fault, moment);
  if (operation === null) return answerGatewayError(message, "no_authority", moment);
  const key: OrderKey = {
    protocol: "garanti",
    shop: shop.merchantId,
    orderId: message.text("Order.OrderID"),
  };
  const amountKurus = namesAmount.has(operation) ? readAmount(message.text("Transaction.Amount")) : null;
  return runOperation(simulator, { ...key, operation, amountKurus }, (tx, circumstances) =>
    handlers[operation]({ ...circumstances, tx, key, message, amountKurus }),
  );
}

const operationsByType: ReadonlyMap<string, OrderOperation> = new Map([
  ["sales", "capture"],
  ["void", "void"],
  ["refund", "credit"],
  ["orderinq", "inquire"],
  ["orderhistoryinq", "history"],
]);

/** The operations whose amount counts. In the others it is signed but ignored (B-3.5). */
const namesAmount: ReadonlySet<OrderOperation> = new Set(["capture", "credit"]);

/** Checks the merchant, the user and the hash of a message, and whether the user may do the operation. */
function findAccessFault(
  message: ApiMessage,
  shop: GarantiShop,
  operation: OrderOperation | null,
): GatewayFault | null {
  if (message.text("Terminal.MerchantID") !== shop.merchantId) return "wrong_merchant";
  const passwords = new Map<string, string>([
    [shop.provUser, shop.provPassword],
    [shop.refundUser, shop.refundPassword],
  ]);
  const user = message.text("Terminal.ProvUserID");
  const password = passwords.get(user);
  if (password === undefined) return "unknown_user";
  if (!isSigned(message, password)) return "wrong_password";
  const givesBack = operation === "void" || operation === "credit";
  if (user !== (givesBack ? shop.refundUser : shop.provUser)) return "no_authority";
  return matchesModel(message, operation) ? null : "no_authority";
}

/** Returns why the gateway refuses an operation because of a fault in its records of the shop (B-14.3). */
function findSetupRefusal(fault: SetupFault | null, operation: OrderOperation | null): GatewayFault | null {
  const ofShop = fault === null ? undefined : refusals[fault];
  if (ofShop !== undefined) return ofShop;
  return operation !== null && refusesOperation(fault, operation) ? "no_authority" : null;
}

const refusals: Partial<Record<SetupFault, GatewayFault>> = {
  source_address_not_registered: "unknown_address",
  api_user_closed: "closed_user",
  sub_merchant_required: "no_sub_merchant",
  currency_not_opened: "wrong_currency",
};

function isSigned({ text }: ApiMessage, password: string): boolean {
  const terminalId = text("Terminal.ID");
  const signed = {
    orderId: text("Order.OrderID"),
    terminalId,
    cardNumber: text("Card.Number"),
    amount: text("Transaction.Amount"),
    currency: text("Transaction.CurrencyCode"),
  };
  const expected = requestHash(signed, securityData(password, terminalId));
  return digestsEqual(text("Terminal.HashData"), expected);
}

/** Checks the model `3D`: a sale has an authentication and no card, and every other operation has neither. */
function matchesModel({ text, has }: ApiMessage, operation: OrderOperation | null): boolean {
  const isSale = operation === "capture";
  return (
    !has("Card") &&
    has("Transaction.Secure3D") === isSale &&
    text("Transaction.CardholderPresentCode") === (isSale ? "13" : "0")
  );
}

type Job = OrderJob<ApiMessage>;

const handlers: Readonly<Record<OrderOperation, (job: Job) => Promise<OperationResult>>> = {
  capture: async (job) => answerResult(job, await captureSale(job)),
  void: async (job) => answerResult(job, await voidSale(job)),
  credit: async (job) => answerResult(job, await creditSale(job)),
  inquire: (job) => lookUp(job, answerStatus),
  history: (job) => lookUp(job, answerHistory),
};

const answerResult = (job: Job, result: LedgerResult<GarantiRefusal>): Promise<OperationResult> =>
  reportResult(job, result, (reported, { order }) => answerLedger(job.message, reported, order, job));

/** Answers an inquiry or a history with the installments of the order's last sale, or 1 without a sale. */
const lookUp = (
  job: Job,
  answer: (message: ApiMessage, record: RecordWithDayEnd, moment: Moment) => Answer,
): Promise<OperationResult> =>
  reportRecord(job.tx, job.key, async (record) => {
    const terms = await findSaleTerms(job.tx, job.key);
    return answer(job.message, { ...record, dayEnd: job.dayEnd, installment: terms?.installment ?? 1 }, job);
  });

async function captureSale(job: Job): Promise<LedgerResult> {
  const { tx, key, amountKurus } = job;
  const { text } = job.message;
  const installment = readInstallment(text("Transaction.InstallmentCnt"), "");
  if (amountKurus === null) return refused("wrong_amount");
  if (installment === null) return refused("wrong_installment");
  const proofs = {
    xid: text("Transaction.Secure3D.TxnID"),
    eci: text("Transaction.Secure3D.SecurityLevel"),
    cavv: text("Transaction.Secure3D.AuthenticationCode"),
  };
  const proofKey = text("Transaction.Secure3D.Md");
  return capture(tx, { ...key, proofKey, proofs, amountKurus, installment }, job);
}

/** Voids a sale by its reference. Without a reference the sale must be the only voidable transaction of the order. */
async function voidSale(job: Job): Promise<LedgerResult<GarantiRefusal>> {
  const { tx, at, key, message, dayEnd } = job;
  const { order, transactions } = await readRecord(tx, key);
  const reference = message.text("Transaction.OriginalRetrefNum");
  if (reference !== "" && reference !== findSaleReference(transactions)) return refused("order_not_found");
  const isOpen = order !== null && !isSettled(order.capturedAt, dayEnd, at);
  if (reference === "" && isOpen && order.creditedKurus > 0n) {
    return refused("several_voidable");
  }
  return voidOrder(tx, key, job);
}

async function creditSale(job: Job): Promise<LedgerResult> {
  const { tx, key, message, amountKurus } = job;
  const reference = message.text("Transaction.OriginalRetrefNum");
  const { transactions } = await readRecord(tx, key);
  if (reference !== "" && reference !== findSaleReference(transactions)) return refused("order_not_found");
  if (amountKurus === null) return refused("wrong_amount");
  return credit(tx, { ...key, amountKurus }, job);
}

const findSaleReference = (transactions: OrderRecord["transactions"]): string | undefined =>
  approvedSale(transactions)?.rrn;
