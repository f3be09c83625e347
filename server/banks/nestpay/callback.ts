import type { Authentication, BankAccount, BankOrder, ReturnFields } from "@/server/banks/bank";
import { digestsEqual, foldAscii } from "@/server/banks/compare";
import { toColumnText } from "@/server/banks/host-codes";
import { toBankMessage } from "@/server/banks/redaction/bank-message";
import { readFields } from "@/server/banks/return-fields";
import { readDeclineReason } from "@/server/domain/banks/decline";
import { declineReason } from "./codes";
import { hashVersion3 } from "./hash";
import { orderFields } from "./request";

/**
 * Verifies the return that the browser posted (B-2.4). The signature covers values and not names, so a failed return
 * with renamed fields still matches it (B-2.9). Therefore only known names are accepted, each once, and all mandatory
 * names must be present (D-51).
 */
export function readReturn(fields: ReturnFields, sent: BankOrder, account: BankAccount): Authentication {
  const received = readFields(fields, knownNames, mandatoryNames);
  const kind = received === null ? null : findReturnKind(received);
  if (received === null || kind === null) return { verdict: "refused", why: "fields" };

  const altered = orderFields(sent, account).find(([name, value]) => received.get(foldAscii(name)) !== value);
  if (altered !== undefined) return { verdict: "refused", why: reasonByField[altered[0]] ?? "values" };

  const expected = hashVersion3(fields, account.storeKey.reveal());
  if (!digestsEqual(expected, received.get("HASH") ?? "")) return { verdict: "refused", why: "hash" };

  const mdStatus = kind === "page_error" ? null : (received.get("MDSTATUS") ?? null);
  if (mdStatus !== "1") {
    const words = toBankMessage(received.get("MDERRORMSG") || received.get("ERRMSG") || null);
    const { orderId } = sent;
    return { verdict: "not_authenticated", orderId, mdStatus, ...readPageError(received.get("ERRORCODE")), ...words };
  }

  const proofs = proofNames.map((name) => [name, received.get(foldAscii(name)) ?? ""] as const);
  return proofs.every(([, value]) => /^[!-~]{1,500}$/.test(value))
    ? { verdict: "authenticated", orderId: sent.orderId, proofs: Object.fromEntries(proofs) }
    : { verdict: "refused", why: "values" };
}

/** Returns what a page-level error says, such as a mistyped card; nothing where the return has no code. */
function readPageError(errorCode: string | undefined) {
  if (!errorCode) return {};
  const reason = readDeclineReason(declineReason(errorCode, null));
  return { refusal: { reason, bankCode: toColumnText(errorCode) } };
}

const proofNames = ["md", "xid", "eci", "cavv"] as const;

/** The folded names of the outcome of 3-D Secure and its proofs. A page-level error contains no field of this list. */
const outcomeNames = ["mdStatus", ...proofNames].map(foldAscii);

const reasonByField: Readonly<Record<string, "order" | "amount">> = {
  oid: "order",
  amount: "amount",
  currency: "amount",
  taksit: "amount",
};

/**
 * Tells a return with an outcome of 3-D Secure from a page-level error, such as HPP-1001 for a mistyped card, which
 * ends before 3-D Secure. Returns null for a mixture of both.
 */
function findReturnKind(received: ReadonlyMap<string, string>): "outcome" | "page_error" | null {
  const present = outcomeNames.filter((name) => received.has(name)).length;
  if (present === outcomeNames.length) return "outcome";
  return present === 0 && (received.get("ERRORCODE") ?? "") !== "" ? "page_error" : null;
}

/** The echoes of our form and the signature. The card's expiry is echoed; its number and code never are. */
const mandatoryNames = [
  ..."clientid storetype amount oid okUrl failUrl rnd currency taksit TranType lang hashAlgorithm".split(" "),
  ..."Ecom_Payment_Card_ExpDate_Month Ecom_Payment_Card_ExpDate_Year HASH".split(" "),
].map(foldAscii);

/** The fields that banks add to ours, taken from their published answers without fields of other merchants' forms. */
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
