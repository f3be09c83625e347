import { createHash } from "node:crypto";
import { callbackHashVersion1, hashVersion3 } from "@/server/banks/nestpay/hash";
import type { FormFields } from "@/server/domain/web/form-body";
import { compactTime } from "../bank-times";
import { spacedMask } from "../cards";
import type { Moment } from "../moment";
import { valueInAnyCase, withoutNames } from "../pages/form-fields";
import type { BrowserForm, StoredAuthentication, Verdict } from "../records/authentications";
import type { NestpayShop, Shops } from "../records/shops";
import { findShop } from "./shop";

/** Builds the return of an authentication with the fields of the bank's newer answers, all of them signed (B-2.4). */
export function challengeCallback(
  shops: Shops,
  authentication: StoredAuthentication,
  verdict: Verdict,
  { at: now }: Moment,
): BrowserForm {
  const shop = findShop(shops, authentication.shop);
  if (shop === null) throw new Error("The shop of an authentication has left the bank");
  const isProven = verdict === "authenticated";
  const proofs = authentication.proofs;
  return signedForm(authentication.sent, isProven ? "okUrl" : "failUrl", shop, {
    ...frameFields(shop, authentication.buyerIp),
    ...maskFields(authentication.maskedPan),
    ...directoryFields(authentication, isProven ? "Y" : "N"),
    TDS2_authTimestamp: compactTime(now).slice(0, 12),
    md: authentication.proofKey,
    mdErrorMsg: `${isProven ? "Y" : "N"}-status/Challenge authentication via ACS: simulated`,
    mdStatus: isProven ? "1" : "0",
    xid: proofs.xid ?? "",
    eci: isProven ? (proofs.eci ?? "") : "",
    cavv: isProven ? (proofs.cavv ?? "") : "",
    ErrMsg: "",
  });
}

/**
 * Builds the return of a form that the gate refuses before 3-D Secure: mdStatus 7 for a wrong signature, 6 for an order
 * that the shop may not place.
 */
export const systemErrorCallback = (
  sent: FormFields,
  shop: NestpayShop,
  mdStatus: string,
  message: string,
  clientIp: string,
): BrowserForm =>
  signedForm(sent, "failUrl", shop, {
    ...frameFields(shop, clientIp),
    md: "",
    xid: "",
    eci: "",
    cavv: "",
    mdStatus,
    mdErrorMsg: message,
    ErrMsg: message,
  });

/** Builds the return of an error of the bank's page: it has an error code, and neither `mdStatus` nor `md`. */
export const pageErrorCallback = (
  sent: FormFields,
  shop: NestpayShop,
  errorCode: string,
  message: string,
): BrowserForm =>
  signedForm(sent, "failUrl", shop, {
    ErrorCode: errorCode,
    ErrMsg: message,
    Response: "Error",
    maskedCreditCard: "***",
    MaskedPan: "***",
    traceId: deriveHex(sent, "trace"),
  });

/** Builds the return of a form that a shop with hash version 1 refuses: its list of signed fields comes with it. */
export function oldVersionCallback(sent: FormFields, shop: NestpayShop, message: string): BrowserForm {
  const added = {
    mdStatus: "7",
    mdErrorMsg: message,
    ErrMsg: message,
    Response: "Error",
    HASHPARAMS: "clientid:oid:mdStatus:",
  };
  const fields = [...withoutNames(sent, [...Object.keys(added), "hashAlgorithm"]), ...Object.entries(added)];
  return {
    action: valueInAnyCase(sent, "failUrl"),
    fields: [...fields, ["HASH", callbackHashVersion1(fields, shop.storeKey)]],
  };
}

/** Builds a return: an echo of the sent fields, the bank's fields, and the hash over all of them. */
function signedForm(
  sent: FormFields,
  target: "okUrl" | "failUrl",
  shop: NestpayShop,
  added: Readonly<Record<string, string>>,
): BrowserForm {
  const fields = [...withoutNames(sent, Object.keys(added)), ...Object.entries(added)];
  return {
    action: valueInAnyCase(sent, target),
    fields: [...fields, ["HASH", hashVersion3(fields, shop.storeKey)]],
  };
}

/** Returns the fields that every return after 3-D Secure has, independent of the result. */
const frameFields = (shop: NestpayShop, clientIp: string) => ({
  callbackCall: "true",
  clientIp,
  digest: "digest",
  merchantID: shop.clientId,
  merchantName: shop.name,
  protocol: "3DS2.2.0",
  sID: "1",
  tsl: "1",
  version: "4.0",
  cavvAlgorithm: "",
  iReqCode: "",
  iReqDetail: "",
  TRANID: "",
  vendorCode: "",
});

const maskFields = (maskedPan: string) => ({
  maskedCreditCard: spacedMask(maskedPan),
  MaskedPan: `${maskedPan.slice(0, 6)}***${maskedPan.slice(-4)}`,
});

/** Returns the report of the directory server and of the issuer's access control server (EMV 3-D Secure 2). */
function directoryFields({ reference, shop, scheme }: StoredAuthentication, status: "Y" | "N") {
  const id = (name: string) => deriveHex([[reference, ""]], name);
  const uuid = (name: string) => id(name).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, "$1-$2-$3-$4-$5");
  const dsId = { visa: "1", mastercard: "2", amex: "3", troy: "4" }[scheme];
  return {
    ACQBIN: "454672",
    "checkout-id": `${shop}-${uuid("checkout")}`,
    dsId,
    payResults_dsId: dsId,
    PAResSyntaxOK: "true",
    PAResVerified: "true",
    paresTxStatus: status,
    veresEnrolledStatus: "Y",
    THREED_ID: id("threed").slice(0, 19).toUpperCase(),
    traceId: id("trace"),
    TDS2_acsOperatorID: "3DS_LOA_ACS_SIMULATED",
    TDS2_acsReferenceNumber: "3DS_LOA_ACS_SIMULATED",
    TDS2_acsTransID: uuid("acs"),
    TDS2_AResExtensions: extensions,
    TDS2_authenticationType: "01",
    TDS2_dsTransID: uuid("ds"),
    TDS2_RReqExtensions: extensions,
    TDS2_threeDSServerTransID: uuid("server"),
    TDS2_transStatus: status,
  };
}

/** A JSON text as in real answers, whose quotes and braces are part of the signed text. */
const extensions = JSON.stringify([
  { name: "Bridging", id: "A000000802-004", criticalityIndicator: false, data: { version: "2.0" } },
]);

/** Derives 32 hex digits, which are the same when the same answer is built again. */
const deriveHex = (sent: FormFields, name: string): string =>
  createHash("sha256")
    .update(JSON.stringify([sent, name]))
    .digest("hex")
    .slice(0, 32);
