import { resolveMac } from "@/server/banks/posnet/hash";
import type { Answer } from "../answer";
import { findByProof, type StoredAuthentication } from "../records/authentications";
import { writeJournal } from "../records/journal";
import type { PosnetShop } from "../records/shops";
import { installmentText } from "./amounts";
import { answerRefusal, answerXml } from "./api-answers";
import { findPacketFault, type Job, toMacOrder } from "./job";
import { toProofKey } from "./packets";
import { toMacAccount } from "./shop";

/**
 * Answers `oosResolveMerchantData` with the meaning of a return, on every request. Faults, latency and outages do not
 * apply, because it is not one of the operations that the sandbox lists. Unknown packets are not logged, because a line
 * of the log needs an order.
 */
export async function resolve(job: Job): Promise<Answer> {
  const { simulator, message, clientIp, shop } = job;
  const { pool } = simulator;
  const found = await findByProof(pool, "posnet", toProofKey(message.text("bankData") ?? ""));
  const fault = findPacketFault(job, found);
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

/** Builds the answer with the elements in the order of real answers. */
function answerResolved(authentication: StoredAuthentication, shop: PosnetShop): Answer {
  const isProven = authentication.state === "authenticated";
  const mdStatus = isProven ? "1" : "0";
  const order = toMacOrder(authentication);
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
        ["mac", resolveMac(mdStatus, order, toMacAccount(shop))],
      ],
    ],
  ]);
}
