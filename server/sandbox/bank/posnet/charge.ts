import type { Answer } from "../answer";
import { type Done, runOperation } from "../operation";
import {
  type Authentication,
  findByProof,
  lockAuthentication,
  type StoredAuthentication,
} from "../records/authentications";
import type { Queryable } from "../records/database";
import { capture } from "../records/ledger";
import { approvedSale, lockOrder, readRecord, type Transaction } from "../records/orders";
import { answerCharged, answerChargedBefore, answerRefusal, type Word, wordOf } from "./api-answers";
import { faultOfPackets, type Job, signCharge } from "./job";
import { proofKeyOf } from "./packets";
import { hostLogKeyOf } from "./references";

/** `oosTranData`: takes the money of a resolved return, once. It names no order: the packets do. */
export async function charge(job: Job): Promise<Answer> {
  const { simulator, message, shop, clientIp } = job;
  const proofKey = proofKeyOf(message.text("bankData") ?? "");
  const named = await findByProof(simulator.pool, "posnet", proofKey);
  if (named === null || named.shop !== shop.mid) return answerRefusal("bad_packet", clientIp);
  const { protocol, orderId, amountKurus } = named;
  const key = { protocol, shop: shop.mid, orderId };
  return runOperation(simulator, { ...key, operation: "capture", amountKurus }, async (tx, { at }) => {
    const authentication = (await lockAuthentication(tx, protocol, proofKey)) ?? named;
    const fault = faultOfPackets(job, authentication);
    if (fault !== null) return refuse(job, authentication, fault);
    if (message.text("wpAmount") !== "0") return refuse(job, authentication, "wrong_amount");
    if ((await lockOrder(tx, key)) !== null) return refuseSecond(tx, job, authentication);
    return takeMoney(tx, job, authentication, at);
  });
}

async function takeMoney(
  tx: Queryable,
  job: Job,
  authentication: StoredAuthentication,
  now: Date,
): Promise<Done> {
  const { amountKurus, maskedPan, installment } = authentication;
  const result = await capture(tx, authentication, now);
  if (result.kind === "lost") return { outcome: "nothing_done", amountKurus, maskedPan: null, answer: null };
  if (result.kind === "refused") return refuse(job, authentication, wordOf(result.refusal, null));
  const { transaction, answerIsLost } = result;
  const mac = macOfSale(transaction, authentication, job);
  return {
    outcome: "approved",
    amountKurus,
    maskedPan,
    answer: answerIsLost ? null : answerCharged(transaction, mac, installment),
  };
}

/** The packets that have paid are told so; others of the same order are refused for its number. */
async function refuseSecond(tx: Queryable, job: Job, authentication: StoredAuthentication): Promise<Done> {
  const { transactions } = await readRecord(tx, authentication);
  const sale = approvedSale(transactions);
  const refusal = refuse(job, authentication, "duplicate_order");
  if (!authentication.isUsed || sale === undefined) return refusal;
  const mac = macOfSale(sale, authentication, job);
  return { ...refusal, answer: answerChargedBefore(sale, mac, job.clientIp) };
}

/** A refusal is signed too, with nothing in the place of the host's key. */
const refuse = ({ shop, clientIp }: Job, authentication: Authentication, word: Word): Done => ({
  outcome: "declined",
  amountKurus: authentication.amountKurus,
  maskedPan: authentication.maskedPan,
  answer: answerRefusal(word, clientIp, signCharge("", authentication, shop)),
});

const macOfSale = (sale: Transaction, authentication: Authentication, { shop }: Job): string =>
  signCharge(hostLogKeyOf(sale.transactionId), authentication, shop);
