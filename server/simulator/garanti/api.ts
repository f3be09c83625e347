import { digestsEqual } from "@/server/banks/compare";
import { requestHash, securityData } from "@/server/banks/garanti/hash";
import type { Answer } from "@/server/simulator/answer";
import type { OrderKey } from "@/server/simulator/authentications";
import { findRow, type Queryable } from "@/server/simulator/database";
import { capture, credit, isSettled, type LedgerResult, voidOrder } from "@/server/simulator/ledger";
import { type Circumstances, type Done, runOperation } from "@/server/simulator/operation";
import { type OrderRecord, type Refusal, readRecord } from "@/server/simulator/orders";
import type { OperationName } from "@/server/simulator/settings";
import type { GarantiShop } from "@/server/simulator/shops";
import type { BankRequest, Simulator } from "@/server/simulator/simulator";
import { answerGatewayError, answerLedger, type GarantiResult, type GatewayFault } from "./api-answers";
import { type ApiMessage, readMessage } from "./api-message";
import { answerHistory, answerStatus, type RecordOnDay } from "./record-answers";
import { findTerminal } from "./shop";
import { readAmount, readInstallment } from "./values";

/** The XML API: completes a sale, voids, refunds, and tells what is on record. */
export async function answerApi(simulator: Simulator, request: BankRequest): Promise<Answer> {
  const message = readMessage(request);
  const now = await simulator.now();
  if (message.fault !== null) return answerGatewayError(message, "malformed", now, message.fault);
  const shop = findTerminal(simulator.shops, message.text("Terminal.ID"));
  if (shop === null) return answerGatewayError(message, "unknown_terminal", now);
  const operation = operationsOfType.get(message.text("Transaction.Type")) ?? null;
  const fault = doorFault(message, shop, operation);
  if (fault !== null) return answerGatewayError(message, fault, now);
  if (operation === null) return answerGatewayError(message, "no_authority", now);
  const key: OrderKey = {
    protocol: "garanti",
    shop: shop.merchantId,
    orderId: message.text("Order.OrderID"),
  };
  const amountKurus = namesAmount.has(operation) ? readAmount(message.text("Transaction.Amount")) : null;
  return runOperation(simulator, { ...key, operation, amountKurus }, (tx, circumstances) =>
    works[operation]({ ...circumstances, tx, key, message, amountKurus }),
  );
}

type GarantiOperation = Exclude<OperationName, "prepare">;

const operationsOfType: ReadonlyMap<string, GarantiOperation> = new Map([
  ["sales", "capture"],
  ["void", "void"],
  ["refund", "credit"],
  ["orderinq", "inquire"],
  ["orderhistoryinq", "history"],
]);

/** The amount of every other operation is signed, and means nothing. */
const namesAmount: ReadonlySet<GarantiOperation> = new Set(["capture", "credit"]);

/** Who may ask, proves it by the hash, and may do this. */
function doorFault(
  message: ApiMessage,
  shop: GarantiShop,
  operation: GarantiOperation | null,
): GatewayFault | null {
  if (message.text("Terminal.MerchantID") !== shop.merchantId) return "wrong_merchant";
  const passwords = new Map<string, string>([
    [shop.provUser, shop.provPassword],
    [shop.refundUser, shop.refundPassword],
  ]);
  const user = message.text("Terminal.ProvUserID");
  const password = passwords.get(user);
  if (password === undefined || !isSigned(message, password)) return "wrong_password";
  const givesBack = operation === "void" || operation === "credit";
  if (user !== (givesBack ? shop.refundUser : shop.provUser)) return "no_authority";
  return isOfModel(message, operation) ? null : "no_authority";
}

function isSigned({ text }: ApiMessage, password: string): boolean {
  const terminalId = text("Terminal.ID");
  const signed = {
    ...{ orderId: text("Order.OrderID"), terminalId, cardNumber: text("Card.Number") },
    ...{ amount: text("Transaction.Amount"), currency: text("Transaction.CurrencyCode") },
  };
  const expected = requestHash(signed, securityData(password, terminalId));
  return digestsEqual(text("Terminal.HashData"), expected);
}

/** A shop of model `3D` sells with an authentication and never with a card; nothing else has either. */
function isOfModel({ text, has }: ApiMessage, operation: GarantiOperation | null): boolean {
  const isSale = operation === "capture";
  return (
    !has("Card") &&
    has("Transaction.Secure3D") === isSale &&
    text("Transaction.CardholderPresentCode") === (isSale ? "13" : "0")
  );
}

