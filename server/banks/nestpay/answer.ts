import type { BankReferences } from "@/server/banks/bank";
import { readBankTime } from "@/server/banks/bank-clock";
import { findChild, readChildTexts, type XmlElement } from "@/server/banks/wire";

/** A `CC5Response` (B-2.7). Empty and absent values are null. */
export interface Answer {
  readonly orderId: string | null;
  /** `Approved`, `Declined` (a refusal of the issuer or host) or `Error` (of the gateway). */
  readonly response: string | null;
  readonly returnCode: string | null;
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
  readonly references: BankReferences;
  /** `TRXDATE`: the time of the operation (UTC); an inquiry has none. */
  readonly at: Date | undefined;
  /** Returns the text of an element of `Extra`, or null. */
  extra(name: string): string | null;
}

/** Reads a `CC5Response`; returns null for any other document and for one in which an element occurs twice. */
export function readAnswer(root: XmlElement | null): Answer | null {
  if (root?.name !== "CC5Response") return null;
  const texts = readChildTexts(root);
  if (texts === null) return null;
  const extraElement = findChild(root, "Extra");
  const extras = extraElement === null ? new Map<string, string>() : readChildTexts(extraElement);
  if (extras === null) return null;

  const read = (name: string): string | null => texts.get(name) || null;
  const extra = (name: string): string | null => extras.get(name) || null;
  return {
    orderId: read("OrderId"),
    response: read("Response"),
    returnCode: read("ProcReturnCode"),
    // Published answers also have an empty ERRORCODE at the top level, so Extra's value is read first.
    errorCode: extra("ERRORCODE") ?? read("ERRORCODE"),
    errorMessage: read("ErrMsg"),
    references: { authCode: read("AuthCode"), rrn: read("HostRefNum"), transactionId: read("TransId") },
    at: readBankTime(extra("TRXDATE")),
    extra,
  };
}
