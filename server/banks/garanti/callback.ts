import type { Authentication, BankAccount, BankOrder, ReturnFields } from "@/server/banks/bank";
import { digestsEqual, foldAscii } from "@/server/banks/compare";
import { readFields } from "@/server/banks/return-fields";
import { orderFields, orderHash } from "./form";
import { returnHash, returnHashNames, returnHashParams } from "./hash";

/**
 * Verifies the return that the browser posted (B-3.4). The bank signs ten values without separators and names them in
 * the return itself. Therefore the list of names must be ours and not the browser's, the unsigned fields are compared
 * with what was sent, and the values before the status have a fixed form, so no other character can become the status
 * (B-3.6, D-51).
 */
export function readReturn(fields: ReturnFields, sent: BankOrder, account: BankAccount): Authentication {
  const received = readFields(fields, knownNames, mandatoryNames);
  if (received === null) return { verdict: "refused", why: "fields" };
  const read = (name: string): string => received.get(foldAscii(name)) ?? "";
  if (read("hashparams") !== returnHashParams) return { verdict: "refused", why: "fields" };

  const altered = expectedFields(sent, account, received).find(([name, value]) => read(name) !== value);
  if (altered !== undefined) return { verdict: "refused", why: reasonByField[altered[0]] ?? "values" };

  const expected = returnHash(read, account.storeKey.reveal());
  if (!digestsEqual(expected, read("hash"))) return { verdict: "refused", why: "hash" };

  const mdStatus = read("mdstatus");
  if (!/^\d$/.test(mdStatus)) return { verdict: "refused", why: "values" };
  // The bank's text is not among the signed values, so it is not kept.
  if (mdStatus !== "1") return { verdict: "not_authenticated", orderId: sent.orderId, mdStatus };
  return provenBy(read, sent.orderId);
}

/**
 * Returns authenticated when the proofs are plausible. Model 3D charges nothing, so the fields of a charge, which
 * precede the status in the signed text, must be empty.
 */
function provenBy(read: (name: string) => string, orderId: string): Authentication {
  const proofs = proofNames.map((name) => [name, read(name)] as const);
  const isPlausible =
    ["authcode", "procreturncode", "response"].every((name) => read(name) === "") &&
    proofs.every(([, value]) => /^[!-~]{1,500}$/.test(value)) &&
    /^\d{2}$/.test(read("eci"));
  return isPlausible
    ? { verdict: "authenticated", orderId, proofs: Object.fromEntries(proofs) }
    : { verdict: "refused", why: "values" };
}

const proofNames = ["md", "xid", "eci", "cavv"] as const;

/**
 * Returns the fields that the return must echo: the order under both of its names, and our signature and the language
 * where they are present. The bank was seen to omit the signature for Troy cards.
 */
function expectedFields(sent: BankOrder, account: BankAccount, received: ReadonlyMap<string, string>) {
  const signature = received.has("SECURE3DHASH") ? [["secure3dhash", orderHash(sent, account)] as const] : [];
  const language = received.has("LANG") ? [["lang", sent.language] as const] : [];
  return [
    ...orderFields(sent, account),
    ["oid", sent.orderId] as const,
    ["clientid", account.terminalNo] as const,
    ...signature,
    ...language,
  ];
}

const reasonByField: Readonly<Record<string, "order" | "amount">> = {
  oid: "order",
  orderid: "order",
  txnamount: "amount",
  txncurrencycode: "amount",
  txninstallmentcount: "amount",
};

/** The echoes of our form, the signed fields and the proofs. No field of the card is echoed. */
const mandatoryNames = [
  ..."secure3dsecuritylevel mode apiversion terminalprovuserid terminaluserid terminalmerchantid".split(" "),
  ..."terminalid txntype txnamount txncurrencycode txninstallmentcount orderid successurl errorurl".split(" "),
  "customeripaddress",
  ...returnHashNames,
  "xid",
  "hash",
  "hashparams",
].map(foldAscii);

/** The fields that the bank adds, taken from its published returns without fields of other forms, such as an e-mail. */
const additionalNames = `
  mderrormessage txnstatus paressyntaxok paresverified version ireqcode ireqdetail vendorcode cavvalgorithm errmsg
  hostmsg transid hostrefnum hashparamsval MaskedPan secure3dhash lang`;

const knownNames: ReadonlySet<string> = new Set([
  ...mandatoryNames,
  ...additionalNames.trim().split(/\s+/).map(foldAscii),
]);
