import type { Authentication, BankAccount, BankOrder, ReturnFields } from "@/server/banks/bank";
import { quirksOf } from "@/server/banks/catalog";
import { digestsEqual, foldAscii } from "@/server/banks/compare";
import { readFields } from "@/server/banks/return-fields";
import { parseDecimalText } from "@/server/domain/money";
import { knownNames } from "./callback-names";
import { authenticated } from "./codes";
import { returnHash } from "./hash";
import { orderFields, orderHash } from "./request";

/**
 * Verifies what the browser brought back. The bank signs neither the amount nor the guid that the capture goes by, so
 * every echo is compared with what was sent, and the bank's answer to the capture has to name our order (D-51).
 */
export function readReturn(fields: ReturnFields, sent: BankOrder, account: BankAccount): Authentication {
  const received = readFields(fields, knownNames, mandatoryNames);
  if (received === null) return { verdict: "refused", why: "fields" };
  const read = (name: string): string => received.get(foldAscii(name)) ?? "";

  const altered = echoesOf(sent, account).find(([name, isSame]) => !isSame(read(name)));
  if (altered !== undefined) return { verdict: "refused", why: altered[2] };
  const userCode = received.get("USERCODE") ?? account.user;
  if (userCode !== account.user) return { verdict: "refused", why: "values" };

  const isReliable = quirksOf(account.bank).returnHash !== "unreliable";
  if (isReliable && !isSignedByBank(read, sent, account)) return { verdict: "refused", why: "hash" };

  return verdictOf(read, sent.orderId);
}

type Read = (name: string) => string;

/** What we sent, apart from the card and the user; the signature and what is under it; what the capture goes by. */
const mandatoryNames = [
  ..."MbrId MerchantID OrderId Lang SecureType TxnType PurchAmount InstallmentCount Currency".split(" "),
  ..."OkUrl FailUrl Rnd Hash AuthCode ProcReturnCode 3DStatus ResponseRnd ResponseHash RequestGuid".split(
    " ",
  ),
].map(foldAscii);

type Echo = readonly [
  name: string,
  isSame: (received: string) => boolean,
  blame: "order" | "amount" | "values",
];

/** Each echo with what it has to be. */
function echoesOf(sent: BankOrder, account: BankAccount): readonly Echo[] {
  const exact: Echo[] = orderFields(sent, account)
    .filter(([name]) => !(name in comparedByMeaning) && name !== "UserCode")
    .map(([name, value]) => [name, (received) => received === value, blameOf[name] ?? "values"]);
  const amount: Echo = [
    "PurchAmount",
    (received) => parseDecimalText(received) === sent.amountKurus,
    "amount",
  ];
  // Banks write the language in upper case.
  const language: Echo = ["Lang", (received) => foldAscii(received) === foldAscii(sent.language), "values"];
  const hash: Echo = ["Hash", (received) => digestsEqual(orderHash(sent, account), received), "values"];
  return [...exact, amount, language, hash];
}

const comparedByMeaning = { PurchAmount: true, Lang: true };

const blameOf: Readonly<Record<string, "order" | "amount">> = {
  OrderId: "order",
  Currency: "amount",
  InstallmentCount: "amount",
};

function isSignedByBank(read: Read, sent: BankOrder, account: BankAccount): boolean {
  const received = read("ResponseHash");
  const signed = {
    merchantId: account.merchantId,
    orderId: sent.orderId,
    authCode: read("AuthCode"),
    returnCode: read("ProcReturnCode"),
    status3d: read("3DStatus"),
    nonce: read("ResponseRnd"),
    userCode: account.user,
  };
  return digestsEqual(returnHash(signed, account.storeKey.reveal(), received), received);
}

/**
 * Authenticated is `3DStatus` 1 with its own code, and nothing charged yet (`TxnResult` says `Failed` all the same). Nothing
 * stands between the values that are signed: `V034` and `-1` may come as `V034-` and `1`, so each has to have its shape.
 */
function verdictOf(read: Read, orderId: string): Authentication {
  const mdStatus = read("3DStatus");
  const returnCode = read("ProcReturnCode");
  const isShaped = /^(-?\d)?$/.test(mdStatus) && /^[0-9A-Z]{2,6}$/.test(returnCode);
  // A charge that nobody asked for is neither authenticated nor failed.
  if (!isShaped || returnCode === "00") return { verdict: "refused", why: "values" };
  if (mdStatus !== "1" || returnCode !== authenticated) {
    return { verdict: "not_authenticated", orderId, mdStatus };
  }
  const requestGuid = read("RequestGuid");
  return read("AuthCode") === "" && isGuid(requestGuid) && read("ResponseRnd") !== ""
    ? { verdict: "authenticated", orderId, proofs: { requestGuid } }
    : { verdict: "refused", why: "values" };
}

/** A number so far; 0 is none. */
const isGuid = (text: string): boolean => /^[A-Za-z0-9-]{1,64}$/.test(text) && !/^0+$/.test(text);
