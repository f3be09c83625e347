import { randomBytes } from "node:crypto";
import { returnHash, returnHashNames, returnHashParams } from "@/server/banks/garanti/hash";
import type { FormFields } from "@/server/domain/web/form-body";
import { valueNamed, withoutNames } from "../pages/form-fields";
import type { BrowserForm, StoredAuthentication, Verdict } from "../records/authentications";
import type { GarantiShop, Shops } from "../records/shops";
import { findShop } from "./shop";

/** What the browser takes back after the one-time code. Without success there are no `eci` and `cavv`. */
export function challengeCallback(
  shops: Shops,
  authentication: StoredAuthentication,
  verdict: Verdict,
): BrowserForm {
  const shop = findShop(shops, authentication.shop);
  if (shop === null) throw new Error("The shop of an authentication has left the bank");
  const isProven = verdict === "authenticated";
  const { proofs, proofKey, maskedPan, scheme, sent } = authentication;
  // Returns of Troy cards have been seen without the form's own signature.
  const echoed = scheme === "troy" ? withoutNames(sent, ["secure3dhash"]) : sent;
  return signedReturn(echoed, isProven ? "successurl" : "errorurl", shop, {
    xid: proofs.xid ?? "",
    md: proofKey,
    rnd: newRandom(),
    MaskedPan: maskedPan,
    mdstatus: isProven ? "1" : "0",
    mderrormessage: `${isProven ? "Y" : "N"}-status/Challenge authentication via ACS: simulated`,
    eci: isProven ? (proofs.eci ?? "") : "",
    cavv: isProven ? (proofs.cavv ?? "") : "",
  });
}

/** 3-D Secure could not be started. */
export const systemErrorCallback = (
  sent: FormFields,
  shop: GarantiShop,
  fault: { readonly mdStatus: string; readonly message: string },
  maskedPan: string,
): BrowserForm =>
  signedReturn(sent, "errorurl", shop, {
    mdstatus: fault.mdStatus,
    mderrormessage: fault.message,
    rnd: newRandom(),
    MaskedPan: maskedPan,
  });

/** What the bank has to say of one authentication; what it leaves out is returned empty. */
export type Said = Partial<Record<SaidName | "MaskedPan", string>>;
type SaidName = (typeof before)[number] | (typeof after)[number];

/** In the order of real returns; the order's and the terminal's numbers stand between them. */
const before = [
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
const after = ["authcode", "response", "errmsg", "hostmsg", "procreturncode"] as const;

/** Says what the bank has to say, signs the fixed list of it, and echoes what was sent. */
export function signedReturn(
  sent: FormFields,
  target: "successurl" | "errorurl",
  shop: GarantiShop,
  said: Said & { readonly rnd: string },
): BrowserForm {
  const orderId = valueNamed(sent, "orderid");
  const told: FormFields = [
    ...before.map((name) => [name, said[name] ?? ""] as const),
    ["terminalid", shop.terminalId],
    ["oid", orderId],
    ...after.map((name) => [name, said[name] ?? ""] as const),
    ["transid", orderId],
    ["hostrefnum", ""],
    ["rnd", said.rnd],
  ];
  const read = (name: string) => (name === "clientid" ? shop.terminalId : valueNamed(told, name));
  const own: FormFields = [
    ...told,
    ["hash", returnHash(read, shop.storeKey)],
    ["hashparams", returnHashParams],
    ["hashparamsval", returnHashNames.map(read).join("")],
    ["clientid", shop.terminalId],
    ["MaskedPan", said.MaskedPan ?? ""],
  ];
  const echoed = withoutNames(
    sent,
    own.map(([name]) => name),
  );
  return { action: valueNamed(sent, target), fields: [...own, ...echoed] };
}

/** 20 characters, new for each return. */
const newRandom = (): string => randomBytes(15).toString("base64");