interface Job extends Circumstances {
  readonly tx: Queryable;
  readonly key: OrderKey;
  readonly message: ApiMessage;
  readonly amountKurus: bigint | null;
}

const works: Readonly<Record<GarantiOperation, (job: Job) => Promise<Done>>> = {
  capture: async (job) => report(job, await captureSale(job)),
  void: async (job) => report(job, await undo(job)),
  credit: async (job) => report(job, await giveBack(job)),
  inquire: (job) => look(job, answerStatus),
  history: (job) => look(job, answerHistory),
};

async function captureSale({ tx, at, key, message: { text }, amountKurus }: Job): Promise<LedgerResult> {
  const installment = readInstallment(text("Transaction.InstallmentCnt"));
  if (amountKurus === null) return refused("wrong_amount");
  if (installment === null) return refused("wrong_installment");
  const proofs = {
    xid: text("Transaction.Secure3D.TxnID"),
    eci: text("Transaction.Secure3D.SecurityLevel"),
    cavv: text("Transaction.Secure3D.AuthenticationCode"),
  };
  const proofKey = text("Transaction.Secure3D.Md");
  return capture(tx, { ...key, proofKey, proofs, amountKurus, installment }, at);
}

/** Goes by the sale's reference; without one the order must have nothing but its sale to void. */
async function undo({ tx, at, key, message, dayEnd }: Job): Promise<GarantiResult> {
  const { order, transactions } = await readRecord(tx, key);
  const reference = message.text("Transaction.OriginalRetrefNum");
  if (reference !== "" && reference !== saleReferenceOf(transactions)) return refused("order_not_found");
  const isOpen = order !== null && !isSettled(order.capturedAt, dayEnd, at);
  if (reference === "" && isOpen && order.creditedKurus > 0n) {
    return { kind: "refused", refusal: "several_voidable", transaction: null };
  }
  return voidOrder(tx, key, dayEnd, at);
}

async function giveBack({ tx, at, key, message, amountKurus, settings, dayEnd }: Job): Promise<LedgerResult> {
  const reference = message.text("Transaction.OriginalRetrefNum");
  const { transactions } = await readRecord(tx, key);
  if (reference !== "" && reference !== saleReferenceOf(transactions)) return refused("order_not_found");
  if (amountKurus === null) return refused("wrong_amount");
  const { refuseSameDayCredit } = settings;
  return credit(tx, { ...key, amountKurus }, { refuseSameDayCredit, dayEnd }, at);
}

const refused = (refusal: Refusal) => ({ kind: "refused", refusal, transaction: null }) as const;

const saleReferenceOf = (transactions: OrderRecord["transactions"]): string | undefined =>
  transactions.find(({ kind, refusal }) => kind === "sale" && refusal === null)?.rrn;

async function report({ tx, at, key, message, amountKurus }: Job, result: GarantiResult): Promise<Done> {
  if (result.kind === "lost") return { outcome: "nothing_done", amountKurus, maskedPan: null, answer: null };
  const { order } = await readRecord(tx, key);
  const isLost = result.kind === "approved" && result.answerIsLost;
  return {
    outcome: result.kind === "approved" ? "approved" : "declined",
    amountKurus: result.transaction?.amountKurus ?? amountKurus,
    maskedPan: result.transaction?.maskedPan ?? order?.maskedPan ?? null,
    answer: isLost ? null : answerLedger(message, result, order, at),
  };
}

async function look(
  { tx, at, key, message, dayEnd }: Job,
  answer: (message: ApiMessage, record: RecordOnDay, now: Date) => Answer,
): Promise<Done> {
  const record = await readRecord(tx, key);
  const last = record.transactions.at(-1);
  return {
    outcome: last === undefined ? "not_found" : "found",
    amountKurus: record.order?.capturedKurus ?? last?.amountKurus ?? null,
    maskedPan: last?.maskedPan ?? null,
    answer: answer(message, { ...record, dayEnd, installment: await installmentOf(tx, key) }, at),
  };
}

/** Of the authentication that the order's last sale rested on; 1 when there was none. */
async function installmentOf(tx: Queryable, { protocol, shop, orderId }: OrderKey): Promise<number> {
  const row = await findRow<{ installment: number }>(
    tx,
    `select installment from simulator.authentication
       where protocol = $1 and shop = $2 and order_id = $3 and used_at is not null order by used_at desc limit 1`,
    [protocol, shop, orderId],
  );
  return row?.installment ?? 1;
}
