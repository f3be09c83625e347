import { newSecretToken } from "@/server/domain/ids";
import type { Answer } from "../answer";
import { describeCard, maskPan } from "../cards";
import type { Moment } from "../moment";
import { type OperationResult, runOperation } from "../operation";
import { isCardNumber, isSecurityCode, isUnexpired } from "../pages/gate-card";
import { type Authentication, decideAuthentication, openAuthentication } from "../records/authentications";
import type { Queryable } from "../records/database";
import { lockOrder } from "../records/orders";
import { refusesCount, type SetupFault } from "../setup-faults/setup-faults";
import { lira, readInstallment, readKurus } from "./amounts";
import { answerRefusal, answerXml, type PosnetRefusal } from "./api-answers";
import type { Job } from "./job";
import type { PosnetMessage } from "./message";
import { deriveCheapOrder, newProofs, toProofKey } from "./packets";

/**
 * Answers `oosRequestData`, the only message with the card. The bank stores the result of `describeCard` only and
 * returns sealed texts.
 */
export function prepare(job: Job): Promise<Answer> {
  const { simulator, shop, message, clientIp } = job;
  const orderId = readText(message, "XID");
  if (!/^[A-Za-z0-9_]{20}$/.test(orderId)) return Promise.resolve(answerRefusal("wrong_xid", clientIp));
  const key = { protocol: "posnet", shop: shop.mid, orderId };
  const amountKurus = readKurus(readText(message, "amount"));
  return runOperation(simulator, { ...key, operation: "prepare", amountKurus }, async (tx, moment) => {
    const { at, random } = moment;
    const card = describeCard(readText(message, "ccno"));
    const fault =
      findFault(message, at) ??
      findSetupFault(message, simulator.fault) ??
      ((await lockOrder(tx, key)) === null ? null : "duplicate_order");
    if (fault !== null) return refuse(job, fault, amountKurus);
    if (card.outcome === "declined_at_start") return refuse(job, "do_not_honour", amountKurus);
    const opened: Authentication = {
      ...key,
      ...card,
      ...newProofs(random),
      reference: newSecretToken(random),
      amountKurus: amountKurus ?? 0n,
      installment: readInstallment(readText(message, "installment")) ?? 1,
      // The browser's form brings these values later.
      language: "tr",
      sent: [],
      buyerIp: "",
    };
    await openAuthentication(tx, opened, at);
    if (card.outcome === "callback_forged_fields") await openCheapOrder(tx, opened, moment);
    return {
      outcome: "approved",
      amountKurus,
      maskedPan: card.maskedPan,
      answer: answerXml([
        ["approved", "1"],
        [
          "oosRequestDataResponse",
          [
            ["data1", opened.proofs.data1 ?? ""],
            ["data2", opened.proofs.data2 ?? ""],
            ["sign", opened.proofs.digest ?? ""],
          ],
        ],
      ]),
    };
  });
}

function refuse({ message, clientIp }: Job, refusal: PosnetRefusal, amountKurus: bigint | null): OperationResult {
  const pan = readText(message, "ccno");
  return {
    outcome: "declined",
    amountKurus,
    maskedPan: isCardNumber(pan) ? maskPan(pan) : null,
    answer: answerRefusal(refusal, clientIp),
  };
}

function findFault(message: PosnetMessage, now: Date): PosnetRefusal | null {
  const text = (name: string) => readText(message, name);
  if (readKurus(text("amount")) === null) return "wrong_amount";
  if (text("currencyCode") !== lira) return "wrong_currency";
  if (readInstallment(text("installment")) === null) return "wrong_installment";
  if (text("tranType") !== "Sale") return "not_entitled";
  const pan = text("ccno");
  if (!isCardNumber(pan) || !isSecurityCode(text("cvc"), pan)) return "wrong_card";
  // `YYMM`
  const expiry = text("expDate");
  return isUnexpired(expiry.slice(2), expiry.slice(0, 2), now) ? null : "expired_card";
}

/** Returns what the bank objects to in a valid order, because of a fault in its records of the shop (B-14.4). */
function findSetupFault(message: PosnetMessage, fault: SetupFault | null): PosnetRefusal | null {
  if (fault === "currency_not_opened") return "wrong_currency";
  return refusesCount(fault, readInstallment(readText(message, "installment")) ?? 1) ? "wrong_installment" : null;
}

const readText = (message: PosnetMessage, name: string): string => message.text(name) ?? "";

/**
 * Opens the low-amount order that the forgery uses, authenticated and ready to be charged, for a card whose return will
 * be forged.
 */
async function openCheapOrder(tx: Queryable, victim: Authentication, { at, random }: Moment): Promise<void> {
  const { orderId, amountKurus, ...packets } = deriveCheapOrder(victim.proofs.bankData ?? "", victim.amountKurus);
  const cheap: Authentication = {
    ...victim,
    orderId,
    amountKurus,
    installment: 1,
    outcome: "approved",
    reference: newSecretToken(random),
    proofKey: toProofKey(packets.bankData),
    proofs: { ...packets },
  };
  await openAuthentication(tx, cheap, at);
  await decideAuthentication(tx, cheap.reference, "authenticated", null);
}
