import type { Authentication, BankAccount, BankOrder, ReturnFields } from "@/server/banks/bank";
import { digestsEqual, foldAscii } from "@/server/banks/compare";
import { readFields } from "@/server/banks/return-fields";
import { hashVersion3 } from "./hash";
import { orderFields } from "./request";

/**
 * Verifies what the browser brought back. The signature covers values, not names, so that a failed callback
 * whose fields are renamed still matches it: hence exactly the names that are due, each once (D-51).
 */
export function readReturn(fields: ReturnFields, sent: BankOrder, account: BankAccount): Authentication {
  const received = readFields(fields, knownNames, mandatoryNames);
  const kind = received === null ? null : kindOf(received);
  if (received === null || kind === null) return { verdict: "refused", why: "fields" };

  const altered = orderFields(sent, account).find(([name, value]) => received.get(foldAscii(name)) !== value);
  if (altered !== undefined) return { verdict: "refused", why: blameOf[altered[0]] ?? "values" };

  const expected = hashVersion3(fields, account.storeKey.reveal());
  if (!digestsEqual(expected, received.get("HASH") ?? "")) return { verdict: "refused", why: "hash" };

  const mdStatus = kind === "page_error" ? null : (received.get("MDSTATUS") ?? null);
  if (mdStatus !== "1") return { verdict: "not_authenticated", orderId: sent.orderId, mdStatus };

  const proofs = proofNames.map((name) => [name, received.get(foldAscii(name)) ?? ""] as const);
  return proofs.every(([, value]) => /^[!-~]{1,500}$/.test(value))
    ? { verdict: "authenticated", orderId: sent.orderId, proofs: Object.fromEntries(proofs) }
    : { verdict: "refused", why: "values" };
}

const proofNames = ["md", "xid", "eci", "cavv"] as const;

/** The outcome of 3-D Secure and its proofs; a page-level error has none of them. */
const outcomeNames = ["mdStatus", ...proofNames].map(foldAscii);

const blameOf: Readonly<Record<string, "order" | "amount">> = {
  oid: "order",
  amount: "amount",
  currency: "amount",
  taksit: "amount",
};

/** A page-level error, such as HPP-1001 for a mistyped card, ends before 3-D Secure. */
function kindOf(received: ReadonlyMap<string, string>): "outcome" | "page_error" | null {
  const present = outcomeNames.filter((name) => received.has(name)).length;
  if (present === outcomeNames.length) return "outcome";
  return present === 0 && (received.get("ERRORCODE") ?? "") !== "" ? "page_error" : null;
}

/** Echoes of what we sent and the signature. The card's expiry is echoed, its number and code never are. */
const mandatoryNames = [
  ..."clientid storetype amount oid okUrl failUrl rnd currency taksit TranType lang hashAlgorithm".split(" "),
  ..."Ecom_Payment_Card_ExpDate_Month Ecom_Payment_Card_ExpDate_Year HASH".split(" "),
].map(foldAscii);

/** What banks add to our own fields, as seen in their answers. Other merchants' fields are not among them. */
const additionalNames = `
  ACQBIN acqStan AuthCode callbackCall cavvAlgorithm checkout-id clientIp countdown digest dsId encoding
  ErrMsg ErrorCode HostRefNum iReqCode iReqDetail maskedCreditCard MaskedPan mdErrorMsg merchantID merchantName
  NATIONALIDNO PAResSyntaxOK paresTxStatus PAResVerified payResults_dsId ProcReturnCode protocol Response
  ReturnOid SettleId sID THREED_ID traceId TRANID TransId tsl txstatus vendorCode veresEnrolledStatus version
  TDS2_acsOperatorID TDS2_acsReferenceNumber TDS2_acsTransID TDS2_AResExtensions TDS2_authenticationType
  TDS2_authTimestamp TDS2_dsTransID TDS2_RReqExtensions TDS2_threeDSServerTransID TDS2_transStatus
  EXTRA.CARDBRAND EXTRA.CARDISSUER EXTRA.ERRORCODE EXTRA.HOSTMSG EXTRA.KAZANILANPUAN EXTRA.MERCHANTID
  EXTRA.NUMCODE EXTRA.SETTLEID EXTRA.TERMINALID EXTRA.TRXDATE`;

const knownNames: ReadonlySet<string> = new Set([
  ...mandatoryNames,
  ...outcomeNames,
  ...additionalNames.trim().split(/\s+/).map(foldAscii),
]);
