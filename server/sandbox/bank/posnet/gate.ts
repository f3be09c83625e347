import type { FormFields } from "@/server/domain/web/form-body";
import { type Answer, seeOther } from "../answer";
import { readForm, withoutNames } from "../pages/form-fields";
import { isWebAddress } from "../pages/gate-form";
import type { PageLanguage } from "../pages/page-words";
import { noticePage } from "../pages/pages";
import { admitBrowser, findByProof, type StoredAuthentication } from "../records/authentications";
import type { BankRequest, Simulator } from "../simulator";
import { areSealedOf, proofKeyOf } from "./packets";
import { findMerchant } from "./shop";

/**
 * The bank's 3-D Secure door: leads the buyer to the page of the order that the shop's server has prepared. One
 * prepared order has one page, however often its form comes; what the first one brought counts.
 */
export async function openGate(simulator: Simulator, request: BankRequest): Promise<Answer> {
  const form = readForm(request);
  const values = new Map(form);
  const language: PageLanguage = values.get("lang") === "en" ? "en" : "tr";
  const prepared = isWhole(form) ? await findPrepared(simulator, values) : null;
  if (prepared === null) return noticePage("refused", language);
  const sent = withoutNames(form, ["posnetData", "posnetData2", "digest"]);
  await admitBrowser(simulator.pool, prepared.reference, { sent, language, buyerIp: request.clientIp });
  return seeOther(`/3ds/${prepared.reference}`);
}

/** Each field once, none missing, and none beyond those that the bank has a name for: a card is not brought here. */
function isWhole(form: FormFields): boolean {
  const names = new Set(form.map(([name]) => name));
  const values = new Map(form);
  return (
    names.size === form.length &&
    required.every((name) => names.has(name)) &&
    [...names].every((name) => required.includes(name) || optional.includes(name)) &&
    isReturnAddress(values.get("merchantReturnURL") ?? "") &&
    ["tr", "en"].includes(values.get("lang") ?? "") &&
    ["0", undefined].includes(values.get("openANewWindow"))
  );
}

const required: readonly string[] = [
  "mid",
  "posnetID",
  "posnetData",
  "posnetData2",
  "digest",
  "merchantReturnURL",
  "url",
  "lang",
];
const optional: readonly string[] = ["openANewWindow", "vftCode", "useJokerVadaa"];

const isReturnAddress = (text: string): boolean => text.length <= 255 && isWebAddress(text);

/** The order that these texts stand for, if they are the bank's own, unaltered, and given to this shop. */
async function findPrepared(
  { pool, shops }: Simulator,
  values: ReadonlyMap<string, string>,
): Promise<StoredAuthentication | null> {
  const value = (name: string) => values.get(name) ?? "";
  const shop = findMerchant(shops, value("mid"));
  if (shop === null || shop.posnetId !== value("posnetID")) return null;
  const sealed = { data1: value("posnetData"), data2: value("posnetData2"), sign: value("digest") };
  const prepared = await findByProof(pool, "posnet", proofKeyOf(sealed.data1));
  return areSealedOf(prepared, sealed) && prepared?.shop === shop.mid ? prepared : null;
}
