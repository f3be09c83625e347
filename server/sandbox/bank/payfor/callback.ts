import { createHash } from "node:crypto";
import { returnPlaintext } from "@/server/banks/payfor/hash";
import type { FormFields } from "@/server/domain/web/form-body";
import { batchNumber, compactTime, dayText } from "../bank-times";
import { type CardScheme, fullEci } from "../cards";
import type { Moment } from "../moment";
import { valueInAnyCase } from "../pages/form-fields";
import type { BrowserForm, StoredAuthentication, Verdict } from "../records/authentications";
import type { PayforShop, Shops } from "../records/shops";
import type { GateFault } from "./gate-rules";
import { bankHomeUrl, findShop, toTerminalId } from "./shop";
import { dayAndMoment, ticks } from "./time-texts";

/**
 * Builds the return of an authentication. `TxnResult` is `Failed` in both cases, because nothing was charged yet
 * (B-5.3).
 */
export function challengeCallback(
  shops: Shops,
  authentication: StoredAuthentication,
  verdict: Verdict,
  { at: now }: Moment,
): BrowserForm {
  const shop = findShop(shops, authentication.shop);
  if (shop === null) throw new Error("The shop of an authentication has left the bank");
  const { sent, reference, proofKey, buyerIp, scheme } = authentication;
  const isProven = verdict === "authenticated";
  const echo = createEcho(sent);
  const target = echo(isProven ? "OkUrl" : "FailUrl");
  return signedForm(target, shop, now, [
    ["RequestGuid", proofKey],
    ...openingFields(echo, shop, buyerIp, isProven ? "1,3,5" : "1,4,5", now),
    ["Exponent", "2"],
    ...addressFields(echo),
    ["PayerTxnId", Buffer.from(`${compactTime(now)}${deriveNumber(reference, "payer", 6)}`).toString("base64")],
    ["PayerAuthenticationCode", isProven ? deriveDigest(reference, "cavv").subarray(0, 20).toString("base64") : ""],
    ["Eci", isProven ? fullEci(scheme) : ""],
    ["MD", ""],
    ["Hash", echo("Hash")],
    ["TerminalID", toTerminalId(shop)],
    ["TxnType", echo("TxnType")],
    ["CardType", cardTypes[scheme]],
    ...orderFields(echo),
    ["AlphaCode", "TL"],
    ["Ecommerce", "1"],
    ["MrcCountryCode", "792"],
    ["MrcName", shop.name],
    ["MerchantHomeUrl", bankHomeUrl],
    ["CardHolderName", echo("CardHolderName")],
    ...(isProven ? provenFields : failedFields),
    ["AuthCode", ""],
    ["HostRefNum", ""],
    ["ProcReturnCode", isProven ? "V033" : "V034"],
    ["ReturnUrl", target],
    ["BatchNo", batchNumber(now)],
    ["CardMask", authentication.maskedPan],
    ["ReqId", deriveNumber(reference, "request", 8)],
    ...emptyCounts(dayText(now), deriveNumber(reference, "trace", 6)),
    ["DsBrand", cardTypes[scheme]],
    ...closingFields(buyerIp),
  ]);
}

/**
 * Builds the return of a form that the gate refuses. There is no request, so its number is 0 and the card is missing.
 */
export const refusalCallback = (
  sent: FormFields,
  shop: PayforShop,
  fault: GateFault,
  clientIp: string,
  now: Date,
): BrowserForm => {
  const echo = createEcho(sent);
  return signedForm(echo("FailUrl"), shop, now, [
    ["RequestGuid", "0"],
    ...openingFields(echo, shop, clientIp, "1,5", now),
    ...addressFields(echo),
    ...blank(["PayerAuthenticationCode", "Eci", "MD"]),
    ["Hash", echo("Hash")],
    ["TxnType", echo("TxnType")],
    ...orderFields(echo),
    ["Ecommerce", "1"],
    ["CardHolderName", echo("CardHolderName")],
    ["ErrMsg", fault.message],
    ["3DStatus", "-1"],
    ...blank(["AuthCode", "HostRefNum"]),
    ["ProcReturnCode", fault.code],
    ["ReturnUrl", echo("FailUrl")],
    ["BatchNo", "0"],
    ["ReqId", "0"],
    ...emptyCounts("0", "0"),
    ...closingFields(clientIp),
    ["ArtiTaksit", "0"],
  ]);
};

type Echo = (name: string) => string;

const createEcho =
  (sent: FormFields): Echo =>
  (name) =>
    valueInAnyCase(sent, name);

const blank = (names: readonly string[]): FormFields => names.map((name) => [name, ""] as const);

