import type { Check, Row } from "./check";

const keys = () => import("./checks/keys");
const limits = () => import("./checks/limits");
const money = () => import("./checks/money");
const pages = () => import("./checks/pages");
const people = () => import("./checks/people");
const requests = () => import("./checks/requests");
const returns = () => import("./checks/returns");
const stored = () => import("./checks/stored");
const supply = () => import("./checks/supply");
const transport = () => import("./checks/transport");
const webhooks = () => import("./checks/webhooks");

/** Makes a row, whose check has this name in the module that holds it. */
const row = <Name extends string>(
  id: string,
  promise: string,
  load: () => Promise<Readonly<Record<Name, Check>>>,
  name: Name,
): Row => ({ id, promise, load: async () => (await load())[name] });

/** Makes a row that `--fast` leaves out. */
const slow = <Name extends string>(...given: Parameters<typeof row<Name>>): Row => ({ ...row(...given), isSlow: true });

/** The checks in the order of docs/security.md. A test compares their ids with it. */
export const rows: readonly Row[] = [
  slow("S1", "Card data is not stored after authorisation", stored, "noCardData"),
  row("S2", "Card data never enters a queue", stored, "noCardInQueues"),
  slow("S3", "Scripts of payment pages are authorised and listed", pages, "scriptsAreListed"),
  row("S4", "Tampering with a payment page is detected", pages, "tamperingIsReported"),
  row("S5", "Every page has a strict content security policy", pages, "strictPolicy"),
  row("S6", "Every response has the security headers", pages, "securityHeaders"),
  row("S7", "Pages and answers about money are not cached", pages, "moneyIsNotCached"),
  slow("S8", "TLS 1.2 or newer, no redirect from clear text", transport, "noRedirectToTls"),
  row("S9", "API keys are hashed and can be revoked at once", stored, "keysAreHashed"),
  slow("S10", "Secrets at rest are encrypted", stored, "secretsAreEncrypted"),
  slow("S11", "Passwords and guesses at them", people, "passwords"),
  row("S12", "Sessions", people, "sessions"),
  row("S13", "Authentication does not depend on middleware", people, "noMiddlewareTrust"),
  row("S14", "A change in the panel comes from a page of ours", people, "noForeignChange"),
  row("S15", "A foreign resource looks like a missing one", requests, "foreignLooksMissing"),
  row("S16", "The server checks the role", people, "rolesAreChecked"),
  row("S17", "Unknown members of a request are ignored", requests, "unknownMembersAreIgnored"),
  slow("S18", "The source address of a request cannot be forged", limits, "sourceCannotBeForged"),
  slow("S19", "Limits come before work", limits, "limitsComeFirst"),
  row("S20", "Webhook signatures are exact", webhooks, "signaturesAreExact"),
  slow("S21", "A webhook reaches no internal address", webhooks, "noInternalAddress"),
  slow("S22", "A webhook receiver cannot harm the sender", webhooks, "hostileReceivers"),
  slow("S23", "An answer of a receiver is shown as text", webhooks, "answersAreText"),
  row("S24", "Redirect addresses cannot be disguised", requests, "redirectsAreNotDisguised"),
  row("S25", "The host of a request is not believed", transport, "hostIsNotBelieved"),
  row("S26", "Exactly one effect under concurrency", money, "exactlyOneEffect"),
  row("S27", "Errors reveal nothing internal", transport, "errorsRevealNothing"),
  row("S28", "Only needed methods and files are served", transport, "onlyNeededMethods"),
  row("S29", "The log is redacted and cannot be forged", requests, "logCannotBeForged"),
  row("S30", "Requests cannot be smuggled", transport, "noSmuggling"),
  row("S31", "Exports cannot run as formulas", requests, "exportsAreText"),
  row("S32", "A large refund needs a second person", money, "largeRefundsNeedTwo"),
  row("S33", "A return from the bank is authentic", returns, "returnsAreAuthentic"),
  slow("S33/nestpay", "Altered returns of NestPay", returns, "nestpayReturns"),
  slow("S33/garanti", "Altered returns of Garanti", returns, "garantiReturns"),
  slow("S33/posnet", "Altered returns of PosNet", returns, "posnetReturns"),
  slow("S33/payfor", "Altered returns of PayFor", returns, "payforReturns"),
  slow("S34", "Card testing is limited", limits, "cardTestingIsLimited"),
  row("S35", "The supply chain is known", supply, "supplyChainIsKnown"),
  row("S36", "The audit log is append-only", keys, "auditIsAppendOnly"),
  slow("S37", "Keys can be rotated", keys, "keysRotate"),
  row("S38", "Personal data has an end", keys, "personalDataHasAnEnd"),
  row("F1", "A developer's key cannot refund", money, "keysCannotRefund"),
  row("F2", "The second person is not the first one's guest", money, "inviteesCannotApprove"),
  slow("F3", "Strangers keep a known person out of no door", limits, "strangersKeepNobodyOut"),
  row("F4", "A rewritten audit log is found", keys, "rewrittenAuditIsFound"),
  slow("F5", "Live ports are open to the proxy alone", limits, "liveListensToTheProxy"),
  slow("F6", "A wrong encryption key does not start", keys, "wrongKeysDoNotStart"),
  slow("F7", "A link judges few cards", limits, "linkIsNoOracle"),
  row("F8", "Personal data is erased in time", keys, "personalDataIsErased"),
  row("F9", "Reports of browsers are masked and read", pages, "reportsAreMaskedAndRead"),
  slow("F10", "Live owners have a second factor", people, "ownersNeedAFactor"),
  row("F11", "A card number in a text: links and panel refuse it", stored, "cardNumbersInTexts"),
  row("F12", "Long passwords are checked as well", people, "longPasswordsAreChecked"),
  row("F13", "A password of an operator is replaced", people, "issuedPasswordsAreReplaced"),
  row("F14", "Sign-ins with unknown addresses are on record", people, "unknownSignInsAreCounted"),
  row("F15", "A member twice in JSON is refused", transport, "repeatedMembersAreRefused"),
  slow("F16", "An inner address of a cloud is refused", webhooks, "cloudAddressIsRefused"),
  row("F17", "No OPTIONS at the doors; security.txt; a private log", transport, "nothingExtraIsServed"),
  row("F18", "Memory with card numbers is not written to disk", stored, "noMemoryIsWritten"),
  row("F19", "Unsigned fields of a return take no money", money, "unsignedFieldsTakeNothing"),
  row("F20", "Other sites cannot submit a link's form", money, "oldBrowsersPayOwnCards"),
];
