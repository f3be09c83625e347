import type { Authentication, BankAccount, BankOrder, Outcome, Proofs } from "@/server/banks/bank";
import { digestsEqual } from "@/server/banks/compare";
import type { XmlElement } from "@/server/banks/wire";
import { type Answer, foldedTexts, isDone, notUnderstood, unknown } from "./answer";
import { isForgedPacket } from "./codes";
import { type MacAccount, resolveMac } from "./hash";
import { format, toMacAccount, toMacOrder } from "./order";

/** The content of a return by the bank's answer. The texts are unchanged, because the bank's mac covers them. */
export interface Resolved {
  readonly mdStatus: string;
  readonly xid: string;
  readonly amount: string;
  readonly currency: string;
  readonly mac: string;
  /** The number of installments; the mac does not cover it. */
  readonly installment: string | null;
  /** The status letter of EMV 3-D Secure; the mac does not cover it. */
  readonly txStatus: string | null;
}

/**
 * Reads the outcome of 3-D Secure. It checks the mac first, then order, amount, currency and number of installments
 * against what was sent, and the status last (B-4.3). Only full authentication continues (B-2.5).
 */
export function decodeResolve(order: BankOrder, proofs: Proofs, answer: Answer, account: BankAccount): Outcome {
  if (answer.approved === "0" && isForgedPacket(answer)) return refused("hash");
  if (!isDone(answer)) return notUnderstood;
  const content = readResolved(answer.part("oosResolveMerchantDataResponse"));
  if (content === null) return notUnderstood;
  if (!isGenuine(content, toMacAccount(account))) return unknown("mismatch");

  const sent = toMacOrder(order);
  if (content.xid !== sent.xid) return refused("order");
  if (content.amount !== sent.amount || content.currency !== sent.currency) return refused("amount");
  if (content.installment !== null && !isCount(content.installment, order.installment)) return refused("amount");

  const { orderId } = order;
  const { mdStatus } = content;
  if (mdStatus !== "1") return resolved({ verdict: "not_authenticated", orderId, mdStatus });
  const isContradicted = /^[NURAC]$/.test(content.txStatus ?? "");
  return isContradicted ? notUnderstood : resolved({ verdict: "authenticated", orderId, proofs });
}

const resolved = (authentication: Authentication): Outcome => ({ kind: "resolved", authentication });
const refused = (why: "hash" | "order" | "amount"): Outcome => resolved({ verdict: "refused", why });

/** Reads the part of the answer; returns null when a value under the mac is missing or an element is repeated. */
export function readResolved(part: XmlElement | null): Resolved | null {
  const texts = part && foldedTexts(part);
  const [mdStatus, xid, amount, currency, mac] = ["MDSTATUS", "XID", "AMOUNT", "CURRENCY", "MAC"].map((name) =>
    texts?.get(name),
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

export const isGenuine = (content: Resolved, account: MacAccount): boolean =>
  digestsEqual(resolveMac(content.mdStatus, content, account), content.mac);

/** Returns whether the text is this number of installments. A single charge is `00`, in some answers `01`. */
const isCount = (text: string, count: number): boolean =>
  /^\d{1,2}$/.test(text) && (Number(text) || Number(format.singleCharge) + 1) === count;
