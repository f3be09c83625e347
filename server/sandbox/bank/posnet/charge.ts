import type { Answer } from "../answer";
import type { Moment } from "../moment";
import { type OperationResult, runOperation } from "../operation";
import {
  type Authentication,
  findByProof,
  lockAuthentication,
  type StoredAuthentication,
} from "../records/authentications";
import type { Queryable } from "../records/database";
import { capture } from "../records/ledger";
import { approvedSale, lockOrder, readRecord, type Transaction } from "../records/orders";
import { answerCharged, answerChargedBefore, answerRefusal, type PosnetRefusal, toPosnetRefusal } from "./api-answers";
import { findPacketFault, type Job, signCharge } from "./job";
import { toProofKey } from "./packets";
import { toHostLogKey } from "./references";

/**
 * Answers `oosTranData`: takes the money of a return once. The message has no order id; the packets identify the order.
 */
export async function charge(job: Job): Promise<Answer> {
  const { simulator, message, shop, clientIp } = job;
  const proofKey = toProofKey(message.text("bankData") ?? "");
  const named = await findByProof(simulator.pool, "posnet", proofKey);
  if (named === null || named.shop !== shop.mid) return answerRefusal("bad_packet", clientIp);
  const { protocol, orderId, amountKurus } = named;
  const key = { protocol, shop: shop.mid, orderId };
  return runOperation(simulator, { ...key, operation: "capture", amountKurus }, async (tx, moment) => {
    const authentication = (await lockAuthentication(tx, protocol, proofKey)) ?? named;
    const fault = findPacketFault(job, authentication);
    if (fault !== null) return refuse(job, authentication, fault);
    if (message.text("wpAmount") !== "0") return refuse(job, authentication, "wrong_amount");
    if ((await lockOrder(tx, key)) !== null) return refuseSecond(tx, job, authentication);
    return takeMoney(tx, job, authentication, moment);
  });
}

async function takeMoney(
  tx: Queryable,
  job: Job,
  authentication: StoredAuthentication,
  moment: Moment,
): Promise<OperationResult> {
  const { amountKurus, maskedPan, installment } = authentication;
  const result = await capture(tx, authentication, moment);
  if (result.kind === "lost") return { outcome: "nothing_done", amountKurus, maskedPan: null, answer: null };
  if (result.kind === "refused") return refuse(job, authentication, toPosnetRefusal(result.refusal, null));
  const { transaction, answerIsLost } = result;
  const mac = signSale(transaction, authentication, job);
  return {
    outcome: "approved",
    amountKurus,
    maskedPan,
    answer: answerIsLost ? null : answerCharged(transaction, mac, installment),
  };
}

/**
 * Answers a charge of a paid order: `approved` 2 for the packets that paid it, a refusal for other packets of the
 * order.
 */
async function refuseSecond(tx: Queryable, job: Job, authentication: StoredAuthentication): Promise<OperationResult> {
  const { transactions } = await readRecord(tx, authentication);
  const sale = approvedSale(transactions);
  const refusal = refuse(job, authentication, "duplicate_order");
  if (!authentication.isUsed || sale === undefined) return refusal;
  const mac = signSale(sale, authentication, job);
  return { ...refusal, answer: answerChargedBefore(sale, mac, job.clientIp) };
}

/** Builds a refusal, which is signed too, with an empty text instead of the host's key. */
const refuse = ({ shop, clientIp }: Job, authentication: Authentication, refusal: PosnetRefusal): OperationResult => ({
  outcome: "declined",
  amountKurus: authentication.amountKurus,
  maskedPan: authentication.maskedPan,
  answer: answerRefusal(refusal, clientIp, signCharge("", authentication, shop)),
});

const signSale = (sale: Transaction, authentication: Authentication, { shop }: Job): string =>
  signCharge(toHostLogKey(sale.transactionId), authentication, shop);
