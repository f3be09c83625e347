import { returnHash, returnHashNames, returnHashParams } from "@/server/banks/garanti/hash";
import type { Random } from "@/server/domain/random";
import type { FormFields } from "@/server/domain/web/form-body";
import type { Moment } from "../moment";
import { valueNamed, withoutNames } from "../pages/form-fields";
import type { BrowserForm, StoredAuthentication, Verdict } from "../records/authentications";
import type { GarantiShop, Shops } from "../records/shops";
import { findShop } from "./shop";

/** Builds the return of an authentication; `eci` and `cavv` are empty unless it succeeded. */
export function challengeCallback(
  shops: Shops,
  authentication: StoredAuthentication,
  verdict: Verdict,
  { random }: Moment,
): BrowserForm {
  const shop = findShop(shops, authentication.shop);
  if (shop === null) throw new Error("The shop of an authentication has left the bank");
  const isProven = verdict === "authenticated";
  const { proofs, proofKey, maskedPan, scheme, sent } = authentication;
  // Real returns of Troy cards were reported without the form's own signature (B-3.4).
  const echoed = scheme === "troy" ? withoutNames(sent, ["secure3dhash"]) : sent;
  return signedReturn(echoed, isProven ? "successurl" : "errorurl", shop, {
    xid: proofs.xid ?? "",
    md: proofKey,
    rnd: newNonce(random),
    MaskedPan: maskedPan,
    mdstatus: isProven ? "1" : "0",
    mderrormessage: `${isProven ? "Y" : "N"}-status/Challenge authentication via ACS: simulated`,
    eci: isProven ? (proofs.eci ?? "") : "",
    cavv: isProven ? (proofs.cavv ?? "") : "",
  });
}

/** Builds the return of a form that the gate refuses before 3-D Secure. */
export const systemErrorCallback = (
  sent: FormFields,
  shop: GarantiShop,
  fault: { readonly mdStatus: string; readonly message: string },
  maskedPan: string,
  random: Random,
): BrowserForm =>
  signedReturn(sent, "errorurl", shop, {
    mdstatus: fault.mdStatus,
    mderrormessage: fault.message,
    rnd: newNonce(random),
    MaskedPan: maskedPan,
  });

/** The bank's values of one return. A missing value is returned as an empty field. */
export type ReturnValues = Partial<Record<ReturnName | "MaskedPan", string>>;
type ReturnName = (typeof namesBeforeOrder)[number] | (typeof namesAfterOrder)[number];

/** The names in the order of real returns; the numbers of the terminal and the order are between the two lists. */
const namesBeforeOrder = [
  "xid",
  "mdstatus",
  "mderrormessage",
  "txnstatus",
  "eci",
  "cavv",
  "paressyntaxok",
  "paresverified",
  "version",
  "ireqcode",
  "ireqdetail",
  "vendorcode",
  "cavvalgorithm",
  "md",
] as const;
const namesAfterOrder = ["authcode", "response", "errmsg", "hostmsg", "procreturncode"] as const;

/** Builds a return: the bank's values, the hash over the fixed list of names, and an echo of the sent fields. */
export function signedReturn(
  sent: FormFields,
  target: "successurl" | "errorurl",
  shop: GarantiShop,
  values: ReturnValues & { readonly rnd: string },
): BrowserForm {
  const orderId = valueNamed(sent, "orderid");
  const signedFields: FormFields = [
    ...namesBeforeOrder.map((name) => [name, values[name] ?? ""] as const),
    ["terminalid", shop.terminalId],
    ["oid", orderId],
    ...namesAfterOrder.map((name) => [name, values[name] ?? ""] as const),
    ["transid", orderId],
    ["hostrefnum", ""],
    ["rnd", values.rnd],
  ];
  const read = (name: string) => (name === "clientid" ? shop.terminalId : valueNamed(signedFields, name));
  const own: FormFields = [
    ...signedFields,
    ["hash", returnHash(read, shop.storeKey)],
    ["hashparams", returnHashParams],
    ["hashparamsval", returnHashNames.map(read).join("")],
    ["clientid", shop.terminalId],
    ["MaskedPan", values.MaskedPan ?? ""],
  ];
  const echoed = withoutNames(
    sent,
    own.map(([name]) => name),
  );
  return { action: valueNamed(sent, target), fields: [...own, ...echoed] };
}

/** Returns 20 random characters. */
const newNonce = (random: Random): string => random.bytes(15).toString("base64");
