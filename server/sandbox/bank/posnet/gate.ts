import type { FormFields } from "@/server/domain/web/form-body";
import { type Answer, seeOther } from "../answer";
import { readForm, withoutNames } from "../pages/form-fields";
import { isWebAddress } from "../pages/gate-form";
import type { PageLanguage } from "../pages/page-words";
import { noticePage } from "../pages/pages";
import { admitBrowser, findByProof, type StoredAuthentication } from "../records/authentications";
import type { BankRequest, Simulator } from "../simulator";
import { matchesSealed, toProofKey } from "./packets";
import { findMerchant } from "./shop";

/**
 * Answers the 3-D gate: redirects the buyer to the page of the order that the shop's server has prepared. A prepared
 * order has one page for every repetition of its form, and the values of the first form count.
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

/** Returns whether each field occurs once, none is missing and none is unknown; a card is therefore refused. */
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

/** Finds the prepared order of the sealed texts; null unless they are unaltered and were given to this shop. */
async function findPrepared(
  { pool, shops }: Simulator,
  values: ReadonlyMap<string, string>,
): Promise<StoredAuthentication | null> {
  const value = (name: string) => values.get(name) ?? "";
  const shop = findMerchant(shops, value("mid"));
  if (shop === null || shop.posnetId !== value("posnetID")) return null;
  const sealed = { data1: value("posnetData"), data2: value("posnetData2"), sign: value("digest") };
  const prepared = await findByProof(pool, "posnet", toProofKey(sealed.data1));
  return matchesSealed(prepared, sealed) && prepared?.shop === shop.mid ? prepared : null;
}
