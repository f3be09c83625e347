import type { Answer } from "../answer";
import { type OperationResult, runOperation } from "../operation";
import type { OrderKey } from "../records/authentications";
import type { Queryable } from "../records/database";
import { credit, type LedgerResult, voidOrder } from "../records/ledger";
import { reportRecord } from "../records/order-job";
import { readRecord, type Transaction } from "../records/orders";
import { lira, readKurus } from "./amounts";
import { answerRefusal, answerReturned, answerVoided, type PosnetRefusal, toPosnetRefusal } from "./api-answers";
import type { Job } from "./job";
import { answerAgreement } from "./record-answers";
import { findSaleByKey, orderPrefix, readOrderId } from "./references";

/** Answers `reverse`: voids a whole sale, before the end of its day. */
export async function reverse(job: Job): Promise<Answer> {
  const { simulator, message, clientIp } = job;
  const key = await findOrderKey(job);
  if ("refusal" in key) return answerRefusal(key.refusal, clientIp);
  return runOperation(simulator, { ...key, operation: "void", amountKurus: null }, async (tx, circumstances) => {
    if (message.text("transaction") !== "sale") return refuse(tx, key, job, "wrong_transaction");
    if (!(await matchesAuthCode(tx, key, message.text("authCode")))) {
      return refuse(tx, key, job, "order_not_found");
    }
    const result = await voidOrder(tx, key, circumstances);
    return report(tx, key, job, result, answerVoided);
  });
}

/** Answers `return`: gives back all or a part of what is left of a sale. */
export async function returnMoney(job: Job): Promise<Answer> {
  const { simulator, message, clientIp } = job;
  const key = await findOrderKey(job);
  if ("refusal" in key) return answerRefusal(key.refusal, clientIp);
  const amountKurus = readKurus(message.text("amount") ?? "");
  return runOperation(simulator, { ...key, operation: "credit", amountKurus }, async (tx, circumstances) => {
    if (message.text("currencyCode") !== lira) return refuse(tx, key, job, "wrong_currency");
    if (amountKurus === null) return refuse(tx, key, job, "wrong_amount");
    const result = await credit(tx, { ...key, amountKurus }, circumstances);
    return report(tx, key, job, result, answerReturned);
  });
}

/**
 * Answers `agreement`, PosNet's only inquiry. Merchants use it as an inquiry and as a history, and the bank cannot
 * distinguish them, so faults of either apply to it.
 */
export async function lookUp(job: Job): Promise<Answer> {
  const { simulator, clientIp } = job;
  const key = await findOrderKey(job);
  if ("refusal" in key) return answerRefusal(key.refusal, clientIp);
  const asked = { ...key, operation: "inquire", alsoUsedAs: "history", amountKurus: null } as const;
  return runOperation(simulator, asked, (tx) =>
    reportRecord(tx, key, ({ transactions }) => answerAgreement(transactions, clientIp)),
  );
}

/**
 * Finds the order of a later operation by its 24 characters or by the host's key of its sale; else returns a refusal.
 */
async function findOrderKey({
  simulator,
  shop,
  message,
}: Job): Promise<OrderKey | { readonly refusal: PosnetRefusal }> {
  const key = { protocol: "posnet", shop: shop.mid };
  const orderReference = message.text("orderID");
  if (orderReference !== undefined) {
    const isReference = /^[A-Za-z0-9_]{24}$/.test(orderReference);
    const prefix = simulator.fault === "wrong_order_prefix" ? "YKB_" : orderPrefix;
    return isReference ? { ...key, orderId: readOrderId(orderReference, prefix) } : { refusal: "wrong_xid" };
  }
  const orderId = await findSaleByKey(simulator.pool, shop.mid, message.text("hostLogKey") ?? "");
  return orderId === null ? { refusal: "order_not_found" } : { ...key, orderId };
}

/** Checks the sale's authorisation code, which a void may contain in addition to its key. */
async function matchesAuthCode(tx: Queryable, key: OrderKey, authCode: string | undefined): Promise<boolean> {
  if (authCode === undefined) return true;
  const { transactions } = await readRecord(tx, key);
  return transactions.some((item) => item.kind === "sale" && item.authCode === authCode);
}

async function report(
  tx: Queryable,
  key: OrderKey,
  job: Job,
  result: LedgerResult,
  answer: (done: Transaction) => Answer,
): Promise<OperationResult> {
  if (result.kind === "lost") throw new TypeError("Only a charge can be lost before the bank does it");
  if (result.kind === "refused") {
    const { order } = await readRecord(tx, key);
    const refusal = toPosnetRefusal(result.refusal, order);
    return refuse(tx, key, job, refusal, result.transaction?.amountKurus);
  }
  const { transaction, answerIsLost } = result;
  const { amountKurus, maskedPan } = transaction;
  return { outcome: "approved", amountKurus, maskedPan, answer: answerIsLost ? null : answer(transaction) };
}

async function refuse(
  tx: Queryable,
  key: OrderKey,
  { message, clientIp }: Job,
  refusal: PosnetRefusal,
  attemptedKurus?: bigint,
): Promise<OperationResult> {
  const { order } = await readRecord(tx, key);
  return {
    outcome: "declined",
    amountKurus: attemptedKurus ?? readKurus(message.text("amount") ?? ""),
    maskedPan: order?.maskedPan ?? null,
    answer: answerRefusal(refusal, clientIp),
  };
}
