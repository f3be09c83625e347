import { bin6, isCardNumber, last4 } from "@/server/domain/card";
import { charsetOf, charsetOfContentType, parseForm } from "@/server/domain/form-body";
import type { BankAccount, Operation, ReturnFields } from "./bank";

/** Of one message, characters; of a longer one no more than `readMax` is looked at. */
const shownMax = 8_000;
const readMax = 64_000;

/** What no shown message may hold, wherever in it it stands. */
export function secretsOf(account: BankAccount, operation?: Operation): readonly string[] {
  const { password, storeKey, refundUser } = account;
  const ofShop = [password, storeKey, ...(refundUser ? [refundUser.password] : [])];
  const ofCard = operation?.kind === "prepare" ? [operation.card.pan, operation.card.cv2] : [];
  const proofs = operation && "proofs" in operation ? Object.values(operation.proofs) : [];
  return [...[...ofShop, ...ofCard].map((secret) => secret.reveal()), ...proofs];
}

/**
 * A message as people may see it: card numbers become BIN and last four; secrets, hashes, proofs of 3-D Secure and whatever
 * else identifies a card become `[redacted]` (D-49). Never throws: what cannot be read is shown as far as it can.
 * @param secrets values that are replaced wherever they stand
 */
export function redactBody(body: Uint8Array, contentType: string, secrets: readonly string[]): string {
  if (/^application\/x-www-form-urlencoded/i.test(contentType)) {
    return redactFields(parseForm(body, charsetOfContentType(contentType) ?? undefined), secrets);
  }
  return redactText(decode(body.subarray(0, readMax), contentType), secrets);
}

/** A form's fields, one to a line; a document in one of them is redacted like any other. */
export const redactFields = (fields: ReturnFields, secrets: readonly string[]): string =>
  cut(fields.map(([name, value]) => `${name}=${redactField(name, value, secrets)}`).join("\n"));

const redactField = (name: string, value: string, secrets: readonly string[]): string => {
  if (value === "") return "";
  return isSecretName(name) ? "[redacted]" : redactText(value, secrets);
};

function redactText(text: string, secrets: readonly string[]): string {
  const byName = text.replace(
    /<([A-Za-z_][\w.:-]*)((?:\s[^<>]*)?)>([^<]+)(?=<)/g,
    (whole, name: string, attributes: string) =>
      isSecretName(name) ? `<${name}${attributes}>[redacted]` : whole,
  );
  const byValue = secrets
    .filter((secret) => secret.length >= secretLengthMin)
    .toSorted((a, b) => b.length - a.length)
    .flatMap((secret) => [secret, escaped(secret), encodeURIComponent(secret)])
    .reduce((sofar, secret) => sofar.replaceAll(secret, "[redacted]"), byName);
  return cut(maskCards(byValue));
}

/** Shorter ones would replace ordinary text; such values stand in elements that are redacted by name. */
const secretLengthMin = 4;

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** Digits as they may be printed, with single spaces or hyphens between them. */
const maskCards = (text: string): string =>
  text.replace(/\d(?:[ -]?\d){12,18}(?!\d)/g, (written) => {
    const digits = written.replace(/\D/g, "");
    return isCardNumber(digits) ? `${bin6(digits)}******${last4(digits)}` : written;
  });

const cut = (text: string): string =>
  text.length > shownMax ? `${text.slice(0, shownMax)}… (${text.length} characters)` : text;

/** Wrong bytes become replacement characters: it is for reading only. */
function decode(body: Uint8Array, contentType: string): string {
  const start = Buffer.from(body.subarray(0, 200)).toString("latin1");
  const label = /<\?xml\s[^>]*?encoding\s*=\s*["']([^"']+)["']/.exec(start)?.[1] ?? "";
  const charset = charsetOf(label) ?? charsetOfContentType(contentType) ?? "utf-8";
  return new TextDecoder(charset).decode(body);
}

/** Names of all protocols, compared without case. */
const isSecretName = (name: string): boolean => secretNames.has(name.toLowerCase());

const secretNames: ReadonlySet<string> = new Set(
  `password userpass merchantpass hashdata hash hashparamsval mac sign digest secure3dhash responsehash
  number cardnumber pan ccno cv2 cvc cvv2 cvv2val cardcvv2 expires expiredate expdate expiry
  cardexpiredatemonth cardexpiredateyear ecom_payment_card_expdate_month ecom_payment_card_expdate_year
  cardholdername md payertxnid payersecuritylevel payerauthenticationcode authenticationcode securitylevel txnid
  cavv cavv_3d eci eci_3d xid_3d bankdata merchantdata bankpacket merchantpacket data1 data2 posnetdata posnetdata2`
    .trim()
    .split(/\s+/),
);
