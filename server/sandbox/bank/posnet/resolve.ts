import { resolveMac } from "@/server/banks/posnet/hash";
import type { Answer } from "../answer";
import { findByProof, type StoredAuthentication } from "../records/authentications";
import { writeJournal } from "../records/journal";
import type { PosnetShop } from "../records/shops";
import { installmentText } from "./amounts";
import { answerRefusal, answerXml } from "./api-answers";
import { faultOfPackets, type Job, macOrderOf } from "./job";
import { proofKeyOf } from "./packets";
import { macAccountOf } from "./shop";

/**
 * `oosResolveMerchantData`: says what a return means, as often as it is asked. Faults, latency and outages are for the
 * operations that the sandbox lists; this is none of them. Packets of no order at all leave no line in the log: there
 * is no order to write it down for.
 */
export async function resolve(job: Job): Promise<Answer> {
  const { simulator, message, clientIp, shop } = job;
  const { pool } = simulator;
  const found = await findByProof(pool, "posnet", proofKeyOf(message.text("bankData") ?? ""));
  const fault = faultOfPackets(job, found);
  if (found !== null && found.shop === shop.mid) {
    const { orderId, amountKurus, maskedPan, state } = found;
    await writeJournal(pool, {
      at: await simulator.now(),
      protocol: "posnet",
      operation: "resolve",
      orderId,
      amountKurus,
      maskedPan,
      outcome: fault === null && state === "authenticated" ? "approved" : "declined",
    });
  }
  if (fault !== null || found === null) return answerRefusal(fault ?? "bad_packet", clientIp);
  return answerResolved(found, shop);
}

/** In the order of elements that the bank's own answers have. */
function answerResolved(authentication: StoredAuthentication, shop: PosnetShop): Answer {
  const isProven = authentication.state === "authenticated";
  const mdStatus = isProven ? "1" : "0";
  const order = macOrderOf(authentication);
  return answerXml([
    ["approved", "1"],
    ["respCode", ""],
    ["respText", ""],
    [
      "oosResolveMerchantDataResponse",
      [
        ["amount", order.amount],
        ["currency", order.currency],
        ["installment", installmentText(authentication.installment)],
        ["xid", order.xid],
        ["point", "0"],
        ["pointAmount", "0"],
        ["txStatus", isProven ? "Y" : "N"],
        ["mdStatus", mdStatus],
        ["mdErrorMessage", isProven ? "" : "Not authenticated"],
        ["mac", resolveMac(mdStatus, order, macAccountOf(shop))],
      ],
    ],
  ]);
}
