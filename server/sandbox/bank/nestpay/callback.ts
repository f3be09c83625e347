import { createHash } from "node:crypto";
import { hashVersion3 } from "@/server/banks/nestpay/hash";
import type { FormFields } from "@/server/domain/web/form-body";
import { compactTime } from "../bank-times";
import { spacedMask } from "../cards";
import { valueInAnyCase, withoutNames } from "../pages/form-fields";
import type { BrowserForm, StoredAuthentication, Verdict } from "../records/authentications";
import type { NestpayShop, Shops } from "../records/shops";
import { findShop } from "./shop";

/** What the browser takes back after the one-time code: the field set of the bank's newer answers, all signed. */
export function challengeCallback(
  shops: Shops,
  authentication: StoredAuthentication,
  verdict: Verdict,
  now: Date,
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

/** 3-D Secure could not be started: mdStatus 7 is a wrong signature, 6 an order that the shop may not place. */
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

/** The page itself found a fault: an error code, and neither mdStatus nor md. */
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
    traceId: derived(sent, "trace"),
  });

/** Echoes what was sent, adds what the bank has to say, and signs all of it. */
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

/** What every answer after the page carries, whatever became of it. */
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

/** What the directory server and the issuer's access control server reported (EMV 3-D Secure 2). */
function directoryFields({ reference, shop, scheme }: StoredAuthentication, status: "Y" | "N") {
  const id = (name: string) => derived([[reference, ""]], name);
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

/** Real answers carry JSON as text, whose quotes and braces are signed like anything else. */
const extensions = JSON.stringify([
  { name: "Bridging", id: "A000000802-004", criticalityIndicator: false, data: { version: "2.0" } },
]);

/** 32 hex digits that are the same whenever the same answer is made again. */
const derived = (sent: FormFields, name: string): string =>
  createHash("sha256")
    .update(JSON.stringify([sent, name]))
    .digest("hex")
    .slice(0, 32);
