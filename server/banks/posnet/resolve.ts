import type { Authentication, BankAccount, BankOrder, Outcome, Proofs } from "@/server/banks/bank";
import { digestsEqual } from "@/server/banks/compare";
import type { XmlElement } from "@/server/banks/wire";
import { type Answer, foldedTexts, isDone, notUnderstood, unknown } from "./answer";
import { isForgedPacket } from "./codes";
import { type MacAccount, resolveMac } from "./hash";
import { format, macAccountOf, macOrderOf } from "./order";

/** What the bank says of a return. The texts are as it wrote them: its mac is over them. */
export interface Resolved {
  readonly mdStatus: string;
  readonly xid: string;
  readonly amount: string;
  readonly currency: string;
  readonly mac: string;
  /** Not under the mac. */
  readonly installment: string | null;
  /** Letter of EMV 3-D Secure; not under the mac. */
  readonly txStatus: string | null;
}

/**
 * The outcome of 3-D Secure: first the mac, then order, amount, currency and count against what was sent, and only
 * then the status (§4.3). Full authentication alone goes on.
 */
export function decodeResolve(
  order: BankOrder,
  proofs: Proofs,
  answer: Answer,
  account: BankAccount,
): Outcome {
  if (answer.approved === "0" && isForgedPacket(answer)) return refused("hash");
  if (!isDone(answer)) return notUnderstood;
  const said = readResolved(answer.part("oosResolveMerchantDataResponse"));
  if (said === null) return notUnderstood;
  if (!isGenuine(said, macAccountOf(account))) return unknown("mismatch");

  const sent = macOrderOf(order);
  if (said.xid !== sent.xid) return refused("order");
  if (said.amount !== sent.amount || said.currency !== sent.currency) return refused("amount");
  if (said.installment !== null && !isCount(said.installment, order.installment)) return refused("amount");

  const { orderId } = order;
  const { mdStatus } = said;
  if (mdStatus !== "1") return resolved({ verdict: "not_authenticated", orderId, mdStatus });
  const isContradicted = /^[NURAC]$/.test(said.txStatus ?? "");
  return isContradicted ? notUnderstood : resolved({ verdict: "authenticated", orderId, proofs });
}

const resolved = (authentication: Authentication): Outcome => ({ kind: "resolved", authentication });
const refused = (why: "hash" | "order" | "amount"): Outcome => resolved({ verdict: "refused", why });

/** Null when something that the mac is over is missing, or anything comes twice. */
export function readResolved(part: XmlElement | null): Resolved | null {
  const texts = part && foldedTexts(part);
  const [mdStatus, xid, amount, currency, mac] = ["MDSTATUS", "XID", "AMOUNT", "CURRENCY", "MAC"].map(
    (name) => texts?.get(name),
  );
  return texts && mdStatus !== undefined && xid && amount && currency && mac
    ? {
        mdStatus,
        xid,
        amount,
        currency,
        mac,
        installment: texts.get("INSTALLMENT") || null,
        txStatus: texts.get("TXSTATUS") || null,
      }
    : null;
}

export const isGenuine = (said: Resolved, account: MacAccount): boolean =>
  digestsEqual(resolveMac(said.mdStatus, said, account), said.mac);

/** A single charge is `00`, in some answers `01`. */
const isCount = (text: string, count: number): boolean =>
  /^\d{1,2}$/.test(text) && (Number(text) || Number(format.singleCharge) + 1) === count;