const openingFields = (echo: Echo, shop: PayforShop, clientIp: string, requestStat: string, now: Date): FormFields => [
  ["TransactionDate", dayAndMoment(now)],
  ["MbrId", shop.memberId],
  ["MerchantID", shop.merchantId],
  ["OrderId", echo("OrderId")],
  ["RequestIp", clientIp],
  ["RequestStat", requestStat],
  ["SecureType", echo("SecureType")],
  ["PurchAmount", echo("PurchAmount")],
  ["Currency", echo("Currency")],
];

const addressFields = (echo: Echo): FormFields => [
  ["OkUrl", echo("OkUrl")],
  ["FailUrl", echo("FailUrl")],
];

const orderFields = (echo: Echo): FormFields => [
  ["Lang", echo("Lang")],
  ["InstallmentCount", echo("InstallmentCount")],
  ["Rnd", echo("Rnd")],
];

/** The fields of a successful authentication. */
export const provenFields: FormFields = [
  ["Version", "2.2.0"],
  ["TxnStatus", "N"],
  ["CavvAlg", "2"],
  ["ParesVerified", "true"],
  ["ParesSyntaxOk", "true"],
  ["ErrMsg", "3D Kullanıcı Doğrulama Adımı Başarılı"],
  ["D3Stat", "Y"],
  ["3DStatus", "1"],
  ["TxnResult", "Failed"],
];

const failedFields: FormFields = [
  ["IrcDet", "3D Secure Authorize Error"],
  ["IrcCode", "MR15"],
  ["Version", "2.2.0"],
  ["TxnStatus", "N"],
  ["ParesVerified", "true"],
  ["ParesSyntaxOk", "false"],
  ["ErrMsg", "3D Kullanıcı Doğrulama Adımı Başarısız"],
  ["D3Stat", "N"],
  ["3DStatus", "-1"],
  ["TxnResult", "Failed"],
];

/** Builds the amounts and counts of a charge that has not taken place. */
const emptyCounts = (day: string, trace: string): FormFields => [
  ["UsedPoint", "0"],
  ["SrcType", "VPO"],
  ["RefundedAmount", "0"],
  ["RefundedPoint", "0"],
  ["ReqDate", day],
  ["SysDate", day],
  ["F11", trace],
  ...["Vpos", "Banking", "Socket", "Hsm", "Mpi"].map((part) => [`${part}ElapsedTime`, "0"] as const),
  ["hasOrderId", "False"],
  ["TemplateType", "0"],
  ["HasAddressCount", "False"],
  ["IsPaymentFacilitator", "False"],
  ...["F11_ORG", "F12_ORG", "F22_ORG", "F25_ORG", "MTI_ORG"].map((name) => [name, "0"] as const),
];

const closingFields = (clientIp: string): FormFields => [
  ["IntervalType", "0"],
  ["IntervalDuration", "0"],
  ["RepeatCount", "0"],
  ["RequestClientIp", clientIp],
  ["VoidTime", "0"],
  ["PaymentLinkId", "0"],
];

const cardTypes: Readonly<Record<CardScheme, string>> = { visa: "V", mastercard: "M", amex: "A", troy: "T" };

/** Adds the random value and the signature. */
function signedForm(action: string, shop: PayforShop, now: Date, fields: FormFields): BrowserForm {
  const unsigned = [...fields, ["ResponseRnd", `PF${ticks(now)}`] as const];
  const algorithm = chooseAlgorithm(createEcho(fields)("OrderId"));
  return { action, fields: [...unsigned, ["ResponseHash", signReturn(unsigned, shop, algorithm)]] };
}

/** Computes the `ResponseHash` of a return. It covers only a few fields; a browser can change all the others. */
export function signReturn(fields: FormFields, shop: PayforShop, algorithm: "sha1" | "sha256"): string {
  const echo = createEcho(fields);
  const signed = {
    merchantId: shop.merchantId,
    orderId: echo("OrderId"),
    authCode: echo("AuthCode"),
    returnCode: echo("ProcReturnCode"),
    status3d: echo("3DStatus"),
    nonce: echo("ResponseRnd"),
    userCode: shop.userCode,
  };
  return createHash(algorithm).update(returnPlaintext(signed, shop.merchantPass), "utf8").digest("base64");
}

/**
 * Chooses the digest. Real answers have either one and no field that names it; the simulation uses SHA-256 for order
 * ids that end with a digit, so that tests can produce both.
 */
const chooseAlgorithm = (orderId: string): "sha1" | "sha256" => (/\d$/.test(orderId) ? "sha256" : "sha1");

/** Derives a digest that is the same when the same answer is built again. */
const deriveDigest = (reference: string, name: string): Buffer =>
  createHash("sha256").update(`${reference}:${name}`).digest();

const deriveNumber = (reference: string, name: string, length: number): string =>
  String(deriveDigest(reference, name).readUInt32BE() % 10 ** length).padStart(length, "0");
