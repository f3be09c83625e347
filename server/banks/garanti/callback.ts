import type { Authentication, BankAccount, BankOrder, ReturnFields } from "@/server/banks/bank";
import { digestsEqual, foldAscii } from "@/server/banks/compare";
import { readFields } from "@/server/banks/return-fields";
import { orderFields, orderHash } from "./form";
import { returnHash, returnHashNames, returnHashParams } from "./hash";

/**
 * Verifies what the browser brought back. The bank signs ten values and names them in the return itself, one after the
 * other with nothing between: so the list of names is ours, not the browser's; what stands beside the signature is
 * compared with what was sent; and what precedes the status is fixed, lest another character becomes it (D-51).
 */
export function readReturn(fields: ReturnFields, sent: BankOrder, account: BankAccount): Authentication {
  const received = readFields(fields, knownNames, mandatoryNames);
  if (received === null) return { verdict: "refused", why: "fields" };
  const read = (name: string): string => received.get(foldAscii(name)) ?? "";
  if (read("hashparams") !== returnHashParams) return { verdict: "refused", why: "fields" };

  const altered = expectedFields(sent, account, received).find(([name, value]) => read(name) !== value);
  if (altered !== undefined) return { verdict: "refused", why: blameOf[altered[0]] ?? "values" };

  const expected = returnHash(read, account.storeKey.reveal());
  if (!digestsEqual(expected, read("hash"))) return { verdict: "refused", why: "hash" };

  const mdStatus = read("mdstatus");
  if (!/^\d$/.test(mdStatus)) return { verdict: "refused", why: "values" };
  if (mdStatus !== "1") return { verdict: "not_authenticated", orderId: sent.orderId, mdStatus };
  return provenBy(read, sent.orderId);
}

/** Nothing is charged in model 3D, so nothing of a charge may stand before a status that says yes. */
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

/** The order under both of its names, and what not every return echoes: our signature (not for Troy cards), the language. */
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

const blameOf: Readonly<Record<string, "order" | "amount">> = {
  oid: "order",
  orderid: "order",
  txnamount: "amount",
  txncurrencycode: "amount",
  txninstallmentcount: "amount",
};

/** Echoes of what we sent, what the bank signs, and the proofs. Nothing of the card is echoed. */
const mandatoryNames = [
  ..."secure3dsecuritylevel mode apiversion terminalprovuserid terminaluserid terminalmerchantid".split(" "),
  ..."terminalid txntype txnamount txncurrencycode txninstallmentcount orderid successurl errorurl".split(
    " ",
  ),
  "customeripaddress",
  ...returnHashNames,
  "xid",
  "hash",
  "hashparams",
].map(foldAscii);

/** What the bank adds, as seen in its returns. Fields of other forms, such as a buyer's e-mail, are not among them. */
const additionalNames = `
  mderrormessage txnstatus paressyntaxok paresverified version ireqcode ireqdetail vendorcode cavvalgorithm errmsg
  hostmsg transid hostrefnum hashparamsval MaskedPan secure3dhash lang`;

const knownNames: ReadonlySet<string> = new Set([
  ...mandatoryNames,
  ...additionalNames.trim().split(/\s+/).map(foldAscii),
]);
