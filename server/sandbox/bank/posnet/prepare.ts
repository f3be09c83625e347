import { newSecretToken } from "@/server/domain/ids";
import type { Answer } from "../answer";
import { describeCard, maskPan } from "../cards";
import { type Done, runOperation } from "../operation";
import { isCardNumber, isSecurityCode, isUnexpired } from "../pages/gate-card";
import { type Authentication, decideAuthentication, openAuthentication } from "../records/authentications";
import type { Queryable } from "../records/database";
import { lockOrder } from "../records/orders";
import { lira, readInstallment, readKurus } from "./amounts";
import { answerRefusal, answerXml, type Word } from "./api-answers";
import type { Job } from "./job";
import type { PosnetMessage } from "./message";
import { cheapOrderBeside, newProofs, proofKeyOf } from "./packets";

/** `oosRequestData`: the only time that the bank sees the card. It keeps what `describeCard` leaves, and gives sealed texts. */
export function prepare(job: Job): Promise<Answer> {
  const { simulator, shop, message, clientIp } = job;
  const orderId = textIn(message, "XID");
  if (!/^[A-Za-z0-9_]{20}$/.test(orderId)) return Promise.resolve(answerRefusal("wrong_xid", clientIp));
  const key = { protocol: "posnet", shop: shop.mid, orderId };
  const amountKurus = readKurus(textIn(message, "amount"));
  return runOperation(simulator, { ...key, operation: "prepare", amountKurus }, async (tx, { at }) => {
    const card = describeCard(textIn(message, "ccno"));
    const fault = faultOf(message, at) ?? ((await lockOrder(tx, key)) === null ? null : "duplicate_order");
    if (fault !== null) return refuse(job, fault, amountKurus);
    if (card.outcome === "declined_at_start") return refuse(job, "do_not_honour", amountKurus);
    const opened: Authentication = {
      ...key,
      ...card,
      ...newProofs(),
      reference: newSecretToken(),
      amountKurus: amountKurus ?? 0n,
      installment: readInstallment(textIn(message, "installment")) ?? 1,
      // The browser brings these.
      language: "tr",
      sent: [],
      buyerIp: "",
    };
    await openAuthentication(tx, opened, at);
    if (card.outcome === "callback_forged_fields") await openCheapOrder(tx, opened, at);
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

function refuse({ message, clientIp }: Job, word: Word, amountKurus: bigint | null): Done {
  const pan = textIn(message, "ccno");
  return {
    outcome: "declined",
    amountKurus,
    maskedPan: isCardNumber(pan) ? maskPan(pan) : null,
    answer: answerRefusal(word, clientIp),
  };
}

function faultOf(message: PosnetMessage, now: Date): Word | null {
  const text = (name: string) => textIn(message, name);
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

const textIn = (message: PosnetMessage, name: string): string => message.text(name) ?? "";

/** The forger's own order beside the one whose return will be forged: authenticated, and ready to be charged. */
async function openCheapOrder(tx: Queryable, beside: Authentication, now: Date): Promise<void> {
  const { orderId, amountKurus, ...packets } = cheapOrderBeside(
    beside.proofs.bankData ?? "",
    beside.amountKurus,
  );
  const cheap: Authentication = {
    ...beside,
    orderId,
    amountKurus,
    installment: 1,
    outcome: "approved",
    reference: newSecretToken(),
    proofKey: proofKeyOf(packets.bankData),
    proofs: { ...packets },
  };
  await openAuthentication(tx, cheap, now);
  await decideAuthentication(tx, cheap.reference, "authenticated", null);
}
