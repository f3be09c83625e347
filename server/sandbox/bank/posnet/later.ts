import type { Answer } from "../answer";
import { type Done, runOperation } from "../operation";
import type { OrderKey } from "../records/authentications";
import type { Queryable } from "../records/database";
import { credit, type LedgerResult, voidOrder } from "../records/ledger";
import { look } from "../records/order-job";
import { readRecord, type Transaction } from "../records/orders";
import { lira, readKurus } from "./amounts";
import { answerRefusal, answerReturned, answerVoided, type Word, wordOf } from "./api-answers";
import type { Job } from "./job";
import { answerAgreement } from "./record-answers";
import { findSaleByKey, orderIdOf } from "./references";

/** `reverse`: undoes a sale whole, before the end of its day. */
export async function reverse(job: Job): Promise<Answer> {
  const { simulator, message, clientIp } = job;
  const key = await keyOf(job);
  if ("word" in key) return answerRefusal(key.word, clientIp);
  return runOperation(simulator, { ...key, operation: "void", amountKurus: null }, async (tx, found) => {
    if (message.text("transaction") !== "sale") return refuse(tx, key, job, "wrong_transaction");
    if (!(await isAuthCodeOf(tx, key, message.text("authCode")))) {
      return refuse(tx, key, job, "order_not_found");
    }
    const result = await voidOrder(tx, key, found);
    return report(tx, key, job, result, answerVoided);
  });
}

/** `return`: gives back a part or all of what is left of a sale. */
export async function returnMoney(job: Job): Promise<Answer> {
  const { simulator, message, clientIp } = job;
  const key = await keyOf(job);
  if ("word" in key) return answerRefusal(key.word, clientIp);
  const amountKurus = readKurus(message.text("amount") ?? "");
  return runOperation(simulator, { ...key, operation: "credit", amountKurus }, async (tx, found) => {
    if (message.text("currencyCode") !== lira) return refuse(tx, key, job, "wrong_currency");
    if (amountKurus === null) return refuse(tx, key, job, "wrong_amount");
    const result = await credit(tx, { ...key, amountKurus }, found);
    return report(tx, key, job, result, answerReturned);
  });
}

/** `agreement`: the one look-up there is. Merchants use it as an inquiry and as a history, and the bank cannot tell which. */
export async function lookUp(job: Job): Promise<Answer> {
  const { simulator, clientIp } = job;
  const key = await keyOf(job);
  if ("word" in key) return answerRefusal(key.word, clientIp);
  const asked = { ...key, operation: "inquire", alsoUsedAs: "history", amountKurus: null } as const;
  return runOperation(simulator, asked, (tx) =>
    look(tx, key, ({ transactions }) => answerAgreement(transactions, clientIp)),
  );
}

/** The order that a later operation is about, by its own 24 characters or by the host's key of its sale. */
async function keyOf({ simulator, shop, message }: Job): Promise<OrderKey | { readonly word: Word }> {
  const key = { protocol: "posnet", shop: shop.mid };
  const orderReference = message.text("orderID");
  if (orderReference !== undefined) {
    const isReference = /^[A-Za-z0-9_]{24}$/.test(orderReference);
    return isReference ? { ...key, orderId: orderIdOf(orderReference) } : { word: "wrong_xid" };
  }
  const orderId = await findSaleByKey(simulator.pool, shop.mid, message.text("hostLogKey") ?? "");
  return orderId === null ? { word: "order_not_found" } : { ...key, orderId };
}

/** A void may name the sale's authorisation code beside its key; then it has to be the right one. */
async function isAuthCodeOf(tx: Queryable, key: OrderKey, authCode: string | undefined): Promise<boolean> {
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
): Promise<Done> {
  if (result.kind === "lost") throw new TypeError("Only a charge can be lost before it is done");
  if (result.kind === "refused") {
    const { order } = await readRecord(tx, key);
    const word = wordOf(result.refusal, order);
    return refuse(tx, key, job, word, result.transaction?.amountKurus);
  }
  const { transaction, answerIsLost } = result;
  const { amountKurus, maskedPan } = transaction;
  return { outcome: "approved", amountKurus, maskedPan, answer: answerIsLost ? null : answer(transaction) };
}

async function refuse(
  tx: Queryable,
  key: OrderKey,
  { message, clientIp }: Job,
  word: Word,
  attemptedKurus?: bigint,
): Promise<Done> {
  const { order } = await readRecord(tx, key);
  return {
    outcome: "declined",
    amountKurus: attemptedKurus ?? readKurus(message.text("amount") ?? ""),
    maskedPan: order?.maskedPan ?? null,
    answer: answerRefusal(word, clientIp),
  };
}
